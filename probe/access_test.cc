// Sentences about access, on fake machines: a tree of files, and an identity whose opens answer what the test wants.
// SPDX-License-Identifier: MIT
#include "probe/access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include "tests/temporary_folder.h"

namespace agt {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::uint32_t kSomebody = 4'000'000;  // neither the owner of the test's files nor in their group

/// A machine with render nodes as the kernel shows them.
class Machine {
 public:
  Machine() {
    folder_.write("proc/sys/kernel/osrelease", "6.12.0-amd64\n");
    std::filesystem::create_directories(folder_ / "dev/dri");
    identity_.uid = kSomebody;
    identity_.groups = {kSomebody};
    identity_.try_open = [this](const std::filesystem::path& path) { return answer_for(path); };
  }

  Machine& kfd(int error = 0, int mode = 0660) { return node("kfd", error, mode); }
  Machine& gpu(const std::string& name, int error = 0, const std::string& vendor = "0x1002") {
    return known_gpu(name, vendor).node("dri/" + name, error, 0660);
  }
  /// In sysfs only: not passed into this container.
  Machine& known_gpu(const std::string& name, const std::string& vendor = "0x1002") {
    const std::string device = "sys/class/drm/" + name + "/device/";
    folder_.write(device + "vendor", vendor + "\n");
    folder_.write(device + "device", "0x744c\n");
    folder_.link(device + "driver", "../../../../bus/pci/drivers/amdgpu");
    return *this;
  }
  Machine& node(const std::string& name, int error, int mode) {
    ::chmod(folder_.write("dev/" + name, "").c_str(), static_cast<mode_t>(mode));
    if (error != 0) errors_[folder_ / "dev" / name] = error;
    return *this;
  }
  Machine& file(const std::string& name, const std::string& text) { return folder_.write(name, text), *this; }
  Machine& link(const std::string& name, const std::string& to) { return folder_.link(name, to), *this; }
  Machine& groups(std::vector<std::uint32_t> groups) { return identity_.groups = std::move(groups), *this; }

  AccessFacts facts() const {
    return find_access_facts({.dev = folder_ / "dev", .sys = folder_ / "sys", .proc = folder_ / "proc"}, identity_);
  }

 private:
  int answer_for(const std::filesystem::path& path) const {
    const auto found = errors_.find(path);
    if (found != errors_.end()) return found->second;
    return std::filesystem::exists(path) ? 0 : ENOENT;
  }

  TemporaryFolder folder_;
  Identity identity_;
  std::map<std::filesystem::path, int> errors_;
};

std::vector<std::string> ids(const AccessFacts& facts) {
  std::vector<std::string> all;
  for (const Finding& finding : facts.findings) all.push_back(finding.id);
  return all;
}

std::string own_gid() { return std::to_string(::getegid()); }

TEST(Access, WithKfdAndOneRenderNodeIsKfdWithoutFindings) {
  const AccessFacts facts = Machine().kfd().gpu("renderD128").facts();
  EXPECT_EQ(facts.path, AccessPath::kKfd);
  EXPECT_THAT(ids(facts), IsEmpty());
}

TEST(Access, TellsWhatANodeIs) {
  const AccessFacts facts = Machine().kfd(0, 0666).gpu("renderD128").facts();
  EXPECT_EQ(facts.kfd.name, "kfd");
  EXPECT_EQ(facts.kfd.mode, "0666");
  EXPECT_EQ(facts.kfd.gid, ::getegid());
  EXPECT_EQ(facts.kfd.error, std::nullopt);
  const NodeFacts& node = facts.render_nodes.at(0);
  EXPECT_EQ(node.name, "renderD128");
  EXPECT_EQ(node.vendor_id, 0x1002U);
  EXPECT_EQ(node.device_id, 0x744cU);
  EXPECT_EQ(node.driver, "amdgpu");
}

TEST(Access, RenderNodesOfOthersAreNotAmds) {
  const AccessFacts facts = Machine().kfd().gpu("renderD128", 0, "0x8086").facts();
  EXPECT_THAT(facts.render_nodes, IsEmpty());
  EXPECT_EQ(facts.path, AccessPath::kNone);
  EXPECT_THAT(ids(facts), ElementsAre("NO_RENDER_NODE"));
}

TEST(Access, RenderNodesComeByNumber) {
  const AccessFacts facts = Machine().kfd().gpu("renderD130").gpu("renderD9").gpu("renderD128").facts();
  ASSERT_EQ(facts.render_nodes.size(), 3U);
  EXPECT_EQ(facts.render_nodes[0].name, "renderD9");
  EXPECT_EQ(facts.render_nodes[2].name, "renderD130");
}

TEST(Access, OtherEntriesOfTheDrmClassAreNoRenderNodes) {
  Machine machine;
  for (const char* name : {"card0", "renderD", "renderD12x", "renderD-1"}) machine.known_gpu(name);
  EXPECT_THAT(machine.facts().render_nodes, IsEmpty());
}

TEST(Access, APartitionsRenderNodeIsAmdsWithoutAVendor) {
  Machine machine;
  machine.kfd().node("dri/renderD129", 0, 0660).file("sys/devices/platform/amdgpu_xcp.1/uevent", "");
  machine.link("sys/class/drm/renderD129/device", "../../../devices/platform/amdgpu_xcp.1");
  const AccessFacts facts = machine.facts();
  EXPECT_EQ(facts.path, AccessPath::kKfd);
  ASSERT_EQ(facts.render_nodes.size(), 1U);
  EXPECT_EQ(facts.render_nodes[0].vendor_id, std::nullopt);
}

TEST(Access, WithoutKfdNamesTheOptionsToType) {
  const AccessFacts facts = Machine().facts();
  EXPECT_EQ(facts.path, AccessPath::kNone);
  EXPECT_FALSE(facts.kfd.present);
  EXPECT_EQ(facts.kfd.error, "ENOENT");
  ASSERT_THAT(ids(facts), ElementsAre("NO_KFD"));
  EXPECT_THAT(facts.findings[0].fix, HasSubstr("--device /dev/kfd --device /dev/dri"));
  EXPECT_THAT(facts.findings[0].fix, HasSubstr("sudo modprobe amdgpu"));
}

TEST(Access, WithoutKfdSaysWhetherThereIsAGpuAtAll) {
  EXPECT_THAT(Machine().facts().findings.at(0).evidence, HasSubstr("no AMD GPU is on this machine's PCI bus"));
  Machine with_gpu;
  with_gpu.file("sys/bus/pci/devices/0000:03:00.0/vendor", "0x1002\n")
      .file("sys/bus/pci/devices/0000:03:00.0/class", "0x030000\n")
      .file("sys/bus/pci/devices/0000:03:00.1/vendor", "0x1002\n")
      .file("sys/bus/pci/devices/0000:03:00.1/class", "0x040300\n");
  EXPECT_THAT(with_gpu.facts().findings.at(0).evidence,
              HasSubstr("1 AMD GPU on the PCI bus, and the driver amdgpu is not loaded"));
  with_gpu.file("sys/module/amdgpu/version", "");
  EXPECT_THAT(with_gpu.facts().findings.at(0).evidence, HasSubstr("was not passed into this container"));
}

TEST(Access, WithoutKfdEachRenderNodeIsStillJudged) {
  const AccessFacts facts = Machine().gpu("renderD128", EACCES).facts();
  EXPECT_THAT(ids(facts), ElementsAre("NO_KFD", "PERM_GID"));
}

TEST(Access, DxgWithoutKfdIsWsl) {
  const AccessFacts facts = Machine().file("dev/dxg", "").facts();
  EXPECT_TRUE(facts.dxg_present);
  EXPECT_FALSE(facts.wsl);
  EXPECT_THAT(ids(facts), ElementsAre("WSL"));
}

TEST(Access, AReleaseOfMicrosoftWithoutKfdIsWsl) {
  const AccessFacts facts = Machine().file("proc/sys/kernel/osrelease", "5.15.153.1-Microsoft-standard-WSL2\n").facts();
  EXPECT_TRUE(facts.wsl);
  EXPECT_THAT(ids(facts), ElementsAre("WSL"));
}

TEST(Access, DxgBesideKfdIsNoMatter) {
  EXPECT_THAT(ids(Machine().kfd().gpu("renderD128").file("dev/dxg", "").facts()), IsEmpty());
}

struct Answer {
  int error;
  std::string finding;
};

class KfdAnswers : public testing::TestWithParam<Answer> {};

TEST_P(KfdAnswers, HasAFindingOfItsOwn) {
  const AccessFacts facts = Machine().kfd(GetParam().error).gpu("renderD128").facts();
  EXPECT_EQ(facts.path, AccessPath::kNone);
  EXPECT_TRUE(facts.kfd.present);
  EXPECT_FALSE(facts.kfd.accessible);
  EXPECT_THAT(ids(facts), ElementsAre(GetParam().finding));
  EXPECT_EQ(facts.findings.at(0).severity, Severity::kError);
  EXPECT_THAT(facts.findings.at(0).evidence, HasSubstr("open /dev/kfd: " + *facts.kfd.error));
}

INSTANTIATE_TEST_SUITE_P(Errno, KfdAnswers,
                         testing::Values(Answer{EACCES, "PERM_GID"}, Answer{EPERM, "PERM_CGROUP"},
                                         Answer{ENOMEM, "KFD_NO_GPU"}, Answer{EINVAL, "KFD_WEDGED"},
                                         Answer{EAGAIN, "GPU_IN_RESET"}, Answer{ENXIO, "STALE_NODE"},
                                         Answer{ENODEV, "STALE_NODE"}, Answer{EISDIR, "NO_KFD"},
                                         Answer{EIO, "OPEN_FAILED"}),
                         [](const auto& tested) { return std::string(::strerrorname_np(tested.param.error)); });

class RenderNodeAnswers : public testing::TestWithParam<Answer> {};

TEST_P(RenderNodeAnswers, HasAFindingOfItsOwn) {
  const AccessFacts facts = Machine().kfd().gpu("renderD128", GetParam().error).facts();
  EXPECT_EQ(facts.path, AccessPath::kNone);
  EXPECT_THAT(ids(facts), ElementsAre(GetParam().finding));
  EXPECT_THAT(facts.findings.at(0).evidence, HasSubstr("/dev/dri/renderD128"));
}

INSTANTIATE_TEST_SUITE_P(Errno, RenderNodeAnswers,
                         testing::Values(Answer{EACCES, "PERM_GID"}, Answer{EPERM, "PERM_CGROUP"},
                                         Answer{ENOMEM, "OPEN_FAILED"}, Answer{EINVAL, "OPEN_FAILED"},
                                         Answer{ENODEV, "STALE_NODE"}, Answer{EISDIR, "NO_RENDER_NODE"}),
                         [](const auto& tested) { return std::string(::strerrorname_np(tested.param.error)); });

TEST(Access, OneRenderNodeIsEnoughAndTheOthersAreStillToldOf) {
  const AccessFacts facts = Machine().kfd().gpu("renderD128").gpu("renderD129", EACCES).facts();
  EXPECT_EQ(facts.path, AccessPath::kKfd);
  EXPECT_THAT(ids(facts), ElementsAre("PERM_GID"));
}

TEST(Access, ARenderNodeThatWasNotPassedInIsAbsentAndNotRefused) {
  const AccessFacts facts = Machine().kfd().gpu("renderD128").known_gpu("renderD129").facts();
  EXPECT_THAT(ids(facts), IsEmpty());
  EXPECT_FALSE(facts.render_nodes.at(1).present);
  EXPECT_EQ(facts.render_nodes.at(1).error, "ENOENT");
}

TEST(Access, WhenNoRenderNodeWasPassedInTheFindingNamesThem) {
  const AccessFacts facts = Machine().kfd().known_gpu("renderD128").facts();
  ASSERT_THAT(ids(facts), ElementsAre("NO_RENDER_NODE"));
  EXPECT_THAT(facts.findings[0].evidence, HasSubstr("/dev/dri/renderD128"));
}

TEST(Access, PermGidNamesTheNodesGroupTheProcessesGroupsAndTheOption) {
  const AccessFacts facts = Machine().kfd(EACCES).gpu("renderD128").groups({44, 10001}).facts();
  ASSERT_THAT(ids(facts), ElementsAre("PERM_GID"));
  EXPECT_THAT(facts.findings[0].evidence,
              AllOf(HasSubstr("mode 0660, group " + own_gid()), HasSubstr("groups of this process: 44, 10001")));
  EXPECT_THAT(facts.findings[0].fix, HasSubstr("`--group-add " + own_gid() + "`"));
}

TEST(Access, PermGidIsSaidOnceForAllNodes) {
  const AccessFacts facts = Machine().kfd(EACCES).gpu("renderD128", EACCES).gpu("renderD129", EACCES).facts();
  ASSERT_THAT(ids(facts), ElementsAre("PERM_GID"));
  EXPECT_THAT(facts.findings[0].evidence,
              AllOf(HasSubstr("/dev/kfd"), HasSubstr("renderD128"), HasSubstr("renderD129")));
  EXPECT_THAT(facts.findings[0].fix, Not(HasSubstr("--group-add " + own_gid() + " --group-add")));
}

TEST(Access, PermGidAsksForEveryGroupOnce) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to give files away";
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, gid_t>> nodes{{"kfd", 44}, {"dri/renderD128", 992}, {"dri/renderD129", 992}};
  for (const auto& [name, gid] : nodes) {
    const auto path = folder.write("dev/" + name, "");
    ASSERT_EQ(::chown(path.c_str(), 0, gid), 0);
    ::chmod(path.c_str(), 0660);
    if (name != "kfd") folder.write("sys/class/drm/" + name.substr(4) + "/device/vendor", "0x1002\n");
  }
  const Identity identity{10001, {10001}, [](const std::filesystem::path&) { return EACCES; }};
  const AccessFacts facts = find_access_facts({folder / "dev", folder / "sys", folder / "proc"}, identity);
  ASSERT_THAT(ids(facts), ElementsAre("PERM_GID"));
  EXPECT_THAT(facts.findings[0].fix, HasSubstr("`--group-add 44 --group-add 992`"));
  EXPECT_THAT(facts.findings[0].fix, HasSubstr("supplementalGroups: [44, 992]"));
}

TEST(Access, ARefusalThatModeAndGroupWouldNotGiveIsThePolicys) {
  EXPECT_THAT(ids(Machine().kfd(EACCES, 0666).gpu("renderD128").facts()), ElementsAre("PERM_SELINUX"));
  EXPECT_THAT(ids(Machine().kfd(EACCES).gpu("renderD128").groups({::getegid()}).facts()), ElementsAre("PERM_SELINUX"));
}

TEST(Access, AMemberOfAGroupThatMayOnlyReadIsRefusedByTheMode) {
  EXPECT_THAT(ids(Machine().kfd(EACCES, 0640).gpu("renderD128").groups({::getegid()}).facts()),
              ElementsAre("PERM_GID"));
}

TEST(Access, APlaceholderGroupIsNotOneToJoin) {
  const AccessFacts facts =
      Machine().kfd(EACCES).gpu("renderD128").file("proc/sys/kernel/overflowgid", own_gid() + "\n").facts();
  ASSERT_THAT(ids(facts), ElementsAre("USERNS"));
  EXPECT_THAT(facts.findings[0].fix, HasSubstr("--group-add keep-groups"));
}

TEST(Access, NoPathWithoutAnErrorThatSaysWhy) {
  const std::vector<int> errors{0, ENOENT, EACCES, EPERM, ENOMEM, EINVAL, EAGAIN, ENXIO, EIO};
  for (const int kfd : errors)
    for (const int render : errors) {
      const AccessFacts facts = Machine().kfd(kfd).gpu("renderD128", render).facts();
      const bool open = kfd == 0 && render == 0;
      EXPECT_EQ(facts.path == AccessPath::kKfd, open);
      EXPECT_EQ(facts.findings.empty(), open) << kfd << " " << render;
    }
}

TEST(OwnIdentity, OpensForWritingAndTellsTheErrno) {
  const TemporaryFolder folder;
  const Identity identity = own_identity();
  EXPECT_EQ(identity.try_open(folder.write("node", "")), 0);
  EXPECT_EQ(identity.try_open(folder / "missing"), ENOENT);
  EXPECT_EQ(identity.try_open(folder.path()), EISDIR) << "a folder can be opened for reading only";
}

TEST(OwnIdentity, HasItsEffectiveGroupAndIsSorted) {
  const Identity identity = own_identity();
  EXPECT_THAT(identity.groups, testing::Contains(::getegid()));
  EXPECT_TRUE(std::is_sorted(identity.groups.begin(), identity.groups.end()));
}

}  // namespace
}  // namespace agt
