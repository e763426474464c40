// DXGK_MONITOR_INTERFACE and its second version: what the monitors of an adapter can do.
#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "src/display/vidpn/interfaces.h"
#include "src/display/vidpn/structures.h"
#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

// The monitor that a driver asks about, and the call in which it asks.
struct MonitorQuery {
  Reply reply = {};  // the refusal, when there is no such monitor
  std::shared_ptr<Monitor> monitor = {};
  DriverCall* call = nullptr;  // accounts for what the driver gets
};

MonitorQuery find_monitor(const void* adapter, UINT target) {
  const NetworkHandles::AdapterEntry* const entry =
      NetworkHandles::instance().find_adapter(adapter);
  if (entry == nullptr) return {{STATUS_GRAPHICS_INVALID_DISPLAY_ADAPTER}};
  if (!entry->monitors->has_target(target)) return {{STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET}};
  MonitorQuery query;
  query.monitor = entry->monitors->at(target);
  query.call = DriverCall::current() != nullptr ? DriverCall::current() : entry->standing;
  if (query.monitor == nullptr) query.reply = {STATUS_GRAPHICS_MONITOR_NOT_CONNECTED};
  return query;
}

// Answers about a monitor that is connected.
template <typename Body>
NTSTATUS serve_monitor(const char* call, const void* adapter, UINT target, Body&& body) {
  check_level(call);
  const Reply reply = NetworkHandles::instance().alone([&]() -> Reply {
    MonitorQuery query = find_monitor(adapter, target);
    if (!NT_SUCCESS(query.reply.status)) return std::move(query.reply);
    return body(query);
  });
  if (reply.complaint) raise(call, *reply.complaint);
  return reply.status;
}

// Issues a handle of a set of the monitor.
template <typename Handle, typename Interface>
NTSTATUS give_set(const char* call, const void* adapter, UINT target, ObjectKind kind, Handle* set,
                  const Interface** functions, const Interface* ours) {
  if (set == nullptr || functions == nullptr) return STATUS_INVALID_PARAMETER;
  void* handle = nullptr;
  const NTSTATUS status = serve_monitor(call, adapter, target, [&](MonitorQuery& query) -> Reply {
    const bool is_counted = kind == ObjectKind::kMonitorModes;
    const BorrowedObject::HostObject host_object =
        is_counted ? BorrowedObject::HostObject(query.monitor->modes)
                   : BorrowedObject::HostObject(std::shared_ptr<const Monitor>(query.monitor));
    const BorrowedObject* const object = query.call->issue_object(
        kind, host_object, is_counted ? Claim::kAcquired : Claim::kNone, nullptr);
    if (object == nullptr) return {STATUS_NO_MEMORY};
    handle = object->handle;
    return {};
  });
  if (!NT_SUCCESS(status)) return status;
  *set = static_cast<Handle>(handle);
  *functions = ours;
  return status;
}

NTSTATUS acquire_monitor_source_mode_set(const D3DKMDT_ADAPTER adapter, const UINT target,
                                         D3DKMDT_HMONITORSOURCEMODESET* set,
                                         const DXGK_MONITORSOURCEMODESET_INTERFACE** functions) {
  return give_set("pfnAcquireMonitorSourceModeSet", adapter, target, ObjectKind::kMonitorModes, set,
                  functions, &interfaces().monitor_modes);
}

NTSTATUS release_monitor_source_mode_set(const D3DKMDT_ADAPTER adapter,
                                         const D3DKMDT_HMONITORSOURCEMODESET set) {
  return serve("pfnReleaseMonitorSourceModeSet", ObjectKind::kMonitorModes, set,
               [&](BorrowedObject& object) -> Reply {
                 if (NetworkHandles::instance().find_adapter(adapter) == nullptr)
                   return {STATUS_GRAPHICS_INVALID_DISPLAY_ADAPTER};
                 if (!object.is_usable())
                   return refuse_ended(object, STATUS_GRAPHICS_INVALID_MONITOR_SOURCEMODESET);
                 if (rules::breaks("D-049", object.claim == Claim::kNone))
                   return refuse(
                       STATUS_GRAPHICS_INVALID_MONITOR_SOURCEMODESET, "D-049",
                       fmt::format("the {} was given to the call, not acquired", describe(object)));
                 if (--object.references == 0) object.claim = Claim::kReleased;
                 return {};
               });
}

NTSTATUS get_monitor_frequency_range_set(
    const D3DKMDT_ADAPTER adapter, const UINT target, D3DKMDT_HMONITORFREQUENCYRANGESET* set,
    const DXGK_MONITORFREQUENCYRANGESET_INTERFACE** functions) {
  return give_set("pfnGetMonitorFrequencyRangeSet", adapter, target, ObjectKind::kFrequencyRanges,
                  set, functions, &interfaces().ranges);
}

NTSTATUS get_monitor_descriptor_set(const D3DKMDT_ADAPTER adapter, const UINT target,
                                    D3DKMDT_HMONITORDESCRIPTORSET* set,
                                    const DXGK_MONITORDESCRIPTORSET_INTERFACE** functions) {
  return give_set("pfnGetMonitorDescriptorSet", adapter, target, ObjectKind::kDescriptors, set,
                  functions, &interfaces().descriptors);
}

NTSTATUS get_additional_modes(const D3DKMDT_ADAPTER adapter, const UINT target, UINT* count,
                              DXGK_TARGETMODE_DETAIL_TIMING** modes) {
  if (count == nullptr || modes == nullptr) return STATUS_INVALID_PARAMETER;
  UINT number = 0;
  void* list = nullptr;
  const NTSTATUS status = serve_monitor(
      "pfnGetAdditionalMonitorModeSet", adapter, target, [&](MonitorQuery& query) -> Reply {
        const std::vector<DXGK_TARGETMODE_DETAIL_TIMING>& all = query.monitor->additional_modes;
        if (all.empty()) return {STATUS_NOT_FOUND};
        BorrowedObject* const object = query.call->issue_object(
            ObjectKind::kAdditionalModes, std::shared_ptr<const Monitor>(query.monitor),
            Claim::kNone, nullptr);
        if (object == nullptr) return {STATUS_NO_MEMORY};
        list = object->structures
                   .emplace_back(std::as_bytes(std::span(all)), BorrowedStructure::State::kAcquired,
                                 target, "D-043"_rule)
                   .data();
        number = static_cast<UINT>(all.size());
        return {};
      });
  if (!NT_SUCCESS(status)) return status;
  *count = number;
  *modes = static_cast<DXGK_TARGETMODE_DETAIL_TIMING*>(list);
  return status;
}

Reply release_list(const void* adapter, const void* list) {
  const NetworkHandles::AdapterEntry* const entry =
      NetworkHandles::instance().find_adapter(adapter);
  if (entry == nullptr) return {STATUS_GRAPHICS_INVALID_DISPLAY_ADAPTER};
  for (DriverCall* const call : {DriverCall::current(), entry->standing}) {
    BorrowedObject* const object =
        call == nullptr ? nullptr : call->find_with_structure(ObjectKind::kAdditionalModes, list);
    if (object != nullptr) return release_structure(*object, list, STATUS_INVALID_PARAMETER);
  }
  return refuse(STATUS_INVALID_PARAMETER, "D-092",
                fmt::format("{} is no list of additional modes that the driver has", list));
}

NTSTATUS release_additional_modes(const D3DKMDT_ADAPTER adapter, const UINT,
                                  const DXGK_TARGETMODE_DETAIL_TIMING* modes) {
  check_level("pfnReleaseAdditionalMonitorModeSet");
  const Reply reply =
      NetworkHandles::instance().alone([&] { return release_list(adapter, modes); });
  if (reply.complaint) raise("pfnReleaseAdditionalMonitorModeSet", *reply.complaint);
  return reply.status;
}

// The first version of the interface ends before these members. They stand there to be found.
NTSTATUS missing_get_additional_modes(const D3DKMDT_ADAPTER, const UINT, UINT*,
                                      DXGK_TARGETMODE_DETAIL_TIMING**) {
  raise("pfnGetAdditionalMonitorModeSet",
        {"D-045", "the driver asked for version 1 of the interface, which ends before it"});
  return STATUS_NOT_SUPPORTED;
}

NTSTATUS missing_release_additional_modes(const D3DKMDT_ADAPTER, const UINT,
                                          const DXGK_TARGETMODE_DETAIL_TIMING*) {
  raise("pfnReleaseAdditionalMonitorModeSet",
        {"D-045", "the driver asked for version 1 of the interface, which ends before it"});
  return STATUS_NOT_SUPPORTED;
}

}  // namespace

DXGK_MONITOR_INTERFACE_V2 monitor_functions(DXGK_MONITOR_INTERFACE_VERSION version) {
  const bool has_additional = version != DXGK_MONITOR_INTERFACE_VERSION_V1;
  return {.Version = version,
          .pfnAcquireMonitorSourceModeSet = acquire_monitor_source_mode_set,
          .pfnReleaseMonitorSourceModeSet = release_monitor_source_mode_set,
          .pfnGetMonitorFrequencyRangeSet = get_monitor_frequency_range_set,
          .pfnGetMonitorDescriptorSet = get_monitor_descriptor_set,
          .pfnGetAdditionalMonitorModeSet =
              has_additional ? get_additional_modes : missing_get_additional_modes,
          .pfnReleaseAdditionalMonitorModeSet =
              has_additional ? release_additional_modes : missing_release_additional_modes};
}

}  // namespace drydock::display
