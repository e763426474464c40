#include "src/ks/automation/surface_properties.h"

#include <cstring>

#include "src/ks/base/handler.h"
#include "src/ks/object/header.h"
#include "src/ks/object/object.h"
#include "src/nt/mm/borrowed_page.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/mm/user_copy.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

static_assert(sizeof(VRAM_SURFACE_INFO) % 8 == 0);
constexpr std::size_t kMostSurfaces = 4096;

bool is_about_surface(const KSIDENTIFIER& asked) {
  return same(asked.Set, KSPROPSETID_VramCapture) &&
         (asked.Id == KSPROPERTY_PREFERRED_CAPTURE_SURFACE ||
          asked.Id == KSPROPERTY_CURRENT_CAPTURE_SURFACE);
}

bool is_invalid(const void* data, std::size_t bytes) {
  CAPTURE_MEMORY_ALLOCATION_FLAGS flags;
  if (data == nullptr || bytes < sizeof flags) return false;
  std::memcpy(&flags, data, sizeof flags);
  return flags == KS_CAPTURE_ALLOC_INVALID;
}

}  // namespace

void check_surface_answer(PIRP irp, const Request& request) {
  if (!is_about_surface(*request.identifier)) return;
  if (!rules::breaks("S-283", is_invalid(request.data, irp->IoStatus.Information))) return;
  nt::Breach("S-283", nt::Offender::running())
      .message("a capture surface of 0 is answered")
      .raise();
}

bool is_no_surface(const Request& request) {
  return is_about_surface(*request.identifier) && is_invalid(request.data, request.data_size);
}

bool is_surface_mapping(const Request& request) {
  return same(request.identifier->Set, KSPROPSETID_VramCapture) &&
         request.identifier->Id == KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS;
}

namespace {

NTSTATUS read_surface(PIRP irp, const VRAM_SURFACE_INFO* client, VRAM_SURFACE_INFO& out) {
  if (irp->RequestorMode != KernelMode && !nt::is_user_memory(client, sizeof out))
    return STATUS_ACCESS_VIOLATION;
  if (!nt::copy_from_user(&out, client, sizeof out)) return STATUS_ACCESS_VIOLATION;
  return out.hSurface >> 32 == 0 ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

// S-279, and S-282 of what was mapped.
void check_mapping(const Object& pin, MappedSurfaces& surfaces, NTSTATUS status, LONGLONG address,
                   const bridge::BorrowedSurface& borrowed) {
  if (rules::breaks("S-279", status == STATUS_PENDING))
    pin.breach("S-279", "a surface is to be mapped after the handler has returned").raise_later();
  if (NT_SUCCESS(status) && status != STATUS_PENDING &&
      rules::breaks("S-282", surfaces.note(address, borrowed.capture())))
    pin.breach("S-282", "a surface is mapped into which capture has ended").raise_later();
}

}  // namespace

NTSTATUS map_surface(const Request& request, PFNKSHANDLER handler) {
  const ObjectHeader* const header = header_of(request.location->FileObject);
  auto* const owner =
      header == nullptr ? nullptr : dynamic_cast<SurfaceOwner*>(header->target.get());
  if (owner == nullptr) return STATUS_INVALID_DEVICE_REQUEST;
  const Object& pin = *header->target->object();
  if (request.identifier_size < sizeof(VRAM_SURFACE_INFO_PROPERTY_S))
    return STATUS_INVALID_BUFFER_SIZE;
  auto& property = *reinterpret_cast<VRAM_SURFACE_INFO_PROPERTY_S*>(request.identifier);
  VRAM_SURFACE_INFO* const client = property.pVramSurfaceInfo;
  VRAM_SURFACE_INFO named{};
  NTSTATUS status = read_surface(request.irp, client, named);
  if (!NT_SUCCESS(status)) return status;
  const nt::BorrowedPage page(sizeof named, "S-279");
  if (page.data() == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  const bridge::BorrowedSurface borrowed(static_cast<std::uint32_t>(named.hSurface),
                                         pin.driver().name());
  auto& view = *static_cast<VRAM_SURFACE_INFO*>(page.data());
  view.hSurface = borrowed.handle();
  std::memcpy(view.ullReserved, named.ullReserved, sizeof view.ullReserved);
  property.pVramSurfaceInfo = &view;
  status = call_handler(request, handler, "property's get handler");
  check_mapping(pin, owner->surfaces(), status, view.VramPhysicalAddress, borrowed);
  if (status == STATUS_PENDING) return status;
  property.pVramSurfaceInfo = client;
  view.hSurface = 0;
  if (NT_SUCCESS(status) && !nt::copy_to_user(client, &view, sizeof view))
    return STATUS_ACCESS_VIOLATION;
  return status;
}

bool MappedSurfaces::note(LONGLONG address, std::shared_ptr<bridge::Capture> capture) {
  const sim::Hold hold(lock_);
  // A minidriver that did not ask the display kernel answers with an address that it had before.
  const auto at = captures_.find(address);
  if (capture == nullptr) return at != captures_.end() && at->second->has_ended.load();
  if (captures_.size() >= kMostSurfaces) captures_.clear();
  const bool has_ended = capture->has_ended.load();
  captures_[address] = std::move(capture);
  return has_ended;
}

bool MappedSurfaces::has_ended(LONGLONG address) const {
  const sim::Hold hold(lock_);
  const auto at = captures_.find(address);
  return at != captures_.end() && at->second->has_ended.load();
}

}  // namespace drydock::ks
