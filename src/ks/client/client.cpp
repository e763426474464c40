// Filters as a client sees them: what their pins can do, and connections.
#include <fmt/format.h>

#include <cstring>

#include "drydock/avstream.h"
#include "src/ks/client/client_file.h"
#include "src/ks/object/header.h"
#include "src/nt/rtl/names.h"

namespace drydock::avstream {
namespace {

Bytes pin_property(ULONG pin_type, ULONG id) {
  KSP_PIN out{};
  out.Property.Set = KSPROPSETID_Pin;
  out.Property.Id = id;
  out.Property.Flags = KSPROPERTY_TYPE_GET;
  out.PinId = pin_type;
  return to_bytes(out);
}

template <class T>
T get_value(const ClientFile& file, const Bytes& identifier, const char* what) {
  Bytes out(sizeof(T));
  std::size_t returned = 0;
  expect(file.request(IOCTL_KS_PROPERTY, identifier, out, returned), what);
  T value{};
  if (returned >= sizeof value) std::memcpy(&value, out.data(), sizeof value);
  return value;
}

// The formats in a KSMULTIPLE_ITEM: each begins at a multiple of 8. What does not fit is not there.
std::vector<Format> split(const Bytes& list) {
  std::vector<Format> out;
  std::size_t at = sizeof(KSMULTIPLE_ITEM);
  while (at + sizeof(KSDATAFORMAT) <= list.size()) {
    KSDATAFORMAT head;
    std::memcpy(&head, list.data() + at, sizeof head);
    if (head.FormatSize < sizeof head || head.FormatSize > list.size() - at) break;
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(at);
    out.push_back({Bytes(begin, begin + static_cast<std::ptrdiff_t>(head.FormatSize))});
    at += (head.FormatSize + 7) & ~std::size_t{7};
  }
  return out;
}

std::vector<Format> ranges_of(const ClientFile& file, ULONG pin_type) {
  Bytes list;
  expect(file.get(pin_property(pin_type, KSPROPERTY_PIN_DATARANGES), list), "the data ranges");
  return split(list);
}

Status intersect(const ClientFile& file, ULONG pin_type, const Format& range, Format& format) {
  Bytes in = pin_property(pin_type, KSPROPERTY_PIN_DATAINTERSECTION);
  KSMULTIPLE_ITEM head{};
  head.Size = static_cast<ULONG>(sizeof head + range.bytes.size());
  head.Count = 1;
  const Bytes list = to_bytes(head);
  in.insert(in.end(), list.begin(), list.end());
  in.insert(in.end(), range.bytes.begin(), range.bytes.end());
  return file.get(in, format.bytes);
}

void ask_for_size(Format& range, std::uint32_t width, std::uint32_t height) {
  KS_DATARANGE_VIDEO video;
  if (range.bytes.size() < sizeof video) return;
  std::memcpy(&video, range.bytes.data(), sizeof video);
  KS_BITMAPINFOHEADER& bitmap = video.VideoInfoHeader.bmiHeader;
  bitmap.biWidth = static_cast<LONG>(width);
  bitmap.biHeight = static_cast<LONG>(height);
  bitmap.biSizeImage = width * height * bitmap.biBitCount / 8;
  std::memcpy(range.bytes.data(), &video, sizeof video);
}

std::vector<Format> intersections(const ClientFile& file, ULONG pin_type,
                                  const std::vector<Format>& ranges) {
  std::vector<Format> out;
  for (const Format& range : ranges) {
    Format format;
    const Status status = intersect(file, pin_type, range, format);
    if (NT_SUCCESS(status)) out.push_back(std::move(format));
  }
  return out;
}

}  // namespace

Error::Error(const std::string& what, Status status)
    : std::runtime_error(fmt::format("{}: status {}", what, nt::status_text(status))),
      status_(status) {}

StartError::StartError(const std::string& call, Status status)
    : Error(Whole{nt::answer_text(call, status)}, status), call_(call) {}

std::optional<Video> video_of(const Format& format) {
  KS_DATAFORMAT_VIDEOINFOHEADER video;
  if (format.bytes.size() < sizeof video) return std::nullopt;
  std::memcpy(&video, format.bytes.data(), sizeof video);
  if (!IsEqualGUID(video.DataFormat.Specifier, KSDATAFORMAT_SPECIFIER_VIDEOINFO)) {
    return std::nullopt;
  }
  const KS_BITMAPINFOHEADER& bitmap = video.VideoInfoHeader.bmiHeader;
  return Video{bitmap.biCompression, static_cast<std::uint32_t>(bitmap.biWidth), bitmap.biHeight,
               bitmap.biBitCount, bitmap.biSizeImage};
}

Filter::Filter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Filter::Filter(Filter&&) noexcept = default;
Filter& Filter::operator=(Filter&&) noexcept = default;
Filter::~Filter() = default;

void Filter::close() { impl_->file.close(); }

std::vector<PinType> Filter::pin_types() {
  const auto count = get_value<ULONG>(impl_->file, pin_property(0, KSPROPERTY_PIN_CTYPES),
                                      "the number of pin types");
  std::vector<PinType> out;
  for (ULONG id = 0; id < count; ++id) {
    PinType& type = out.emplace_back();
    type.is_output =
        get_value<KSPIN_DATAFLOW>(impl_->file, pin_property(id, KSPROPERTY_PIN_DATAFLOW),
                                  "the data flow") == KSPIN_DATAFLOW_OUT;
    const auto communication = get_value<KSPIN_COMMUNICATION>(
        impl_->file, pin_property(id, KSPROPERTY_PIN_COMMUNICATION), "the communication");
    type.opens_for_client =
        communication == KSPIN_COMMUNICATION_SINK || communication == KSPIN_COMMUNICATION_BOTH;
    type.opens_to_sink =
        communication == KSPIN_COMMUNICATION_SOURCE || communication == KSPIN_COMMUNICATION_BOTH;
    const auto instances = get_value<KSPIN_CINSTANCES>(
        impl_->file, pin_property(id, KSPROPERTY_PIN_CINSTANCES), "the instances");
    type.instances = instances.CurrentCount;
    type.instances_possible = instances.PossibleCount;
    type.ranges = ranges_of(impl_->file, id);
  }
  return out;
}

std::vector<Format> Filter::formats(std::uint32_t pin_type) {
  return intersections(impl_->file, pin_type, ranges_of(impl_->file, pin_type));
}

std::vector<Format> Filter::formats(std::uint32_t pin_type, std::uint32_t width,
                                    std::uint32_t height) {
  std::vector<Format> ranges = ranges_of(impl_->file, pin_type);
  for (Format& range : ranges) ask_for_size(range, width, height);
  return intersections(impl_->file, pin_type, ranges);
}

namespace {

// The first that the pin type offers, when it is one of the hardware's own.
std::optional<KSPIN_MEDIUM> own_medium(const ClientFile& file, ULONG pin_type) {
  Bytes list;
  KSPIN_MEDIUM out;
  if (!NT_SUCCESS(file.get(pin_property(pin_type, KSPROPERTY_PIN_MEDIUMS), list))) return {};
  if (list.size() < sizeof(KSMULTIPLE_ITEM) + sizeof out) return {};
  std::memcpy(&out, list.data() + sizeof(KSMULTIPLE_ITEM), sizeof out);
  return IsEqualGUID(out.Set, KSMEDIUMSETID_Standard) ? std::nullopt : std::optional(out);
}

}  // namespace

Status Filter::try_connect(std::uint32_t pin_type, const Format& format, std::optional<Pin>& pin,
                           Pin* sink) {
  const HANDLE to = sink == nullptr ? nullptr : sink->impl_->file.handle();
  ClientFile file;
  const auto open = [&](const Bytes& parameters) {
    return ClientFile::open_below(impl_->file, ks::kPinClass, parameters, file);
  };
  Status status = open(connect_parameters(pin_type, to, format.bytes));
  if (status == STATUS_NO_MATCH) {
    const auto medium = own_medium(impl_->file, pin_type);
    if (medium) status = open(connect_parameters(pin_type, to, format.bytes, *medium));
  }
  if (NT_SUCCESS(status)) pin.emplace(std::make_unique<Pin::Impl>(std::move(file), format));
  return status;
}

Pin Filter::connect(std::uint32_t pin_type, const Format& format) {
  std::optional<Pin> pin;
  expect(try_connect(pin_type, format, pin), "the pin cannot be opened");
  return std::move(*pin);
}

Pin Filter::connect(std::uint32_t pin_type, const Format& format, Pin& sink) {
  std::optional<Pin> pin;
  expect(try_connect(pin_type, format, pin, &sink), "the pins cannot be connected");
  return std::move(*pin);
}

namespace {

GUID guid_of(const Guid& bytes) {
  GUID out;
  std::memcpy(&out, bytes.data(), sizeof out);
  return out;
}

Status ask(const ClientFile& file, const Guid& set, std::uint32_t id, std::uint32_t flags,
           Bytes& data) {
  std::size_t returned = 0;
  const Status status =
      file.request(IOCTL_KS_PROPERTY, property_bytes(guid_of(set), id, flags), data, returned);
  if ((flags & KSPROPERTY_TYPE_GET) != 0) data.resize(std::min(returned, data.size()));
  return status;
}

}  // namespace

Status Filter::property(const Guid& set, std::uint32_t id, std::uint32_t flags, Bytes& data) {
  return ask(impl_->file, set, id, flags, data);
}

Status Filter::request(std::uint32_t code, std::span<const std::byte> in, Bytes& out,
                       std::size_t& returned) {
  return impl_->file.request(code, Bytes(in.begin(), in.end()), out, returned);
}

Status Pin::property(const Guid& set, std::uint32_t id, std::uint32_t flags, Bytes& data) {
  return ask(impl_->file, set, id, flags, data);
}

Status Pin::request(std::uint32_t code, std::span<const std::byte> in, Bytes& out,
                    std::size_t& returned) {
  return impl_->file.request(code, Bytes(in.begin(), in.end()), out, returned);
}

Child::Child(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Child::Child(Child&&) noexcept = default;
Child& Child::operator=(Child&&) noexcept = default;
Child::~Child() = default;

void Child::close() { impl_->file.close(); }

Status Child::property(const Guid& set, std::uint32_t id, std::uint32_t flags, Bytes& data) {
  return ask(impl_->file, set, id, flags, data);
}

Status Child::request(std::uint32_t code, std::span<const std::byte> in, Bytes& out,
                      std::size_t& returned) {
  return impl_->file.request(code, Bytes(in.begin(), in.end()), out, returned);
}

}  // namespace drydock::avstream
