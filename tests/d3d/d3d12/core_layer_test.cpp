// The two tables of callbacks, and errors that are returned or told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drydock/d3d.h"
#include "drydock/dock.h"
#include "src/d3d/driver/result.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/d3d/d3d12/living.h"
#include "tests/d3d/support/stand12.h"

namespace drydock::testing {
namespace {

TEST(Direct3D12, U299BothTablesCome) {
  Stand12 stand;
  stand.begin();
  EXPECT_EQ(stand.plan().HasKernelTable, 1U);
  EXPECT_EQ(stand.plan().HasCoreTable, 1U);
  d3d::CommandQueue12* queue = nullptr;
  ASSERT_EQ(stand.device->create_queue(queue), S_OK) << stand.findings_text();
  EXPECT_EQ(stand.plan().Submissions, 1U);
  EXPECT_EQ(stand.device->destroy_queue(*queue), S_OK);
  EXPECT_EQ(stand.device->destroy_queue(*queue), E_INVALIDARG);
  stand.end();
  EXPECT_TRUE(stand.findings().empty()) << stand.findings_text();
}

TEST(Direct3D12, U299WrongTableOrHandleIsFound) {
  Stand12 stand;
  stand.begin();
  d3d::CommandQueue12* queue = nullptr;
  stand.plan_deed(IN_CREATE_QUEUE, QUEUE_BY_KERNEL);
  EXPECT_EQ(stand.device->create_queue(queue), S_OK);
  EXPECT_EQ(stand.count("U-299"), 1U) << stand.findings_text();
  stand.plan_deed(IN_CREATE_QUEUE, QUEUE_WRONG_HANDLE);
  EXPECT_EQ(stand.device->create_queue(queue), E_INVALIDARG);
  EXPECT_EQ(stand.count("U-299"), 2U) << stand.findings_text();
  d3d::Resource* const heap = stand.heap();
  stand.plan_deed(IN_MAKE_RESIDENT, RESIDENT_BY_KERNEL);
  stand.device->make_resident({{heap}});
  EXPECT_EQ(stand.count("U-299"), 3U) << stand.findings_text();
}

TEST(Direct3D12, U301ErrorThatIsSetInsteadOfReturnedIsFound) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, BREAK_SET_ERROR, E_OUTOFMEMORY);
  d3d::Resource* made = nullptr;
  stand.device->create_heap(Stand12::memory(), made);
  EXPECT_EQ(stand.count("U-301"), 1U) << stand.findings_text();
}

TEST(Direct3D12, U301FailureThatIsAnsweredAsSuccessIsFound) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_QUEUE, IGNORE_FAILURES);
  const sim::FaultInjection injection({.nth = 0});
  d3d::CommandQueue12* queue = nullptr;
  EXPECT_EQ(stand.device->create_queue(queue), S_OK);
  EXPECT_EQ(stand.count("U-301"), 1U) << stand.findings_text();
}

}  // namespace
}  // namespace drydock::testing
