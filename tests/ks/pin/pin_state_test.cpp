// State dispatches: what they may change and return.
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsObjectRules, S125ChangedStateIsFound) {
  expect_found("S-125", {"ON_PIN_CREATE=Pin->DeviceState = KSSTATE_RUN;"});
}
TEST(KsObjectRules, S125ChangedContextIsSilent) {
  expect_silent({"ON_PIN_CREATE=Pin->Context = Pin;"});
}

TEST(KsObjectRules, S136PendingStateIsFound) {
  expect_found("S-136", {"ON_STATE=if (ToState == KSSTATE_PAUSE) return STATUS_PENDING;"});
}
TEST(KsObjectRules, S136RefusedStateIsSilent) {
  expect_silent({"ON_STATE=if (ToState == KSSTATE_PAUSE && FromState == KSSTATE_ACQUIRE) return "
                 "STATUS_INSUFFICIENT_RESOURCES;"},
                "", Reach::kConnected);
}

}  // namespace
