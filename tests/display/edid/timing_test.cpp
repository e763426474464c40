// Timings as drivers see them.
#include "src/display/edid/timing.h"

#include <gtest/gtest.h>

#include "src/display/vidpn/mode_kinds.h"

namespace drydock::display {
namespace {

TEST(Timing, CommonOneIsKnownInFull) {
  const D3DKMDT_VIDEO_SIGNAL_INFO signal = signal_of(timing_by_size(1024, 768, 60));
  EXPECT_EQ(signal.VideoStandard, D3DKMDT_VSS_VESA_DMT);
  EXPECT_EQ(signal.TotalSize.cx, 1344U);
  EXPECT_EQ(signal.PixelRate, 65'000'000U);
  EXPECT_EQ(signal.VSyncFreq.Numerator / signal.VSyncFreq.Denominator, 60U);
  EXPECT_EQ(signal.HSyncFreq.Numerator / signal.HSyncFreq.Denominator, 48363U);
  EXPECT_EQ(check_signal(signal, STATUS_UNSUCCESSFUL), STATUS_SUCCESS);
}

TEST(Timing, UncommonOneSaysWhatIsNotKnown) {
  const D3DKMDT_VIDEO_SIGNAL_INFO signal = signal_of(timing_by_size(1000, 700, 61));
  EXPECT_EQ(signal.ActiveSize.cx, 1000U);
  EXPECT_EQ(signal.VSyncFreq.Numerator, 61U);
  EXPECT_EQ(signal.TotalSize.cx, D3DKMDT_DIMENSION_NOTSPECIFIED);
  EXPECT_EQ(signal.HSyncFreq.Numerator, D3DKMDT_FREQUENCY_NOTSPECIFIED);
  EXPECT_EQ(check_signal(signal, STATUS_UNSUCCESSFUL), STATUS_SUCCESS);
}

TEST(Timing, InterlacedPictureIsTwoFields) {
  const std::vector<Timing> timings = established_timings({0, 0x10, 0});
  ASSERT_EQ(timings.size(), 1U);
  const D3DKMDT_VIDEO_SIGNAL_INFO signal = signal_of(timings.front());
  EXPECT_NE(signal.ScanLineOrdering, D3DDDI_VSSLO_PROGRESSIVE);
  EXPECT_EQ(signal.VSyncFreq.Numerator / signal.VSyncFreq.Denominator, 86U);
}

}  // namespace
}  // namespace drydock::display
