// DXGK_MONITOR_INTERFACE and its second version: what the monitors of an adapter can do.
#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "src/display/vidpn/interfaces.h"
#include "src/display/vidpn/structures.h"
#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

// Who asks, and about which monitor.
struct Asked {
  Reply reply = {};
  std::shared_ptr<Monitor> monitor = {};
  DriverCall* call = nullptr;  // that accounts for what is given
};

Asked ask(const void* adapter, UINT target) {
  const Lending::AdapterEntry* const entry = Lending::instance().find_adapter(adapter);
  if (entry == nullptr) return {{STATUS_GRAPHICS_INVALID_DISPLAY_ADAPTER}};
  if (!entry->monitors->has_target(target)) return {{STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET}};
  Asked asked;
  asked.monitor = entry->monitors->at(target);
  asked.call = DriverCall::current() != nullptr ? DriverCall::current() : entry->standing;
  if (asked.monitor == nullptr) asked.reply = {STATUS_GRAPHICS_MONITOR_NOT_CONNECTED};
  return asked;
}

// Answers about a monitor that is connected.
template <typename Body>
NTSTATUS serve_monitor(const char* call, const void* adapter, UINT target, Body&& body) {
  check_level(call);
  const Reply reply = Lending::instance().alone([&]() -> Reply {
    Asked asked = ask(adapter, target);
    if (!NT_SUCCESS(asked.reply.status)) return std::move(asked.reply);
    return body(asked);
  });
  if (reply.complaint) raise(call, *reply.complaint);
  return reply.status;
}

// Shows a set of the monitor, and gives its handle.
template <typename Handle, typename Interface>
NTSTATUS give_set(const char* call, const void* adapter, UINT target, ShownKind kind, Handle* set,
                  const Interface** functions, const Interface* ours) {
  if (set == nullptr || functions == nullptr) return STATUS_INVALID_PARAMETER;
  void* handle = nullptr;
  const NTSTATUS status = serve_monitor(call, adapter, target, [&](Asked& asked) -> Reply {
    const bool is_counted = kind == ShownKind::kMonitorModes;
    const Shown::Object object = is_counted
                                     ? Shown::Object(asked.monitor->modes)
                                     : Shown::Object(std::shared_ptr<const Monitor>(asked.monitor));
    const Shown* const shown = asked.call->show_object(
        kind, object, is_counted ? Claim::kAcquired : Claim::kNone, nullptr);
    if (shown == nullptr) return {STATUS_NO_MEMORY};
    handle = shown->handle;
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
  return give_set("pfnAcquireMonitorSourceModeSet", adapter, target, ShownKind::kMonitorModes, set,
                  functions, &interfaces().monitor_modes);
}

NTSTATUS release_monitor_source_mode_set(const D3DKMDT_ADAPTER adapter,
                                         const D3DKMDT_HMONITORSOURCEMODESET set) {
  return serve(
      "pfnReleaseMonitorSourceModeSet", ShownKind::kMonitorModes, set, [&](Shown& shown) -> Reply {
        if (Lending::instance().find_adapter(adapter) == nullptr)
          return {STATUS_GRAPHICS_INVALID_DISPLAY_ADAPTER};
        if (!shown.is_usable())
          return refuse_ended(shown, STATUS_GRAPHICS_INVALID_MONITOR_SOURCEMODESET);
        if (rules::breaks("D-049", shown.claim == Claim::kNone))
          return refuse(STATUS_GRAPHICS_INVALID_MONITOR_SOURCEMODESET, "D-049",
                        fmt::format("the {} was given to the call, not acquired", describe(shown)));
        if (--shown.references == 0) shown.claim = Claim::kReleased;
        return {};
      });
}

NTSTATUS get_monitor_frequency_range_set(
    const D3DKMDT_ADAPTER adapter, const UINT target, D3DKMDT_HMONITORFREQUENCYRANGESET* set,
    const DXGK_MONITORFREQUENCYRANGESET_INTERFACE** functions) {
  return give_set("pfnGetMonitorFrequencyRangeSet", adapter, target, ShownKind::kFrequencyRanges,
                  set, functions, &interfaces().ranges);
}

NTSTATUS get_monitor_descriptor_set(const D3DKMDT_ADAPTER adapter, const UINT target,
                                    D3DKMDT_HMONITORDESCRIPTORSET* set,
                                    const DXGK_MONITORDESCRIPTORSET_INTERFACE** functions) {
  return give_set("pfnGetMonitorDescriptorSet", adapter, target, ShownKind::kDescriptors, set,
                  functions, &interfaces().descriptors);
}

NTSTATUS get_additional_modes(const D3DKMDT_ADAPTER adapter, const UINT target, UINT* count,
                              DXGK_TARGETMODE_DETAIL_TIMING** modes) {
  if (count == nullptr || modes == nullptr) return STATUS_INVALID_PARAMETER;
  UINT number = 0;
  void* list = nullptr;
  const NTSTATUS status =
      serve_monitor("pfnGetAdditionalMonitorModeSet", adapter, target, [&](Asked& asked) -> Reply {
        const std::vector<DXGK_TARGETMODE_DETAIL_TIMING>& all = asked.monitor->additional_modes;
        if (all.empty()) return {STATUS_NOT_FOUND};
        Shown* const shown = asked.call->show_object(ShownKind::kAdditionalModes,
                                                     std::shared_ptr<const Monitor>(asked.monitor),
                                                     Claim::kNone, nullptr);
        if (shown == nullptr) return {STATUS_NO_MEMORY};
        list = shown->lent
                   .emplace_back(std::as_bytes(std::span(all)), Lent::State::kAcquired, target,
                                 "D-043"_rule)
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
  const Lending::AdapterEntry* const entry = Lending::instance().find_adapter(adapter);
  if (entry == nullptr) return {STATUS_GRAPHICS_INVALID_DISPLAY_ADAPTER};
  for (DriverCall* const call : {DriverCall::current(), entry->standing}) {
    Shown* const shown =
        call == nullptr ? nullptr : call->find_lender(ShownKind::kAdditionalModes, list);
    if (shown != nullptr) return release_structure(*shown, list, STATUS_INVALID_PARAMETER);
  }
  return refuse(STATUS_INVALID_PARAMETER, "D-092",
                fmt::format("{} is no list of additional modes that the driver has", list));
}

NTSTATUS release_additional_modes(const D3DKMDT_ADAPTER adapter, const UINT,
                                  const DXGK_TARGETMODE_DETAIL_TIMING* modes) {
  check_level("pfnReleaseAdditionalMonitorModeSet");
  const Reply reply = Lending::instance().alone([&] { return release_list(adapter, modes); });
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
