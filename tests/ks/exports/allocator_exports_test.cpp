// Framings that a driver hands to the class driver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
#include "tests/ks/exports/exports_driver.h"
#include "tests/ks/exports/exports_scene.h"
#include "tests/ks/exports/legacy.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
namespace ks = drydock::ks;

namespace {

// A framing that the driver wrote.
std::vector<drydock::rules::Finding> ask_framing(ULONG way) {
  Scene scene;
  scene.go(way);
  Bytes out(sizeof(KSALLOCATOR_FRAMING));
  EXPECT_EQ(scene.own.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_ALLOCATORFRAMING, out),
            STATUS_SUCCESS);
  scene.own.close();
  scene.filter.close();
  scene.rig.finish();
  return scene.rig.findings();
}

TEST(KsExports, S027ReservedFieldOfAFramingIsFound) {
  EXPECT_TRUE(has(ask_framing(kReserveInFraming), "S-027"));
}

TEST(KsExports, S027FramingWithoutItIsSilent) {
  const auto findings = ask_framing(kPlainFraming);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsLegacy, S051RoutinesWithoutAnAllocateAreFound) { found("S-051", 2); }

TEST(KsLegacy, S055RequestThatWasNotValidatedIsFound) { found("S-055", 3); }

TEST(KsLegacy, S047AllocatorOfAnotherRequestIsFound) { found("S-047", 4); }

// S-048, S-049, S-052.
TEST(KsLegacy, S052ADriversRoutinesServeItsDefaultAllocator) {
  Legacy legacy(5);
  File allocator;
  ASSERT_EQ(legacy.allocator(allocator), STATUS_SUCCESS);
  Bytes frame(sizeof(PVOID));
  ASSERT_EQ(allocator.request(IOCTL_KS_METHOD, bytes_of(alloc_method()), frame), STATUS_SUCCESS);
  ASSERT_EQ(allocator.request(IOCTL_KS_METHOD, bytes_of(free_method()), frame), STATUS_SUCCESS);
  allocator.close();
  EXPECT_THAT(legacy.notes(), HasSubstr("initialize created allocate free delete"));
  const auto findings = legacy.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsLegacy, ADefaultAllocatorOfAValidRequestIsSilent) {
  Legacy legacy;
  File allocator;
  EXPECT_EQ(legacy.allocator(allocator), STATUS_SUCCESS);
  KSALLOCATOR_FRAMING bad{};
  File refused;
  EXPECT_EQ(legacy.rig.open_below(legacy.file, ks::kAllocatorClass, bytes_of(bad), refused),
            STATUS_INVALID_PARAMETER);
  allocator.close();
  const auto findings = legacy.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
