// The C runtime of drivers: Microsoft's return values, characters of two bytes, longs of four.
#include "src/nt/crt/functions.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "tests/support/test_driver.h"

namespace {

TEST(Crt, DriversReachTheHostsFunctions) {
  const auto life = drydock::testing::life_of(R"(
#include <ntddk.h>
#include <stdio.h>
#include <wchar.h>
#include <ntstrsafe.h>
DRIVER_INITIALIZE DriverEntry;
static VOID Unload(PDRIVER_OBJECT DriverObject) { UNREFERENCED_PARAMETER(DriverObject); }
NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  char text[64];
  WCHAR wide[16];
  unsigned long value = 0xFFFFFFFF;
  DriverObject->DriverUnload = Unload;
  if (_snprintf(text, sizeof text, "%lu %I64x %ws", value, 0x123456789ULL, L"wide") != 25) return STATUS_UNSUCCESSFUL;
  if (strcmp(text, "4294967295 123456789 wide") != 0) return STATUS_DATA_ERROR;
  if (!NT_SUCCESS(RtlStringCchPrintfW(wide, 16, L"%ws-%d", L"ab", 7))) return STATUS_UNSUCCESSFUL;
  if (wcscmp(wide, L"ab-7") != 0) return STATUS_DATA_ERROR;
  if (RtlStringCbPrintfA(text, 4, "%s", "abcdef") != STATUS_BUFFER_OVERFLOW) return STATUS_DATA_ERROR;
  return STATUS_SUCCESS;
}
)");
  EXPECT_EQ(life.status, STATUS_SUCCESS) << drydock::testing::text_of(life.findings);
  EXPECT_TRUE(life.findings.empty()) << drydock::testing::text_of(life.findings);
}

}  // namespace
