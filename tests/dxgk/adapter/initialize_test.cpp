// DxgkInitialize: what it takes, what it refuses.
#include "src/dxgk/adapter/initialize.h"

#include <gtest/gtest.h>

#include "tests/dxgk/miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

TEST(AdapterRules, K045UnknownVersionIsFound) {
  const MiniportLife life = life_with(u"BadVersion");
  EXPECT_EQ(life.entry, STATUS_REVISION_MISMATCH);
  EXPECT_EQ(life.count("K-045"), 1U) << life.findings_text();
}

TEST(AdapterRules, K045MissingEntryPointIsFound) {
  const MiniportLife life = life_with(u"NoStop");
  EXPECT_EQ(life.entry, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(life.count("K-045"), 1U) << life.findings_text();
}

TEST(AdapterRules, K045OtherStatusIsFound) {
  const MiniportLife life = life_with(u"OtherStatus");
  EXPECT_EQ(life.entry, STATUS_UNSUCCESSFUL);
  EXPECT_EQ(life.count("K-045"), 1U) << life.findings_text();
}

TEST(AdapterRules, K045NoCallOfDxgkInitializeIsFound) {
  EXPECT_EQ(life_with(u"NoInitialize").count("K-045"), 1U);
}

TEST(AdapterRules, K045CompleteTableIsSilent) { expect_silent(life_with(u"")); }

// The driver overwrites its structure as soon as DxgkInitialize has returned.
TEST(AdapterPromises, K046TheTableIsCopied) {
  const MiniportLife life = life_with(u"");
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
  EXPECT_TRUE(life.has_said("StopDevice"));
}

// Built with newer headers than the version that it registers.
TEST(AdapterRules, K024CallOfAnOlderDriverIsFound) {
  const MiniportLife life = life_with(u"OldVersionCall");
  EXPECT_EQ(life.count("K-024"), 1U) << life.findings_text();
}
TEST(AdapterRules, K024OlderDriverIsSilent) {
  const MiniportLife life = life_with(u"OldVersion");
  EXPECT_EQ(life.start, STATUS_SUCCESS);
  EXPECT_TRUE(life.has_said("StopDevice"));
  expect_silent(life);
}

}  // namespace
