// A process with the real runtime, for runtime_test: it enumerates agents through HSA, or works through HIP, and prints
// what came back with the milliseconds of each step.
// SPDX-License-Identifier: MIT
#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

void check(hipError_t error, const char* what) {
  if (error == hipSuccess) return;
  std::printf("%s: %s\n", what, hipGetErrorName(error));
  std::exit(4);
}
#define CHECK(call) check(call, #call)

/// Prints "<what>: <right or wrong>" and, on stderr, how long it took since the last one.
class Report {
 public:
  void operator()(const char* what, bool right) {
    const std::chrono::duration<double, std::milli> took = Clock::now() - last_;
    std::printf("%s: %s\n", what, right ? "right" : "wrong");
    std::fprintf(stderr, "%8.1f ms %s\n", took.count(), what);
    last_ = Clock::now();
  }

 private:
  Clock::time_point last_ = Clock::now();
};

hsa_status_t print_agent(hsa_agent_t agent, void*) {
  hsa_device_type_t type{};
  std::array<char, 64> name{};
  std::array<char, 64> product{};
  std::uint32_t wave = 0;
  std::uint32_t units = 0;
  hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
  if (type != HSA_DEVICE_TYPE_GPU) return HSA_STATUS_SUCCESS;
  hsa_agent_get_info(agent, HSA_AGENT_INFO_NAME, name.data());
  hsa_agent_get_info(agent, HSA_AGENT_INFO_WAVEFRONT_SIZE, &wave);
  hsa_agent_get_info(agent, static_cast<hsa_agent_info_t>(HSA_AMD_AGENT_INFO_PRODUCT_NAME), product.data());
  hsa_agent_get_info(agent, static_cast<hsa_agent_info_t>(HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT), &units);
  std::printf("%s wave %u units %u, %s\n", name.data(), wave, units, product.data());
  return HSA_STATUS_SUCCESS;
}

int list_agents() {
  const hsa_status_t status = hsa_init();
  if (status != HSA_STATUS_SUCCESS) {
    std::printf("hsa_init %#x\n", static_cast<unsigned>(status));
    return 1;
  }
  hsa_iterate_agents(print_agent, nullptr);
  return hsa_shut_down() == HSA_STATUS_SUCCESS ? 0 : 1;
}

std::vector<char> read_all(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A module and one of its kernels.
struct Kernel {
  Kernel(const std::string& path, const char* name) : image(read_all(path)) {
    CHECK(hipModuleLoadData(&module, image.data()));
    CHECK(hipModuleGetFunction(&function, module, name));
  }
  ~Kernel() { CHECK(hipModuleUnload(module)); }
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  template <class... Args>
  void launch(unsigned groups, unsigned items, hipStream_t stream, Args... args) {
    std::array<void*, sizeof...(Args)> addresses = {&args...};
    CHECK(hipModuleLaunchKernel(function, groups, 1, 1, items, 1, 1, 0, stream, addresses.data(), nullptr));
  }
  std::vector<char> image;
  hipModule_t module = nullptr;
  hipFunction_t function = nullptr;
};

template <class T>
T* allocate(std::size_t count) {
  void* memory = nullptr;
  CHECK(hipMalloc(&memory, count * sizeof(T)));
  return static_cast<T*>(memory);
}

std::vector<std::uint8_t> pattern(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 251);
  return bytes;
}

void copy_there_and_back(Report& report, const char* what, std::size_t size) {
  const auto sent = pattern(size);
  std::vector<std::uint8_t> received(size);
  auto* device = allocate<std::uint8_t>(size);
  CHECK(hipMemcpy(device, sent.data(), size, hipMemcpyHostToDevice));
  CHECK(hipMemcpy(received.data(), device, size, hipMemcpyDeviceToHost));
  CHECK(hipFree(device));
  report(what, received == sent);
}

void copy_on_the_device(Report& report) {
  constexpr std::size_t kSize = 100'003;
  const auto sent = pattern(kSize);
  std::vector<std::uint8_t> received(kSize);
  auto* from = allocate<std::uint8_t>(kSize);
  auto* to = allocate<std::uint8_t>(kSize);
  CHECK(hipMemcpy(from, sent.data(), kSize, hipMemcpyHostToDevice));
  CHECK(hipMemcpy(to, from, kSize, hipMemcpyDeviceToDevice));
  CHECK(hipMemcpy(received.data(), to, kSize, hipMemcpyDeviceToHost));
  CHECK(hipFree(from));
  CHECK(hipFree(to));
  report("copy on the device", received == sent);
}

void copy_pinned(Report& report) {
  constexpr std::size_t kSize = 1 << 20;
  auto sent = pattern(kSize);
  auto* device = allocate<std::uint8_t>(kSize);
  void* pinned = nullptr;
  CHECK(hipHostMalloc(&pinned, kSize, hipHostMallocDefault));
  CHECK(hipHostRegister(sent.data(), kSize, hipHostRegisterDefault));
  CHECK(hipMemcpy(device, sent.data(), kSize, hipMemcpyHostToDevice));
  CHECK(hipMemcpy(pinned, device, kSize, hipMemcpyDeviceToHost));
  CHECK(hipHostUnregister(sent.data()));
  const bool right = std::equal(sent.begin(), sent.end(), static_cast<std::uint8_t*>(pinned));
  CHECK(hipHostFree(pinned));
  CHECK(hipFree(device));
  report("copy of pinned memory", right);
}

void set_memory(Report& report) {
  constexpr std::size_t kSize = 70'001;
  auto* device = allocate<std::uint8_t>(kSize + 8);
  std::vector<std::uint8_t> received(kSize + 8);
  CHECK(hipMemset(device, 0x11, kSize + 8));
  CHECK(hipMemset(device + 3, 0x5a, kSize));
  CHECK(hipMemcpy(received.data(), device, kSize + 8, hipMemcpyDeviceToHost));
  CHECK(hipFree(device));
  const auto set = std::count(received.begin() + 3, received.begin() + 3 + kSize, 0x5a);
  const auto around = std::count(received.begin(), received.end(), 0x11);
  report("hipMemset", set == kSize && around == 8);
}

std::uint32_t reversed(std::uint32_t bits) {
  std::uint32_t result = 0;
  for (int i = 0; i < 32; ++i) result |= (bits >> i & 1) << (31 - i);
  return result;
}

bool is_filled(const std::vector<std::uint32_t>& values, std::uint32_t count, std::uint32_t factor) {
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    if (values[i] != (i < count ? reversed(i * factor + 1) : 0xa5a5a5a5)) {
      std::printf("[%u] is %#x\n", i, values[i]);
      return false;
    }
  }
  return true;
}

/// A kernel on a stream between two events, with the last workgroup only partly wanted.
void launch_kernel(Report& report, const std::string& code_object) {
  constexpr std::uint32_t kCount = 1000;
  constexpr std::uint32_t kAll = 1024;
  std::vector<std::uint32_t> received(kAll);
  auto* device = allocate<std::uint32_t>(kAll);
  CHECK(hipMemset(device, 0xa5, kAll * sizeof(std::uint32_t)));
  Kernel fill(code_object, "fill");
  report("module", true);
  hipStream_t stream = nullptr;
  hipEvent_t before = nullptr;
  hipEvent_t after = nullptr;
  CHECK(hipDeviceSynchronize());
  CHECK(hipStreamCreate(&stream));
  CHECK(hipEventCreate(&before));
  CHECK(hipEventCreate(&after));
  CHECK(hipEventRecord(before, stream));
  fill.launch(4, 256, stream, device, kCount, std::uint32_t{3});
  CHECK(hipEventRecord(after, stream));
  CHECK(hipStreamSynchronize(stream));
  float milliseconds = -1;
  CHECK(hipEventElapsedTime(&milliseconds, before, after));
  CHECK(hipMemcpy(received.data(), device, kAll * sizeof(std::uint32_t), hipMemcpyDeviceToHost));
  report("kernel", is_filled(received, kCount, 3));
  report("time between events", milliseconds > 0 && milliseconds < 60'000);
  CHECK(hipEventDestroy(before));
  CHECK(hipEventDestroy(after));
  CHECK(hipStreamDestroy(stream));
  CHECK(hipFree(device));
}

/// Two streams, one waiting for an event of the other.
void order_streams(Report& report, const std::string& code_object) {
  constexpr std::uint32_t kAll = 1024;
  std::vector<std::uint32_t> received(kAll);
  auto* device = allocate<std::uint32_t>(kAll + 1);
  Kernel busy(code_object, "busy");
  Kernel fill(code_object, "fill");
  hipStream_t first = nullptr;
  hipStream_t second = nullptr;
  hipEvent_t between = nullptr;
  CHECK(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
  CHECK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
  CHECK(hipEventCreateWithFlags(&between, hipEventDisableTiming));
  busy.launch(1, 1, first, device, kAll, std::uint32_t{10});
  fill.launch(4, 256, first, device, kAll, std::uint32_t{5});
  CHECK(hipEventRecord(between, first));
  CHECK(hipStreamWaitEvent(second, between, 0));
  fill.launch(4, 256, second, device, kAll, std::uint32_t{9});
  CHECK(hipStreamSynchronize(second));
  CHECK(hipMemcpy(received.data(), device, kAll * sizeof(std::uint32_t), hipMemcpyDeviceToHost));
  report("streams in order", is_filled(received, kAll, 9));
  CHECK(hipStreamDestroy(first));
  CHECK(hipStreamDestroy(second));
  CHECK(hipEventDestroy(between));
  CHECK(hipFree(device));
}

void launch_from_threads(Report& report, const std::string& code_object) {
  constexpr std::uint32_t kAll = 512;
  std::array<bool, 2> right{};
  const auto work = [&](std::size_t which) {
    std::vector<std::uint32_t> received(kAll);
    auto* device = allocate<std::uint32_t>(kAll);
    Kernel fill(code_object, "fill");
    hipStream_t stream = nullptr;
    CHECK(hipStreamCreate(&stream));
    right[which] = true;
    for (std::uint32_t factor = 1; factor <= 20; ++factor) {
      fill.launch(2, 256, stream, device, kAll, factor);
      CHECK(hipMemcpyAsync(received.data(), device, kAll * sizeof(std::uint32_t), hipMemcpyDeviceToHost, stream));
      CHECK(hipStreamSynchronize(stream));
      right[which] = right[which] && is_filled(received, kAll, factor);
    }
    CHECK(hipStreamDestroy(stream));
    CHECK(hipFree(device));
  };
  std::thread one(work, 0);
  std::thread two(work, 1);
  one.join();
  two.join();
  report("two threads", right[0] && right[1]);
}

int work(const std::string& code_object) {
  Report report;
  int count = 0;
  CHECK(hipGetDeviceCount(&count));
  report("one device", count == 1);
  copy_there_and_back(report, "copy of 4 KiB", 4 << 10);
  copy_there_and_back(report, "copy of 1 MiB", 1 << 20);
  copy_there_and_back(report, "copy of 5 MB", 5'000'003);
  copy_on_the_device(report);
  copy_pinned(report);
  set_memory(report);
  launch_kernel(report, code_object);
  order_streams(report, code_object);
  launch_from_threads(report, code_object);
  return 0;
}

/// The least that any work on a GPU needs: one kernel and its result.
int first_kernel(const std::string& code_object) {
  Report report;
  launch_kernel(report, code_object);
  return 0;
}

int poke(const std::string& code_object) {
  Kernel kernel(code_object, "poke");
  kernel.launch(1, 1, nullptr, std::uint64_t{0x1000});
  std::printf("synchronize: %s\n", hipGetErrorName(hipDeviceSynchronize()));
  return 0;
}

int multiply_matrices(const std::string& code_object) {
  auto* memory = allocate<std::uint8_t>(4096);
  Kernel kernel(code_object, "matrix");
  kernel.launch(1, 32, nullptr, memory, memory);
  std::printf("synchronize: %s\n", hipGetErrorName(hipDeviceSynchronize()));
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string action = count > 1 ? arguments[1] : "";
  if (action == "agents") return list_agents();
  const std::map<std::string, std::function<int(const std::string&)>> actions = {
      {"work", work}, {"first-kernel", first_kernel}, {"poke", poke}, {"matrix", multiply_matrices}};
  const auto found = actions.find(action);
  return found == actions.end() || count != 3 ? 64 : found->second(arguments[2]);
}
