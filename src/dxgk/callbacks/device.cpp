// Callbacks about the device: what it is, its memory, its configuration space, its services.
#include <fmt/format.h>

#include <algorithm>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/swizzling.h"
#include "src/dxgk/callbacks/parts.h"
#include "src/dxgk/miniport/call_frame.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/trace.h"

namespace drydock::dxgk {
namespace {

NTSTATUS get_device_information(HANDLE DeviceHandle, PDXGK_DEVICE_INFO DeviceInfo) {
  auto hardware = callee(DeviceHandle, "DxgkCbGetDeviceInformation");
  if (hardware == nullptr || DeviceInfo == nullptr) return STATUS_INVALID_PARAMETER;
  hardware->reports.asked_device_info.store(true, std::memory_order_relaxed);
  if (nt::fails_here(sim::FaultKind::kDevice)) return STATUS_NO_MEMORY;
  DXGK_DEVICE_INFO info{};
  hardware->with_adapter(
      [&](Adapter& adapter) { info = hardware->device_info(adapter.context()); });
  hardware.reset();
  *DeviceInfo = info;
  return STATUS_SUCCESS;
}

NTSTATUS map_memory(HANDLE DeviceHandle, PHYSICAL_ADDRESS TranslatedAddress, ULONG Length,
                    BOOLEAN InIoSpace, BOOLEAN MapToUserMode, MEMORY_CACHING_TYPE CacheType,
                    PVOID* VirtualAddress) {
  auto hardware = callee(DeviceHandle, "DxgkCbMapMemory");
  if (hardware == nullptr || VirtualAddress == nullptr || CacheType >= MmMaximumCacheType)
    return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kDevice)) return STATUS_NO_MEMORY;
  // There is one address space, so a user-mode mapping is like any other.
  (void)MapToUserMode;
  void* const address = hardware->map(static_cast<std::uint64_t>(TranslatedAddress.QuadPart),
                                      Length, InIoSpace != FALSE);
  hardware.reset();
  if (address == nullptr && InIoSpace == FALSE) return STATUS_INVALID_PARAMETER;
  *VirtualAddress = address;
  return STATUS_SUCCESS;
}

// What is mapped nowhere is refused, and Windows goes on.
NTSTATUS unmap_memory(HANDLE DeviceHandle, PVOID VirtualAddress) {
  auto hardware = callee(DeviceHandle, "DxgkCbUnmapMemory");
  if (hardware == nullptr) return STATUS_INVALID_PARAMETER;
  const bool was_mapped = hardware->unmap(VirtualAddress);
  const bool is_wrong =
      !was_mapped && VirtualAddress != nullptr && !hardware->may_be_unmapped(VirtualAddress);
  hardware.reset();
  if (rules::breaks("N-055", is_wrong))
    nt::Breach("N-055", nt::Offender::running())
        .message(
            "DxgkCbUnmapMemory: {} is not an address that DxgkCbMapMemory gave, or is "
            "unmapped already",
            VirtualAddress)
        .at(VirtualAddress)
        .tolerated()
        .raise();
  return was_mapped ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

const char* space_of(ULONG type) {
  return type == DXGK_WHICHSPACE_ROM   ? "DXGK_WHICHSPACE_ROM"
         : type == DXGK_WHICHSPACE_MCH ? "DXGK_WHICHSPACE_MCH"
                                       : "DXGK_WHICHSPACE_BRIDGE";
}

NTSTATUS read_device_space(HANDLE DeviceHandle, ULONG DataType, PVOID Buffer, ULONG Offset,
                           ULONG Length, PULONG BytesRead) {
  auto hardware = callee(DeviceHandle, "DxgkCbReadDeviceSpace");
  if (hardware == nullptr || Buffer == nullptr || BytesRead == nullptr)
    return STATUS_INVALID_PARAMETER;
  if (DataType == DXGK_WHICHSPACE_ROM || DataType == DXGK_WHICHSPACE_MCH ||
      DataType == DXGK_WHICHSPACE_BRIDGE) {
    *BytesRead = 0;
    return refuse_unplayed(DeviceHandle,
                           fmt::format("DxgkCbReadDeviceSpace({})", space_of(DataType)),
                           STATUS_UNSUCCESSFUL);
  }
  if (DataType != DXGK_WHICHSPACE_CONFIG) return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kDevice)) {
    *BytesRead = 0;
    return STATUS_UNSUCCESSFUL;
  }
  const std::vector<std::uint8_t> space = hardware->has_vanished()
                                              ? std::vector<std::uint8_t>{}
                                              : hardware->model().configuration_space();
  hardware.reset();
  std::vector<std::uint8_t> bytes(std::min<ULONG>(Length, 4096), 0xFF);
  for (std::size_t i = 0; i < bytes.size() && Offset + i < space.size(); ++i)
    bytes[i] = space[Offset + i];
  std::memcpy(Buffer, bytes.data(), bytes.size());
  *BytesRead = static_cast<ULONG>(bytes.size());
  return STATUS_SUCCESS;
}

NTSTATUS write_device_space(HANDLE DeviceHandle, ULONG DataType, PVOID Buffer, ULONG Offset,
                            ULONG Length, PULONG BytesWritten) {
  const auto hardware = callee(DeviceHandle, "DxgkCbWriteDeviceSpace");
  if (hardware == nullptr || Buffer == nullptr || BytesWritten == nullptr)
    return STATUS_INVALID_PARAMETER;
  const bool known = DataType == DXGK_WHICHSPACE_CONFIG || DataType == DXGK_WHICHSPACE_ROM ||
                     DataType == DXGK_WHICHSPACE_MCH || DataType == DXGK_WHICHSPACE_BRIDGE;
  if (!known) return STATUS_INVALID_PARAMETER;
  *BytesWritten = 0;
  if (DataType != DXGK_WHICHSPACE_CONFIG || Offset >= 4096 || Length > 4096 - Offset ||
      nt::fails_here(sim::FaultKind::kDevice))
    return STATUS_UNSUCCESSFUL;
  std::vector<std::uint8_t> bytes(Length);
  std::memcpy(bytes.data(), Buffer, Length);
  hardware->model().configure(Offset, bytes.data(), Length);
  *BytesWritten = Length;
  return STATUS_SUCCESS;
}

// ACPI_EVAL_OUTPUT_BUFFER_SIGNATURE and ACPI_EVAL_INPUT_BUFFER_COMPLEX_SIGNATURE are character
// constants of four characters, about which some compilers warn.
constexpr ULONG signature(const char (&text)[5]) {
  ULONG out = 0;
  for (std::size_t i = 0; i < 4; ++i) out = out << 8 | static_cast<UCHAR>(text[i]);
  return out;
}
constexpr ULONG kAcpiOutput = signature("BoeA");
constexpr ULONG kAcpiComplexInput = signature("CieA");

// Writes the answer of a method as one argument of bytes.
NTSTATUS give_acpi_answer(const std::vector<std::uint8_t>& answer, PACPI_EVAL_OUTPUT_BUFFER out,
                          ULONG room) {
  const std::size_t head = offsetof(ACPI_EVAL_OUTPUT_BUFFER, Argument);
  const std::size_t argument = std::max<std::size_t>(answer.size(), sizeof(ULONG)) +
                               offsetof(ACPI_METHOD_ARGUMENT, Argument);
  if (out == nullptr) return STATUS_SUCCESS;
  if (room < head + argument) return STATUS_BUFFER_OVERFLOW;
  out->Signature = kAcpiOutput;
  out->Length = static_cast<ULONG>(head + argument);
  out->Count = 1;
  out->Argument[0].Type = ACPI_METHOD_ARGUMENT_BUFFER;
  out->Argument[0].DataLength = static_cast<USHORT>(answer.size());
  std::memcpy(out->Argument[0].Data, answer.data(), answer.size());
  return STATUS_SUCCESS;
}

// "_DSM"
std::string acpi_name_of(ULONG name) {
  std::string out;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const auto letter = static_cast<char>(name >> shift & 0x7f);
    out += letter > ' ' && letter < 0x7f ? letter : '.';
  }
  return out;
}

NTSTATUS eval_acpi_method(HANDLE DeviceHandle, ULONG,
                          PACPI_EVAL_INPUT_BUFFER_COMPLEX AcpiInputBuffer, ULONG AcpiInputSize,
                          PACPI_EVAL_OUTPUT_BUFFER AcpiOutputBuffer, ULONG AcpiOutputSize) {
  auto hardware = callee(DeviceHandle, "DxgkCbEvalAcpiMethod");
  if (hardware == nullptr || AcpiInputBuffer == nullptr ||
      AcpiInputSize < offsetof(ACPI_EVAL_INPUT_BUFFER_COMPLEX, Size))
    return STATUS_INVALID_PARAMETER;
  const ULONG name = AcpiInputBuffer->MethodNameAsUlong;
  AcpiInputBuffer->Signature = kAcpiComplexInput;
  const auto answer = hardware->model().acpi_method(name);
  hardware.reset();
  if (!answer)
    return refuse_unplayed(DeviceHandle,
                           fmt::format("DxgkCbEvalAcpiMethod({})", acpi_name_of(name)));
  if (nt::fails_here(sim::FaultKind::kDevice)) return STATUS_UNSUCCESSFUL;
  return give_acpi_answer(*answer, AcpiOutputBuffer, AcpiOutputSize);
}

std::string service_of(DXGK_SERVICES type) {
  switch (type) {
    case DxgkServicesAgp:
      return "DxgkServicesAgp";
    case DxgkServicesDebugReport:
      return "DxgkServicesDebugReport";
    case DxgkServicesTimedOperation:
      return "DxgkServicesTimedOperation";
    case DxgkServicesSPB:
      return "DxgkServicesSPB";
    case DxgkServicesBDD:
      return "DxgkServicesBDD";
    case DxgkServicesFirmwareTable:
      return "DxgkServicesFirmwareTable";
    case DxgkServicesIDD:
      return "DxgkServicesIDD";
    default:
      return fmt::format("service {}", static_cast<int>(type));
  }
}

// AGP, simple peripheral buses and firmware tables are not part of this machine.
NTSTATUS query_services(HANDLE DeviceHandle, DXGK_SERVICES ServicesType, PINTERFACE Interface) {
  const char* const name = "DxgkCbQueryServices";
  if (!is_device(DeviceHandle, name) || Interface == nullptr) return STATUS_INVALID_PARAMETER;
  return refuse_unplayed(DeviceHandle, fmt::format("{}({})", name, service_of(ServicesType)));
}

bool matches(const PCI_DEVICE_PRESENCE_PARAMETERS& asked, const DeviceModel::Identity& device) {
  const ULONG flags = asked.Flags;
  if ((flags & PCI_USE_VENDEV_IDS) != 0 &&
      (asked.VendorID != device.vendor || asked.DeviceID != device.device))
    return false;
  if ((flags & PCI_USE_REVISION) != 0 && asked.RevisionID != device.revision) return false;
  if ((flags & PCI_USE_SUBSYSTEM_IDS) != 0 &&
      (asked.SubVendorID != static_cast<USHORT>(device.subsystem) ||
       asked.SubSystemID != static_cast<USHORT>(device.subsystem >> 16)))
    return false;
  if ((flags & PCI_USE_CLASS_SUBCLASS) != 0 &&
      (asked.BaseClass != PCI_CLASS_DISPLAY_CTLR || asked.SubClass != 0))
    return false;
  if ((flags & PCI_USE_PROGIF) != 0 && asked.ProgIf != 0) return false;
  return true;
}

NTSTATUS is_device_present(HANDLE DeviceHandle,
                           PPCI_DEVICE_PRESENCE_PARAMETERS DevicePresenceParameters,
                           PBOOLEAN DevicePresent) {
  auto hardware = callee(DeviceHandle, "DxgkCbIsDevicePresent");
  if (hardware == nullptr || DevicePresenceParameters == nullptr || DevicePresent == nullptr)
    return STATUS_INVALID_PARAMETER;
  const DeviceModel::Identity device = hardware->model().identity();
  hardware.reset();
  const PCI_DEVICE_PRESENCE_PARAMETERS asked = *DevicePresenceParameters;
  if (asked.Size < sizeof asked) return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kDevice)) return STATUS_UNSUCCESSFUL;
  *DevicePresent = matches(asked, device);
  return STATUS_SUCCESS;
}

VOID log_etw_event(LPCGUID EventGuid, UCHAR, USHORT EventBufferSize, PVOID) {
  // A small event may be logged at any IRQL, also from the interrupt routine.
  constexpr USHORT kSmall = 256;
  if (EventBufferSize > kSmall) check_place("DxgkCbLogEtwEvent", PASSIVE_LEVEL);
  if (EventGuid == nullptr) return;
  trace::event("dxgk", "driver event", {{"event", EventGuid->Data1}});
}

// K-426: true when the driver may ask for this exclusion here.
bool may_exclude(ULONG attributes) {
  constexpr ULONG kBoth = DXGK_EXCLUDE_EVICT_ALL | DXGK_EXCLUDE_CALL_SYNCHRONOUS;
  if (rules::breaks("K-426", (attributes & kBoth) == kBoth)) {
    nt::Breach("K-426", nt::Offender::running())
        .message(
            "DxgkCbExcludeAdapterAccess: DXGK_EXCLUDE_EVICT_ALL and "
            "DXGK_EXCLUDE_CALL_SYNCHRONOUS exclude each other")
        .raise();
    return false;
  }
  const CallFrame* const frame = CallFrame::current();
  const bool alone = frame != nullptr && (frame->ddi().level == Level::kAlone ||
                                          frame->ddi().level == Level::kAloneButQueries);
  if ((attributes & DXGK_EXCLUDE_CALL_SYNCHRONOUS) != 0 && !alone) {
    nt::Breach("K-426", nt::Offender::running())
        .message(
            "DxgkCbExcludeAdapterAccess: DXGK_EXCLUDE_CALL_SYNCHRONOUS outside an entry point "
            "of level two or three")
        .raise();
    return false;
  }
  return true;
}

NTSTATUS exclude_adapter_access(HANDLE DeviceHandle, ULONG Attributes,
                                PDXGKDDI_PROTECTED_CALLBACK DxgkProtectedCallback,
                                PVOID ProtectedCallbackContext) {
  const char* const name = "DxgkCbExcludeAdapterAccess";
  refuse_in_interrupt_routine(name);
  if (rules::breaks("K-426", nt::self().irql > PASSIVE_LEVEL)) {
    nt::Breach("K-426", nt::Offender::running())
        .message("{} is called at IRQL {}", name, nt::self().irql)
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  auto hardware = callee(DeviceHandle, name);
  if (hardware == nullptr || DxgkProtectedCallback == nullptr) return STATUS_INVALID_PARAMETER;
  if (!may_exclude(Attributes)) return STATUS_INVALID_PARAMETER;
  // Neither the callback nor the CPU is held up by such a lock, so both may use the hardware.
  bool is_seen = false;
  hardware->with_adapter([&](Adapter& adapter) {
    is_seen = adapter.swizzling() != nullptr && adapter.swizzling()->has_alternate_lock();
  });
  if (is_seen)
    nt::Breach("K-426", nt::Offender::running())
        .message(
            "{} is called while an allocation is locked with "
            "UseAlternateVA, which goes on",
            name)
        .raise();
  if ((Attributes & DXGK_EXCLUDE_CALL_SYNCHRONOUS) == 0) {
    Hardware::Exclusion what = (Attributes & DXGK_EXCLUDE_EVICT_ALL) != 0
                                   ? Hardware::Exclusion::kMemory
                                   : Hardware::Exclusion::kGpu;
    if (is_inside(ddi::kStartDevice)) what = Hardware::Exclusion::kDriver;
    if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
    return hardware->exclude_later(DxgkProtectedCallback, ProtectedCallbackContext, what);
  }
  // No other thread is inside the driver, because the host called this entry point alone.
  HANDLE context = nullptr;
  hardware->with_adapter([&](Adapter& adapter) { context = adapter.context(); });
  hardware.reset();
  call_back("DxgkProtectedCallback",
            [&] { DxgkProtectedCallback(context, ProtectedCallbackContext, STATUS_SUCCESS); });
  return STATUS_SUCCESS;
}

}  // namespace

void fill_device_callbacks(DXGKRNL_INTERFACE& callbacks) {
  callbacks.DxgkCbEvalAcpiMethod = eval_acpi_method;
  callbacks.DxgkCbGetDeviceInformation = get_device_information;
  callbacks.DxgkCbMapMemory = map_memory;
  callbacks.DxgkCbUnmapMemory = unmap_memory;
  callbacks.DxgkCbReadDeviceSpace = read_device_space;
  callbacks.DxgkCbWriteDeviceSpace = write_device_space;
  callbacks.DxgkCbQueryServices = query_services;
  callbacks.DxgkCbIsDevicePresent = is_device_present;
  callbacks.DxgkCbLogEtwEvent = log_etw_event;
  callbacks.DxgkCbExcludeAdapterAccess = exclude_adapter_access;
}

}  // namespace drydock::dxgk
