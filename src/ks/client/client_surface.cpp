// Pins as a client sees them that sends surfaces instead of buffers.
#include <cstdlib>
#include <limits>

#include "src/ks/client/client_sent.h"

namespace drydock::avstream {
namespace {

// Returns the bytes of a row, for a format whose rows lie one after another; 0 for others. Rows of
// RGB are whole words.
std::size_t row_bytes(const Video& video) {
  constexpr std::uint32_t kYuy2 = 0x32595559, kUyvy = 0x59565955;
  const bool is_packed = video.fourcc == 0 || video.fourcc == kYuy2 || video.fourcc == kUyvy;
  return is_packed ? (std::size_t{video.width} * video.bits + 31) / 32 * 4 : 0;
}

}  // namespace

Status Pin::use_pitch(std::uint32_t bytes) {
  const std::optional<Video> video = video_of(impl_->format);
  const std::size_t row = video ? row_bytes(*video) : 0;
  const std::size_t rows =
      video ? static_cast<std::size_t>(std::abs(std::int64_t{video->height})) : 0;
  if (row == 0 || rows == 0 || bytes < row || bytes > std::numeric_limits<LONG>::max() ||
      rows > std::numeric_limits<ULONG>::max() / bytes ||
      impl_->header_size < sizeof(KSSTREAM_HEADER) + sizeof(KS_FRAME_INFO)) {
    return STATUS_NOT_SUPPORTED;
  }
  impl_->surface = {.pitch = bytes, .row = row, .rows = rows};
  return STATUS_SUCCESS;
}

Status Pin::use_video_memory() {
  Bytes flags(sizeof(CAPTURE_MEMORY_ALLOCATION_FLAGS));
  std::size_t returned = 0;
  const Status status =
      impl_->file.request(IOCTL_KS_PROPERTY,
                          property_bytes(KSPROPSETID_VramCapture,
                                         KSPROPERTY_PREFERRED_CAPTURE_SURFACE, KSPROPERTY_TYPE_GET),
                          flags, returned);
  if (!NT_SUCCESS(status)) return status;
  if (flags != to_bytes(KS_CAPTURE_ALLOC_VRAM)) return STATUS_NOT_SUPPORTED;
  return impl_->file.request(
      IOCTL_KS_PROPERTY,
      property_bytes(KSPROPSETID_VramCapture, KSPROPERTY_CURRENT_CAPTURE_SURFACE,
                     KSPROPERTY_TYPE_SET),
      flags, returned);
}

Status Pin::read_surface_ahead(std::uint32_t surface) {
  if (!impl_->file) return STATUS_INVALID_HANDLE;
  VRAM_SURFACE_INFO info{};
  info.hSurface = surface;
  ClientMemory mapped(to_bytes(info), impl_->file.mode());
  VRAM_SURFACE_INFO_PROPERTY_S property{};
  property.Property.Set = KSPROPSETID_VramCapture;
  property.Property.Id = KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS;
  property.Property.Flags = KSPROPERTY_TYPE_GET;
  property.pVramSurfaceInfo = reinterpret_cast<VRAM_SURFACE_INFO*>(mapped.data());
  Bytes answer(sizeof(DWORD));
  std::size_t returned = 0;
  const Status status =
      impl_->file.request(IOCTL_KS_PROPERTY, to_bytes(property), answer, returned);
  if (!NT_SUCCESS(status)) return status;
  impl_->ahead.push_back(std::make_unique<Impl::Sent>(impl_->file, mapped.bytes(),
                                                      impl_->header_size, InVideoMemory{}));
  return STATUS_SUCCESS;
}

}  // namespace drydock::avstream
