#include "src/display/edid/timing.h"

#include <cstddef>

namespace drydock::display {
namespace {

constexpr auto kDmt = D3DKMDT_VSS_VESA_DMT;
constexpr auto kIbm = D3DKMDT_VSS_IBM;
constexpr auto kApple = D3DKMDT_VSS_APPLE;

// In the order of their bits, the highest of the first byte first.
constexpr Timing kEstablishedTimings[] = {
    {720, 400, 900, 449, 28'320'000, 70, false, kIbm},
    {720, 400, 900, 449, 35'500'000, 88, false, kIbm},
    {640, 480, 800, 525, 25'175'000, 60, false, kDmt},
    {640, 480, 864, 525, 30'240'000, 67, false, kApple},
    {640, 480, 832, 520, 31'500'000, 72, false, kDmt},
    {640, 480, 840, 500, 31'500'000, 75, false, kDmt},
    {800, 600, 1024, 625, 36'000'000, 56, false, kDmt},
    {800, 600, 1056, 628, 40'000'000, 60, false, kDmt},
    {800, 600, 1040, 666, 50'000'000, 72, false, kDmt},
    {800, 600, 1056, 625, 49'500'000, 75, false, kDmt},
    {832, 624, 1152, 667, 57'284'000, 75, false, kApple},
    {1024, 768, 1264, 817, 44'900'000, 87, true, kDmt},
    {1024, 768, 1344, 806, 65'000'000, 60, false, kDmt},
    {1024, 768, 1328, 806, 75'000'000, 70, false, kDmt},
    {1024, 768, 1312, 800, 78'750'000, 75, false, kDmt},
    {1280, 1024, 1688, 1066, 135'000'000, 75, false, kDmt},
    {1152, 870, 1456, 915, 100'000'000, 75, false, kApple},
};

// Common timings that have no bit in the block.
constexpr Timing kFurtherTimings[] = {
    {1152, 864, 1600, 900, 108'000'000, 75, false, kDmt},
    {1280, 720, 1650, 750, 74'250'000, 60, false, kDmt},
    {1280, 800, 1680, 831, 83'500'000, 60, false, kDmt},
    {1280, 960, 1800, 1000, 108'000'000, 60, false, kDmt},
    {1280, 1024, 1688, 1066, 108'000'000, 60, false, kDmt},
    {1440, 900, 1904, 934, 106'500'000, 60, false, kDmt},
    {1600, 900, 1800, 1000, 108'000'000, 60, false, kDmt},
    {1600, 1200, 2160, 1250, 162'000'000, 60, false, kDmt},
    {1680, 1050, 2240, 1089, 146'250'000, 60, false, kDmt},
    {1920, 1080, 2200, 1125, 148'500'000, 60, false, kDmt},
    {1920, 1200, 2592, 1245, 193'250'000, 60, false, kDmt},
};

constexpr D3DDDI_RATIONAL kNotSpecified = {D3DKMDT_FREQUENCY_NOTSPECIFIED,
                                           D3DKMDT_FREQUENCY_NOTSPECIFIED};

}  // namespace

std::vector<Timing> established_timings(const std::array<std::uint8_t, 3>& bits) {
  std::vector<Timing> timings;
  for (std::size_t i = 0; i < std::size(kEstablishedTimings); ++i)
    if ((bits[i / 8] & 0x80U >> i % 8) != 0) timings.push_back(kEstablishedTimings[i]);
  return timings;
}

Timing timing_by_size(UINT width, UINT height, UINT rate) {
  const auto is_it = [&](const Timing& timing) {
    return timing.width == width && timing.height == height && timing.rate == rate &&
           timing.standard == kDmt && !timing.is_interlaced;
  };
  for (const Timing& timing : kEstablishedTimings)
    if (is_it(timing)) return timing;
  for (const Timing& timing : kFurtherTimings)
    if (is_it(timing)) return timing;
  Timing timing;
  timing.width = width;
  timing.height = height;
  timing.rate = rate;
  return timing;
}

D3DKMDT_VIDEO_SIGNAL_INFO signal_of(const Timing& timing) {
  D3DKMDT_VIDEO_SIGNAL_INFO signal{};
  signal.VideoStandard = timing.standard;
  signal.ActiveSize = {timing.width, timing.height};
  signal.ScanLineOrdering =
      timing.is_interlaced ? D3DDDI_VSSLO_INTERLACED_UPPERFIELDFIRST : D3DDDI_VSSLO_PROGRESSIVE;
  if (timing.pixel_hz == 0 || timing.total_width == 0 || timing.total_height == 0) {
    signal.TotalSize = {D3DKMDT_DIMENSION_NOTSPECIFIED, D3DKMDT_DIMENSION_NOTSPECIFIED};
    signal.VSyncFreq = timing.rate == 0 ? kNotSpecified : D3DDDI_RATIONAL{timing.rate, 1};
    signal.HSyncFreq = kNotSpecified;
    signal.PixelRate = D3DKMDT_FREQUENCY_NOTSPECIFIED;
    return signal;
  }
  // An interlaced picture is two fields.
  const UINT fields = timing.is_interlaced ? 2 : 1;
  const auto clock = static_cast<UINT>(timing.pixel_hz);
  signal.TotalSize = {timing.total_width, timing.total_height};
  signal.HSyncFreq = {clock, timing.total_width};
  signal.VSyncFreq = {clock, timing.total_width * timing.total_height / fields};
  signal.PixelRate = timing.pixel_hz;
  return signal;
}

}  // namespace drydock::display
