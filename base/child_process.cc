// A bounded child process on fork, exec, poll and waitpid. One loop reads three pipes and watches the clock; what ends
// the child (deadline, flood, stop) only changes `end` and sends TERM, later KILL, while the reading goes on.
// SPDX-License-Identifier: MIT
#include "base/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "base/descriptor.h"

namespace agt {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kTick{50};
constexpr std::size_t kBlockBytes = 65536;
// Read at one go of one pipe: more than a pipe can hold, so that after the end nothing is left in it, and little enough
// that a child which writes without end does not keep the loop from looking at the clock.
constexpr int kBlocksAtOnce = 32;
constexpr std::size_t kLineLimitBytes = 8 << 20;

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return failure(ExitCode::kInternal, std::string("pipe: ") + std::strerror(errno));
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Splits a stream into lines. What has no newline is handed out as it is when the stream ends or at kLineLimitBytes.
class LineSplitter {
 public:
  explicit LineSplitter(LineHandler handler) : handler_(std::move(handler)) {}
  void add(std::string_view text) {
    if (!handler_) return;
    pending_ += text;
    std::size_t start = 0;
    for (std::size_t end; (end = pending_.find('\n', start)) != std::string::npos; start = end + 1)
      handler_(std::string_view(pending_).substr(start, end - start));
    pending_.erase(0, start);
    if (pending_.size() > kLineLimitBytes) finish();
  }
  void finish() {
    if (handler_ && !pending_.empty()) handler_(pending_);
    pending_.clear();
  }

 private:
  LineHandler handler_;
  std::string pending_;
};

/// One pipe from the child: what is kept of it, what it may hold, and the lines it is made of.
struct Stream {
  Descriptor read_end;
  LineSplitter lines;
  std::uint64_t kept_limit_bytes = 0;
  std::string kept;
  std::uint64_t seen_bytes = 0;
};

/// Reads what is there now. False when the stream has ended.
bool drain(Stream& stream, std::uint64_t limit_bytes) {
  std::array<char, kBlockBytes> block;
  for (int i = 0; i < kBlocksAtOnce; ++i) {
    const ssize_t got = ::read(stream.read_end.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN;
    if (got == 0) return false;
    const std::string_view text(block.data(), static_cast<std::size_t>(got));
    const std::uint64_t room = stream.seen_bytes < limit_bytes ? limit_bytes - stream.seen_bytes : 0;
    stream.seen_bytes += text.size();
    stream.lines.add(text.substr(0, room));
    if (stream.kept.size() < stream.kept_limit_bytes)
      stream.kept += text.substr(0, stream.kept_limit_bytes - stream.kept.size());
    if (stream.seen_bytes > limit_bytes) return true;  // a flood: the loop ends it
  }
  return true;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const std::string& text : strings) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

/// What is not O_CLOEXEC (a descriptor that our own parent left open) must not reach the child either.
void keep_from_exec(unsigned first) {
  if (::close_range(first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  // Linux before 5.11.
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  for (int descriptor = static_cast<int>(first); static_cast<rlim_t>(descriptor) < limit.rlim_cur; ++descriptor)
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

/// The child's side, between fork and exec: only async-signal-safe calls. errno of a failure goes to `report`.
[[noreturn]] void become(char* const* argv, char* const* environment, int result, int output, int error, int report) {
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  // exec keeps what the parent ignores and blocks; a child must be reachable by TERM all the same.
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  // First out of the way of 0..3, then into place: a pipe's own number may be one of these.
  const int far_report = ::fcntl(report, F_DUPFD_CLOEXEC, 64);
  const int far_result = ::fcntl(result, F_DUPFD_CLOEXEC, 64);
  const int far_output = ::fcntl(output, F_DUPFD_CLOEXEC, 64);
  const int far_error = ::fcntl(error, F_DUPFD_CLOEXEC, 64);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, 0);
  ::dup2(far_output, 1);
  ::dup2(far_error, 2);
  ::dup2(far_result, kResultDescriptor);
  keep_from_exec(kResultDescriptor + 1);
  ::execve(argv[0], argv, environment);
  const int reason = errno;
  [[maybe_unused]] const ssize_t told = ::write(far_report, &reason, sizeof(reason));
  ::_exit(127);
}

class Child {
 public:
  Child(const ChildSpec& spec, pid_t pid, std::array<Stream, 3> streams)
      : spec_(spec), pid_(pid), streams_(std::move(streams)), start_(Clock::now()) {}

  ChildOutcome run_to_end() {
    while (!has_ended() && !gave_up_) {
      wait_for_output();
      decide();
    }
    // Nothing of the group goes on. The child is reaped after that, so that its number is still its own.
    ::kill(-pid_, SIGKILL);
    if (!gave_up_) reap();
    for (Stream& stream : streams_) {
      if (stream.read_end) drain(stream, limit_of(stream));
      stream.lines.finish();
    }
    if (is_flooded() && !ended_by_us_) ended_by_us_ = ChildEnd::kFlooded;  // it wrote all of it and was gone
    return outcome();
  }

 private:
  std::uint64_t limit_of(const Stream& stream) const {
    return &stream == &streams_[0] ? spec_.result_limit_bytes : ~std::uint64_t{0};
  }

  void wait_for_output() {
    std::array<pollfd, 3> polled{};
    for (std::size_t i = 0; i < 3; ++i) polled[i] = {streams_[i].read_end.get(), POLLIN, 0};
    ::poll(polled.data(), polled.size(), static_cast<int>(kTick.count()));
    for (std::size_t i = 0; i < 3; ++i)
      if (polled[i].revents != 0 && !drain(streams_[i], limit_of(streams_[i]))) streams_[i].read_end.reset();
  }

  void decide() {
    const auto now = Clock::now();
    if (!ended_by_us_) {
      if (spec_.stop != nullptr && spec_.stop->load()) end(ChildEnd::kStopped);
      else if (is_flooded()) end(ChildEnd::kFlooded);
      else if (now - start_ > spec_.deadline) end(ChildEnd::kDeadline);
      return;
    }
    if (!killed_ && now - ended_at_ > spec_.grace) {
      ::kill(-pid_, SIGKILL);
      killed_ = true;
    }
    if (killed_ && now - ended_at_ > spec_.grace + spec_.reap_bound) gave_up_ = true;
  }

  void end(ChildEnd how) {
    ended_by_us_ = how;
    ended_at_ = Clock::now();
    ::kill(-pid_, SIGTERM);
    // A flood is a program out of control: it gets no grace, and its pipe is read no further.
    if (how == ChildEnd::kFlooded) {
      ::kill(-pid_, SIGKILL);
      killed_ = true;
      streams_[0].read_end.reset();
    }
  }

  bool is_flooded() const { return streams_[0].seen_bytes > spec_.result_limit_bytes; }

  /// Without taking its status: until then the number of the group cannot be somebody else's.
  bool has_ended() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid_;
  }

  void reap() {
    int status = 0;
    if (::waitpid(pid_, &status, 0) == pid_) status_ = status;
  }

  ChildOutcome outcome() {
    ChildOutcome result;
    result.wall = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
    result.output_text = std::move(streams_[1].kept);
    result.error_text = std::move(streams_[2].kept);
    if (status_ && WIFEXITED(*status_)) result.exit_status = WEXITSTATUS(*status_);
    if (status_ && WIFSIGNALED(*status_)) result.signal = WTERMSIG(*status_);
    if (gave_up_) result.end = ChildEnd::kUnkillable;
    else if (ended_by_us_) result.end = *ended_by_us_;
    else result.end = result.signal != 0 ? ChildEnd::kSignalled : ChildEnd::kExited;
    return result;
  }

  const ChildSpec& spec_;
  pid_t pid_;
  std::array<Stream, 3> streams_;
  Clock::time_point start_;
  Clock::time_point ended_at_;
  std::optional<ChildEnd> ended_by_us_;
  std::optional<int> status_;
  bool killed_ = false;
  bool gave_up_ = false;
};

Stream make_stream(Descriptor read_end, LineHandler handler, std::uint64_t kept_limit_bytes) {
  ::fcntl(read_end.get(), F_SETFL, O_NONBLOCK);
  return Stream{std::move(read_end), LineSplitter(std::move(handler)), kept_limit_bytes, {}, 0};
}

/// errno of the exec, once it is decided; 0 when the program runs.
int reason_of_failed_start(int report) {
  int reason = 0;
  ssize_t got = 0;
  do got = ::read(report, &reason, sizeof(reason));
  while (got < 0 && errno == EINTR);
  return got == sizeof(reason) ? reason : 0;
}

}  // namespace

Result<ChildOutcome> run_child(const ChildSpec& spec) {
  auto result = make_pipe();
  auto output = make_pipe();
  auto error = make_pipe();
  auto report = make_pipe();
  for (const auto* made : {&result, &output, &error, &report})
    if (!*made) return because(*made, spec.argv.front());
  // With SIGCHLD ignored (a parent's legacy) the kernel would throw away how the child ended.
  ::signal(SIGCHLD, SIG_DFL);
  const auto argv = pointers(spec.argv);
  const auto environment = pointers(spec.environment);
  const pid_t pid = ::fork();
  if (pid < 0) return failure(ExitCode::kBrokenRuntime, spec.argv.front() + ": fork: " + std::strerror(errno));
  if (pid == 0)
    become(argv.data(), environment.data(), result->write_end.get(), output->write_end.get(), error->write_end.get(),
           report->write_end.get());
  for (auto* made : {&result, &output, &error, &report}) (*made)->write_end.reset();
  if (const int reason = reason_of_failed_start(report->read_end.get()); reason != 0) {
    ::waitpid(pid, nullptr, 0);
    return failure(ExitCode::kBrokenRuntime, spec.argv.front() + ": cannot be started: " + std::strerror(reason));
  }
  Child child(spec, pid,
              {make_stream(std::move(result->read_end), spec.on_result_line, 0),
               make_stream(std::move(output->read_end), spec.on_output_line, spec.text_limit_bytes),
               make_stream(std::move(error->read_end), {}, spec.text_limit_bytes)});
  return child.run_to_end();
}

}  // namespace agt
