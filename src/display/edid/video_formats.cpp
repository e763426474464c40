#include "src/display/edid/video_formats.h"

namespace drydock::display {
namespace {

constexpr VideoFormat kFormats[] = {
    {1, 0, 640, 480, 25'175, false, 16, 96, 48, 10, 2, 33, false},
    {2, 3, 720, 480, 27'000, false, 16, 62, 60, 9, 6, 30, false},
    {4, 0, 1280, 720, 74'250, false, 110, 40, 220, 5, 5, 20, true},
    {5, 0, 1920, 1080, 74'250, true, 88, 44, 148, 2, 5, 15, true},
    {6, 7, 1440, 480, 27'000, true, 38, 124, 114, 4, 3, 15, false},
    {10, 11, 2880, 480, 54'000, true, 76, 248, 228, 4, 3, 15, false},
    {14, 15, 1440, 480, 54'000, false, 32, 124, 120, 9, 6, 30, false},
    {16, 0, 1920, 1080, 148'500, false, 88, 44, 148, 4, 5, 36, true},
    {17, 18, 720, 576, 27'000, false, 12, 64, 68, 5, 5, 39, false},
    {19, 0, 1280, 720, 74'250, false, 440, 40, 220, 5, 5, 20, true},
    {20, 0, 1920, 1080, 74'250, true, 528, 44, 148, 2, 5, 15, true},
    {21, 22, 1440, 576, 27'000, true, 24, 126, 138, 2, 3, 19, false},
    {25, 26, 2880, 576, 54'000, true, 48, 252, 276, 2, 3, 19, false},
    {29, 30, 1440, 576, 54'000, false, 24, 128, 136, 5, 5, 39, false},
    {31, 0, 1920, 1080, 148'500, false, 528, 44, 148, 4, 5, 36, true},
    {32, 0, 1920, 1080, 74'250, false, 638, 44, 148, 4, 5, 36, true},
    {33, 0, 1920, 1080, 74'250, false, 528, 44, 148, 4, 5, 36, true},
    {34, 0, 1920, 1080, 74'250, false, 88, 44, 148, 4, 5, 36, true},
    {35, 36, 2880, 480, 108'000, false, 64, 248, 240, 9, 6, 30, false},
    {37, 38, 2880, 576, 108'000, false, 48, 256, 272, 5, 5, 39, false},
    {40, 0, 1920, 1080, 148'500, true, 528, 44, 148, 2, 5, 15, true},
    {41, 0, 1280, 720, 148'500, false, 440, 40, 220, 5, 5, 20, true},
    {42, 43, 720, 576, 54'000, false, 12, 64, 68, 5, 5, 39, false},
    {44, 45, 1440, 576, 54'000, true, 24, 126, 138, 2, 3, 19, false},
    {46, 0, 1920, 1080, 148'500, true, 88, 44, 148, 2, 5, 15, true},
    {47, 0, 1280, 720, 148'500, false, 110, 40, 220, 5, 5, 20, true},
    {48, 49, 720, 480, 54'000, false, 16, 62, 60, 9, 6, 30, false},
    {50, 51, 1440, 480, 54'000, true, 38, 124, 114, 4, 3, 15, false},
    {52, 53, 720, 576, 108'000, false, 12, 64, 68, 5, 5, 39, false},
    {54, 55, 1440, 576, 108'000, true, 24, 126, 138, 2, 3, 19, false},
    {56, 57, 720, 480, 108'000, false, 16, 62, 60, 9, 6, 30, false},
    {58, 59, 1440, 480, 108'000, true, 38, 124, 114, 4, 3, 15, false},
    {60, 0, 1280, 720, 59'400, false, 1760, 40, 220, 5, 5, 20, true},
    {61, 0, 1280, 720, 74'250, false, 2420, 40, 220, 5, 5, 20, true},
    {62, 0, 1280, 720, 74'250, false, 1760, 40, 220, 5, 5, 20, true},
    {63, 0, 1920, 1080, 297'000, false, 88, 44, 148, 4, 5, 36, true},
    {64, 0, 1920, 1080, 297'000, false, 528, 44, 148, 4, 5, 36, true},
    {93, 0, 3840, 2160, 297'000, false, 1276, 88, 296, 8, 10, 72, true},
    {94, 0, 3840, 2160, 297'000, false, 1056, 88, 296, 8, 10, 72, true},
    {95, 0, 3840, 2160, 297'000, false, 176, 88, 296, 8, 10, 72, true},
    {96, 0, 3840, 2160, 594'000, false, 1056, 88, 296, 8, 10, 72, true},
    {97, 0, 3840, 2160, 594'000, false, 176, 88, 296, 8, 10, 72, true},
    {98, 0, 4096, 2160, 297'000, false, 1020, 88, 296, 8, 10, 72, true},
    {99, 0, 4096, 2160, 297'000, false, 968, 88, 128, 8, 10, 72, true},
    {100, 0, 4096, 2160, 297'000, false, 88, 88, 128, 8, 10, 72, true},
    {101, 0, 4096, 2160, 594'000, false, 968, 88, 128, 8, 10, 72, true},
    {102, 0, 4096, 2160, 594'000, false, 88, 88, 128, 8, 10, 72, true},
};

}  // namespace

const VideoFormat* video_format(std::uint8_t code) {
  if (code == 0) return nullptr;
  for (const VideoFormat& format : kFormats)
    if (format.code == code || format.wide_code == code) return &format;
  return nullptr;
}

Timing timing_of(const VideoFormat& format) {
  constexpr std::uint64_t kHzPerKhz = 1000;
  Timing timing;
  timing.width = format.width;
  timing.height = format.height;
  timing.total_width = format.width + format.front + format.sync + format.back;
  const UINT blank = format.front_lines + format.sync_lines + format.back_lines;
  timing.total_height = format.height + (format.is_interlaced ? 2 * blank + 1 : blank);
  timing.pixel_hz = format.pixel_khz * kHzPerKhz;
  timing.is_interlaced = format.is_interlaced;
  timing.standard = D3DKMDT_VSS_EIA_861B;
  return timing;
}

}  // namespace drydock::display
