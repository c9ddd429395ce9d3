// The functions of libc that libamdgpu-virtual.so puts in front of the real ones. Each calls the real one with what it
// was given unless the path is one of the driver's files or the descriptor is one that was opened from them.
// SPDX-License-Identifier: MIT
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "virtual-gpu/kfd/process.h"

#define AGT_INTERPOSED extern "C" __attribute__((visibility("default")))

namespace {

using agt::vgpu::DescriptorTable;
namespace process = agt::vgpu::process;

/// The function behind ours, looked up at its first call: that can be before any constructor has run.
template <class Function>
class Real {
 public:
  constexpr explicit Real(const char* name) : name_(name) {}
  template <class... Args>
  auto operator()(Args... args) {
    Function* found = function_.load(std::memory_order_relaxed);
    if (found == nullptr) {
      found = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name_));
      if (found == nullptr) std::abort();
      function_.store(found, std::memory_order_relaxed);
    }
    return found(args...);
  }

 private:
  const char* name_;
  std::atomic<Function*> function_{nullptr};
};

using Open = int(const char*, int, ...);
using OpenAt = int(int, const char*, int, ...);
using OpenFortified = int(const char*, int);
using OpenAtFortified = int(int, const char*, int);
using FileOpen = std::FILE*(const char*, const char*);
using Status = int(const char*, struct stat*);
using Status64 = int(const char*, struct stat64*);
using Map = void*(void*, std::size_t, int, int, int, off_t);

constinit Real<Open> real_open("open");
constinit Real<Open> real_open64("open64");
constinit Real<OpenAt> real_openat("openat");
constinit Real<OpenAt> real_openat64("openat64");
constinit Real<OpenFortified> real_open_2("__open_2");
constinit Real<OpenFortified> real_open64_2("__open64_2");
constinit Real<OpenAtFortified> real_openat_2("__openat_2");
constinit Real<OpenAtFortified> real_openat64_2("__openat64_2");
constinit Real<FileOpen> real_fopen("fopen");
constinit Real<FileOpen> real_fopen64("fopen64");
constinit Real<DIR*(const char*)> real_opendir("opendir");
constinit Real<int(const char*, int)> real_access("access");
constinit Real<Status> real_stat("stat");
constinit Real<Status> real_lstat("lstat");
constinit Real<Status64> real_stat64("stat64");
constinit Real<Status64> real_lstat64("lstat64");
constinit Real<ssize_t(const char*, char*, std::size_t)> real_readlink("readlink");
constinit Real<int(int)> real_close("close");
constinit Real<int(int)> real_dup("dup");
constinit Real<int(int, int)> real_dup2("dup2");
constinit Real<int(int, int, int)> real_dup3("dup3");
constinit Real<int(int, unsigned long, ...)> real_ioctl("ioctl");
constinit Real<Map> real_mmap("mmap");
constinit Real<Map> real_mmap64("mmap64");
constinit Real<int(void*, std::size_t)> real_munmap("munmap");

/// `path`, or where the topology's file of that name really is. The buffer lives as long as the call.
class Redirected {
 public:
  explicit Redirected(const char* path) : path_(path) {
    constexpr std::string_view kTopology = "/sys/devices/virtual/kfd/kfd/topology";
    if (path == nullptr || std::strncmp(path, kTopology.data(), kTopology.size()) != 0) return;
    const char* rest = path + kTopology.size();
    const char* directory = process::topology_directory();
    if (directory == nullptr || (*rest != '\0' && *rest != '/')) return;
    process::driver();  // an unusable topology ends the process here, by its name
    const int length = std::snprintf(buffer_.data(), buffer_.size(), "%s%s", directory, rest);
    if (length > 0 && static_cast<std::size_t>(length) < buffer_.size()) path_ = buffer_.data();
  }
  const char* get() const { return path_; }

 private:
  const char* path_;
  std::array<char, PATH_MAX> buffer_;
};

/// What a path of /dev is to us: DescriptorTable's kinds.
std::uint8_t device_kind(const char* path) {
  constexpr std::string_view kRender = "/dev/dri/renderD";
  if (path == nullptr || std::strncmp(path, "/dev/", 5) != 0) return DescriptorTable::kNotOurs;
  if (process::topology_directory() == nullptr) return DescriptorTable::kNotOurs;
  if (std::strcmp(path, "/dev/kfd") == 0) return DescriptorTable::kKfd;
  if (std::strncmp(path, kRender.data(), kRender.size()) != 0) return DescriptorTable::kNotOurs;
  const long minor = std::strtol(path + kRender.size(), nullptr, 10);
  if (minor < DescriptorTable::kFirstRenderMinor || minor > 255) return DescriptorTable::kNotOurs;
  return static_cast<std::uint8_t>(minor);
}

/// Sets errno as a system call does.
int answer(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

/// False for a render node that no GPU of the topology has.
bool is_present(std::uint8_t kind) {
  agt::vgpu::Driver& driver = process::driver();
  return kind == DescriptorTable::kKfd || driver.find_by_render_minor(kind) != nullptr;
}

int open_device(std::uint8_t kind, int flags) {
  if (!is_present(kind)) return answer(ENOENT);
  const int command = (flags & O_CLOEXEC) != 0 ? F_DUPFD_CLOEXEC : F_DUPFD;
  const int descriptor = ::fcntl(process::driver().memory_descriptor(), command, 3);
  if (descriptor >= 0 && !process::descriptors.set(descriptor, kind)) {
    real_close(descriptor);
    return answer(EMFILE);
  }
  return descriptor;
}

bool has_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

/// A device of ours, or what `open_real` says for the path that is meant.
template <class OpenReal>
int open_any(const char* path, int flags, OpenReal open_real) {
  if (const std::uint8_t kind = device_kind(path)) return open_device(kind, flags);
  return open_real(Redirected(path).get());
}

/// The kind of an open descriptor. One that was closed behind our back, by a system call, is somebody else's now.
std::uint8_t kind_of(int descriptor) {
  const std::uint8_t kind = process::descriptors.kind(descriptor);
  const agt::vgpu::Driver* driver = process::existing_driver();
  if (kind == DescriptorTable::kNotOurs || driver == nullptr) return DescriptorTable::kNotOurs;
  struct stat ours {};
  struct stat theirs {};
  if (::fstat(driver->memory_descriptor(), &ours) == 0 && ::fstat(descriptor, &theirs) == 0 &&
      ours.st_ino == theirs.st_ino && ours.st_dev == theirs.st_dev) {
    return kind;
  }
  process::descriptors.set(descriptor, DescriptorTable::kNotOurs);
  return DescriptorTable::kNotOurs;
}

int duplicated(int from, int to) {
  if (to >= 0) process::note_descriptor(to, process::descriptors.kind(from));
  return to;
}

/// The runtime maps device memory without access where the host may not touch it; the model, on the host, must.
int protection(int descriptor, int asked) {
  if (descriptor < 0 || kind_of(descriptor) == DescriptorTable::kNotOurs) return asked;
  return asked | PROT_READ | PROT_WRITE;
}

}  // namespace

AGT_INTERPOSED int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = has_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_any(path, flags, [&](const char* meant) { return real_open(meant, flags, mode); });
}

AGT_INTERPOSED int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = has_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_any(path, flags, [&](const char* meant) { return real_open64(meant, flags, mode); });
}

AGT_INTERPOSED int openat(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = has_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_any(path, flags, [&](const char* meant) { return real_openat(directory, meant, flags, mode); });
}

AGT_INTERPOSED int openat64(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = has_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_any(path, flags, [&](const char* meant) { return real_openat64(directory, meant, flags, mode); });
}

AGT_INTERPOSED int __open_2(const char* path, int flags) {
  return open_any(path, flags, [&](const char* meant) { return real_open_2(meant, flags); });
}

AGT_INTERPOSED int __open64_2(const char* path, int flags) {
  return open_any(path, flags, [&](const char* meant) { return real_open64_2(meant, flags); });
}

AGT_INTERPOSED int __openat_2(int directory, const char* path, int flags) {
  return open_any(path, flags, [&](const char* meant) { return real_openat_2(directory, meant, flags); });
}

AGT_INTERPOSED int __openat64_2(int directory, const char* path, int flags) {
  return open_any(path, flags, [&](const char* meant) { return real_openat64_2(directory, meant, flags); });
}

AGT_INTERPOSED std::FILE* fopen(const char* path, const char* mode) { return real_fopen(Redirected(path).get(), mode); }

AGT_INTERPOSED std::FILE* fopen64(const char* path, const char* mode) {
  return real_fopen64(Redirected(path).get(), mode);
}

AGT_INTERPOSED DIR* opendir(const char* path) { return real_opendir(Redirected(path).get()); }

AGT_INTERPOSED int access(const char* path, int mode) noexcept {
  if (const std::uint8_t kind = device_kind(path)) return answer(is_present(kind) ? 0 : ENOENT);
  return real_access(Redirected(path).get(), mode);
}

AGT_INTERPOSED int stat(const char* path, struct stat* status) noexcept {
  return real_stat(Redirected(path).get(), status);
}

AGT_INTERPOSED int stat64(const char* path, struct stat64* status) noexcept {
  return real_stat64(Redirected(path).get(), status);
}

AGT_INTERPOSED int lstat(const char* path, struct stat* status) noexcept {
  return real_lstat(Redirected(path).get(), status);
}

AGT_INTERPOSED int lstat64(const char* path, struct stat64* status) noexcept {
  return real_lstat64(Redirected(path).get(), status);
}

AGT_INTERPOSED ssize_t readlink(const char* path, char* target, std::size_t size) noexcept {
  return real_readlink(Redirected(path).get(), target, size);
}

AGT_INTERPOSED int close(int descriptor) {
  process::note_descriptor(descriptor, DescriptorTable::kNotOurs);
  return real_close(descriptor);
}

AGT_INTERPOSED int dup(int descriptor) noexcept { return duplicated(descriptor, real_dup(descriptor)); }

AGT_INTERPOSED int dup2(int descriptor, int to) noexcept { return duplicated(descriptor, real_dup2(descriptor, to)); }

AGT_INTERPOSED int dup3(int descriptor, int to, int flags) noexcept {
  return duplicated(descriptor, real_dup3(descriptor, to, flags));
}

AGT_INTERPOSED int ioctl(int descriptor, unsigned long request, ...) noexcept {
  va_list arguments;
  va_start(arguments, request);
  void* argument = va_arg(arguments, void*);
  va_end(arguments);
  const std::uint8_t kind = kind_of(descriptor);
  if (kind == DescriptorTable::kNotOurs) return real_ioctl(descriptor, request, argument);
  if (kind == DescriptorTable::kKfd) return answer(process::driver().request(request, argument));
  return answer(ENOTTY);  // a render node: whoever asks it does so through libdrm
}

AGT_INTERPOSED void* mmap(void* address, std::size_t size, int access, int flags, int descriptor,
                          off_t offset) noexcept {
  return real_mmap(address, size, protection(descriptor, access), flags, descriptor, offset);
}

AGT_INTERPOSED void* mmap64(void* address, std::size_t size, int access, int flags, int descriptor,
                            off_t offset) noexcept {
  return real_mmap64(address, size, protection(descriptor, access), flags, descriptor, offset);
}

AGT_INTERPOSED int munmap(void* address, std::size_t size) noexcept {
  const int result = real_munmap(address, size);
  agt::vgpu::Driver* driver = process::existing_driver();
  if (result == 0 && driver != nullptr) driver->forget_addresses(reinterpret_cast<std::uint64_t>(address), size);
  return result;
}
