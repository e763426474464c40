// A monitor's description of itself: the base block of its EDID, versions 1.0 to 1.4.
//
// The bytes are hostile: a block with a wrong header or checksum is no EDID, and values that say
// nothing are left out. Extension blocks: extension.h. Owner: the caller. Threads: any. Cost: one
// pass over 128 bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/display/edid/timing.h"
#include "src/display/vidpn/monitors.h"

namespace drydock::display {

struct RangeLimits {
  UINT min_vertical_hz = 0, max_vertical_hz = 0;
  UINT min_horizontal_khz = 0, max_horizontal_khz = 0;
  UINT max_pixel_mhz = 0;  // 0: not said
};

struct Edid {
  std::string manufacturer;  // three letters
  std::uint16_t product = 0;
  std::uint32_t serial = 0;
  UINT version = 0, revision = 0;
  UINT extensions = 0;  // blocks that follow
  bool is_digital = false;
  std::string name;  // empty: not said
  std::string serial_text;
  std::optional<RangeLimits> ranges;
  std::vector<Timing> established, standard, detailed;
  bool prefers_first_detailed = false;
};

// Returns nothing when the block is no EDID.
std::optional<Edid> parse_edid(const EdidBlock& block);

// Returns whether the bytes begin as every base block does.
bool has_edid_header(std::span<const std::uint8_t> bytes);

// Returns whether the bytes of a block of any kind add up to 0, as they must.
bool has_right_checksum(const EdidBlock& block);

}  // namespace drydock::display
