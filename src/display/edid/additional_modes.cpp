#include "src/display/edid/additional_modes.h"

#include <array>
#include <cassert>

#include "src/display/edid/video_formats.h"

namespace drydock::display {
namespace {

constexpr UINT kKhzPerClock = 10;

enum class Rate : std::uint8_t { kOfFormat, kReduced };  // reduced: by 1000 / 1001

struct Wanted {
  std::uint8_t code;
  bool is_wide;
  Rate rate;
};

// Systems of 59.94 Hz first, then those of 50 Hz.
constexpr std::array kTelevision = {
    Wanted{1, false, Rate::kOfFormat},  Wanted{6, false, Rate::kOfFormat},
    Wanted{7, true, Rate::kOfFormat},   Wanted{2, false, Rate::kOfFormat},
    Wanted{3, true, Rate::kOfFormat},   Wanted{4, true, Rate::kReduced},
    Wanted{5, true, Rate::kReduced},    Wanted{16, true, Rate::kReduced},
    Wanted{21, false, Rate::kOfFormat}, Wanted{22, true, Rate::kOfFormat},
    Wanted{17, false, Rate::kOfFormat}, Wanted{18, true, Rate::kOfFormat},
    Wanted{19, true, Rate::kOfFormat},  Wanted{20, true, Rate::kOfFormat},
    Wanted{31, true, Rate::kOfFormat}};
constexpr std::array kAnalog = {Wanted{1, false, Rate::kOfFormat}};

UINT clock_of(const VideoFormat& format, Rate rate) {
  const UINT khz =
      rate == Rate::kReduced ? (format.pixel_khz * 1000 + 500) / 1001 : format.pixel_khz;
  return (khz + kKhzPerClock / 2) / kKhzPerClock;
}

DXGK_TARGETMODE_DETAIL_TIMING detail(const Wanted& wanted, UINT id, bool has_detailed_timing) {
  const VideoFormat* const format = video_format(wanted.code);
  assert(format != nullptr);
  const Timing timing = timing_of(*format);
  DXGK_TARGETMODE_DETAIL_TIMING mode{};
  mode.VideoStandard = timing.standard;
  mode.TimingId = id;
  DISPLAYID_DETAILED_TIMING_TYPE_I& to = mode.DetailTiming;
  to.PixelClock = clock_of(*format, wanted.rate);
  to.AspectRatio = wanted.is_wide ? DIDDT1_AspectRatio_16x9 : DIDDT1_AspectRatio_4x3;
  to.ScanningType = format->is_interlaced ? DIDDT1_Interlaced : DIDDT1_Progressive;
  to.StereoMode = DIDDT1_Monoscopic;
  to.PreferredTiming = has_detailed_timing ? 1 : 0;
  const USHORT polarity = format->has_positive_syncs ? DIDDT1_Sync_Positive : DIDDT1_Sync_Negative;
  to.HorizontalActivePixels = static_cast<USHORT>(timing.width);
  to.HorizontalBlankPixels = static_cast<USHORT>(timing.total_width - timing.width);
  to.HorizontalFrontPorch = static_cast<USHORT>(format->front & 0x7fff);
  to.HorizontalSyncPolarity = polarity & 1;
  to.HorizontalSyncWidth = static_cast<USHORT>(format->sync);
  to.VerticalActiveLines = static_cast<USHORT>(timing.height);
  to.VerticalBlankLines = static_cast<USHORT>(timing.total_height - timing.height);
  to.VerticalFrontPorch = static_cast<USHORT>(format->front_lines & 0x7fff);
  to.VerticalSyncPolarity = polarity & 1;
  to.VerticalSyncWidth = static_cast<USHORT>(format->sync_lines);
  return mode;
}

}  // namespace

std::vector<DXGK_TARGETMODE_DETAIL_TIMING> additional_modes(const Edid& edid, bool is_television) {
  std::vector<DXGK_TARGETMODE_DETAIL_TIMING> modes;
  const auto add = [&](const auto& list) {
    for (const Wanted& wanted : list)
      modes.push_back(detail(wanted, static_cast<UINT>(modes.size()), !edid.detailed.empty()));
  };
  if (is_television) {
    add(kTelevision);
  } else if (!edid.is_digital) {
    add(kAnalog);
  }
  return modes;
}

Timing timing_of(const DXGK_TARGETMODE_DETAIL_TIMING& mode) {
  constexpr std::uint64_t kHzPerClock = 10'000;
  const DISPLAYID_DETAILED_TIMING_TYPE_I& from = mode.DetailTiming;
  Timing timing;
  timing.width = from.HorizontalActivePixels;
  timing.total_width = timing.width + from.HorizontalBlankPixels;
  timing.height = from.VerticalActiveLines;
  timing.total_height = timing.height + from.VerticalBlankLines;
  timing.pixel_hz = from.PixelClock * kHzPerClock;
  timing.is_interlaced = from.ScanningType == DIDDT1_Interlaced;
  timing.standard = mode.VideoStandard;
  return timing;
}

}  // namespace drydock::display
