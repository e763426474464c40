// Buses as drivers of before plug and play see them.
//
// Devices are declared by their resources and not by bus and slot, so every slot of the first PCI
// bus is empty and there is no other bus. A driver reads the configuration of its own device by
// the bus interface or by IRP_MN_READ_CONFIG.
#include <cstring>

#include "ntddk.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/bus/interrupt_line.h"

using namespace drydock::nt;

namespace {

// How many bytes were read or written: 0 when there is no such bus, 2 when the slot is empty.
ULONG read_empty_slot(BUS_DATA_TYPE type, ULONG bus, PVOID buffer, ULONG length) {
  constexpr USHORT kNobody = PCI_INVALID_VENDORID;
  if (type != PCIConfiguration || bus != 0) return 0;
  if (length < sizeof kNobody) return 0;
  std::memcpy(buffer, &kNobody, sizeof kNobody);
  return sizeof kNobody;
}

}  // namespace

extern "C" {

ULONG HalGetBusDataByOffset(BUS_DATA_TYPE BusDataType, ULONG BusNumber, ULONG, PVOID Buffer, ULONG,
                            ULONG Length) {
  return read_empty_slot(BusDataType, BusNumber, Buffer, Length);
}

ULONG HalGetBusData(BUS_DATA_TYPE BusDataType, ULONG BusNumber, ULONG SlotNumber, PVOID Buffer,
                    ULONG Length) {
  return HalGetBusDataByOffset(BusDataType, BusNumber, SlotNumber, Buffer, 0, Length);
}

ULONG HalSetBusDataByOffset(BUS_DATA_TYPE, ULONG, ULONG, PVOID, ULONG, ULONG) { return 0; }

ULONG HalSetBusData(BUS_DATA_TYPE, ULONG, ULONG, PVOID, ULONG) { return 0; }

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
