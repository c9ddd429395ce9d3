// The catalogue as one table, and the filling in of its blanks.
// No fix asks for --privileged, an unconfined seccomp profile, the host's IPC or a capability: none is needed.
// SPDX-License-Identifier: MIT
#include "probe/findings.h"

#include <array>
#include <cassert>
#include <utility>

namespace agt {
namespace {

constexpr std::string_view kContainer = "Docker or Podman";
constexpr std::string_view kRootless = "rootless Podman";
constexpr std::string_view kKubernetes = "Kubernetes";
constexpr std::string_view kLxc = "LXC or Proxmox";
constexpr std::string_view kHost = "on the host";
constexpr std::string_view kAnywhere = "anywhere";

constexpr Fix kAskForGpu{kKubernetes,
                         "ask for the GPU in the container's resources: `limits: {amd.com/gpu: 1}` "
                         "(AMD's device plugin must be installed)."};
constexpr Fix kReportIt{kAnywhere, "send the report as it is: it holds what is known about the cause."};
constexpr std::string_view kExpectGpus = "run the kit again: it names every GPU it found and begins to measure.";

constexpr std::array kNoKfdFixes{
    Fix{kContainer,
        "add `--device /dev/kfd --device /dev/dri` to `docker run`, before the image's name. If the engine "
        "then says that /dev/kfd does not exist, the host has none: see the line on the host."},
    kAskForGpu,
    Fix{kHost,
        "`ls -l /dev/kfd`. If it is not there: `sudo modprobe amdgpu`, then look again. If it still is not, "
        "`sudo dmesg | grep -i amdgpu` shows what the driver says; no line at all means no AMD GPU."}};
constexpr std::array kWslFixes{
    Fix{kAnywhere, "start Linux itself on this computer (not inside Windows) and run the kit there."}};
constexpr std::array kPermGidFixes{
    Fix{kContainer,
        "add `{group_add}` to `docker run`, before the image's name. The numbers are right for this "
        "machine; names such as `render` are not, for the image has its own."},
    Fix{kRootless,
        "first make your own user a member as in the line on the host, then add `--group-add keep-groups` "
        "instead of the numbers."},
    Fix{kKubernetes, "in the pod's `securityContext`: `supplementalGroups: [{gids}]`."},
    Fix{kHost,
        "`sudo usermod --append --groups {gid_list} \"$USER\"`, then log out and in. If the mode above is neither 0660 "
        "nor 0666, `sudo chmod 660 {nodes}` comes first."}};
constexpr std::array kUsernsFixes{
    Fix{kRootless,
        "make your own user a member of the group that `stat -c %g /dev/kfd` shows on the host "
        "(`sudo usermod --append --groups NUMBER \"$USER\"`, log out and in), then add "
        "`--group-add keep-groups` to `podman run`."},
    Fix{kContainer,
        "with remapped users the host's groups cannot be joined: run it as the host's root does, "
        "`sudo docker run …` or `sudo podman run …`, with `--userns=host`."}};
constexpr std::array kSelinuxFixes{
    Fix{kHost, "`sudo setsebool -P container_use_devices on` lets containers use the devices passed to them."}};
constexpr std::array kCgroupFixes{
    Fix{kContainer,
        "pass devices with `--device /dev/kfd --device /dev/dri`, not with `-v`: a bind mount shows the "
        "file and does not allow its use."},
    kAskForGpu,
    Fix{kLxc,
        "pass the nodes as devices: `pct set ID --dev0 /dev/kfd --dev1 /dev/dri/renderD128`, or "
        "`lxc.cgroup2.devices.allow` with the major number that `ls -l` shows for each of {nodes}."}};
constexpr std::array kKfdNoGpuFixes{
    Fix{kHost,
        "`sudo dmesg | grep -iE 'amdgpu|kfd'` names the GPU and why it was passed over. Most often the kernel "
        "or the firmware is older than the card: update both (packages firmware-amd-graphics, linux-firmware or "
        "amd-gpu-firmware), then reboot. Cards before Vega are not supported."}};
constexpr std::array kRebootFixes{
    Fix{kHost,
        "reboot. Nothing less brings the compute driver back. If the GPU was handed to a virtual machine "
        "(vfio-pci), take it back first."}};
constexpr std::array kResetFixes{Fix{kAnywhere, "wait a minute, then run the kit again. If it stays so, reboot."}};
constexpr std::array kStaleFixes{
    Fix{kContainer,
        "remove the container and make a new one: its device nodes are copies from before the driver was "
        "loaded anew."},
    Fix{kHost, "`ls -l {nodes}` on the host; when that fails too, reboot."}};
constexpr std::array kNoRenderNodeFixes{
    Fix{kContainer,
        "add `--device /dev/dri` to `docker run`, beside `--device /dev/kfd`. Each GPU needs its own "
        "/dev/dri/renderD* as well."},
    kAskForGpu,
    Fix{kHost,
        "`ls -l /dev/dri`. If it holds no renderD*: `sudo dmesg | grep -i amdgpu` shows why the driver gave "
        "the GPU none."}};
constexpr std::array kOpenFailedFixes{
    Fix{kHost,
        "`sudo dmesg | tail` right after a try shows what the kernel says about {nodes}; reboot if nothing "
        "else helps."}};
constexpr std::array kInitFailedFixes{
    Fix{kHost,
        "`sudo dmesg | grep -iE 'amdgpu|kfd' | tail` shows what the driver says. One unusable GPU can make the "
        "runtime fail for all: pass only the one to be measured, `--device /dev/kfd --device "
        "/dev/dri/renderD128`."},
    kReportIt};
constexpr std::array kInitHangFixes{
    Fix{kAnywhere,
        "run the kit once more: some of these hangs do not come back. If it hangs again, reboot the host; "
        "stopping the container may hang as well."}};
constexpr std::array kReportItFixes{kReportIt};
constexpr std::array kClosureFixes{
    Fix{kContainer, "pull or build the image again: a library that belongs in it is missing or damaged."},
    Fix{kHost, "install what the evidence names (Debian: `sudo apt install libhsa-runtime64-1`)."}};
constexpr std::array kTooOldFixes{Fix{kAnywhere, "use a kit with a newer ROCm. Nothing is wrong with this GPU."}};
constexpr std::array kUnsupportedFixes{Fix{kAnywhere, "nothing to do: the kit has device code for {targets}."}};
constexpr std::array kHiddenFixes{
    Fix{kContainer, "to measure it as well, pass its node too: `--device /dev/kfd --device /dev/dri` passes all."}};
constexpr std::array kNotInKfdFixes{
    Fix{kHost,
        "`sudo dmesg | grep -i kfd` says why; cards before Vega, and kernels or firmware older than the card, "
        "are the usual reasons."}};

// clang-format off
constexpr std::array kCatalogue{
    FindingKind{FindingId::kNoKfd, "NO_KFD", Severity::kError,
                "The device through which programs compute on AMD GPUs, /dev/kfd, is not there.",
                "The Linux driver amdgpu makes /dev/kfd, and one /dev/dri/renderD* for each GPU. A container sees "
                "them only when they are passed to it.",
                kNoKfdFixes, kExpectGpus},
    FindingKind{FindingId::kWsl, "WSL", Severity::kError,
                "This is Linux inside Windows (WSL), which the kit does not support.",
                "WSL gives programs the GPU through /dev/dxg and not through the Linux driver whose numbers the kit "
                "checks. This says nothing about the GPU.",
                kWslFixes, kExpectGpus},
    FindingKind{FindingId::kPermGid, "PERM_GID", Severity::kError,
                "This process is not in the group that may use the GPU.",
                "A device node belongs to a group, and only its members may open it. The number of that group differs "
                "from machine to machine.",
                kPermGidFixes, kExpectGpus},
    FindingKind{FindingId::kUserns, "USERNS", Severity::kError,
                "The GPU's group does not exist inside this container.",
                "In a rootless container the host's groups appear as one placeholder, so no `--group-add` with a "
                "number can name the right one.",
                kUsernsFixes, kExpectGpus},
    FindingKind{FindingId::kPermSelinux, "PERM_SELINUX", Severity::kError,
                "Owner and groups allow the use of the GPU, and yet the kernel refuses it.",
                "A security policy has the last word, most often SELinux (Fedora, RHEL), which does not let "
                "containers use devices until told so.",
                kSelinuxFixes, kExpectGpus},
    FindingKind{FindingId::kPermCgroup, "PERM_CGROUP", Severity::kError,
                "The container sees the GPU's device but is not allowed to use it.",
                "Each container has a list of devices it may use. This one is not on it, whatever its mode and "
                "groups say.",
                kCgroupFixes, kExpectGpus},
    FindingKind{FindingId::kKfdNoGpu, "KFD_NO_GPU", Severity::kError,
                "The compute driver runs and has accepted no GPU.",
                "The kernel's compute driver (KFD) is there, but every GPU was left out when it started.",
                kKfdNoGpuFixes, kExpectGpus},
    FindingKind{FindingId::kKfdWedged, "KFD_WEDGED", Severity::kError,
                "The compute driver is stuck.",
                "The kernel refuses every new program: a reset failed, or a GPU was taken away while it ran.",
                kRebootFixes, kExpectGpus},
    FindingKind{FindingId::kGpuInReset, "GPU_IN_RESET", Severity::kError,
                "A GPU is being reset at this moment.",
                "After a fault the driver resets the GPU and lets nobody in until that is done.",
                kResetFixes, kExpectGpus},
    FindingKind{FindingId::kStaleNode, "STALE_NODE", Severity::kError,
                "The device node is there, but no driver stands behind it.",
                "The driver was unloaded or loaded anew after this node was made.",
                kStaleFixes, kExpectGpus},
    FindingKind{FindingId::kNoRenderNode, "NO_RENDER_NODE", Severity::kError,
                "No /dev/dri/renderD* of an AMD GPU is there.",
                "Computing needs two devices: /dev/kfd, which all GPUs share, and one /dev/dri/renderD* for each GPU.",
                kNoRenderNodeFixes, kExpectGpus},
    FindingKind{FindingId::kOpenFailed, "OPEN_FAILED", Severity::kError,
                "A device of the GPU cannot be opened, for a reason that is not in the kit's list.",
                "The evidence names the kernel's answer.",
                kOpenFailedFixes, kExpectGpus},
    FindingKind{FindingId::kHsaInitFailed, "HSA_INIT_FAILED", Severity::kError,
                "The devices can be opened, but AMD's runtime does not start on them.",
                "The evidence holds the runtime's own words. It says OUT_OF_RESOURCES for many different reasons, so "
                "that word alone means little.",
                kInitFailedFixes, kExpectGpus},
    FindingKind{FindingId::kHsaInitHang, "HSA_INIT_HANG", Severity::kError,
                "AMD's runtime did not finish starting and was stopped.",
                "A GPU or its driver does not answer.",
                kInitHangFixes, kExpectGpus},
    FindingKind{FindingId::kProbeCrashed, "PROBE_CRASHED", Severity::kError,
                "The program that lists the GPUs ended without a list.",
                "AMD's runtime crashed inside it, or something it loaded spoiled its answer.",
                kReportItFixes, "a maintainer answers; nothing on this machine needs to change."},
    FindingKind{FindingId::kClosureBroken, "CLOSURE_BROKEN", Severity::kError,
                "AMD's runtime library cannot be loaded.",
                "This is a fault of the kit or of its installation, not of the GPU.",
                kClosureFixes, kExpectGpus},
    FindingKind{FindingId::kNoAgent, "NO_AGENT", Severity::kError,
                "AMD's runtime started and lists no GPU.",
                "The devices can be opened, but the runtime accepted none of the GPUs behind them.",
                kInitFailedFixes, kExpectGpus},
    FindingKind{FindingId::kRuntimeTooOld, "RUNTIME_TOO_OLD", Severity::kWarning,
                "The driver has a GPU that AMD's runtime in this kit does not know.",
                "The runtime passes over GPUs that are newer than itself.",
                kTooOldFixes, "the GPU is then in the list of devices."},
    FindingKind{FindingId::kUnsupportedTarget, "UNSUPPORTED_TARGET", Severity::kWarning,
                "This GPU is of a kind that the kit has no device code for.",
                "It is left out. That is no failure and says nothing about the GPU.",
                kUnsupportedFixes, "other GPUs of this machine are measured as usual."},
    FindingKind{FindingId::kGpuHidden, "GPU_HIDDEN", Severity::kInfo,
                "This machine has another AMD GPU that was not passed in.",
                "It is not measured.",
                kHiddenFixes, "it is then in the list of devices."},
    FindingKind{FindingId::kNotInKfd, "NOT_IN_KFD", Severity::kWarning,
                "A GPU has a display driver, but the compute driver left it out.",
                "Programs cannot compute on it, so it is not measured.",
                kNotInKfdFixes, "it is then in the list of devices."},
    FindingKind{FindingId::kNotInTopology, "NOT_IN_TOPOLOGY", Severity::kWarning,
                "AMD's runtime lists a GPU that the kernel's list does not hold.",
                "It is measured, with the facts that the runtime gives.",
                kReportItFixes, "a maintainer answers; nothing on this machine needs to change."},
    FindingKind{FindingId::kTopologyMalformed, "TOPOLOGY_MALFORMED", Severity::kWarning,
                "The kernel's entry for a GPU is not as the kit expects it.",
                "The kit reads these entries strictly, so that it never shows a fact that it did not understand.",
                kReportItFixes, "a maintainer answers; nothing on this machine needs to change."},
};
// clang-format on

void replace_all(std::string& text, std::string_view blank, std::string_view value) {
  for (std::size_t at = 0; (at = text.find(blank, at)) != std::string::npos; at += value.size())
    text.replace(at, blank.size(), value);
}

std::string fill(std::string_view text, const Blanks& blanks) {
  std::string filled(text);
  replace_all(filled, "{group_add}", blanks.group_add);
  replace_all(filled, "{gids}", blanks.gids);
  replace_all(filled, "{gid_list}", blanks.gid_list);
  replace_all(filled, "{nodes}", blanks.nodes);
  replace_all(filled, "{targets}", blanks.targets);
  return filled;
}

}  // namespace

std::span<const FindingKind> finding_catalogue() { return kCatalogue; }

Finding make_finding(FindingId key, std::string evidence, const Blanks& blanks) {
  const FindingKind& kind = kCatalogue[static_cast<std::size_t>(key)];
  assert(kind.key == key);
  std::string fix;
  for (const Fix& way : kind.fixes) fix += std::string(way.way) + ": " + fill(way.text, blanks) + "\n";
  fix += "then: " + std::string(kind.expect);
  return {std::string(kind.id),          kind.severity, std::string(kind.title), std::move(evidence),
          std::string(kind.explanation), std::move(fix)};
}

}  // namespace agt
