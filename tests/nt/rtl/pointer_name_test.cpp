// Pointers in what drivers print: names under a seed, numbers without one.
#include "src/nt/rtl/pointer_name.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "src/nt/base/wdk.h"
#include "src/nt/crt/functions.h"
#include "src/nt/rtl/debug.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"
#include "tests/nt/rtl/debug_listener.h"
#include "tests/support/test_driver.h"

extern "C" {
void drydock_wpp_trace(const char* level, const char* flags, const char* file, int line,
                       const char* function, const char* format, ...);
void drydock_wpp_trace_wide(const char* level, const char* flags, const char* file, int line,
                            const char* function, const void* format, ...);
}

namespace {

using namespace drydock::testing;

using drydock::testing::Life;
using drydock::testing::life_of;
using drydock::testing::text_of;

// Under a seed an address is printed by what lies there, or no two runs would be the same.
TEST_F(Debug, PointersHaveNamesUnderASeed) {
  const std::string source = R"(#include <ntddk.h>
static ULONG Data[4];
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { UNREFERENCED_PARAMETER(Driver); }
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    PUCHAR Block = (PUCHAR)ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'dcba');
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    if (Block == NULL) return STATUS_INSUFFICIENT_RESOURCES;
    DbgPrint("%p %p|%p|%p|%p %p\n", Unload, &Data[1], Block + 8, &Block, NULL, (PVOID)(LONG_PTR)-1);
    ExFreePoolWithTag(Block, 'dcba');
    return STATUS_SUCCESS;
}
)";
  std::string output[2];
  for (std::string& text : output) {
    const Life life = life_of(source, ".c", {.seed = 9});
    EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
    text = std::exchange(output_, "");
  }
  EXPECT_EQ(output[0], output[1]);
  EXPECT_TRUE(output[0].starts_with("driver+")) << output[0];
  EXPECT_NE(output[0].find(" driver+"), std::string::npos) << output[0];
  EXPECT_NE(output[0].find("|pool 'abcd' 64+8|ptr|0000000000000000 FFFFFFFFFFFFFFFF"),
            std::string::npos)
      << output[0];
}

TEST_F(Debug, PointersAreNumbersWithoutASeed) {
  DbgPrint("%p", reinterpret_cast<void*>(0x1234'5678'9ABC));
  EXPECT_EQ(output_, "0000123456789ABC");
}

TEST_F(Debug, TraceMessagesNamePointersUnderASeedToo) {
  const drydock::sim::SeededSchedule schedule(1);
  int local = 0;
  drydock_wpp_trace("", "", "file.c", 1, "F", "%p", &local);
  EXPECT_EQ(output_, "F: ptr");
}

}  // namespace
