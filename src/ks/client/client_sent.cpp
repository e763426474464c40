#include "src/ks/client/client_sent.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::avstream {
namespace {

// The pattern between the rows of a surface, which no picture contains.
std::byte filling_at(std::size_t offset) { return static_cast<std::byte>(offset * 151 + 89); }

Bytes filled(const SurfaceShape& surface) {
  Bytes out(surface.pitch * surface.rows);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = filling_at(i);
  return out;
}

KSSTREAM_HEADER header_for(ClientMemory& data, std::size_t header_size) {
  KSSTREAM_HEADER head{};
  head.Size = static_cast<ULONG>(header_size);
  head.FrameExtent = static_cast<ULONG>(data.size());
  head.Data = data.data();
  return head;
}

Bytes with_room(const KSSTREAM_HEADER& head) {
  Bytes out(head.Size);
  std::memcpy(out.data(), &head, sizeof head);
  return out;
}

Bytes written_header(ClientMemory& data, std::size_t header_size) {
  KSSTREAM_HEADER head = header_for(data, header_size);
  head.DataUsed = static_cast<ULONG>(data.size());
  if (head.DataUsed != 0) head.PresentationTime.Numerator = head.PresentationTime.Denominator = 1;
  return with_room(head);
}

Bytes surface_header(ClientMemory& data, const SurfaceShape& surface, std::size_t header_size) {
  Bytes out = with_room(header_for(data, header_size));
  KS_FRAME_INFO info{};
  info.ExtendedHeaderSize = sizeof info;
  info.lSurfacePitch = static_cast<LONG>(surface.pitch);
  std::memcpy(out.data() + sizeof(KSSTREAM_HEADER), &info, sizeof info);
  return out;
}

Bytes video_memory_header(ClientMemory& data, std::size_t header_size) {
  KSSTREAM_HEADER head = header_for(data, header_size);
  head.OptionsFlags = KSSTREAM_HEADER_OPTIONSF_VRAM_DATA_TRANSFER;
  return with_room(head);
}

nt::Offender driver_of(const ClientRequest& request) {
  const nt::Driver* const driver = request.driver();
  return nt::Offender::named(driver == nullptr ? "" : driver->name());
}

}  // namespace

Pin::Impl::Sent::Sent(const ClientFile& file, std::size_t size, std::size_t full_size,
                      std::size_t header_size)
    : data(std::make_shared<ClientMemory>(Bytes(std::max(size, full_size)), file.mode(),
                                          full_size > size ? full_size - size : 0)),
      request(file, IOCTL_KS_READ_STREAM, {}, with_room(header_for(*data, header_size)), data) {}

Pin::Impl::Sent::Sent(const ClientFile& file, const SurfaceShape& surface, std::size_t header_size)
    : shape(surface),
      data(std::make_shared<ClientMemory>(filled(surface), file.mode())),
      request(file, IOCTL_KS_READ_STREAM, {}, surface_header(*data, surface, header_size), data) {}

Pin::Impl::Sent::Sent(const ClientFile& file, Bytes info, std::size_t header_size, InVideoMemory)
    : data(std::make_shared<ClientMemory>(std::move(info), file.mode())),
      request(file, IOCTL_KS_READ_STREAM, {}, video_memory_header(*data, header_size), data) {}

Pin::Impl::Sent::Sent(const ClientFile& file, Bytes written, std::size_t header_size)
    : data(std::make_shared<ClientMemory>(std::move(written), file.mode())),
      request(file, IOCTL_KS_WRITE_STREAM, {}, written_header(*data, header_size), data) {}

Pin::Impl::Sent::~Sent() {
  request.end();
  check_end();
  if (is_filled()) check_gaps();
}

bool Pin::Impl::Sent::is_filled() const {
  KSSTREAM_HEADER head;
  std::memcpy(&head, request.out().data(), sizeof head);
  return head.DataUsed != 0;
}

void Pin::Impl::Sent::check_end() const {
  if (!rules::breaks("S-044", data->is_overrun())) return;
  nt::Breach("S-044", driver_of(request))
      .message(
          "a frame of {} bytes was written to behind its end: the framing was taken for "
          "granted",
          data->size())
      .raise_later();
}

void Pin::Impl::Sent::check_gaps() const {
  const Bytes& bytes = data->bytes();
  if (shape.pitch > shape.row) rules::evaluated("S-268");
  for (std::size_t row = 0; row < shape.rows; ++row) {
    for (std::size_t at = row * shape.pitch + shape.row; at < (row + 1) * shape.pitch; ++at) {
      if (bytes[at] == filling_at(at)) continue;
      nt::Breach("S-268", driver_of(request))
          .message("rows of {} bytes lie {} apart, and the picture runs on behind row {}",
                   shape.row, shape.pitch, row)
          .raise_later();
      return;
    }
  }
}

}  // namespace drydock::avstream
