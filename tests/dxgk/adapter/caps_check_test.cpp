// The capabilities, entry points and segments that a driver reports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/dxgk/miniport.h"

namespace {

using namespace drydock::testing;

// The rule is found, and the adapter does not start but is taken down in order.
void expect_refused(std::u16string_view fault, std::string_view rule) {
  const MiniportLife life = life_with(fault);
  EXPECT_EQ(life.count(rule), 1U) << life.findings_text();
  EXPECT_FALSE(NT_SUCCESS(life.start)) << life.findings_text();
  EXPECT_TRUE(life.alive);
  EXPECT_TRUE(life.has_said("StopDevice"));
  EXPECT_TRUE(life.has_said("RemoveDevice"));
}

// The rule is found, what contradicts itself is left out, and the adapter lives.
void expect_healed(std::u16string_view fault, std::string_view rule) {
  const MiniportLife life = life_with(fault);
  EXPECT_EQ(life.count(rule), 1U) << life.findings_text();
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
  EXPECT_TRUE(life.alive);
}

void expect_lint(std::u16string_view fault, std::string_view rule) {
  const MiniportLife life = life_with(fault);
  ASSERT_EQ(life.count(rule), 1U) << life.findings_text();
  EXPECT_EQ(drydock::rules::severity_of(life.findings.front()), drydock::rules::Severity::kLint);
  EXPECT_EQ(life.start, STATUS_SUCCESS);
}

void expect_silent(std::u16string_view fault, std::string_view rule) {
  const MiniportLife life = life_with(fault);
  EXPECT_EQ(life.count(rule), 0U) << life.findings_text();
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
}

TEST(CapsRules, K047NoPatchForPhysicalAddressingIsFound) { expect_refused(u"NoPatch", "K-047"); }
TEST(CapsRules, K047NoEntryPointsForVirtualAddressingIsFound) {
  expect_refused(u"NoVirtualEntryPoints", "K-047");
}
TEST(CapsRules, K047NoEntryPointsForEngineResetIsFound) {
  expect_refused(u"NoEngineEntryPoints", "K-047");
}
TEST(CapsRules, K047CompleteEntryPointsAreSilent) { expect_silent(u"", "K-047"); }

TEST(CapsRules, K316NoSegmentIsFound) { expect_refused(u"NoSegments", "K-316"); }
TEST(CapsRules, K316ChangedSetIsFound) { expect_refused(u"SegmentsChange", "K-316"); }
TEST(CapsRules, K316NoPagingBufferIsFound) { expect_healed(u"NoPagingBuffer", "K-316"); }
TEST(CapsRules, K316TwoStepsAreSilent) { expect_silent(u"", "K-316"); }

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

TEST(CapsRules, K321BankBehindTheSegmentIsFound) { expect_healed(u"BadBanks", "K-321"); }
TEST(CapsRules, K321BanksThatCoverTheSegmentAreSilent) { expect_silent(u"GoodBanks", "K-321"); }

TEST(CapsRules, K322PreemptionWithoutEnginesIsFound) { expect_healed(u"PreemptionAlone", "K-322"); }
TEST(CapsRules, K322PreemptionWithEnginesIsSilent) { expect_silent(u"", "K-322"); }

// A driver that says it follows an older model is asked as that model asks.
TEST(Caps, TheModelDecidesTheFormOfTheSegmentQuery) {
  EXPECT_TRUE(life_with(u"").has_said("QuerySegment4"));
  const MiniportLife old = life_with(u"GoodBanks");
  EXPECT_TRUE(old.has_said("QuerySegment3")) << old.findings_text();
  EXPECT_FALSE(old.has_said("QuerySegment4"));
}

}  // namespace
