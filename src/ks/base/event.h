// Events that clients enable on an object and drivers generate.
//
// An entry is a KSEVENT_ENTRY in pool with the extra bytes that the event's item asks for. The
// entries of an object are on one list; generating walks it at DISPATCH_LEVEL under an executive
// spin lock, because drivers read and unlink entries in their handlers. Drivers that dispatch their
// own requests bring their own list and lock, of any kind that they may name.
#pragma once

#include <span>

#include "src/ks/base/request.h"
#include "src/ks/base/wdk.h"

namespace drydock::ks {

// A list of entries, and the lock that guards it.
struct GuardedEvents {
  LIST_ENTRY* list;
  KSEVENTS_LOCKTYPE type;
  void* lock;
};

// IOCTL_KS_ENABLE_EVENT against sets whose items are `item_size` bytes apart, and
// IOCTL_KS_DISABLE_EVENT. Neither completes the IRP.
NTSTATUS enable_event(PIRP irp, std::span<const KSEVENT_SET> sets, ULONG item_size,
                      const GuardedEvents& events, PFNKSALLOCATOR allocator);
NTSTATUS disable_event(PIRP irp, const GuardedEvents& events);
// Signals every entry of that set and id for which `wanted` (null: all) says yes, and removes those
// that were enabled for one shot. An entry of KSEVENT_TYPE_ENABLEBUFFERED stores the data.
void generate_events(const GuardedEvents& events, const GUID& set, ULONG id,
                     std::span<const std::byte> data, PFNKSGENERATEEVENTCALLBACK wanted,
                     void* context);
// Frees the entries that were enabled through the file; all when it is null.
void free_events(const GuardedEvents& events, PFILE_OBJECT file);

// Generates one event. The caller holds the lock of its list.
NTSTATUS generate_event(KSEVENT_ENTRY* entry, std::span<const std::byte> data);
void discard_event(KSEVENT_ENTRY* entry);

// The events of an object of the class driver.
class EventList {
 public:
  EventList();
  ~EventList();
  EventList(const EventList&) = delete;
  EventList& operator=(const EventList&) = delete;

  NTSTATUS enable(PIRP irp, const KSAUTOMATION_TABLE& table);
  NTSTATUS disable(PIRP irp) { return disable_event(irp, guarded()); }
  void add(KSEVENT_ENTRY* entry);
  void generate(const GUID& set, ULONG id, std::span<const std::byte> data = {},
                PFNKSGENERATEEVENTCALLBACK wanted = nullptr, void* context = nullptr) {
    generate_events(guarded(), set, id, data, wanted, context);
  }
  void free_all(PFILE_OBJECT file) { free_events(guarded(), file); }

 private:
  GuardedEvents guarded() { return {&list_, KSEVENTS_SPINLOCK, &lock_}; }

  LIST_ENTRY list_;
  KSPIN_LOCK lock_;
};

}  // namespace drydock::ks
