#include "src/display/edid/extension.h"

#include <algorithm>
#include <span>

#include "src/display/edid/detailed_timing.h"
#include "src/display/edid/edid.h"
#include "src/display/edid/video_formats.h"

namespace drydock::display {
namespace {

using Bytes = std::span<const std::uint8_t>;

enum class BlockTag : std::uint8_t { kCta = 0x02, kDisplayId = 0x70 };

UINT word_at(Bytes bytes, std::size_t at) { return bytes[at] | UINT{bytes[at + 1]} << 8; }

// A code below 128 may be marked as the native format by its highest bit.
std::uint8_t code_of(std::uint8_t descriptor) {
  const bool is_marked = descriptor > 128 && descriptor < 193;
  return is_marked ? descriptor & 0x7f : descriptor;
}

void read_video_descriptors(Bytes codes, std::vector<Timing>& timings) {
  for (const std::uint8_t descriptor : codes) {
    const VideoFormat* const format = video_format(code_of(descriptor));
    if (format != nullptr) timings.push_back(timing_of(*format));
  }
}

// Data blocks, then detailed timings, then nothing up to the checksum.
void read_cta(Bytes bytes, std::vector<Timing>& timings) {
  constexpr std::size_t kFirstBlock = 4, kEnd = kEdidBlockBytes - 1;
  constexpr unsigned kVideoTag = 2;
  const std::size_t detailed = bytes[2];
  if (detailed < kFirstBlock || detailed > kEnd) return;
  for (std::size_t at = kFirstBlock; bytes[1] >= 3 && at < detailed;) {
    const std::size_t length = bytes[at] & 0x1fU;
    if (at + 1 + length > detailed) break;
    if (bytes[at] >> 5 == kVideoTag) read_video_descriptors(bytes.subspan(at + 1, length), timings);
    at += 1 + length;
  }
  for (std::size_t at = detailed; at + kDetailedTimingBytes <= kEnd; at += kDetailedTimingBytes) {
    if (word_at(bytes, at) == 0) return;
    const std::optional<Timing> timing = detailed_timing(bytes.subspan(at, kDetailedTimingBytes));
    if (timing) timings.push_back(*timing);
  }
}

// True when its numbers have room in a signal.
bool has_room(const Timing& timing) {
  constexpr std::uint64_t kMost = 0xffff'ffff;
  return timing.pixel_hz < kMost && std::uint64_t{timing.total_width} * timing.total_height < kMost;
}

// Numbers are stored less one. Interlaced pictures are left out.
void read_display_id_timing(Bytes bytes, std::uint64_t clock_unit, std::vector<Timing>& timings) {
  constexpr std::uint8_t kInterlaced = 0x10;
  if ((bytes[3] & kInterlaced) != 0) return;
  Timing timing;
  timing.pixel_hz = (word_at(bytes, 0) + (std::uint64_t{bytes[2]} << 16) + 1) * clock_unit;
  timing.width = word_at(bytes, 4) + 1;
  timing.total_width = timing.width + word_at(bytes, 6) + 1;
  timing.height = word_at(bytes, 12) + 1;
  timing.total_height = timing.height + word_at(bytes, 14) + 1;
  if (has_room(timing)) timings.push_back(timing);
}

// A section: its version, its length, and data blocks of a tag, a revision and a length each.
void read_display_id(Bytes bytes, std::vector<Timing>& timings) {
  constexpr std::size_t kFirstBlock = 5, kHead = 3, kTimingBytes = 20;
  constexpr std::uint8_t kTypeI = 0x03, kTypeVii = 0x22;
  const std::size_t end = std::min<std::size_t>(kFirstBlock + bytes[2], kEdidBlockBytes - 2);
  for (std::size_t at = kFirstBlock; at + kHead <= end;) {
    const std::size_t length = bytes[at + 2];
    if (at + kHead + length > end) return;
    const bool is_first = bytes[at] == kTypeI, is_seventh = bytes[at] == kTypeVii;
    for (std::size_t i = 0; (is_first || is_seventh) && i + kTimingBytes <= length;
         i += kTimingBytes)
      read_display_id_timing(bytes.subspan(at + kHead + i, kTimingBytes), is_first ? 10'000 : 1'000,
                             timings);
    at += kHead + length;
  }
}

}  // namespace

Extension parse_extension(const EdidBlock& block) {
  Extension extension;
  if (!has_right_checksum(block)) return extension;
  const auto tag = static_cast<BlockTag>(block[0]);
  extension.is_television = tag == BlockTag::kCta;
  if (tag == BlockTag::kCta) read_cta(block, extension.timings);
  if (tag == BlockTag::kDisplayId) read_display_id(block, extension.timings);
  return extension;
}

}  // namespace drydock::display
