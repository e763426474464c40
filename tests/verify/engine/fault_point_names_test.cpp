// Names of fault points by the functions of the driver that lead to them.
#include "src/verify/engine/fault_point_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/life/loader.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using drydock::verify::FaultPointNames;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kRings = R"(
static NTSTATUS make_ring(PVOID* ring) {
  *ring = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'gniR');
  return *ring == NULL ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
})";
constexpr const char* kMakesRings = R"(
  PVOID rings[3];
  ULONG i;
  for (i = 0; i < 2; i++) if (!NT_SUCCESS(make_ring(&rings[i]))) return STATUS_UNSUCCESSFUL;
  if (!NT_SUCCESS(make_ring(&rings[2]))) return STATUS_UNSUCCESSFUL;
  for (i = 0; i < 3; i++) ExFreePoolWithTag(rings[i], 'gniR');
  return STATUS_SUCCESS;)";

// The fault points of a life, each once.
std::vector<std::uint64_t> points_of_a_life() {
  const rules::FindingLog log;
  const sim::FaultInjection faults({});
  const auto driver = nt::LoadedDriver::load(build_driver(driver_of(kRings, kMakesRings)));
  EXPECT_EQ(driver->start(), STATUS_SUCCESS);
  driver->unload();
  return faults.stacks();
}

TEST(FaultPointNames, AreTheFunctionsOfTheDriverAndCountThoseOfOneName) {
  std::vector<std::uint64_t> points;
  {
    const FaultPointNames names;
    points = points_of_a_life();
  }
  ASSERT_EQ(points.size(), 2U);
  // After the driver is gone, too.
  EXPECT_THAT(FaultPointNames::names_of(points),
              ElementsAre("make_ring < DriverEntry", "make_ring < DriverEntry (2)"));
  EXPECT_THAT(FaultPointNames::names_of({points[1]}), ElementsAre("make_ring < DriverEntry"));
}

TEST(FaultPointNames, APointWithoutAListenerHasNone) {
  const std::vector<std::uint64_t> unknown = {0x1234567};
  EXPECT_THAT(FaultPointNames::names_of(unknown), IsEmpty());
  EXPECT_THAT(FaultPointNames::names_of({}), IsEmpty());
}

}  // namespace
