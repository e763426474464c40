// What kind of driver a file is, without running it.
#include "src/verify/base/kind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/driver/load_error.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock;
using namespace drydock::verify;
using namespace drydock::testing;
using ::testing::EndsWith;
using ::testing::HasSubstr;

std::string refusal_of(const std::filesystem::path& driver, DriverKind kind) {
  try {
    require_kind(driver, kind);
  } catch (const nt::LoadError& error) {
    return error.what();
  }
  return "";
}

TEST(Kind, IsKnownByWhatEveryDriverOfTheKindCalls) {
  EXPECT_EQ(refusal_of(DRYDOCK_VCAM, DriverKind::kMinidriver), "");
  EXPECT_EQ(refusal_of(STAYING_KMD_SO, DriverKind::kMiniport), "");
  EXPECT_EQ(refusal_of(SOFTGPU_UMD_SO, DriverKind::kUserMode), "");
}

TEST(Kind, AnotherKindIsNamed) {
  EXPECT_THAT(refusal_of(DRYDOCK_VCAM, DriverKind::kMiniport),
              EndsWith("is no display miniport, but an AVStream minidriver"));
  EXPECT_THAT(refusal_of(STAYING_KMD_SO, DriverKind::kUserMode),
              EndsWith("is no user-mode display driver, but a display miniport"));
  EXPECT_THAT(refusal_of(SOFTGPU_UMD_SO, DriverKind::kMinidriver),
              EndsWith("is no AVStream minidriver, but a user-mode display driver"));
}

TEST(Kind, WhatIsMissingIsNamed) {
  const auto plain = build_driver(driver_of("", "  return STATUS_SUCCESS;"));
  EXPECT_THAT(refusal_of(plain, DriverKind::kMiniport),
              HasSubstr("it does not call DxgkInitialize"));
  EXPECT_THAT(refusal_of(plain, DriverKind::kMinidriver),
              HasSubstr("it does not call KsInitializeDriver"));
  EXPECT_THAT(refusal_of(plain, DriverKind::kUserMode), HasSubstr("it exports no OpenAdapter"));
}

// A driver of the kind that needs what the host does not have.
TEST(Kind, AFunctionThatTheHostHasNotIsNamed) {
  const auto driver = build_driver(R"(#include <ntddk.h>
#include <ks.h>
NTSTATUS NobodyHasThis(PDRIVER_OBJECT);
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  NobodyHasThis(driver);
  return KsInitializeDriver(driver, path, &descriptor);
})",
                                   ".c", {"--kind", "avstream"});
  EXPECT_THAT(refusal_of(driver, DriverKind::kMinidriver), HasSubstr("NobodyHasThis"));
}

}  // namespace
