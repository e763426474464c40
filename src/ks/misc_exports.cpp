// Checks of requests that drivers ask for, and what they may know of their bus.
#include <cstring>
#include <vector>

#include "src/ks/device.h"
#include "src/ks/format.h"
#include "src/ks/framing.h"
#include "src/ks/header.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/report.h"

using namespace drydock::ks;
namespace nt = drydock::nt;

// S-112.
extern "C" NTSTATUS KsValidateConnectRequest(PIRP Irp, ULONG DescriptorsCount,
                                             const KSPIN_DESCRIPTOR* Descriptor,
                                             PKSPIN_CONNECT* Connect) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsValidateConnectRequest");
  ConnectRequest request;
  NTSTATUS status = parse_connect(create_parameters(Irp), request);
  if (!NT_SUCCESS(status)) return status;
  std::vector<const KSPIN_DESCRIPTOR*> types;
  for (ULONG i = 0; i < DescriptorsCount; ++i) types.push_back(Descriptor + i);
  status = check_connect(request.connect, request.format, types);
  if (!NT_SUCCESS(status)) return status;
  return keep_parameters(Irp, reinterpret_cast<void**>(Connect));
}

// S-045: reserved for the system.
extern "C" NTSTATUS KsValidateAllocatorFramingEx(PKSALLOCATOR_FRAMING_EX Framing, ULONG BufferSize,
                                                 const KSALLOCATOR_FRAMING_EX* PinFraming) {
  nt::report("S-045", "KsValidateAllocatorFramingEx is called by a driver");
  if (Framing == nullptr || PinFraming == nullptr) return STATUS_INVALID_PARAMETER;
  if (BufferSize < sizeof *Framing || BufferSize < size_of(*Framing)) {
    return STATUS_INVALID_DEVICE_REQUEST;
  }
  return agree(Framing, PinFraming) ? STATUS_SUCCESS : STATUS_INVALID_DEVICE_REQUEST;
}

namespace {

// The bus that a device is on, when its driver offers an interface to its configuration space.
ULONG bus_data(PKSDEVICE face, bool writes, ULONG type, PVOID buffer, ULONG offset, ULONG length,
               const char* call) {
  nt::require_irql_at_most(DISPATCH_LEVEL, call);
  const auto device = object_as<Device>(face, call);
  BUS_INTERFACE_STANDARD bus{};
  if (device == nullptr || !device->query_bus(bus)) return 0;
  const auto routine = writes ? bus.SetBusData : bus.GetBusData;
  const ULONG done = routine(bus.Context, type, buffer, offset, length);
  if (bus.InterfaceDereference != nullptr) bus.InterfaceDereference(bus.Context);
  return done;
}

}  // namespace

extern "C" ULONG KsDeviceGetBusData(PKSDEVICE Device_, ULONG DataType, PVOID Buffer, ULONG Offset,
                                    ULONG Length) {
  return bus_data(Device_, false, DataType, Buffer, Offset, Length, "KsDeviceGetBusData");
}

extern "C" ULONG KsDeviceSetBusData(PKSDEVICE Device_, ULONG DataType, PVOID Buffer, ULONG Offset,
                                    ULONG Length) {
  return bus_data(Device_, true, DataType, Buffer, Offset, Length, "KsDeviceSetBusData");
}
