// Pins as a client sees them: states, frames, clocks.
#include <algorithm>
#include <cstring>
#include <utility>

#include "src/ks/client/client_sent.h"
#include "src/ks/object/header.h"
#include "src/ks/pin/pin.h"

namespace drydock::avstream {
namespace {

// Returns how many bytes the pin wants behind each header; 0 when it does not say.
std::size_t header_size_of(const ClientFile& file) {
  Bytes out(sizeof(ULONG));
  std::size_t returned = 0;
  const Status status =
      file.request(IOCTL_KS_PROPERTY,
                   property_bytes(KSPROPSETID_StreamInterface,
                                  KSPROPERTY_STREAMINTERFACE_HEADERSIZE, KSPROPERTY_TYPE_GET),
                   out, returned);
  ULONG extra = 0;
  if (NT_SUCCESS(status)) std::memcpy(&extra, out.data(), sizeof extra);
  return sizeof(KSSTREAM_HEADER) + extra;
}

}  // namespace

PinSpy::PinSpy() { ++ks::pin_watchers(); }
PinSpy::~PinSpy() { --ks::pin_watchers(); }

std::size_t frame_size(const Format& format) {
  if (const std::optional<Video> video = video_of(format)) return video->size;
  KSDATAFORMAT head{};
  if (format.bytes.size() >= sizeof head) std::memcpy(&head, format.bytes.data(), sizeof head);
  return head.SampleSize;
}

Pin::Impl::Impl(ClientFile opened, Format agreed)
    : file(std::move(opened)), format(std::move(agreed)), header_size(header_size_of(file)) {}

// Closes the handle first: that answers every request, and their buffers are in use until then.
Pin::Impl::~Impl() {
  file.close();
  ahead.clear();
}

Pin::Pin(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Pin::Pin(Pin&&) noexcept = default;
Pin& Pin::operator=(Pin&&) noexcept = default;
Pin::~Pin() = default;

void Pin::close() {
  impl_->file.close();
  impl_->ahead.clear();
  impl_->allocator.close();
}

Status Pin::try_set_state(State state) {
  Bytes value = to_bytes(static_cast<KSSTATE>(state));
  std::size_t returned = 0;
  return impl_->file.request(
      IOCTL_KS_PROPERTY,
      property_bytes(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_STATE, KSPROPERTY_TYPE_SET),
      value, returned);
}

void Pin::set_state(State state) { expect(try_set_state(state), "the state cannot be set"); }

State Pin::state() {
  Bytes value(sizeof(KSSTATE));
  std::size_t returned = 0;
  expect(impl_->file.request(IOCTL_KS_PROPERTY,
                             property_bytes(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_STATE,
                                            KSPROPERTY_TYPE_GET),
                             value, returned),
         "the state cannot be read");
  KSSTATE state = KSSTATE_STOP;
  std::memcpy(&state, value.data(), sizeof state);
  return static_cast<State>(state);
}

void Pin::read_ahead(std::uint32_t frames, std::size_t size) {
  if (!impl_->file) return;
  const std::size_t full = frame_size(impl_->format);
  const std::size_t bytes = size == 0 ? full : size;
  const SurfaceShape& surface = impl_->surface;
  for (std::uint32_t i = 0; i < frames; ++i) {
    impl_->ahead.push_back(
        surface.rows != 0
            ? std::make_unique<Impl::Sent>(impl_->file, surface, impl_->header_size)
            : std::make_unique<Impl::Sent>(impl_->file, bytes, full, impl_->header_size));
  }
}

void Pin::read_nothing_ahead(std::uint32_t frames) {
  if (!impl_->file) return;
  for (std::uint32_t i = 0; i < frames; ++i) {
    impl_->ahead.push_back(std::make_unique<Impl::Sent>(impl_->file, 0, frame_size(impl_->format),
                                                        impl_->header_size));
  }
}

void Pin::use_plain_headers() {
  impl_->header_size = sizeof(KSSTREAM_HEADER);
  impl_->surface = {};  // plain headers have no field for its pitch
}

void Pin::cancel_reads() {
  for (const std::unique_ptr<Impl::Sent>& read : impl_->ahead) read->request.cancel();
}

Status Pin::try_read(Picture& picture, std::size_t size) {
  if (!impl_->file) return STATUS_INVALID_HANDLE;
  if (impl_->ahead.empty()) read_ahead(1, size);
  const std::unique_ptr<Impl::Sent> read = std::move(impl_->ahead.front());
  impl_->ahead.erase(impl_->ahead.begin());
  const Status status = read->request.wait();
  if (!NT_SUCCESS(status)) return status;
  KSSTREAM_HEADER head;
  std::memcpy(&head, read->request.out().data(), sizeof head);
  picture = {};
  picture.header = read->request.out();
  const Bytes& bytes = read->data->bytes();
  const std::size_t used = std::min<std::size_t>(head.DataUsed, read->data->size());
  picture.data.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(used));
  picture.time = head.PresentationTime.Time;
  picture.time_valid = (head.OptionsFlags & KSSTREAM_HEADER_OPTIONSF_TIMEVALID) != 0;
  KS_FRAME_INFO info;
  if (picture.header.size() >= sizeof head + sizeof info) {
    std::memcpy(&info, picture.header.data() + sizeof head, sizeof info);
    picture.number = info.PictureNumber;
  }
  return status;
}

Picture Pin::read(std::size_t size) {
  Picture out;
  expect(try_read(out, size), "the frame was not filled");
  return out;
}

void Pin::write_ahead(std::span<const std::byte> data) {
  if (!impl_->file) return;
  impl_->ahead.push_back(std::make_unique<Impl::Sent>(impl_->file, Bytes(data.begin(), data.end()),
                                                      impl_->header_size));
}

Status Pin::answer() {
  if (impl_->ahead.empty()) return STATUS_NO_MORE_ENTRIES;
  const std::unique_ptr<Impl::Sent> oldest = std::move(impl_->ahead.front());
  impl_->ahead.erase(impl_->ahead.begin());
  return oldest->request.wait();
}

void Pin::drop_answers() { impl_->ahead.clear(); }

Status Pin::write(std::span<const std::byte> data) {
  if (!impl_->file) return STATUS_INVALID_HANDLE;
  Impl::Sent sent(impl_->file, Bytes(data.begin(), data.end()), impl_->header_size);
  return sent.request.wait();
}

Status Pin::reset(bool begin) {
  Bytes none;
  std::size_t returned = 0;
  return impl_->file.request(IOCTL_KS_RESET_STATE, to_bytes(begin ? KSRESET_BEGIN : KSRESET_END),
                             none, returned);
}

namespace {

Status send_format(const ClientFile& file, ULONG property, const Format& format) {
  Bytes value = format.bytes;
  std::size_t returned = 0;
  return file.request(IOCTL_KS_PROPERTY,
                      property_bytes(KSPROPSETID_Connection, property, KSPROPERTY_TYPE_SET), value,
                      returned);
}

}  // namespace

Status Pin::set_format(const Format& format) {
  const Status status = send_format(impl_->file, KSPROPERTY_CONNECTION_DATAFORMAT, format);
  if (!NT_SUCCESS(status)) return status;
  impl_->format = format;
  impl_->surface = {};  // it had the rows of the old format
  return status;
}

Status Pin::propose_format(const Format& format) {
  return send_format(impl_->file, KSPROPERTY_CONNECTION_PROPOSEDATAFORMAT, format);
}

// The clock of the host runs at once; a clock of the pin's own would follow the pin's state.
void Pin::use_host_clock() {
  const ks::ObjectHeader* header = ks::header_of(impl_->file.object());
  if (header == nullptr) throw Error("the pin is closed", STATUS_INVALID_HANDLE);
  auto& pin = static_cast<ks::Pin&>(*header->target->object());
  const std::shared_ptr<ks::Clock> clock = ks::make_default_clock();
  ks::set_state(*clock, KSSTATE_RUN);
  const ks::Holding control(pin.control_mutex());
  if (pin.state() != KSSTATE_STOP)
    throw Error("the pin has left STOP", STATUS_INVALID_DEVICE_STATE);
  pin.clocks().assign(clock);
}

}  // namespace drydock::avstream
