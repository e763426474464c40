// The capabilities, entry points and segments that a driver reports.
#include <gtest/gtest.h>

#include "tests/dxgk/adapter/caps_scene.h"

namespace {

using namespace drydock::testing;

TEST(CapsRules, K047NoPatchForPhysicalAddressingIsFound) { expect_refused(u"NoPatch", "K-047"); }
TEST(CapsRules, K047NoEntryPointsForVirtualAddressingIsFound) {
  expect_refused(u"NoVirtualEntryPoints", "K-047");
}
TEST(CapsRules, K047NoEntryPointsForEngineResetIsFound) {
  expect_refused(u"NoEngineEntryPoints", "K-047");
}
TEST(CapsRules, K047CompleteEntryPointsAreSilent) { expect_silent(u"", "K-047"); }

TEST(CapsRules, K317OddSizeIsFound) { expect_healed(u"OddSize", "K-317"); }
TEST(CapsRules, K317OverlapIsFound) { expect_healed(u"Overlap", "K-317"); }
TEST(CapsRules, K317CommitLimitOfAMemorySegmentIsFound) { expect_healed(u"CommitLimit", "K-317"); }
TEST(CapsRules, K317WholePagesSideBySideAreSilent) { expect_silent(u"", "K-317"); }

TEST(CapsRules, K318AgpWithMoreIsFound) { expect_healed(u"AgpAndMore", "K-318"); }
TEST(CapsRules, K318HibernationWithoutStandbyIsFound) { expect_healed(u"HibernateOnly", "K-318"); }
// Windows starts such a driver.
TEST(CapsRules, K318CoherentMemorySegmentIsALint) { expect_lint(u"CoherentMemory", "K-318"); }
TEST(CapsRules, K318PlainFlagsAreSilent) { expect_silent(u"", "K-318"); }

// One of them is left, and this driver has no entry points for it (K-047).
TEST(CapsRules, K320BothMmusAreFound) { expect_refused(u"BothMmus", "K-320"); }
// Windows starts such a driver.
TEST(CapsRules, K320NoApertureIsALint) { expect_lint(u"NoAperture", "K-320"); }
TEST(CapsRules, K320OneApertureIsSilent) { expect_silent(u"", "K-320"); }

TEST(CapsRules, K322PreemptionWithoutEnginesIsFound) { expect_healed(u"PreemptionAlone", "K-322"); }
TEST(CapsRules, K322PreemptionWithEnginesIsSilent) { expect_silent(u"", "K-322"); }

}  // namespace
