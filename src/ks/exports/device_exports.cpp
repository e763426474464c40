// Devices as minidrivers use them: DMA, and the bus they are on.
#include "src/ks/device/device.h"
#include "src/ks/exports/exports.h"

using namespace drydock::ks;
namespace nt = drydock::nt;

extern "C" VOID KsDeviceRegisterAdapterObject(PKSDEVICE Device_, PADAPTER_OBJECT AdapterObject,
                                              ULONG MaxMappingsByteCount,
                                              ULONG MappingTableStride) {
  const auto device = object_as<Device>(Device_, "KsDeviceRegisterAdapterObject");
  if (device == nullptr) return;
  device->register_adapter(AdapterObject, MaxMappingsByteCount, MappingTableStride);
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
