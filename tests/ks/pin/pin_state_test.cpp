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

// A reset of the input of a filter whose topology does, or does not, lead to its output.
std::vector<drydock::rules::Finding> reset_input(const std::vector<std::string>& definitions,
                                                 const std::string& prefix) {
  Rig rig(minidriver(definitions, prefix));
  {
    File filter, out, in;
    Bytes nothing;
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), out), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 1, plain_format(), in), STATUS_SUCCESS);
    EXPECT_EQ(in.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
    for (const KSRESET to : {KSRESET_BEGIN, KSRESET_END}) {
      EXPECT_EQ(in.request(IOCTL_KS_RESET_STATE, bytes_of(to), nothing), STATUS_SUCCESS);
    }
  }
  rig.finish();
  return rig.findings();
}

TEST(KsObjectRules, S200TopologyThatEndsInANodeIsFound) {
  const auto findings = reset_input({}, R"(
static const GUID NodeType = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
static const KSNODE_DESCRIPTOR Nodes[] = {DEFINE_NODE_DESCRIPTOR(NULL, &NodeType, NULL)};
#define FILTER_NODES DEFINE_KSFILTER_NODE_DESCRIPTORS(Nodes)
static const KSTOPOLOGY_CONNECTION Links[] = {{KSFILTER_NODE, 1, 0, 0}};
#define FILTER_CONNECTIONS DEFINE_KSFILTER_CONNECTIONS(Links)
)");
  EXPECT_TRUE(has(findings, "S-200")) << text_of(findings);
}

TEST(KsObjectRules, S200DefaultTopologyIsSilent) {
  const auto findings = reset_input({}, {});
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
