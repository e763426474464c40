// The detailed timing of 18 bytes, which base blocks and CTA-861 extensions have.
//
// Cost: a few shifts. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "src/display/edid/timing.h"

namespace drydock::display {

inline constexpr std::size_t kDetailedTimingBytes = 18;

// Returns nothing when the timing has no picture. The bytes are as many as a detailed timing has,
// and begin with a pixel clock that is not 0.
std::optional<Timing> detailed_timing(std::span<const std::uint8_t> bytes);

}  // namespace drydock::display
