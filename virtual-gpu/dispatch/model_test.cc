// Compiled kernels run through the model without any runtime, on every target, against loops on the CPU.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/dispatch/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "base/file.h"
#include "virtual-gpu/dispatch/code_object.h"
#include "virtual-gpu/dispatch/initial_state.h"

namespace agt::vgpu {
namespace {

using testing::HasSubstr;

/// Memory that kernels may touch.
template <class T>
class Buffer {
 public:
  Buffer(AddressSpace& space, std::size_t count, T value = T{}) : space_(space), items_(count, value) {
    space_.map(address(), items_.size() * sizeof(T));
  }
  ~Buffer() { space_.unmap(address(), items_.size() * sizeof(T)); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(items_.data()); }
  const std::vector<T>& items() const { return items_; }
  void fill(const std::vector<T>& values) { std::ranges::copy(values, items_.begin()); }
  T& operator[](std::size_t i) { return items_[i]; }

 private:
  AddressSpace& space_;
  std::vector<T> items_;
};

/// Arguments at their natural alignment, as the kernarg segment has them.
class Arguments {
 public:
  template <class T>
  Arguments& add(T value) {
    next_ = (next_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    std::memcpy(bytes_.data() + next_, &value, sizeof(T));
    next_ += sizeof(T);
    return *this;
  }
  template <class T>
  Arguments& add(Buffer<T>& buffer) {
    return add(buffer.address());
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_ = std::vector<std::byte>(512);
  std::size_t next_ = 0;
};

class ModelTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { open({}); }

  void open(const ModelOptions& options) {
    const auto elf = read_file(std::string(AGT_TEST_KERNELS) + "/" + GetParam() + ".object", 16 << 20);
    ASSERT_TRUE(elf) << elf.error().message;
    auto object = CodeObject::load(std::as_bytes(std::span(*elf)), GetParam(), space_);
    ASSERT_TRUE(object) << object.error().message;
    object_ = std::move(*object);
    auto model = Model::make(GetParam(), space_, options);
    ASSERT_TRUE(model) << model.error().message;
    model_ = std::move(*model);
  }

  Result<void> run(std::string_view kernel, Extent grid, Extent workgroup, const Arguments& arguments,
                   std::uint32_t private_bytes = 0) {
    const auto descriptor = object_->descriptor(kernel);
    if (!descriptor) return tl::make_unexpected(descriptor.error());
    Buffer<std::byte> kernarg(space_, arguments.bytes().size());
    kernarg.fill(arguments.bytes());
    Dispatch dispatch;
    dispatch.grid_size = grid;
    dispatch.workgroup_size = workgroup;
    dispatch.private_bytes = private_bytes;
    dispatch.descriptor_address = *descriptor;
    dispatch.kernarg_address = kernarg.address();
    return model_->execute(dispatch);
  }

  AddressSpace space_;
  std::unique_ptr<CodeObject> object_;
  std::unique_ptr<Model> model_;
};

std::vector<int> numbers(std::size_t count, int limit) {
  std::mt19937 random(7);
  std::vector<int> values(count);
  for (int& value : values) value = static_cast<int>(random() % static_cast<unsigned>(limit));
  return values;
}

struct SsdCase {
  std::uint32_t width = 50, height = 37;
  std::vector<int> a = numbers(width * height, 65536);
  std::uint64_t expected = 0;

  void fill(Buffer<std::uint16_t>& first, Buffer<std::uint16_t>& second) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      first[i] = static_cast<std::uint16_t>(a[i]);
      second[i] = static_cast<std::uint16_t>(a[(i * 31 + 5) % a.size()]);
      const auto difference = std::int64_t{first[i]} - second[i];
      expected += static_cast<std::uint64_t>(difference * difference);
    }
  }
};

TEST_P(ModelTest, SumsSquaredDifferences) {
  SsdCase ssd;
  Buffer<std::uint16_t> a(space_, ssd.a.size()), b(space_, ssd.a.size());
  Buffer<std::uint64_t> sum(space_, 1);
  ssd.fill(a, b);
  const auto done = run("sum_of_squared_differences", {64, 48, 1}, {16, 16, 1},
                        Arguments().add(a).add(b).add(ssd.width).add(ssd.height).add(sum));
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(sum[0], ssd.expected);
  EXPECT_GT(model_->statistics().wave_instructions, 1000U);
}

TEST_P(ModelTest, DividesAndTakesRootsCorrectlyRounded) {
  constexpr std::uint32_t kCount = 1000;
  Buffer<float> a(space_, kCount), b(space_, kCount), out(space_, kCount);
  Buffer<double> wide(space_, kCount);
  std::mt19937 random(3);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    a[i] = std::ldexp(static_cast<float>(random() >> 8), static_cast<int>(random() % 60) - 54);
    b[i] = std::ldexp(static_cast<float>((random() >> 8) + 1), static_cast<int>(random() % 60) - 54);
  }
  a[0] = 0.0F, b[1] = 0.0F, a[2] = 1e-40F, b[3] = INFINITY, a[4] = NAN, a[5] = 3e38F, b[5] = 1e-3F;
  const auto done = run("divide_and_root", {1024, 1, 1}, {64, 1, 1},
                        Arguments().add(a).add(b).add(out).add(wide).add(kCount));
  ASSERT_TRUE(done) << done.error().message;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const float quotient = a[i] / b[i];
    const float expected = std::sqrt(quotient) + 1.0F / (a[i] * a[i] + 0.5F);
    const double expected_wide = std::sqrt(static_cast<double>(a[i])) / static_cast<double>(b[i]);
    if (std::isnan(expected)) EXPECT_TRUE(std::isnan(out[i])) << i;
    else EXPECT_EQ(std::bit_cast<std::uint32_t>(out[i]), std::bit_cast<std::uint32_t>(expected)) << i;
    if (std::isnan(expected_wide)) EXPECT_TRUE(std::isnan(wide[i])) << i;
    else EXPECT_EQ(std::bit_cast<std::uint64_t>(wide[i]), std::bit_cast<std::uint64_t>(expected_wide)) << i;
  }
}

int shuffled(const std::vector<int>& in, std::uint32_t i, std::uint32_t rounds) {
  std::array<std::uint32_t, 32> cells;
  for (std::uint32_t k = 0; k < 32; ++k) cells[k] = static_cast<std::uint32_t>(in[(i * 7 + k) & 63]);
  for (std::uint32_t k = 0; k < rounds; ++k) cells[cells[k & 31] & 31] += cells[(k * 5 + i) & 31];
  std::uint32_t sum = 0;
  for (const std::uint32_t cell : cells) sum = sum * 31 + cell;
  return static_cast<int>(sum);
}

TEST_P(ModelTest, KeepsArraysInScratch) {
  Buffer<int> in(space_, 64), out(space_, 128);
  in.fill(numbers(64, 1000));
  const auto done = run("shuffle_in_scratch", {128, 1, 1}, {64, 1, 1}, Arguments().add(in).add(out).add(90U));
  ASSERT_TRUE(done) << done.error().message;
  for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(out[i], shuffled(in.items(), i, 90)) << i;
}

TEST_P(ModelTest, CallsFunctionsThatCallThemselves) {
  Buffer<int> out(space_, 64);
  const auto done = run("recurse", {64, 1, 1}, {64, 1, 1}, Arguments().add(out), 1024);
  ASSERT_TRUE(done) << done.error().message;
  const std::array expected = {0, 1, 1, 2, 3, 5, 8, 13};
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(out[i], expected[i & 7]) << i;
}

TEST_P(ModelTest, RunsEveryWorkItemOfPartialWorkgroupsOnce) {
  constexpr std::uint32_t kWidth = 10, kHeight = 7, kDepth = 3;
  Buffer<std::uint32_t> out(space_, kWidth * kHeight * kDepth);
  const auto done = run("mark_ids", {kWidth, kHeight, kDepth}, {4, 3, 2}, Arguments().add(out).add(kWidth).add(kHeight));
  ASSERT_TRUE(done) << done.error().message;
  for (std::uint32_t i = 0; i < out.items().size(); ++i) {
    const std::uint32_t x = i % kWidth, y = i / kWidth % kHeight, z = i / kWidth / kHeight;
    EXPECT_EQ(out[i], x + 100 * y + 10000 * z);
  }
}

TEST_P(ModelTest, FollowsGenericPointers) {
  Buffer<int> in(space_, 64), out(space_, 64);
  for (std::size_t i = 0; i < 64; ++i) in[i] = static_cast<int>(i * i + (i & 1));
  const auto done = run("generic_pointers", {64, 1, 1}, {64, 1, 1}, Arguments().add(in).add(out));
  ASSERT_TRUE(done) << done.error().message;
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(out[i], in[63 - i] * ((in[i] & 1) != 0 ? 3 : 1)) << i;
}

TEST_P(ModelTest, ExchangesLanes) {
  Buffer<int> in(space_, 32), out(space_, 32);
  Buffer<std::uint64_t> votes(space_, 32);
  in.fill(numbers(32, 1000));
  const auto done = run("exchange_lanes", {32, 1, 1}, {32, 1, 1}, Arguments().add(in).add(out).add(votes));
  ASSERT_TRUE(done) << done.error().message;
  int total = 0;
  std::uint64_t odd = 0;
  for (std::size_t i = 0; i < 32; ++i) total += in[i];
  for (std::size_t i = 0; i < 32; ++i) odd |= static_cast<std::uint64_t>(in[i] & 1) << i;
  for (std::size_t i = 0; i < 32; ++i) {
    EXPECT_EQ(out[i], i % 16 == 0 ? 2 * total : 3 * total) << i;
    EXPECT_EQ(votes[i], odd) << i;
  }
}

TEST_P(ModelTest, AppliesRelocations) {
  Buffer<int> out(space_, 1);
  const auto done = run("follow_pointers", {1, 1, 1}, {1, 1, 1}, Arguments().add(out).add(1U));
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(out[0], 4000);
}

TEST_P(ModelTest, AWildPointerIsADeviceErrorThatNamesTheKernel) {
  Buffer<int> out(space_, 1);
  const auto done = run("read_null", {1, 1, 1}, {1, 1, 1}, Arguments().add(out));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ExitCode::kDeviceError);
  EXPECT_THAT(done.error().message, HasSubstr(GetParam() + ": kernel read_null: "));
  EXPECT_THAT(done.error().message, HasSubstr("memory fault: load of 4 bytes at 0x10 (lane 0)"));
}

TEST_P(ModelTest, AKernelThatStopsItselfIsADeviceError) {
  const auto done = run("stop_itself", {1, 1, 1}, {1, 1, 1}, Arguments());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ExitCode::kDeviceError);
  EXPECT_THAT(done.error().message, HasSubstr("kernel stop_itself: s_trap at 0x"));
}

TEST_P(ModelTest, AKernelThatDoesNotEndIsADeviceError) {
  ModelOptions options;
  options.instruction_limit = 10'000'000;
  open(options);
  Buffer<int> flag(space_, 1);
  const auto done = run("spin", {1, 1, 1}, {1, 1, 1}, Arguments().add(flag));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ExitCode::kDeviceError);
  EXPECT_THAT(done.error().message, HasSubstr("the kernel does not end"));
}

TEST_P(ModelTest, APlantedDefectChangesTheResult) {
  ModelOptions options;
  const std::string mnemonic = GetParam() == "gfx908" || GetParam() == "gfx90a" || GetParam() == "gfx942" ||
                                       GetParam() == "gfx950" || GetParam().starts_with("gfx10")
                                   ? "global_load_ushort"
                                   : "global_load_u16";
  const auto defect = parse_defect(GetParam() + ":" + mnemonic + ":3:2");
  ASSERT_TRUE(defect) << defect.error().message;
  options.defect = *defect;
  open(options);
  SsdCase ssd;
  Buffer<std::uint16_t> a(space_, ssd.a.size()), b(space_, ssd.a.size());
  Buffer<std::uint64_t> sum(space_, 1);
  ssd.fill(a, b);
  b.fill(std::vector<std::uint16_t>(ssd.a.size()));
  const auto done = run("sum_of_squared_differences", {64, 48, 1}, {16, 16, 1},
                        Arguments().add(a).add(b).add(ssd.width).add(ssd.height).add(sum));
  ASSERT_TRUE(done) << done.error().message;
  std::uint64_t sound = 0;
  for (const std::uint16_t value : a.items()) sound += std::uint64_t{value} * value;
  EXPECT_NE(sum[0], sound);
}

TEST_P(ModelTest, ADeadlockAtABarrierNamesTheWaves) {
  if (!GetParam().starts_with("gfx12")) GTEST_SKIP() << "before gfx12 a wave cannot wait without signalling";
  const auto done = run("wait_for_nobody", {64, 1, 1}, {64, 1, 1}, Arguments());
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("barrier deadlock: wave 0 behind 0x"));
}

std::vector<std::string> all_targets() {
  std::vector<std::string> names;
  for (const Target& target : supported_targets()) names.emplace_back(target.gfx);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Targets, ModelTest, testing::ValuesIn(all_targets()),
                         [](const testing::TestParamInfo<std::string>& gfx) { return gfx.param; });

TEST(ParseDefect, TakesFourParts) {
  const auto defect = parse_defect("gfx1100:v_add_nc_u32:31:7");
  ASSERT_TRUE(defect);
  EXPECT_EQ(defect->mnemonic, "v_add_nc_u32");
  EXPECT_EQ(defect->lane, 31U);
  EXPECT_EQ(defect->bit, 7U);
}

TEST(ParseDefect, SaysWhatIsWrong) {
  struct Case {
    std::string_view text, reason;
  };
  constexpr Case kCases[] = {
      {"", "four parts"},           {"gfx1100:v_add_f32:1", "four parts"},
      {"gfx1100:v:1:2:3", "four parts"}, {"gfx7:v_add_f32:1:2", "no supported target"},
      {"gfx1100::1:2", "mnemonic"}, {"gfx1100:v_add_f32:64:2", "lane"},
      {"gfx1100:v_add_f32:1:x", "bit"},
  };
  for (const auto& [text, reason] : kCases) {
    const auto defect = parse_defect(text);
    ASSERT_FALSE(defect) << text;
    EXPECT_EQ(defect.error().code, ExitCode::kUsage);
    EXPECT_THAT(defect.error().message, HasSubstr(reason));
  }
}

TEST(ModelMake, ATargetThatIsNotSupportedIsAUsageError) {
  AddressSpace space;
  const auto model = Model::make("gfx803", space, {});
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, ExitCode::kUsage);
}

}  // namespace
}  // namespace agt::vgpu
