// The queries to a driver that starts: their form, and their two steps.
#include <gtest/gtest.h>

#include "tests/dxgk/adapter/caps_scene.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

TEST(CapsRules, K316NoSegmentIsFound) { expect_refused(u"NoSegments", "K-316"); }
TEST(CapsRules, K316ChangedSetIsFound) { expect_refused(u"SegmentsChange", "K-316"); }
TEST(CapsRules, K316NoPagingBufferIsFound) { expect_healed(u"NoPagingBuffer", "K-316"); }
TEST(CapsRules, K316TwoStepsAreSilent) { expect_silent(u"", "K-316"); }

TEST(CapsRules, K321BankBehindTheSegmentIsFound) { expect_healed(u"BadBanks", "K-321"); }
TEST(CapsRules, K321BanksThatCoverTheSegmentAreSilent) { expect_silent(u"GoodBanks", "K-321"); }

// A driver that says it follows an older model is asked as that model asks.
TEST(Caps, TheModelDecidesTheFormOfTheSegmentQuery) {
  EXPECT_TRUE(life_with(u"").has_said("QuerySegment4"));
  const MiniportLife old = life_with(u"GoodBanks");
  EXPECT_TRUE(old.has_said("QuerySegment3")) << old.findings_text();
  EXPECT_FALSE(old.has_said("QuerySegment4"));
}

TEST(Adapter, SaysWhatTheDriverCan) {
  MiniportOptions options;
  options.started = [](dxgk::Adapter& adapter) {
    EXPECT_EQ(adapter.caps().segments.size(), 2U);
    EXPECT_EQ(adapter.caps().segments[1].Size, 0x1000000U);
    EXPECT_EQ(adapter.caps().paging_buffer_size, static_cast<SIZE_T>(PAGE_SIZE));
    ASSERT_EQ(adapter.caps().nodes.size(), 2U);
    // The structure is packed: compared by value.
    EXPECT_EQ(static_cast<int>(adapter.caps().nodes[1].EngineType), DXGK_ENGINE_TYPE_COPY);
    EXPECT_NE(adapter.luid().LowPart, 0U);
  };
  EXPECT_EQ(life_with(u"", options).start, STATUS_SUCCESS);
}

}  // namespace
