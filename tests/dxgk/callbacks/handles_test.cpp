// Callbacks from graphics-kernel handles to the driver's data, on a device with allocations.
#include <gtest/gtest.h>

#include "src/nt/pool/pool.h"
#include "tests/dxgk/callbacks/handles_scene.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

TEST_F(HandleCallbackRules, K415DataAtDispatchLevelIsFound) {
  data_of(0);
  ask({.object = create(false).allocations[0], .irql = DISPATCH_LEVEL});
  EXPECT_EQ(count("K-415"), 1U) << text_of(findings());
  EXPECT_FALSE(is_alive());
}
TEST_F(HandleCallbackRules, K415ChildrenAtApcLevelAreFound) {
  ask({.operation = kEnumChildren, .object = create(true).resource, .irql = APC_LEVEL});
  EXPECT_EQ(count("K-415"), 1U) << text_of(findings());
}
TEST_F(HandleCallbackRules, K415AcquireAtDispatchLevelIsFound) {
  ask({.operation = kAcquire, .object = create(false).allocations[0], .irql = DISPATCH_LEVEL});
  EXPECT_EQ(count("K-415"), 1U) << text_of(findings());
}
TEST_F(HandleCallbackRules, K415DataAtApcLevelIsSilent) {
  EXPECT_NE(ask({.object = create(false).allocations[0], .irql = APC_LEVEL}), nullptr);
  EXPECT_EQ(text_of(findings()), "");
}

TEST_F(HandleCallbackRules, K419SuccessAfterAHandleOfNothingIsFound) {
  for (const UINT operation : {kGetData, kGetParent, kEnumChildren}) {
    EXPECT_EQ(create_with({.operation = operation, .object = 0x40000400, .careless = TRUE}),
              STATUS_SUCCESS);
  }
  EXPECT_EQ(count("K-419"), 3U) << text_of(findings());
  EXPECT_TRUE(is_alive()) << "it goes on, and the next mistake is seen too";
}
TEST_F(HandleCallbackRules, K419FailureAfterAHandleOfNothingIsSilent) {
  for (const UINT operation : {kGetData, kGetParent, kEnumChildren}) {
    EXPECT_EQ(create_with({.operation = operation, .object = 0x40000400}),
              STATUS_INVALID_PARAMETER);
  }
  EXPECT_EQ(count("K-419"), 0U) << text_of(findings());
}
// An escape may tell its caller in its data: the caller gets them only when the escape succeeds.
TEST_F(HandleCallbackRules, K419EscapeThatAnswersInItsDataIsSilent) {
  Command command{.object = 0x40000400, .careless = TRUE, .result = word(1)};
  EXPECT_EQ(run(command), STATUS_SUCCESS);
  EXPECT_EQ(command.result, nullptr);
  EXPECT_EQ(count("K-419"), 0U) << text_of(findings());
}
// Nothing unexpected: an allocation without a resource, the end of a list, a handle of either kind.
TEST_F(HandleCallbackRules, K419ExpectedNullsAreSilent) {
  const D3DKMT_HANDLE alone = create(false).allocations[0];
  const Made made = create(true);
  EXPECT_EQ(create_with({.operation = kGetParent, .object = alone, .careless = TRUE}),
            STATUS_SUCCESS);
  EXPECT_EQ(
      create_with(
          {.operation = kEnumChildren, .object = made.resource, .index = 2, .careless = TRUE}),
      STATUS_SUCCESS);
  EXPECT_EQ(create_with({.object = made.resource, .second_type = DXGK_HANDLE_RESOURCE}),
            STATUS_SUCCESS);
  EXPECT_EQ(count("K-419"), 0U) << text_of(findings());
}

TEST_F(HandleCallbackRules, K422PointerReadAfterTheDestroyIsFound) {
  nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter});
  const D3DKMT_HANDLE allocation = create(false).allocations[0];
  nt::set_pool_options({});
  void* const data = data_of(allocation);
  ASSERT_NE(data, nullptr);
  EXPECT_EQ(destroy(0, allocation), STATUS_SUCCESS);
  ask({.operation = kRead, .release = data});
  EXPECT_EQ(count("K-422"), 1U) << text_of(findings());
  EXPECT_FALSE(is_alive());
}
TEST_F(HandleCallbackRules, K422PointerWrittenAfterTheDestroyIsFound) {
  const D3DKMT_HANDLE allocation = create(false).allocations[0];
  void* const data = data_of(allocation);
  EXPECT_EQ(destroy(0, allocation), STATUS_SUCCESS);
  ask({.operation = kWrite, .index = 7, .release = data});
  end();
  EXPECT_EQ(count("K-422"), 1U) << text_of(findings());
}

}  // namespace
