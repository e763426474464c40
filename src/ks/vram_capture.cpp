#include "src/ks/vram_capture.h"

#include <fmt/format.h>

#include <bitset>
#include <cstring>

#include "src/ks/handler.h"
#include "src/ks/header.h"
#include "src/ks/pin.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/mm/user_copy.h"
#include "src/nt/watch/report.h"

namespace drydock::ks {
namespace {

static_assert(sizeof(VRAM_SURFACE_INFO) % 8 == 0);
constexpr std::size_t kMostSurfaces = 4096;

constexpr ULONG kFirst = KSPROPERTY_DISPLAY_ADAPTER_GUID;
constexpr ULONG kLast = KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS;

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

void check_vram_set(const KSPIN_DESCRIPTOR_EX& pin, const char* where) {
  const KSAUTOMATION_TABLE* table = pin.AutomationTable;
  for (ULONG i = 0; table != nullptr && i < table->PropertySetsCount; ++i) {
    const KSPROPERTY_SET& set = table->PropertySets[i];
    if (!same(*set.Set, KSPROPSETID_VramCapture)) continue;
    std::bitset<kLast + 1> known;
    const auto* base = reinterpret_cast<const std::uint8_t*>(set.PropertyItem);
    for (ULONG j = 0; j < set.PropertiesCount; ++j) {
      const auto& item = *reinterpret_cast<const KSPROPERTY_ITEM*>(
          base + std::size_t{j} * table->PropertyItemSize);
      if (item.PropertyId >= kFirst && item.PropertyId <= kLast) known.set(item.PropertyId);
    }
    if (known.count() == kLast - kFirst + 1) continue;
    nt::report("S-277", fmt::format("{}: {} of the {} properties for capture into video memory",
                                    where, known.count(), kLast - kFirst + 1));
  }
}

void check_surface_answer(PIRP irp, const Request& request) {
  if (!is_about_surface(*request.identifier)) return;
  if (!is_invalid(request.data, irp->IoStatus.Information)) return;
  nt::report("S-283", "a capture surface of 0 is answered");
}

bool is_no_surface(const Request& request) {
  return is_about_surface(*request.identifier) && is_invalid(request.data, request.data_size);
}

bool is_surface_mapping(const Request& request) {
  return same(request.identifier->Set, KSPROPSETID_VramCapture) &&
         request.identifier->Id == KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS;
}

namespace {

// The pin that a request is for; null when it is for something else.
Pin* pin_of(const Request& request) {
  const ObjectHeader* const header = header_of(request.location->FileObject);
  Object* const object = header == nullptr ? nullptr : header->target->object();
  return object != nullptr && object->kind() == Kind::kPin ? static_cast<Pin*>(object) : nullptr;
}

NTSTATUS read_surface(PIRP irp, const VRAM_SURFACE_INFO* client, VRAM_SURFACE_INFO& out) {
  if (irp->RequestorMode != KernelMode && !nt::is_user_memory(client, sizeof out))
    return STATUS_ACCESS_VIOLATION;
  if (!nt::copy_from_user(&out, client, sizeof out)) return STATUS_ACCESS_VIOLATION;
  return out.hSurface >> 32 == 0 ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

// S-279, and S-282 of what was mapped.
void check_mapping(Pin& pin, NTSTATUS status, LONGLONG address,
                   const bridge::BorrowedSurface& lent) {
  if (status == STATUS_PENDING)
    pin.blame("S-279", "a surface is to be mapped after the handler has returned");
  if (NT_SUCCESS(status) && status != STATUS_PENDING &&
      pin.surfaces().note(address, lent.capture()))
    pin.blame("S-282", "a surface is mapped into which capture has ended");
}

}  // namespace

NTSTATUS map_surface(const Request& request, PFNKSHANDLER handler) {
  Pin* const pin = pin_of(request);
  if (pin == nullptr) return STATUS_INVALID_DEVICE_REQUEST;
  if (request.identifier_size < sizeof(VRAM_SURFACE_INFO_PROPERTY_S))
    return STATUS_INVALID_BUFFER_SIZE;
  auto& property = *reinterpret_cast<VRAM_SURFACE_INFO_PROPERTY_S*>(request.identifier);
  VRAM_SURFACE_INFO* const client = property.pVramSurfaceInfo;
  VRAM_SURFACE_INFO named{};
  NTSTATUS status = read_surface(request.irp, client, named);
  if (!NT_SUCCESS(status)) return status;
  const nt::BorrowedPage page(sizeof named, "S-279");
  if (page.data() == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  const bridge::BorrowedSurface lent(static_cast<std::uint32_t>(named.hSurface),
                                     pin->driver().name());
  auto& shown = *static_cast<VRAM_SURFACE_INFO*>(page.data());
  shown.hSurface = lent.handle();
  std::memcpy(shown.ullReserved, named.ullReserved, sizeof shown.ullReserved);
  property.pVramSurfaceInfo = &shown;
  status = call_handler(request, handler, "property's get handler");
  check_mapping(*pin, status, shown.VramPhysicalAddress, lent);
  if (status == STATUS_PENDING) return status;
  property.pVramSurfaceInfo = client;
  shown.hSurface = 0;
  if (NT_SUCCESS(status) && !nt::copy_to_user(client, &shown, sizeof shown))
    return STATUS_ACCESS_VIOLATION;
  return status;
}

std::unique_ptr<VramFrame> VramFrame::make(void* client) {
  std::unique_ptr<VramFrame> made(new VramFrame(client));
  if (made->info() == nullptr) return nullptr;
  std::memcpy(made->info(), client, sizeof(VRAM_SURFACE_INFO));
  made->info()->hSurface = 0;
  return made;
}

VramFrame::~VramFrame() {
  if (info() != nullptr) std::memcpy(client_, info(), sizeof(VRAM_SURFACE_INFO));
}

bool MappedSurfaces::note(LONGLONG address, std::shared_ptr<bridge::Capture> capture) {
  const sim::Hold hold(lock_);
  // A minidriver that did not ask the display kernel may have been told otherwise.
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
