#include "src/display/edid/edid.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "src/display/edid/detailed_timing.h"

namespace drydock::display {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::array<std::uint8_t, 8> kEdidHeader = {0x00, 0xff, 0xff, 0xff,
                                                     0xff, 0xff, 0xff, 0x00};

// Offsets of the fields of the block.
constexpr std::size_t kManufacturer = 8;
constexpr std::size_t kProduct = 10;
constexpr std::size_t kSerial = 12;
constexpr std::size_t kVersion = 18;
constexpr std::size_t kFeatures = 24;
constexpr std::size_t kEstablished = 35;
constexpr std::size_t kStandard = 38, kStandardTimings = 8;
constexpr std::size_t kInput = 20;
constexpr std::size_t kDescriptors = 54, kDescriptorCount = 4;
constexpr std::size_t kDescriptorBytes = kDetailedTimingBytes;
constexpr std::size_t kExtensions = 126;

constexpr std::uint8_t kDigitalInput = 0x80;
constexpr std::uint8_t kPreferredFeature = 0x02;

enum class Tag : std::uint8_t {
  kStandardTimings = 0xfa,
  kName = 0xfc,
  kRangeLimits = 0xfd,
  kSerialText = 0xff,
};

UINT word(Bytes bytes, std::size_t at) { return bytes[at] | UINT{bytes[at + 1]} << 8; }

std::string manufacturer_of(Bytes bytes) {
  const UINT packed = UINT{bytes[kManufacturer]} << 8 | bytes[kManufacturer + 1];
  std::string name;
  for (const int shift : {10, 5, 0}) {
    const UINT letter = packed >> shift & 0x1f;
    name += letter >= 1 && letter <= 26 ? static_cast<char>('A' + letter - 1) : '?';
  }
  return name;
}

// Text ends with a line feed, or fills its room. Only characters that can be printed are taken.
std::string text_of(Bytes descriptor) {
  std::string text;
  for (const std::uint8_t byte : descriptor.subspan(5)) {
    if (byte == '\n') break;
    text += byte >= 0x20 && byte < 0x7f ? static_cast<char>(byte) : '.';
  }
  return text;
}

// Returns nothing for an entry that is not used.
std::optional<Timing> standard_timing(std::uint8_t first, std::uint8_t second, UINT revision) {
  if (first == 0 || (first == 1 && second == 1)) return std::nullopt;
  const UINT width = (first + 31U) * 8;
  const UINT rate = (second & 0x3f) + 60U;
  switch (second >> 6) {
    case 0:
      return timing_by_size(width, revision < 3 ? width : width * 10 / 16, rate);
    case 1:
      return timing_by_size(width, width * 3 / 4, rate);
    case 2:
      return timing_by_size(width, width * 4 / 5, rate);
    default:
      return timing_by_size(width, width * 9 / 16, rate);
  }
}

std::optional<RangeLimits> range_limits(Bytes bytes, UINT revision) {
  const UINT offsets = revision >= 4 ? bytes[4] : 0;
  const auto beyond = [&](UINT bit) { return (offsets & bit) != 0 ? 255U : 0U; };
  RangeLimits limits;
  limits.min_vertical_hz = bytes[5] + beyond(1);
  limits.max_vertical_hz = bytes[6] + beyond(2);
  limits.min_horizontal_khz = bytes[7] + beyond(4);
  limits.max_horizontal_khz = bytes[8] + beyond(8);
  limits.max_pixel_mhz = bytes[9] == 0xff ? 0 : bytes[9] * 10U;
  if (limits.min_vertical_hz == 0 || limits.min_vertical_hz > limits.max_vertical_hz ||
      limits.min_horizontal_khz == 0 || limits.min_horizontal_khz > limits.max_horizontal_khz)
    return std::nullopt;
  return limits;
}

void add_standard_timings(Bytes pairs, std::size_t count, Edid& edid) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto timing = standard_timing(pairs[2 * i], pairs[2 * i + 1], edid.revision);
    if (timing) edid.standard.push_back(*timing);
  }
}

void read_display_descriptor(Bytes bytes, Edid& edid) {
  constexpr std::size_t kMoreStandardTimings = 6;
  switch (static_cast<Tag>(bytes[3])) {
    case Tag::kName:
      edid.name = text_of(bytes);
      break;
    case Tag::kSerialText:
      edid.serial_text = text_of(bytes);
      break;
    case Tag::kRangeLimits:
      edid.ranges = range_limits(bytes, edid.revision);
      break;
    case Tag::kStandardTimings:
      add_standard_timings(bytes.subspan(5), kMoreStandardTimings, edid);
      break;
  }
}

void read_descriptor(Bytes bytes, bool is_first, Edid& edid) {
  if (word(bytes, 0) == 0) {
    read_display_descriptor(bytes, edid);
    return;
  }
  const std::optional<Timing> timing = detailed_timing(bytes);
  if (!timing) return;
  edid.detailed.push_back(*timing);
  if (is_first) edid.prefers_first_detailed = edid.revision >= 4 || edid.prefers_first_detailed;
}

}  // namespace

bool has_edid_header(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= kEdidHeader.size() &&
         std::ranges::equal(bytes.first(kEdidHeader.size()), kEdidHeader);
}

bool has_right_checksum(const EdidBlock& block) {
  return std::accumulate(block.begin(), block.end(), 0U) % 256 == 0;
}

std::optional<Edid> parse_edid(const EdidBlock& block) {
  const Bytes bytes(block);
  if (!has_edid_header(bytes) || !has_right_checksum(block) || bytes[kVersion] != 1)
    return std::nullopt;
  Edid edid;
  edid.manufacturer = manufacturer_of(bytes);
  edid.product = static_cast<std::uint16_t>(word(bytes, kProduct));
  edid.serial = word(bytes, kSerial) | word(bytes, kSerial + 2) << 16;
  edid.version = bytes[kVersion];
  edid.revision = bytes[kVersion + 1];
  edid.extensions = bytes[kExtensions];
  edid.is_digital = (bytes[kInput] & kDigitalInput) != 0;
  edid.prefers_first_detailed = (bytes[kFeatures] & kPreferredFeature) != 0;
  edid.established =
      established_timings({bytes[kEstablished], bytes[kEstablished + 1], bytes[kEstablished + 2]});
  add_standard_timings(bytes.subspan(kStandard), kStandardTimings, edid);
  for (std::size_t i = 0; i < kDescriptorCount; ++i)
    read_descriptor(bytes.subspan(kDescriptors + i * kDescriptorBytes, kDescriptorBytes), i == 0,
                    edid);
  if (edid.detailed.empty()) edid.prefers_first_detailed = false;
  return edid;
}

}  // namespace drydock::display
