#include "src/display/edid/detailed_timing.h"

namespace drydock::display {

std::optional<Timing> detailed_timing(std::span<const std::uint8_t> bytes) {
  Timing timing;
  timing.pixel_hz = (bytes[0] | UINT{bytes[1]} << 8) * std::uint64_t{10'000};
  timing.width = bytes[2] | (bytes[4] & 0xf0U) << 4;
  timing.total_width = timing.width + (bytes[3] | (bytes[4] & 0x0fU) << 8);
  timing.height = bytes[5] | (bytes[7] & 0xf0U) << 4;
  timing.total_height = timing.height + (bytes[6] | (bytes[7] & 0x0fU) << 8);
  timing.is_interlaced = (bytes[17] & 0x80) != 0;
  if (timing.width == 0 || timing.height == 0) return std::nullopt;
  if (timing.is_interlaced) {
    // The lines are those of a field, and one line is divided between the two fields.
    timing.height *= 2;
    timing.total_height = 2 * timing.total_height + 1;
  }
  return timing;
}

}  // namespace drydock::display
