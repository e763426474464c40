// Buses as drivers of before plug and play see them.
//
// There is one PCI bus, and a display device is in the slot that its DevicePropertyAddress names.
// Other devices are declared by their resources alone; their drivers read the configuration by the
// bus interface or by IRP_MN_READ_CONFIG.
#include <algorithm>
#include <cstring>

#include "ntddk.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/bus/bus_slots.h"
#include "src/nt/bus/interrupt_line.h"

using namespace drydock::nt;

namespace {

constexpr ULONG kConfigurationBytes = 256;  // the bytes that the routines of the HAL reach

// The number of bytes at the offset that can be read or written.
ULONG bytes_within(ULONG offset, ULONG length) {
  return offset >= kConfigurationBytes ? 0 : std::min(length, kConfigurationBytes - offset);
}

bool is_configuration(BUS_DATA_TYPE type, ULONG bus) {
  return type == PCIConfiguration && bus == 0;
}

// How many bytes were read: 2 when the slot is empty, for the vendor of nobody.
ULONG read_slot(ULONG slot, PVOID buffer, ULONG offset, ULONG length) {
  constexpr USHORT kNobody = PCI_INVALID_VENDORID;
  const PluggedDevice found = device_in_slot(slot);
  if (found.alive == nullptr) {
    if (length < sizeof kNobody) return 0;
    std::memcpy(buffer, &kNobody, sizeof kNobody);
    return sizeof kNobody;
  }
  const ULONG bytes = bytes_within(offset, length);
  const std::vector<std::uint8_t> space = found.device.read();
  auto* const out = static_cast<std::uint8_t*>(buffer);
  for (ULONG i = 0; i < bytes; ++i) out[i] = offset + i < space.size() ? space[offset + i] : 0xFF;
  return bytes;
}

}  // namespace

extern "C" {

// 0 when there is no such bus.
ULONG HalGetBusDataByOffset(BUS_DATA_TYPE BusDataType, ULONG BusNumber, ULONG SlotNumber,
                            PVOID Buffer, ULONG Offset, ULONG Length) {
  if (!is_configuration(BusDataType, BusNumber)) return 0;
  return read_slot(SlotNumber, Buffer, Offset, Length);
}

ULONG HalGetBusData(BUS_DATA_TYPE BusDataType, ULONG BusNumber, ULONG SlotNumber, PVOID Buffer,
                    ULONG Length) {
  return HalGetBusDataByOffset(BusDataType, BusNumber, SlotNumber, Buffer, 0, Length);
}

ULONG HalSetBusDataByOffset(BUS_DATA_TYPE BusDataType, ULONG BusNumber, ULONG SlotNumber,
                            PVOID Buffer, ULONG Offset, ULONG Length) {
  if (!is_configuration(BusDataType, BusNumber)) return 0;
  const PluggedDevice found = device_in_slot(SlotNumber);
  const ULONG bytes = found.alive == nullptr ? 0 : bytes_within(Offset, Length);
  if (bytes != 0) found.device.write(Offset, Buffer, bytes);
  return bytes;
}

ULONG HalSetBusData(BUS_DATA_TYPE BusDataType, ULONG BusNumber, ULONG SlotNumber, PVOID Buffer,
                    ULONG Length) {
  return HalSetBusDataByOffset(BusDataType, BusNumber, SlotNumber, Buffer, 0, Length);
}

// Addresses of a bus are physical addresses.
BOOLEAN HalTranslateBusAddress(INTERFACE_TYPE, ULONG BusNumber, PHYSICAL_ADDRESS BusAddress, PULONG,
                               PPHYSICAL_ADDRESS TranslatedAddress) {
  if (BusNumber != 0) return FALSE;
  *TranslatedAddress = BusAddress;
  return TRUE;
}

// 0 when no line has the vector.
ULONG HalGetInterruptVector(INTERFACE_TYPE, ULONG, ULONG, ULONG BusInterruptVector, PKIRQL Irql,
                            PKAFFINITY Affinity) {
  const InterruptVector vector = find_vector(BusInterruptVector);
  if (!vector.line) return 0;
  *Irql = vector.description.irql;
  *Affinity = all_processors();
  return BusInterruptVector;
}

// There is no speaker.
BOOLEAN HalMakeBeep(ULONG) { return FALSE; }

}  // extern "C"
