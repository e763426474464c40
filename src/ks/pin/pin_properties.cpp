// The class driver's own properties of pins: the connection and the stream.
#include <cstring>

#include "src/ks/automation/automation.h"
#include "src/ks/description/framing.h"
#include "src/ks/description/lists.h"
#include "src/ks/pin/pin.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

Pin& pin_of(PIRP irp) {
  const ObjectHeader* header = header_of(IoGetCurrentIrpStackLocation(irp)->FileObject);
  return *static_cast<Pin*>(header->target->object());
}

std::span<const std::byte> data_of(PIRP irp, const void* data) {
  const ULONG size =
      IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.OutputBufferLength;
  return {static_cast<const std::byte*>(data), size};
}

// Calls `body` with the pin of the request while its control mutex is held.
template <typename Body>
NTSTATUS under_control(PIRP irp, Body&& body) {
  Pin& pin = pin_of(irp);
  const Holding control(pin.control_mutex());
  return body(pin);
}

// The state of the last step that succeeded; the minidriver is not asked.
NTSTATUS get_pin_state(PIRP irp, PKSIDENTIFIER, PVOID data) {
  return under_control(irp, [&](Pin& pin) { return answer(irp, data, bytes_of(pin.state())); });
}

NTSTATUS set_state(PIRP irp, PKSIDENTIFIER, PVOID data) {
  KSSTATE state;
  std::memcpy(&state, data, sizeof state);
  if (static_cast<ULONG>(state) > KSSTATE_RUN) return STATUS_INVALID_PARAMETER;
  return under_control(irp, [&](Pin& pin) { return pin.set_state(state); });
}

NTSTATUS get_format(PIRP irp, PKSIDENTIFIER, PVOID data) {
  return under_control(irp, [&](Pin& pin) { return answer(irp, data, pin.format()); });
}

// The bytes of a format that a client sent, as many as it says it has.
NTSTATUS parse_format(PIRP irp, const void* data, std::vector<std::byte>& format) {
  const std::span<const std::byte> bytes = data_of(irp, data);
  KSDATAFORMAT head;
  if (bytes.size() < sizeof head) return STATUS_BUFFER_TOO_SMALL;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (head.FormatSize < sizeof head || head.FormatSize > bytes.size()) {
    return STATUS_INVALID_BUFFER_SIZE;
  }
  format.assign(bytes.begin(), bytes.begin() + head.FormatSize);
  return STATUS_SUCCESS;
}

NTSTATUS set_format(PIRP irp, PKSIDENTIFIER, PVOID data) {
  std::vector<std::byte> format;
  const NTSTATUS status = parse_format(irp, data, format);
  if (!NT_SUCCESS(status)) return status;
  return under_control(irp, [&](Pin& pin) { return pin.set_format(std::move(format)); });
}

NTSTATUS propose_format(PIRP irp, PKSIDENTIFIER, PVOID data) {
  std::vector<std::byte> format;
  const NTSTATUS status = parse_format(irp, data, format);
  if (!NT_SUCCESS(status)) return status;
  return under_control(irp, [&](Pin& pin) { return pin.propose_format(format); });
}

// S-022, S-023: as the descriptor says now.
NTSTATUS get_framing(PIRP irp, PKSIDENTIFIER, PVOID data) {
  return under_control(irp, [&](Pin& pin) {
    const KSALLOCATOR_FRAMING_EX* framing = pin.face().Descriptor->AllocatorFraming;
    if (framing == nullptr) return STATUS_NOT_FOUND;
    return answer(irp, data, {reinterpret_cast<const std::byte*>(framing), size_of(*framing)});
  });
}

NTSTATUS get_ordering(PIRP irp, PKSIDENTIFIER, PVOID data) {
  const BOOL significant = FALSE;
  return answer(irp, data, bytes_of(significant));
}

NTSTATUS get_priority(PIRP irp, PKSIDENTIFIER, PVOID data) {
  return answer(irp, data, bytes_of(pin_of(irp).face().ConnectionPriority));
}

NTSTATUS set_priority(PIRP irp, PKSIDENTIFIER, PVOID data) {
  std::memcpy(&pin_of(irp).face().ConnectionPriority, data, sizeof(KSPRIORITY));
  return STATUS_SUCCESS;
}

// S-078: success says that it is supported, the value says nothing.
NTSTATUS get_allocator(PIRP irp, PKSIDENTIFIER, PVOID data) {
  const HANDLE nothing = nullptr;
  return answer(irp, data, bytes_of(nothing));
}

NTSTATUS with_file(HANDLE handle, const std::function<NTSTATUS(PFILE_OBJECT)>& body) {
  if (handle == nullptr) return body(nullptr);
  return nt::with_object(handle, &nt::file_type, [&](const nt::HandleEntry& entry) {
    return body(static_cast<PFILE_OBJECT>(entry.object));
  });
}

NTSTATUS set_allocator(PIRP irp, PKSIDENTIFIER, PVOID data) {
  HANDLE handle;
  std::memcpy(&handle, data, sizeof handle);
  Pin& pin = pin_of(irp);
  return with_file(handle, [&](PFILE_OBJECT file) {
    if (file != nullptr && allocator_of(file) == nullptr) return STATUS_INVALID_PARAMETER;
    const Holding control(pin.control_mutex());
    if (pin.state() != KSSTATE_STOP) return STATUS_INVALID_DEVICE_STATE;
    return pin.assign_allocator(file);
  });
}

NTSTATUS set_clock(PIRP irp, PKSIDENTIFIER, PVOID data) {
  HANDLE handle;
  std::memcpy(&handle, data, sizeof handle);
  Pin& pin = pin_of(irp);
  return with_file(handle, [&](PFILE_OBJECT file) {
    const Holding control(pin.control_mutex());
    if (rules::breaks("S-144", pin.state() != KSSTATE_STOP)) {
      nt::Breach("S-144", nt::Offender::running())
          .message("a master clock is assigned to a pin that is not stopped")
          .raise();
      return STATUS_INVALID_DEVICE_STATE;
    }
    return pin.clocks().assign(file);
  });
}

NTSTATUS get_header_size(PIRP irp, PKSIDENTIFIER, PVOID data) {
  const ULONG extra =
      pin_of(irp).face().StreamHeaderSize - static_cast<ULONG>(sizeof(KSSTREAM_HEADER));
  return answer(irp, data, bytes_of(extra));
}

const KSPROPERTY_ITEM kConnectionItems[] = {
    KS_GET_SET_ITEM_(KSPROPERTY_CONNECTION_STATE, get_pin_state, set_state, sizeof(KSPROPERTY),
                     sizeof(KSSTATE)),
    KS_GET_SET_ITEM_(KSPROPERTY_CONNECTION_PRIORITY, get_priority, set_priority, sizeof(KSPROPERTY),
                     sizeof(KSPRIORITY)),
    KS_GET_SET_ITEM_(KSPROPERTY_CONNECTION_DATAFORMAT, get_format, set_format, sizeof(KSPROPERTY),
                     0),
    KS_SET_ITEM_(KSPROPERTY_CONNECTION_PROPOSEDATAFORMAT, propose_format, sizeof(KSPROPERTY),
                 sizeof(KSDATAFORMAT)),
    KS_GET_ITEM_(KSPROPERTY_CONNECTION_ACQUIREORDERING, get_ordering, sizeof(KSPROPERTY),
                 sizeof(BOOL)),
    KS_GET_ITEM_(KSPROPERTY_CONNECTION_ALLOCATORFRAMING_EX, get_framing, sizeof(KSPROPERTY), 0),
};

const KSPROPERTY_ITEM kStreamItems[] = {
    KS_GET_SET_ITEM_(KSPROPERTY_STREAM_ALLOCATOR, get_allocator, set_allocator, sizeof(KSPROPERTY),
                     sizeof(HANDLE)),
    KS_GET_SET_ITEM_(KSPROPERTY_STREAM_MASTERCLOCK, get_allocator, set_clock, sizeof(KSPROPERTY),
                     sizeof(HANDLE)),
};

const KSPROPERTY_ITEM kInterfaceItems[] = {
    KS_GET_ITEM_(KSPROPERTY_STREAMINTERFACE_HEADERSIZE, get_header_size, sizeof(KSPROPERTY),
                 sizeof(ULONG)),
};

const KSPROPERTY_SET kPinPropertySets[] = {
    DEFINE_KSPROPERTY_SET(&KSPROPSETID_Connection, SIZEOF_ARRAY(kConnectionItems), kConnectionItems,
                          0, nullptr),
    DEFINE_KSPROPERTY_SET(&KSPROPSETID_Stream, SIZEOF_ARRAY(kStreamItems), kStreamItems, 0,
                          nullptr),
    DEFINE_KSPROPERTY_SET(&KSPROPSETID_StreamInterface, SIZEOF_ARRAY(kInterfaceItems),
                          kInterfaceItems, 0, nullptr),
};

const KSEVENT_ITEM kConnectionEvents[] = {
    DEFINE_KSEVENT_ITEM(KSEVENT_CONNECTION_ENDOFSTREAM, sizeof(KSEVENTDATA), 0, nullptr, nullptr,
                        nullptr),
};

const KSEVENT_SET kPinEventSets[] = {
    DEFINE_KSEVENT_SET(&KSEVENTSETID_Connection, SIZEOF_ARRAY(kConnectionEvents),
                       kConnectionEvents),
};

}  // namespace

const KSAUTOMATION_TABLE& pin_automation() {
  static const KSAUTOMATION_TABLE table = {DEFINE_KSAUTOMATION_PROPERTIES(kPinPropertySets),
                                           DEFINE_KSAUTOMATION_METHODS_NULL,
                                           DEFINE_KSAUTOMATION_EVENTS(kPinEventSets)};
  return table;
}

}  // namespace drydock::ks
