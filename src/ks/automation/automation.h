// Automation tables: which handler answers a property, a method or an event.
//
// An object answers with the minidriver's table merged over the class driver's (S-103). The tables
// are the driver's memory. They are read when they are merged, once for each object; the merged
// table is the host's.
//
// Cost of a request: a walk through the sets and the items of one set, and what capture() of
// src/ks/base/request.h costs. Owner of a merged table: its filter or pin type. Threads: any; a
// merged table does not change.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "src/ks/base/request.h"
#include "src/ks/base/wdk.h"

namespace drydock::ks {

// A table with everything it points to.
class Automation {
 public:
  Automation() = default;
  // Handlers of `over` win. Either may be null. Item sizes may be larger than the structure.
  Automation(const KSAUTOMATION_TABLE* over, const KSAUTOMATION_TABLE* under);
  Automation(const Automation&) = delete;
  Automation& operator=(const Automation&) = delete;

  const KSAUTOMATION_TABLE& table() const { return table_; }

 private:
  KSAUTOMATION_TABLE table_{};
  std::vector<KSPROPERTY_SET> property_sets_;
  std::vector<KSMETHOD_SET> method_sets_;
  std::vector<KSEVENT_SET> event_sets_;
  std::vector<std::vector<KSPROPERTY_ITEM>> properties_;
  std::vector<std::vector<KSMETHOD_ITEM>> methods_;
  std::vector<std::vector<KSEVENT_ITEM>> events_;
};

// One request against property or method sets: finds the item, checks sizes, captures, calls the
// handler across the border, answers SETSUPPORT, BASICSUPPORT, RELATIONS and the serialised forms.
// Does not complete the IRP. STATUS_PROPSET_NOT_FOUND and STATUS_NOT_FOUND when there is no such
// set or item; STATUS_INVALID_DEVICE_REQUEST when it cannot be read or written.
NTSTATUS handle_property(PIRP irp, std::span<const KSPROPERTY_SET> sets, ULONG item_size,
                         PFNKSALLOCATOR allocator);
NTSTATUS handle_method(PIRP irp, std::span<const KSMETHOD_SET> sets, ULONG item_size,
                       PFNKSALLOCATOR allocator);

// IOCTL_KS_PROPERTY, _METHOD, _ENABLE_EVENT and _DISABLE_EVENT against a table; a request for a
// node goes to the table of that node. Does not complete the IRP.
class EventList;
NTSTATUS handle_request(PIRP irp, const KSAUTOMATION_TABLE& table, EventList& events,
                        std::span<const KSNODE_DESCRIPTOR> nodes);

}  // namespace drydock::ks
