// System threads: calls on an expanded stack.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"

namespace {

// ntddk/nf-ntddk-keexpandkernelstackandcallout.md
TEST(ExpandedStack, CalloutIsCalled) {
  int calls = 0;
  const auto count = [](PVOID context) { ++*static_cast<int*>(context); };
  EXPECT_EQ(KeExpandKernelStackAndCallout(count, &calls, 4096), STATUS_SUCCESS);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(KeExpandKernelStackAndCalloutEx(count, &calls, ~SIZE_T{0}, FALSE, nullptr),
            STATUS_INVALID_PARAMETER_3);
  EXPECT_EQ(calls, 1);
}

}  // namespace
