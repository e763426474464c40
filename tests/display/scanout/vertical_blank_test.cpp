#include "src/display/scanout/vertical_blank.h"

#include <gtest/gtest.h>

namespace drydock::display {
namespace {

constexpr sim::Time kStart = 1'000'000;

D3DKMDT_VIDEO_SIGNAL_INFO signal_of(UINT hertz, UINT lines, UINT total) {
  D3DKMDT_VIDEO_SIGNAL_INFO signal{};
  signal.VSyncFreq = {hertz, 1};
  signal.ActiveSize = {1024, lines};
  signal.TotalSize = {1344, total};
  return signal;
}

TEST(VerticalBlank, D004ComesAtTheRateOfTheMode) {
  const VerticalBlank blank(signal_of(50, 768, 800), kStart);
  EXPECT_EQ(blank.period(), 200'000);
  const sim::Time first = blank.next(kStart);
  EXPECT_EQ(first, kStart + 192'000);
  EXPECT_EQ(blank.next(first - 1), first);
  EXPECT_EQ(blank.next(first), first + 200'000);
  EXPECT_EQ(blank.next(kStart + 1'000'000'000), kStart + 1'000'192'000);
}

TEST(VerticalBlank, D004LinesPassOneAfterTheOther) {
  const VerticalBlank blank(signal_of(50, 768, 800), kStart);
  EXPECT_EQ(blank.scan_line(kStart).line, 0U);
  EXPECT_EQ(blank.scan_line(kStart + 250).line, 1U);
  EXPECT_FALSE(blank.scan_line(kStart + 191'999).is_in_blank);
  EXPECT_EQ(blank.scan_line(kStart + 192'000).line, 768U);
  EXPECT_TRUE(blank.scan_line(kStart + 192'000).is_in_blank);
  EXPECT_EQ(blank.scan_line(kStart + 199'999).line, 799U);
  EXPECT_EQ(blank.scan_line(kStart + 200'000).line, 0U);
}

TEST(VerticalBlank, D004IsOf60HertzWhereTheModeDoesNotSay) {
  D3DKMDT_VIDEO_SIGNAL_INFO signal = signal_of(0, 600, D3DKMDT_DIMENSION_NOTSPECIFIED);
  for (const UINT none : {UINT{0}, UINT{D3DKMDT_FREQUENCY_NOTSPECIFIED}, ~0U}) {
    signal.VSyncFreq = {none, none};
    const VerticalBlank blank(signal, kStart);
    EXPECT_EQ(blank.period(), 166'666);
    const sim::Time next = blank.next(kStart);
    EXPECT_TRUE(blank.scan_line(next).is_in_blank);
    EXPECT_FALSE(blank.scan_line(next - 1).is_in_blank);
    EXPECT_LT(blank.scan_line(kStart + 166'665).line, 630U);
  }
}

TEST(VerticalBlank, AModeOfNoSizeHasOneLine) {
  const VerticalBlank blank({}, kStart);
  EXPECT_GT(blank.next(kStart), kStart);
  EXPECT_LE(blank.scan_line(kStart + 1).line, 1U);
}

}  // namespace
}  // namespace drydock::display
