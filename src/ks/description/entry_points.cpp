#include "src/ks/description/entry_points.h"

#include <cstddef>

#include "src/nt/base/called.h"

namespace drydock::ks {
namespace {

#define PLACE(table, member) {#table "." #member, offsetof(table, member)}
constexpr nt::EntryPoint kDevice[] = {
    PLACE(KSDEVICE_DISPATCH, Add),
    PLACE(KSDEVICE_DISPATCH, Start),
    PLACE(KSDEVICE_DISPATCH, PostStart),
    PLACE(KSDEVICE_DISPATCH, QueryStop),
    PLACE(KSDEVICE_DISPATCH, CancelStop),
    PLACE(KSDEVICE_DISPATCH, Stop),
    PLACE(KSDEVICE_DISPATCH, QueryRemove),
    PLACE(KSDEVICE_DISPATCH, CancelRemove),
    PLACE(KSDEVICE_DISPATCH, Remove),
    PLACE(KSDEVICE_DISPATCH, QueryCapabilities),
    PLACE(KSDEVICE_DISPATCH, SurpriseRemoval),
    PLACE(KSDEVICE_DISPATCH, QueryPower),
    PLACE(KSDEVICE_DISPATCH, SetPower),
    PLACE(KSDEVICE_DISPATCH, QueryInterface),
};
constexpr nt::EntryPoint kFilter[] = {
    PLACE(KSFILTER_DISPATCH, Create),
    PLACE(KSFILTER_DISPATCH, Close),
    PLACE(KSFILTER_DISPATCH, Process),
    PLACE(KSFILTER_DISPATCH, Reset),
};
constexpr nt::EntryPoint kPin[] = {
    PLACE(KSPIN_DISPATCH, Create),        PLACE(KSPIN_DISPATCH, Close),
    PLACE(KSPIN_DISPATCH, Process),       PLACE(KSPIN_DISPATCH, Reset),
    PLACE(KSPIN_DISPATCH, SetDataFormat), PLACE(KSPIN_DISPATCH, SetDeviceState),
    PLACE(KSPIN_DISPATCH, Connect),       PLACE(KSPIN_DISPATCH, Disconnect),
};
constexpr nt::EntryPoint kAllocator[] = {
    PLACE(KSALLOCATOR_DISPATCH, InitializeAllocator),
    PLACE(KSALLOCATOR_DISPATCH, DeleteAllocator),
    PLACE(KSALLOCATOR_DISPATCH, Allocate),
    PLACE(KSALLOCATOR_DISPATCH, Free),
};
constexpr nt::EntryPoint kClock[] = {
    PLACE(KSCLOCK_DISPATCH, SetTimer),
    PLACE(KSCLOCK_DISPATCH, CancelTimer),
    PLACE(KSCLOCK_DISPATCH, CorrelatedTime),
    PLACE(KSCLOCK_DISPATCH, Resolution),
};
#undef PLACE

template <typename Table>
void note(const Table* table, std::span<const nt::EntryPoint> places) {
  if (table != nullptr) nt::note_provided(table, places);
}

void note_pin(const KSPIN_DESCRIPTOR_EX& pin) {
  if (pin.Dispatch == nullptr) return;
  note(pin.Dispatch, kPin);
  note(pin.Dispatch->Allocator, kAllocator);
  note(pin.Dispatch->Clock, kClock);
}

}  // namespace

void note_entry_points(const KSDEVICE_DISPATCH* device) { note(device, kDevice); }

void note_entry_points(const KSFILTER_DESCRIPTOR& filter) {
  note(filter.Dispatch, kFilter);
  const auto* pin = reinterpret_cast<const char*>(filter.PinDescriptors);
  for (ULONG i = 0; i < filter.PinDescriptorsCount; ++i, pin += filter.PinDescriptorSize)
    note_pin(*reinterpret_cast<const KSPIN_DESCRIPTOR_EX*>(pin));
}

}  // namespace drydock::ks
