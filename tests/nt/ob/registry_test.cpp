// The registry as a driver finds it.
#include "src/nt/ob/registry.h"

#include <gtest/gtest.h>

#include "src/nt/ob/handle.h"
#include "src/sim/faults.h"
#include "tests/nt/ob/registry_scene.h"
#include "tests/nt/sync/lock_drivers.h"
#include "tests/support/temp_folder.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

TEST(RegistryDriver, ReadsItsParameters) {
  Registry::instance().clear();
  expect_silent(driver_with(R"(
  RTL_QUERY_REGISTRY_TABLE table[2]; ULONG depth = 0, fallback = 8;
  RtlZeroMemory(table, sizeof(table));
  table[0].Flags = RTL_QUERY_REGISTRY_DIRECT;
  table[0].Name = L"Depth";
  table[0].EntryContext = &depth;
  table[0].DefaultType = REG_DWORD;
  table[0].DefaultData = &fallback;
  table[0].DefaultLength = sizeof(fallback);
  if (!NT_SUCCESS(RtlQueryRegistryValues(RTL_REGISTRY_SERVICES, L"", table, NULL, NULL))) return STATUS_UNSUCCESSFUL;
  if (depth != 8) return STATUS_UNSUCCESSFUL;
)"));
}

}  // namespace
