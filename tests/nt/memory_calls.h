// Helpers of tests of memory and of devices: addresses as values, calls that fail, calls that
// raise.
#pragma once

#include "src/nt/base/wdk.h"
#include "src/nt/driver/seh.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"

namespace drydock::testing {

// The next call that can fail does.
inline sim::FaultPlan first_point() {
  sim::FaultPlan plan;
  plan.nth = 0;
  return plan;
}

inline PHYSICAL_ADDRESS at(std::uint64_t address) {
  PHYSICAL_ADDRESS out;
  out.QuadPart = static_cast<LONGLONG>(address);
  return out;
}

// Returns the status that a call raised; STATUS_SUCCESS when it returned.
template <typename Body>
NTSTATUS raised_by(Body body) {
  const rules::FindingLog log;
  try {
    body();
  } catch (const nt::RaisedOutsideDriver& raised) {
    return raised.code;
  }
  return STATUS_SUCCESS;
}

// A driver with globals, an unload routine and an entry routine, which sees `object` and declares
// its variables first.
inline std::string driver_with_unload(const std::string& globals, const std::string& unload,
                                      const std::string& variables, const std::string& entry) {
  return R"(#include <ntddk.h>
static volatile int done;
)" + globals +
         R"(
static VOID Unload(PDRIVER_OBJECT driver) {
  UNREFERENCED_PARAMETER(driver);
)" + unload +
         R"(
  done = 1;  // so that nothing above is a tail call, which would leave no frame of the driver
}
NTSTATUS DriverEntry(PDRIVER_OBJECT object, PUNICODE_STRING path) {
)" + variables +
         R"(
  UNREFERENCED_PARAMETER(path);
  object->DriverUnload = Unload;
)" + entry +
         "\n}\n";
}

}  // namespace drydock::testing
