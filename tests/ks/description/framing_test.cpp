// Agreement between two framings.
#include "src/ks/description/framing.h"

#include <gtest/gtest.h>

namespace {

using namespace drydock::ks;

KSALLOCATOR_FRAMING_EX framing_of(ULONG frames, ULONG size, const GUID& memory) {
  KSALLOCATOR_FRAMING_EX out{};
  out.CountItems = 1;
  out.OutputCompression = {1, 1, 0};
  KS_FRAMING_ITEM& item = out.FramingItem[0];
  item.MemoryType = memory;
  item.Frames = frames;
  item.FramingRange.Range = {size, size, 1};
  return out;
}

TEST(KsFraming, AgreesOnMoreFramesTheStricterAlignmentAndTheSourcesSize) {
  auto source = framing_of(2, 64, KSMEMORY_TYPE_KERNEL_NONPAGED);
  auto sink = framing_of(5, 128, KSMEMORY_TYPE_WILDCARD);
  source.FramingItem[0].FileAlignment = 3;
  sink.FramingItem[0].FileAlignment = 15;
  const auto agreed = agree(&source, &sink);
  ASSERT_TRUE(agreed.has_value());
  EXPECT_EQ(agreed->Frames, 5U);
  EXPECT_EQ(agreed->FileAlignment, 15U);
  EXPECT_EQ(agreed->FrameSize, 64U);
}

TEST(KsFraming, DoesNotAgreeOnMemoriesThatExcludeEachOther) {
  const auto paged = framing_of(1, 64, KSMEMORY_TYPE_KERNEL_PAGED);
  const auto nonpaged = framing_of(1, 64, KSMEMORY_TYPE_KERNEL_NONPAGED);
  const auto user = framing_of(1, 64, KSMEMORY_TYPE_USER);
  EXPECT_FALSE(agree(&paged, &nonpaged).has_value());
  EXPECT_FALSE(agree(&user, nullptr).has_value());
  EXPECT_FALSE(agree(nullptr, nullptr).has_value());
  EXPECT_TRUE(agree(nullptr, &nonpaged).has_value());
}

TEST(KsFraming, RefusesARequestWhoseAlignmentIsNoMask) {
  KSALLOCATOR_FRAMING asked{};
  EXPECT_EQ(check_framing_request(asked), STATUS_INVALID_PARAMETER);  // no size
  asked.FrameSize = 64;
  EXPECT_EQ(check_framing_request(asked), STATUS_SUCCESS);
  asked.FileAlignment = 6;
  EXPECT_EQ(check_framing_request(asked), STATUS_INVALID_PARAMETER);
  asked.FileAlignment = PAGE_SIZE - 1;
  EXPECT_EQ(check_framing_request(asked), STATUS_SUCCESS);
  asked.Reserved = 1;
  EXPECT_EQ(check_framing_request(asked), STATUS_INVALID_PARAMETER);
}

TEST(KsFraming, KnowsHowLongAFramingIs) {
  auto framing = framing_of(1, 64, KSMEMORY_TYPE_WILDCARD);
  const ULONG one = size_of(framing);
  framing.CountItems = 3;
  EXPECT_EQ(size_of(framing), one + 2 * sizeof(KS_FRAMING_ITEM));
}

}  // namespace
