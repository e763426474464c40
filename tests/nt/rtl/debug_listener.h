// Drivers of tests that print, and who hears them.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "src/nt/rtl/debug.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

class Debug : public ::testing::Test {
 protected:
  std::string output_;
  const nt::DebugListeners::Listener listener_{nt::debug_listeners(),
                                               [this](std::string_view text) { output_ += text; }};
};

inline Life life(const std::string& statement) {
  return life_of(R"(
#define DBG 1
#include <ntddk.h>
DRIVER_INITIALIZE DriverEntry;
static VOID Unload(PDRIVER_OBJECT DriverObject) { UNREFERENCED_PARAMETER(DriverObject); }
NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  KIRQL irql = PASSIVE_LEVEL;
  DriverObject->DriverUnload = Unload;
  )" + statement +
                 R"( /* here */
  UNREFERENCED_PARAMETER(irql);
  return STATUS_SUCCESS;
}
)");
}

}  // namespace drydock::testing
