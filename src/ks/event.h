// Events that clients enable on an object and drivers generate.
//
// An entry is a KSEVENT_ENTRY in pool with the extra bytes that the event's item asks for. The
// entries of an object are on one list; generating walks it at DISPATCH_LEVEL under an executive
// spin lock, because drivers read and unlink entries in their handlers.
#pragma once

#include "src/ks/request.h"
#include "src/ks/wdk.h"

namespace drydock::ks {

class EventList {
 public:
  EventList();
  ~EventList();
  EventList(const EventList&) = delete;
  EventList& operator=(const EventList&) = delete;

  LIST_ENTRY* list() { return &list_; }
  KSPIN_LOCK* lock() { return &lock_; }

  // IOCTL_KS_ENABLE_EVENT and IOCTL_KS_DISABLE_EVENT against the sets of an automation table.
  NTSTATUS enable(PIRP irp, const KSAUTOMATION_TABLE& table);
  NTSTATUS disable(PIRP irp);

  void add(KSEVENT_ENTRY* entry);
  // Every entry of that set and id for which `wanted` (null: all) says yes. A one-shot event is
  // gone afterwards.
  void generate(const GUID& set, ULONG id, ULONG size, void* data,
                PFNKSGENERATEEVENTCALLBACK wanted, void* context);
  // Those that came through the file; all when it is null.
  void free_all(PFILE_OBJECT file);

 private:
  LIST_ENTRY list_;
  KSPIN_LOCK lock_;
};

}  // namespace drydock::ks
