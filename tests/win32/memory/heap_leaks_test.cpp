// What a device or an adapter of a user-mode driver forgets: blocks to which nothing leads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/win32/gpu_stand.h"
#include "tests/win32/memory/heap_life.h"

namespace drydock::testing {
namespace {

using ::testing::HasSubstr;

TEST(UserHeap, LeaksOfADeviceAreFoundWhenItIsDestroyed) {
  HeapLife life;
  const win32::HeapAccount device = win32::new_heap_account();
  life.does("DeviceLeaks", device);
  EXPECT_EQ(win32::raise_heap_leaks(life.driver(), device, "U-220", "after DestroyDevice"), 2U);
  const auto findings = life.end();  // not raised again at unload
  ASSERT_EQ(findings.size(), 2U) << text_of(findings);
  EXPECT_EQ(count(findings, "U-220"), 2U);
  EXPECT_TRUE(passes(findings[0], "DeviceLeaks") || passes(findings[1], "DeviceLeaks"));
  EXPECT_TRUE(passes(findings[0], "its child") || passes(findings[1], "its child"));
  EXPECT_THAT(findings[0].message, HasSubstr("after DestroyDevice block of"));
}

TEST(UserHeap, WhatOutlivesTheDeviceIsItsDriversOwn) {
  HeapLife life;
  const win32::HeapAccount device = win32::new_heap_account();
  life.does("DeviceFillsCache", device).does("DeviceKeepsList", device);
  EXPECT_EQ(win32::raise_heap_leaks(life.driver(), device, "U-220", "after DestroyDevice"), 0U);
  const auto findings = life.does("CloseAdapterCache").does("DeviceDropsList").end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(UserHeap, OneDevicesMemoryIsNotAnothers) {
  HeapLife life;
  const win32::HeapAccount one = win32::new_heap_account(), two = win32::new_heap_account();
  life.does("DeviceLeaks", one);
  EXPECT_EQ(win32::raise_heap_leaks(life.driver(), two, "U-220", "after DestroyDevice"), 0U);
  EXPECT_EQ(win32::raise_heap_leaks(life.driver(), one, "U-220", "after DestroyDevice"), 2U);
}

// Returns the leaks of the driver under a runtime of this build, until its adapter was closed.
std::vector<rules::Finding> leaks_by_build(UINT build) {
  d3d::Options options;
  options.runtime_version = build;
  GpuStand stand(options, DRYDOCK_HEAP_UMD);
  EXPECT_EQ(stand.new_device(), nullptr);
  stand.end();
  return stand.findings();
}

TEST(UserHeap, U228LeaksOfAnAdapterAreFoundWhenItIsClosed) {
  const auto findings = leaks_by_build(1);
  ASSERT_EQ(findings.size(), 1U) << text_of(findings);
  EXPECT_EQ(findings[0].rule->id, "U-228");
  EXPECT_THAT(findings[0].message, HasSubstr("block of 16 bytes from malloc"));
}

TEST(UserHeap, U220LeaksOfAFailedDeviceAreFoundAtOnce) {
  const auto findings = leaks_by_build(2);
  ASSERT_EQ(findings.size(), 1U) << text_of(findings);
  EXPECT_EQ(findings[0].rule->id, "U-220");
  EXPECT_THAT(findings[0].message, HasSubstr("after CreateDevice that failed block of 24 bytes"));
}

TEST(UserHeap, U228AnAdapterThatGivesEverythingBackIsSilent) {
  const auto findings = leaks_by_build(0);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
}  // namespace drydock::testing
