// Sentences about the requests to /dev/kfd, made as the runtime makes them but without a descriptor.
// SPDX-License-Identifier: MIT
#include "virtual-gpu/kfd/driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hsa/amd_hsa_queue.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>

namespace agt::vgpu {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::uint64_t kMebibyte = 1 << 20;

/// A model that counts, and looks at the memory that its GPU may touch.
class CountingModel : public Model {
 public:
  explicit CountingModel(const AddressSpace& memory) : memory_(memory) {}
  Result<void> execute(const Dispatch& dispatch) override {
    ++statistics_.dispatches;
    if (memory_.snapshot()->contains(dispatch.kernarg_address, 8)) return success();
    return failure(ExitCode::kDeviceError, "gfx1100: kernel k: memory fault");
  }
  Statistics statistics() const override { return statistics_; }

 private:
  const AddressSpace& memory_;
  Statistics statistics_;
};

class DriverRequests : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::vector<VirtualDevice> devices = {*find_virtual_device("gfx1100"), *find_virtual_device("gfx942")};
    ASSERT_TRUE(write_topology(devices, directory_));
    const auto gpus = read_topology(directory_);
    first_ = (*gpus)[0].gpu_id;
    second_ = (*gpus)[1].gpu_id;
    auto made = Driver::make(directory_, {
        .make_model = [this](std::string_view gfx, const AddressSpace& memory) -> Result<std::unique_ptr<Model>> {
          models_.emplace_back(gfx);
          spaces_.push_back(&memory);
          if (!model_error_.empty()) return failure(ExitCode::kBrokenRuntime, model_error_);
          return std::make_unique<CountingModel>(memory);
        },
        .on_fault = [this](const Error& error, unsigned listeners) { faults_.emplace_back(error.message, listeners); },
        .log = [this](const std::string& line) { log_.push_back(line); }});
    ASSERT_TRUE(made) << made.error().message;
    driver_ = std::move(*made);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  /// Memory of the GPU at an address that is reserved as the runtime does it.
  kfd_ioctl_alloc_memory_of_gpu_args allocate(std::uint64_t size, std::uint32_t flags = KFD_IOC_ALLOC_MEM_FLAGS_VRAM) {
    kfd_ioctl_alloc_memory_of_gpu_args args{};
    args.va_addr = reinterpret_cast<std::uint64_t>(::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    args.size = size;
    args.gpu_id = first_;
    args.flags = flags;
    EXPECT_EQ(driver_->request(AMDKFD_IOC_ALLOC_MEMORY_OF_GPU, &args), 0);
    return args;
  }
  int map(std::uint64_t handle, std::vector<std::uint32_t> gpus) {
    kfd_ioctl_map_memory_to_gpu_args args{};
    args.handle = handle;
    args.device_ids_array_ptr = reinterpret_cast<std::uint64_t>(gpus.data());
    args.n_devices = static_cast<std::uint32_t>(gpus.size());
    const int error = driver_->request(AMDKFD_IOC_MAP_MEMORY_TO_GPU, &args);
    EXPECT_EQ(args.n_success, error == 0 ? args.n_devices : 0);
    return error;
  }
  kfd_ioctl_create_queue_args create_queue(std::uint32_t gpu_id, int expected = 0) {
    kfd_ioctl_create_queue_args args{};
    args.ring_base_address = reinterpret_cast<std::uint64_t>(ring_.data());
    args.ring_size = sizeof(ring_);
    args.read_pointer_address = reinterpret_cast<std::uint64_t>(&queue_.read_dispatch_id);
    args.write_pointer_address = reinterpret_cast<std::uint64_t>(&queue_.write_dispatch_id);
    args.gpu_id = gpu_id;
    args.queue_type = KFD_IOC_QUEUE_TYPE_COMPUTE_AQL;
    args.queue_percentage = 100;
    EXPECT_EQ(driver_->request(AMDKFD_IOC_CREATE_QUEUE, &args), expected);
    return args;
  }
  int destroy_queue(std::uint32_t id) {
    kfd_ioctl_destroy_queue_args args{id, 0};
    return driver_->request(AMDKFD_IOC_DESTROY_QUEUE, &args);
  }
  /// One packet through the queue of `ring_`, with this kernarg address; false when it is not executed.
  bool dispatch(std::uint64_t kernarg) {
    hsa_kernel_dispatch_packet_t& packet = ring_[0];
    packet.workgroup_size_x = packet.workgroup_size_y = packet.workgroup_size_z = 1;
    packet.grid_size_x = packet.grid_size_y = packet.grid_size_z = 1;
    packet.kernarg_address = reinterpret_cast<void*>(kernarg);
    std::atomic_ref(packet.header).store(HSA_PACKET_TYPE_KERNEL_DISPATCH);
    std::atomic_ref(const_cast<std::uint64_t&>(queue_.write_dispatch_id)).store(1);
    const auto read = [&] { return std::atomic_ref(const_cast<std::uint64_t&>(queue_.read_dispatch_id)).load(); };
    for (int i = 0; i < 200 && read() == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return read() == 1;
  }

  const std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / ("driver_test." + std::to_string(::getpid()));
  std::uint32_t first_ = 0, second_ = 0;
  std::vector<std::string> models_, log_;
  std::vector<const AddressSpace*> spaces_;
  std::vector<std::pair<std::string, unsigned>> faults_;
  std::string model_error_;
  std::array<hsa_kernel_dispatch_packet_t, 16> ring_{};
  amd_queue_t queue_{};
  std::unique_ptr<Driver> driver_;
};

TEST_F(DriverRequests, VersionIsOneThatTheRuntimeTakes) {
  kfd_ioctl_get_version_args args{};
  EXPECT_EQ(driver_->request(AMDKFD_IOC_GET_VERSION, &args), 0);
  EXPECT_EQ(args.major_version, 1U);
  EXPECT_EQ(args.minor_version, 14U);
}

TEST_F(DriverRequests, UnknownRequestIsRefusedAndLoggedOnce) {
  std::array<std::uint64_t, 8> args{};
  const unsigned long unknown = _IOWR(AMDKFD_IOCTL_BASE, 0x3f, kfd_ioctl_get_version_args);
  EXPECT_EQ(driver_->request(unknown, args.data()), ENOTTY);
  EXPECT_EQ(driver_->request(unknown, args.data()), ENOTTY);
  EXPECT_THAT(log_, ElementsAre(HasSubstr("0x3f")));
  EXPECT_EQ(driver_->request(_IOWR('x', 1, kfd_ioctl_get_version_args), args.data()), ENOTTY);
}

TEST_F(DriverRequests, StructureOfAnOlderHeaderIsNotWrittenBehind) {
  // The first half of the structure of GET_CLOCK_COUNTERS, and a word behind it that is the caller's.
  struct { std::uint64_t gpu_clock, cpu_clock, guard = 0x55; } args{};
  driver_->request(_IOC(_IOC_READ | _IOC_WRITE, AMDKFD_IOCTL_BASE, _IOC_NR(AMDKFD_IOC_GET_CLOCK_COUNTERS), 16), &args);
  EXPECT_GT(args.gpu_clock, 0U);
  EXPECT_EQ(args.guard, 0x55U);
}

TEST_F(DriverRequests, AperturesAreCountedAndThenFilledIn) {
  kfd_ioctl_get_process_apertures_new_args args{};
  EXPECT_EQ(driver_->request(AMDKFD_IOC_GET_PROCESS_APERTURES_NEW, &args), 0);
  EXPECT_EQ(args.num_of_nodes, 2U);
  std::array<kfd_process_device_apertures, 4> apertures{};
  args.kfd_process_device_apertures_ptr = reinterpret_cast<std::uint64_t>(apertures.data());
  args.num_of_nodes = 4;
  EXPECT_EQ(driver_->request(AMDKFD_IOC_GET_PROCESS_APERTURES_NEW, &args), 0);
  EXPECT_EQ(args.num_of_nodes, 2U);
  EXPECT_EQ(apertures[1].gpu_id, second_);
  EXPECT_EQ(apertures[1].lds_base, ModelOptions().lds_aperture);
  EXPECT_EQ(apertures[1].scratch_base, ModelOptions().scratch_aperture);
}

TEST_F(DriverRequests, MemoryIsUsableAtItsAddressAndInTheFileAtItsOffset) {
  const auto memory = allocate(kMebibyte);
  auto* at_address = reinterpret_cast<std::uint32_t*>(memory.va_addr);
  at_address[1000] = 0x12345678;
  void* again = ::mmap(nullptr, kMebibyte, PROT_READ, MAP_SHARED, driver_->memory_descriptor(),
                       static_cast<off_t>(memory.mmap_offset));
  ASSERT_NE(again, MAP_FAILED);
  EXPECT_EQ(static_cast<std::uint32_t*>(again)[1000], 0x12345678U);
}

TEST_F(DriverRequests, FreedMemoryGivesItsPagesBackAndItsHandleIsStale) {
  const auto memory = allocate(kMebibyte);
  std::memset(reinterpret_cast<void*>(memory.va_addr), 1, kMebibyte);
  kfd_ioctl_free_memory_of_gpu_args args{memory.handle};
  EXPECT_EQ(driver_->request(AMDKFD_IOC_FREE_MEMORY_OF_GPU, &args), 0);
  EXPECT_EQ(*reinterpret_cast<std::uint8_t*>(memory.va_addr), 0) << "the hole reads as zeros";
  EXPECT_EQ(driver_->request(AMDKFD_IOC_FREE_MEMORY_OF_GPU, &args), EINVAL);
  EXPECT_EQ(map(memory.handle, {first_}), EINVAL);
}

TEST_F(DriverRequests, AvailableMemoryShrinksByWhatIsAllocated) {
  kfd_ioctl_get_available_memory_args args{};
  args.gpu_id = first_;
  driver_->request(AMDKFD_IOC_AVAILABLE_MEMORY, &args);
  const std::uint64_t before = args.available;
  allocate(3 * kMebibyte);
  driver_->request(AMDKFD_IOC_AVAILABLE_MEMORY, &args);
  EXPECT_EQ(args.available, before - 3 * kMebibyte);
}

TEST_F(DriverRequests, ImpossibleAllocationIsRefused) {
  kfd_ioctl_alloc_memory_of_gpu_args args{};
  args.gpu_id = first_;
  args.flags = KFD_IOC_ALLOC_MEM_FLAGS_VRAM;
  args.size = std::uint64_t{1} << 45;
  EXPECT_EQ(driver_->request(AMDKFD_IOC_ALLOC_MEMORY_OF_GPU, &args), ENOMEM);
  args.size = 4096;
  args.gpu_id = 77;
  EXPECT_EQ(driver_->request(AMDKFD_IOC_ALLOC_MEMORY_OF_GPU, &args), EINVAL);
  args.gpu_id = first_;
  args.flags = KFD_IOC_ALLOC_MEM_FLAGS_USERPTR;
  args.va_addr = 0x10000;
  args.mmap_offset = 0x20000;
  EXPECT_EQ(driver_->request(AMDKFD_IOC_ALLOC_MEMORY_OF_GPU, &args), EOPNOTSUPP) << "an alias of host memory";
}

TEST_F(DriverRequests, GpuMayTouchWhatIsMappedToItAndNothingElse) {
  const auto memory = allocate(kMebibyte);
  create_queue(first_);
  create_queue(second_);
  ASSERT_EQ(map(memory.handle, {second_}), 0);
  EXPECT_FALSE(spaces_[0]->snapshot()->contains(memory.va_addr, 1));
  EXPECT_TRUE(spaces_[1]->snapshot()->contains(memory.va_addr, kMebibyte));
  kfd_ioctl_unmap_memory_from_gpu_args args{};
  args.handle = memory.handle;
  args.device_ids_array_ptr = reinterpret_cast<std::uint64_t>(&second_);
  args.n_devices = 1;
  EXPECT_EQ(driver_->request(AMDKFD_IOC_UNMAP_MEMORY_FROM_GPU, &args), 0);
  EXPECT_FALSE(spaces_[1]->snapshot()->contains(memory.va_addr, 1));
  EXPECT_EQ(map(memory.handle, {first_, 77}), EINVAL);
}

TEST_F(DriverRequests, HostMemoryIsMadeAccessibleByItsAttributes) {
  create_queue(first_);
  alignas(8) std::array<std::byte, sizeof(kfd_ioctl_svm_args) + sizeof(kfd_ioctl_svm_attribute)> request{};
  auto& args = *new (request.data()) kfd_ioctl_svm_args{};
  auto& attribute = *new (request.data() + sizeof(args)) kfd_ioctl_svm_attribute{};
  args.start_addr = 0x40000;
  args.size = 0x2000;
  args.op = KFD_IOCTL_SVM_OP_SET_ATTR;
  args.nattr = 1;
  attribute = {KFD_IOCTL_SVM_ATTR_ACCESS_IN_PLACE, first_};
  const unsigned long code = AMDKFD_IOC_SVM + (sizeof(kfd_ioctl_svm_attribute) << _IOC_SIZESHIFT);
  EXPECT_EQ(driver_->request(code, request.data()), 0);
  EXPECT_TRUE(spaces_[0]->snapshot()->contains(0x40000, 0x2000));
  driver_->forget_addresses(0x41000, 0x1000);
  EXPECT_FALSE(spaces_[0]->snapshot()->contains(0x40000, 0x2000));
  attribute.type = KFD_IOCTL_SVM_ATTR_NO_ACCESS;
  EXPECT_EQ(driver_->request(code, request.data()), 0);
  EXPECT_FALSE(spaces_[0]->snapshot()->contains(0x40000, 1));
  args.nattr = 2;
  EXPECT_EQ(driver_->request(code, request.data()), EINVAL) << "more attributes than the request is long";
}

TEST_F(DriverRequests, ModelIsMadeOnceAtTheFirstQueueOfItsGpu) {
  EXPECT_TRUE(models_.empty());
  EXPECT_TRUE(driver_->statistics().empty());
  const auto one = create_queue(second_);
  const auto two = create_queue(second_);
  EXPECT_THAT(models_, ElementsAre("gfx942"));
  EXPECT_EQ(two.doorbell_offset, one.doorbell_offset + 8);
  ASSERT_EQ(driver_->statistics().size(), 1U);
  EXPECT_EQ(driver_->statistics()[0].gfx, "gfx942");
}

TEST_F(DriverRequests, QueueExecutesUntilItIsDestroyed) {
  const auto memory = allocate(kMebibyte, KFD_IOC_ALLOC_MEM_FLAGS_GTT);
  ASSERT_EQ(map(memory.handle, {first_}), 0);
  const auto queue = create_queue(first_);
  EXPECT_TRUE(dispatch(memory.va_addr));
  EXPECT_EQ(driver_->statistics()[0].statistics.dispatches, 1U);
  EXPECT_EQ(destroy_queue(queue.queue_id), 0);
  EXPECT_EQ(destroy_queue(queue.queue_id), EINVAL);
}

/// The thunk gives an event a mailbox only when the driver names the page of events with every signal event, not only
/// with the first; without a mailbox nobody who sleeps is woken.
TEST_F(DriverRequests, EverySignalEventNamesThePageOfEvents) {
  for (std::uint32_t count = 1; count <= 3; ++count) {
    kfd_ioctl_create_event_args event{};
    event.event_type = KFD_IOC_EVENT_SIGNAL;
    ASSERT_EQ(driver_->request(AMDKFD_IOC_CREATE_EVENT, &event), 0);
    EXPECT_NE(event.event_page_offset, 0U) << count;
    EXPECT_EQ(event.event_slot_index, event.event_id) << count;
  }
}

TEST_F(DriverRequests, MemoryFaultOfAKernelIsHeardByWhoListens) {
  kfd_ioctl_create_event_args event{};
  event.event_type = KFD_IOC_EVENT_MEMORY;
  ASSERT_EQ(driver_->request(AMDKFD_IOC_CREATE_EVENT, &event), 0);
  create_queue(first_);
  EXPECT_FALSE(dispatch(0x1000));
  kfd_event_data data{};
  data.event_id = event.event_id;
  kfd_ioctl_wait_events_args wait{};
  wait.events_ptr = reinterpret_cast<std::uint64_t>(&data);
  wait.num_events = 1;
  wait.timeout = 5000;
  EXPECT_EQ(driver_->request(AMDKFD_IOC_WAIT_EVENTS, &wait), 0);
  EXPECT_EQ(wait.wait_result, static_cast<std::uint32_t>(KFD_IOC_WAIT_RESULT_COMPLETE));
  EXPECT_EQ(data.memory_exception_data.gpu_id, first_);
  EXPECT_THAT(faults_, ElementsAre(std::pair("gfx1100: kernel k: memory fault", 1U)));
}

TEST_F(DriverRequests, ModelThatCannotBeMadeIsAFault) {
  model_error_ = "libamd_comgr.so.3: cannot open";
  create_queue(first_, ENODEV);
  EXPECT_THAT(faults_, ElementsAre(std::pair("gfx1100: libamd_comgr.so.3: cannot open", 0U)));
}

TEST_F(DriverRequests, QueueThatIsNotAqlIsRefused) {
  kfd_ioctl_create_queue_args args{};
  args.gpu_id = first_;
  EXPECT_EQ(driver_->request(AMDKFD_IOC_CREATE_QUEUE, &args), EINVAL) << "no ring";
  args.ring_base_address = args.read_pointer_address = args.write_pointer_address = 0x1000;
  args.ring_size = 4096;
  args.queue_type = KFD_IOC_QUEUE_TYPE_SDMA;
  EXPECT_EQ(driver_->request(AMDKFD_IOC_CREATE_QUEUE, &args), EOPNOTSUPP);
}

}  // namespace
}  // namespace agt::vgpu
