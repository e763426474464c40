// The requests that an allocator answers: methods, function table, status, free-frame event.
#include <fmt/format.h>

#include <cstring>

#include "src/ks/allocators/allocator.h"
#include "src/ks/automation/automation.h"
#include "src/nt/ob/object.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

Allocator& allocator_of_irp(PIRP irp) {
  return *allocator_of(IoGetCurrentIrpStackLocation(irp)->FileObject);
}

// S-063: the frame flows out of ALLOC and into FREE.
void check_type(const KSIDENTIFIER& request, ULONG wanted, const char* method) {
  if (!rules::breaks("S-063", (request.Flags & KSMETHOD_TYPE_MODIFY) != wanted)) return;
  nt::Breach("S-063", nt::Offender::running())
      .message("KSMETHOD_STREAMALLOCATOR_{} is sent with flags {:#x}", method, request.Flags)
      .raise();
}

// Kernel memory is not a client's to see (S-016).
NTSTATUS allocate(PIRP irp, PKSIDENTIFIER request, PVOID data) {
  if (irp->RequestorMode != KernelMode) return STATUS_INVALID_DEVICE_REQUEST;
  check_type(*request, KSMETHOD_TYPE_WRITE, "ALLOC");
  void* frame = nullptr;
  const NTSTATUS status = allocator_of_irp(irp).take_or_wait(irp, frame);
  if (status != STATUS_SUCCESS) return status;
  std::memcpy(data, &frame, sizeof frame);
  irp->IoStatus.Information = sizeof frame;
  return STATUS_SUCCESS;
}

NTSTATUS release_frame(PIRP irp, PKSIDENTIFIER request, PVOID data) {
  if (irp->RequestorMode != KernelMode) return STATUS_INVALID_DEVICE_REQUEST;
  check_type(*request, KSMETHOD_TYPE_READ, "FREE");
  void* frame = nullptr;
  std::memcpy(&frame, data, sizeof frame);
  return allocator_of_irp(irp).release_frame(frame) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

// The allocator that this thread used last, for as long as none was closed.
struct LastUsed {
  PFILE_OBJECT file = nullptr;
  std::uint64_t closed = 0;
  std::weak_ptr<Allocator> allocator = {};
};

std::shared_ptr<Allocator> find_quickly(PFILE_OBJECT file) {
  thread_local LastUsed last;
  const std::uint64_t closed = closed_allocators();
  std::shared_ptr<Allocator> found;
  if (last.file == file && last.closed == closed) found = last.allocator.lock();
  if (found != nullptr) return found;
  found = allocator_of(file);
  last = {file, closed, found};
  return found;
}

// S-069: the function table is valid until its file is closed.
std::shared_ptr<Allocator> of_table(PFILE_OBJECT file, const char* call) {
  std::shared_ptr<Allocator> found = find_quickly(file);
  if (rules::breaks("S-069", found == nullptr)) {
    nt::Breach("S-069", nt::Offender::running())
        .message(std::string(call) + " is called through the table of a closed allocator")
        .raise_later();
  }
  return found;
}

NTSTATUS table_allocate(PFILE_OBJECT file, PVOID* frame) {
  *frame = nullptr;
  const std::shared_ptr<Allocator> allocator = of_table(file, "AllocateFrame");
  if (allocator == nullptr) return STATUS_INVALID_HANDLE;
  *frame = allocator->take();
  return *frame == nullptr ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}

VOID table_free(PFILE_OBJECT file, PVOID frame) {
  const std::shared_ptr<Allocator> allocator = of_table(file, "FreeFrame");
  if (allocator != nullptr && rules::breaks("S-069", !allocator->release_frame(frame))) {
    nt::Breach("S-069", nt::Offender::running())
        .message("FreeFrame was given what this allocator has not out")
        .raise_later();
  }
}

NTSTATUS get_allocator_table(PIRP irp, PKSIDENTIFIER, PVOID data) {
  if (rules::breaks("S-065", irp->RequestorMode != KernelMode)) {
    nt::Breach("S-065", nt::Offender::running())
        .message("the function table of an allocator is asked for from user mode")
        .raise();
    return STATUS_INVALID_DEVICE_REQUEST;
  }
  if (!allocator_of_irp(irp).source().serves_at_dispatch()) return STATUS_NOT_SUPPORTED;
  const KSSTREAMALLOCATOR_FUNCTIONTABLE table{table_allocate, table_free};
  return answer(irp, data, std::as_bytes(std::span(&table, 1)));
}

NTSTATUS get_status(PIRP irp, PKSIDENTIFIER, PVOID data) {
  const Allocator& allocator = allocator_of_irp(irp);
  const KSSTREAMALLOCATOR_STATUS status{allocator.framing(), allocator.outstanding(), 0};
  return answer(irp, data, std::as_bytes(std::span(&status, 1)));
}

const KSMETHOD_ITEM kMethods[] = {
    DEFINE_KSMETHOD_ITEM(KSMETHOD_STREAMALLOCATOR_ALLOC, KSMETHOD_TYPE_WRITE, allocate,
                         sizeof(KSMETHOD), sizeof(PVOID), nullptr),
    DEFINE_KSMETHOD_ITEM(KSMETHOD_STREAMALLOCATOR_FREE, KSMETHOD_TYPE_READ, release_frame,
                         sizeof(KSMETHOD), sizeof(PVOID), nullptr),
};
const KSMETHOD_SET kMethodSets[] = {
    DEFINE_KSMETHOD_SET(&KSMETHODSETID_StreamAllocator, SIZEOF_ARRAY(kMethods), kMethods, 0,
                        nullptr),
};

const KSPROPERTY_ITEM kProperties[] = {
    KS_GET_ITEM_(KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE, get_allocator_table, sizeof(KSPROPERTY),
                 sizeof(KSSTREAMALLOCATOR_FUNCTIONTABLE)),
    KS_GET_ITEM_(KSPROPERTY_STREAMALLOCATOR_STATUS, get_status, sizeof(KSPROPERTY),
                 sizeof(KSSTREAMALLOCATOR_STATUS)),
};
const KSPROPERTY_SET kPropertySets[] = {
    DEFINE_KSPROPERTY_SET(&KSPROPSETID_StreamAllocator, SIZEOF_ARRAY(kProperties), kProperties, 0,
                          nullptr),
};

// The internal event is not offered (S-070).
const KSEVENT_ITEM kAllocatorEvents[] = {
    DEFINE_KSEVENT_ITEM(KSEVENT_STREAMALLOCATOR_FREEFRAME, sizeof(KSEVENTDATA), 0, nullptr, nullptr,
                        nullptr),
};
const KSEVENT_SET kAllocatorEventSets[] = {
    DEFINE_KSEVENT_SET(&KSEVENTSETID_StreamAllocator, SIZEOF_ARRAY(kAllocatorEvents),
                       kAllocatorEvents),
};

const KSAUTOMATION_TABLE kAllocatorTable = {DEFINE_KSAUTOMATION_PROPERTIES(kPropertySets),
                                            DEFINE_KSAUTOMATION_METHODS(kMethodSets),
                                            DEFINE_KSAUTOMATION_EVENTS(kAllocatorEventSets)};

}  // namespace

namespace {

bool enables_event(PIRP irp) {
  const auto& control = IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl;
  return control.IoControlCode == IOCTL_KS_ENABLE_EVENT;
}

// S-070.
void check_event(PIRP irp) {
  KSEVENT event;
  if (!NT_SUCCESS(peek(irp, &event, sizeof event))) return;
  if (same(event.Set, KSEVENTSETID_StreamAllocator) &&
      rules::breaks("S-070", event.Id == KSEVENT_STREAMALLOCATOR_INTERNAL_FREEFRAME)) {
    nt::Breach("S-070", nt::Offender::running())
        .message("a client enables the internal free-frame event of an allocator")
        .raise();
  }
}

}  // namespace

NTSTATUS Allocator::control(PIRP irp) {
  if (enables_event(irp)) {
    has_listeners_.store(true, std::memory_order_release);
    check_event(irp);
  }
  return finish(irp, handle_request(irp, kAllocatorTable, events_, {}));
}

}  // namespace drydock::ks
