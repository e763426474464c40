// Formats to try on a pin when the driver proposes none.
#include <algorithm>
#include <cstring>

// clang-format off: ksmedia.h has sound only behind mmreg.h.
#include "src/nt/base/wdk.h"
#include "mmreg.h"
#include "src/ks/base/wdk.h"
// clang-format on
#include "src/verify/scenarios/minidriver/client.h"

namespace drydock::verify {

using namespace avstream;

namespace {

constexpr std::uint32_t kWidth = 32;
constexpr std::uint32_t kHeight = 16;
constexpr std::size_t kBytesWithoutFormat = 4096;

template <class T>
std::optional<T> read_as(const Format& format) {
  T out;
  if (format.bytes.size() < sizeof out) return std::nullopt;
  std::memcpy(&out, format.bytes.data(), sizeof out);
  return out;
}

// The best sound format of a range: a range is no format by itself, and few drivers compose one.
std::optional<Format> sound_of(const Format& range) {
  const auto audio = read_as<KSDATARANGE_AUDIO>(range);
  if (!audio || !IsEqualGUID(audio->DataRange.MajorFormat, KSDATAFORMAT_TYPE_AUDIO)) return {};
  KSDATAFORMAT_WAVEFORMATEX out{};
  out.DataFormat = audio->DataRange;
  out.DataFormat.FormatSize = sizeof out;
  out.DataFormat.Specifier = KSDATAFORMAT_SPECIFIER_WAVEFORMATEX;
  WAVEFORMATEX& wave = out.WaveFormatEx;
  wave.wFormatTag = WAVE_FORMAT_PCM;
  wave.nChannels = static_cast<WORD>(std::min<ULONG>(audio->MaximumChannels, 2));
  wave.nSamplesPerSec = audio->MaximumSampleFrequency;
  wave.wBitsPerSample = static_cast<WORD>(audio->MaximumBitsPerSample);
  wave.nBlockAlign = static_cast<WORD>(wave.nChannels * wave.wBitsPerSample / 8);
  wave.nAvgBytesPerSec = wave.nSamplesPerSec * wave.nBlockAlign;
  out.DataFormat.SampleSize = wave.nBlockAlign;
  const auto* begin = reinterpret_cast<const std::byte*>(&out);
  return Format{{begin, begin + sizeof out}};
}

}  // namespace

std::size_t bytes_of_frame(const Format& format) {
  const auto wave = read_as<KSDATAFORMAT_WAVEFORMATEX>(format);
  if (wave && IsEqualGUID(wave->DataFormat.Specifier, KSDATAFORMAT_SPECIFIER_WAVEFORMATEX)) {
    return std::max<std::size_t>(wave->WaveFormatEx.nAvgBytesPerSec / 30, 64);
  }
  const std::size_t said = frame_size(format);
  return said == 0 ? kBytesWithoutFormat : said;
}

namespace {

void add_all(std::vector<Format>& all, std::vector<Format> more) {
  for (Format& one : more) {
    const bool is_new =
        std::ranges::none_of(all, [&](const Format& other) { return other.bytes == one.bytes; });
    if (is_new) all.push_back(std::move(one));
  }
}

}  // namespace

std::vector<Format> formats_of(Run& run, Filter& filter, std::uint32_t type) {
  std::vector<Format> out;
  std::vector<Format> small = filter.formats(type, kWidth, kHeight);
  std::ranges::reverse(small);
  add_all(out, std::move(small));
  add_all(out, filter.formats(type));
  for (const Blob& blob : run.drivers().profile.formats) add_all(out, {{blob}});
  const std::vector<PinType> types = filter.pin_types();
  if (type >= types.size()) return out;
  for (const Format& range : types[type].ranges) {
    if (const std::optional<Format> sound = sound_of(range)) add_all(out, {*sound});
    if (range.bytes.size() == sizeof(KSDATARANGE)) add_all(out, {range});
  }
  // No format is known. A range without variants is a format by itself.
  if (out.empty()) add_all(out, types[type].ranges);
  return out;
}

}  // namespace drydock::verify
