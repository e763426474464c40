// The buffer that MDLs of a test describe, and drivers that lock an MDL of their own.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

alignas(PAGE_SIZE) inline char buffer[4 * PAGE_SIZE];

// A driver whose DriverEntry runs `body`, with an MDL of a global buffer.
inline std::string driver(const std::string& body, const std::string& unload = "") {
  return R"(#include <ntddk.h>
static volatile int done;
static PMDL mdl;
static char buffer[8192];
static VOID Unload(PDRIVER_OBJECT driver) {
  UNREFERENCED_PARAMETER(driver);
)" + unload +
         R"(
  done = 1;  // so that nothing above is a tail call, which would leave no frame of the driver
}
static NTSTATUS lock(void) {
  volatile NTSTATUS status = STATUS_SUCCESS;
  __try {
    MmProbeAndLockPages(mdl, KernelMode, IoWriteAccess); // lock
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    status = GetExceptionCode();
  }
  return status;
}
NTSTATUS DriverEntry(PDRIVER_OBJECT object, PUNICODE_STRING path) {
  UNREFERENCED_PARAMETER(path);
  NTSTATUS status = STATUS_SUCCESS;
  object->DriverUnload = Unload;
  (void)&lock;
  mdl = IoAllocateMdl(buffer, sizeof buffer, FALSE, FALSE, NULL); // allocate
  if (mdl == NULL) return STATUS_INSUFFICIENT_RESOURCES;
)" + body +
         R"(
  done = 1;
  return status;
}
)";
}

inline void expect_rule(const std::string& source, const char* rule, const char* mark) {
  const Life life = life_of(source);
  ASSERT_TRUE(has(life.findings, rule)) << text_of(life.findings);
  EXPECT_TRUE(mentions_line(first(life.findings, rule), "driver.c", line_of(source, mark)))
      << text_of(life.findings);
}

inline void expect_silence(const std::string& source) {
  const Life life = life_of(source);
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace drydock::testing
