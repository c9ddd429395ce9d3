// A process without any ROCm library, for preload_test: it does one thing with the driver's files and says what it saw.
// SPDX-License-Identifier: MIT
#include <dirent.h>
#include <fcntl.h>
#include <linux/kfd_ioctl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <thread>

namespace {

int version_of(int descriptor) {
  kfd_ioctl_get_version_args version{};
  return ::ioctl(descriptor, AMDKFD_IOC_GET_VERSION, &version) == 0 ? static_cast<int>(version.major_version) : -errno;
}

int open_kfd() {
  const int kfd = ::open("/dev/kfd", O_RDWR | O_CLOEXEC);
  std::printf("kfd %s\n", kfd < 0 ? std::strerror(errno) : "open");
  return kfd;
}

/// The driver's files by every function that opens or asks.
int files() {
  constexpr const char* kNode = "/sys/devices/virtual/kfd/kfd/topology/nodes/1/gpu_id";
  struct stat status {};
  std::printf("kfd version %d\n", version_of(open_kfd()));
  std::printf("render %d\n", ::open("/dev/dri/renderD128", O_RDWR) >= 0);
  std::printf("render behind the last %s\n", ::open("/dev/dri/renderD129", O_RDWR) < 0 ? std::strerror(errno) : "open");
  std::printf("access %d stat %d\n", ::access(kNode, R_OK), ::stat(kNode, &status));
  std::printf("access kfd %d render behind the last %d\n", ::access("/dev/kfd", R_OK), ::access("/dev/dri/renderD129", F_OK));
  std::FILE* file = std::fopen(kNode, "r");
  unsigned id = 0;
  std::printf("fopen %d\n", file != nullptr && std::fscanf(file, "%u", &id) == 1 && id != 0);
  DIR* nodes = ::opendir("/sys/devices/virtual/kfd/kfd/topology/nodes");
  int entries = 0;
  while (nodes != nullptr && ::readdir(nodes) != nullptr) ++entries;
  std::printf("nodes %d\n", entries - 2);
  std::printf("beside %d\n", ::access("/sys/devices/virtual/kfd/kfd/topology_of_others", F_OK));
  return 0;
}

/// What is not the driver's goes through as it is.
int others() {
  const int temporary = ::open("/tmp", O_TMPFILE | O_RDWR, 0640);
  struct stat status {};
  ::fstat(temporary, &status);
  std::printf("O_TMPFILE %o\n", temporary < 0 ? 0U : status.st_mode & 07777);
  const std::string path = "/tmp/preload_child." + std::to_string(::getpid());
  ::umask(0);
  const int created = ::openat(AT_FDCWD, path.c_str(), O_CREAT | O_EXCL | O_RDWR, 0604);
  ::fstat(created, &status);
  std::printf("O_CREAT %o\n", status.st_mode & 07777);
  void* mapped = ::mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::printf("mmap %d ioctl %d\n", mapped != MAP_FAILED, version_of(created) == -ENOTTY);
  return ::unlink(path.c_str());
}

/// A descriptor is the driver's as long as it is open, under each of its numbers, and no longer.
int descriptors() {
  const int kfd = open_kfd();
  const int again = ::dup(kfd);
  std::printf("dup %d dup2 %d\n", version_of(again), version_of(::dup2(kfd, 99)));
  ::close(kfd);
  const int other = ::open("/dev/null", O_RDONLY);
  std::printf("reused %d is %d\n", other == kfd, version_of(other));
  ::close_range(static_cast<unsigned>(again), static_cast<unsigned>(again), 0);  // by system call, unseen
  const int behind = ::open("/dev/null", O_RDONLY);
  std::printf("closed unseen %d is %d\n", behind == again, version_of(behind));
  return 0;
}

int unknown_request() {
  std::uint64_t args[8] = {};
  const int answer = ::ioctl(open_kfd(), _IOWR(AMDKFD_IOCTL_BASE, 0x3f, kfd_ioctl_get_version_args), args);
  std::printf("unknown request %s\n", answer < 0 ? std::strerror(errno) : "answered");
  return 0;
}

/// Device memory that the runtime maps without access is there for the model, which runs in this process.
int no_access() {
  const int kfd = open_kfd();
  kfd_ioctl_get_process_apertures_new_args count{};
  kfd_process_device_apertures aperture{};
  count.kfd_process_device_apertures_ptr = reinterpret_cast<std::uint64_t>(&aperture);
  count.num_of_nodes = 1;
  ::ioctl(kfd, AMDKFD_IOC_GET_PROCESS_APERTURES_NEW, &count);
  void* reserved = ::mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  kfd_ioctl_alloc_memory_of_gpu_args memory{};
  memory.va_addr = reinterpret_cast<std::uint64_t>(reserved);
  memory.size = 4096;
  memory.gpu_id = aperture.gpu_id;
  memory.flags = KFD_IOC_ALLOC_MEM_FLAGS_VRAM;
  std::printf("alloc %d\n", ::ioctl(kfd, AMDKFD_IOC_ALLOC_MEMORY_OF_GPU, &memory));
  const int render = ::open("/dev/dri/renderD128", O_RDWR);
  ::mmap(reserved, 4096, PROT_NONE, MAP_SHARED | MAP_FIXED, render, static_cast<off_t>(memory.mmap_offset));
  *static_cast<volatile int*>(reserved) = 7;
  std::printf("written %d\n", *static_cast<volatile int*>(reserved));
  return 0;
}

int threads() {
  std::atomic<int> good{0};
  const auto ask = [&] {
    for (int i = 0; i < 2000; ++i) {
      const int kfd = ::open("/dev/kfd", O_RDWR);
      good += version_of(kfd) == 1;
      ::close(kfd);
    }
  };
  std::thread one(ask);
  std::thread two(ask);
  one.join();
  two.join();
  std::printf("good %d\n", good.load());
  return 0;
}

/// A child by vfork shares this process's memory; what it closes stays open here.
int vfork_child() {
  const int kfd = open_kfd();
  std::fflush(stdout);
  if (::vfork() == 0) {
    ::close(kfd);
    ::_exit(0);
  }
  int status = 0;
  ::wait(&status);
  std::printf("after it %d\n", version_of(kfd));
  return 0;
}

/// A child by fork has the files too, and ends without a word of its own on the result descriptor.
int fork_child() {
  open_kfd();
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) std::exit(version_of(::open("/dev/kfd", O_RDWR)) == 1 ? 0 : 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  std::printf("child %d\n", WEXITSTATUS(status));
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::map<std::string, std::function<int()>> actions = {
      {"open", [] { return open_kfd() < 0 ? 1 : 0; }}, {"files", files},
      {"others", others},                              {"descriptors", descriptors},
      {"unknown-request", unknown_request},            {"no-access", no_access},
      {"threads", threads},                            {"fork", fork_child},
      {"vfork", vfork_child}};
  const auto action = actions.find(count == 2 ? arguments[1] : "");
  return action == actions.end() ? 64 : action->second();
}
