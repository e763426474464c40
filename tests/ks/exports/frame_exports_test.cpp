// Stream IRPs that a driver probes, which dispatches for itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/exports/legacy.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

// S-210: a source of AVStream sends to a filter of another kind by IRPs; S-266: which probes them,
// twice.
TEST(KsLegacy, S210FramesReachAnotherFilterByIrps) {
  Legacy legacy;
  {
    Rig rig(minidriver({"FRAMES=6"}));
    File filter, source;
    ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
    ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    ASSERT_EQ(rig.connect(filter, 0, plain_format(), source, &legacy.file), STATUS_SUCCESS);
    ASSERT_EQ(source.set_state(KSSTATE_RUN), STATUS_SUCCESS);
    ASSERT_EQ(source.set_state(KSSTATE_STOP), STATUS_SUCCESS);
    source.close();
    filter.close();
    rig.finish();
    EXPECT_TRUE(rig.findings().empty()) << text_of(rig.findings());
  }
  EXPECT_THAT(legacy.notes(), HasSubstr("written written"));
  const auto findings = legacy.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
