// Sentences about what libdrm is asked; the render nodes are files that tell tests/fakes/fake_drm.cc what to be.
// SPDX-License-Identifier: MIT
#include "probe/drm_facts.h"

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace agt {
namespace {

const DrmLibraries kFake{.drm = FAKE_DRM, .amdgpu = FAKE_DRM};

/// The facts of one node of this kind.
DrmFacts facts_of(const std::string& kind, const DrmLibraries& libraries = kFake) {
  const TemporaryFolder dev;
  dev.write("dri/renderD128", kind + "\n");
  return read_drm_facts(dev.path(), {128}, libraries).at(0);
}

TEST(DrmFacts, OfAGpuAreAllThere) {
  const DrmFacts facts = facts_of("gpu");
  EXPECT_EQ(facts.render_minor, 128U);
  EXPECT_EQ(facts.driver_name, "amdgpu") << "the name is as long as name_len says";
  EXPECT_EQ(facts.driver_version, "3.64.0");
  EXPECT_EQ(facts.location, (PciLocation{.domain = 1, .bus = 3, .device = 0, .function = 2}));
  EXPECT_EQ(facts.pci_vendor_id, 0x1002U);
  EXPECT_EQ(facts.pci_device_id, 0x744cU);
  EXPECT_EQ(facts.marketing_name, "AMD Radeon RX 7900 XTX");
}

TEST(DrmFacts, AnUnknownNameIsNothing) { EXPECT_EQ(facts_of("unnamed").marketing_name, std::nullopt); }

TEST(DrmFacts, APartitionsNodeHasADriverAndNoPciDevice) {
  const DrmFacts facts = facts_of("xcp");
  EXPECT_EQ(facts.driver_name, "amdgpu");
  EXPECT_EQ(facts.location, std::nullopt);
  EXPECT_EQ(facts.pci_vendor_id, std::nullopt);
}

TEST(DrmFacts, ANodeOfAnotherDriverIsNotShownToLibdrmAmdgpu) {
  const DrmFacts facts = facts_of("other");
  EXPECT_EQ(facts.driver_name, "i915");
  EXPECT_EQ(facts.marketing_name, std::nullopt);
}

TEST(DrmFacts, WhatFailsIsNothing) {
  const DrmFacts facts = facts_of("dead");
  EXPECT_EQ(facts.driver_name, std::nullopt);
  EXPECT_EQ(facts.driver_version, std::nullopt);
  EXPECT_EQ(facts.pci_device_id, std::nullopt);
}

TEST(DrmFacts, WithoutTheLibrariesAreEmpty) {
  const DrmFacts facts = facts_of("gpu", {.drm = "libnowhere.so.1", .amdgpu = "libnowhere.so.2"});
  EXPECT_EQ(facts.driver_name, std::nullopt);
  EXPECT_EQ(facts.marketing_name, std::nullopt);
}

TEST(DrmFacts, AreTakenInTheOrderAskedForAndOnlyOfWhatOpens) {
  const TemporaryFolder dev;
  dev.write("dri/renderD128", "gpu\n");
  dev.write("dri/renderD130", "other\n");
  const auto facts = read_drm_facts(dev.path(), {130, 129, 128}, kFake);
  ASSERT_EQ(facts.size(), 2U);
  EXPECT_EQ(facts[0].render_minor, 130U);
  EXPECT_EQ(facts[1].render_minor, 128U);
}

TEST(DrmFacts, OfTheRealLibraryAndAFileThatIsNoDeviceAreEmpty) {
  const DrmFacts facts = facts_of("gpu", DrmLibraries());
  EXPECT_EQ(facts.driver_name, std::nullopt);
  EXPECT_EQ(facts.location, std::nullopt);
}

}  // namespace
}  // namespace agt
