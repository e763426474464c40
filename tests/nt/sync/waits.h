// Waits of tests: for a while, or without waiting.
#pragma once

#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/nt/sync/dispatcher.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/intervals.h"

namespace drydock::testing {

inline NTSTATUS wait(void* object, LARGE_INTEGER timeout) {
  return KeWaitForSingleObject(object, Executive, KernelMode, FALSE, &timeout);
}
inline NTSTATUS look(void* object) { return wait(object, milliseconds(0)); }

}  // namespace drydock::testing
