// The functions of a mode set, for the three kinds of modes: they differ in handle, structure and
// statuses only.
#pragma once

#include <fmt/format.h>

#include "src/display/vidpn/mode_rules.h"
#include "src/display/vidpn/structures.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"

namespace drydock::display {

template <typename Mode>
struct ModeFunctions {
  using Kind = ModeKind<Mode>;
  using Handle = typename ShownSet<Mode>::Handle;

  static NTSTATUS get_num_modes(const Handle set, SIZE_T* const count) {
    if (count == nullptr) return STATUS_INVALID_PARAMETER;
    SIZE_T modes = 0;
    const NTSTATUS status = serve_set("pfnGetNumModes", set, [&](Shown& shown) -> Reply {
      modes = shown.set<Mode>()->modes().size();
      return {};
    });
    if (NT_SUCCESS(status)) *count = modes;
    return status;
  }

  static NTSTATUS acquire_first(const Handle set, const Mode** first) {
    return acquire("pfnAcquireFirstModeInfo", set, first, [](Shown& shown) {
      const auto modes = shown.set<Mode>()->modes();
      return modes.empty() ? Element{no_element(/*is_first=*/true)} : Element{{}, &modes.front()};
    });
  }

  static NTSTATUS acquire_next(const Handle set, const Mode* const before, const Mode** next) {
    return acquire("pfnAcquireNextModeInfo", set, next, [=](Shown& shown) -> Element {
      const Lent* const last = enumerated(shown, before);
      if (last == nullptr) return {refuse_enumeration(shown)};
      const auto modes = shown.set<Mode>()->modes();
      const std::size_t at =
          shown.set<Mode>()->index_of(static_cast<UINT>(last->key())).value_or(modes.size()) + 1;
      if (at >= modes.size()) return {no_element(/*is_first=*/false)};
      return {{}, &modes[at]};
    });
  }

  // Succeeds with a null pointer when no mode is pinned.
  static NTSTATUS acquire_pinned(const Handle set, const Mode** pinned) {
    return acquire("pfnAcquirePinnedModeInfo", set, pinned,
                   [](Shown& shown) { return Element{{}, shown.set<Mode>()->pinned()}; });
  }

  static NTSTATUS acquire_preferred(const Handle set, const Mode** preferred) {
    return acquire("pfnAcquirePreferredModeInfo", set, preferred, [](Shown& shown) -> Element {
      for (const Mode& mode : shown.set<Mode>()->modes())
        if (mode.Preference == D3DKMDT_MP_PREFERRED) return {{}, &mode};
      return {{STATUS_GRAPHICS_NO_PREFERRED_MODE}};
    });
  }

  static NTSTATUS release(const Handle set, const Mode* const mode) {
    return serve("pfnReleaseModeInfo", ShownSet<Mode>::kKind, set, [&](Shown& shown) -> Reply {
      if (!shown.is_usable() && !shown.has_lent()) return refuse_ended(shown, Kind::kInvalidSet);
      return release_structure(shown, mode, Kind::kInvalidMode);
    });
  }

  static NTSTATUS create(const Handle set, Mode** created) {
    if (created == nullptr) return STATUS_INVALID_PARAMETER;
    void* structure = nullptr;
    const bool fails = nt::fails_here(sim::FaultKind::kObject);
    const NTSTATUS status = serve_set("pfnCreateNewModeInfo", set, [&](Shown& shown) -> Reply {
      if (fails) return {STATUS_NO_MEMORY};
      const UINT id = shown.set<Mode>()->next_id();
      structure = lend(shown, Kind::make(id), Lent::State::kCreated, id).data();
      return {};
    });
    if (NT_SUCCESS(status)) *created = static_cast<Mode*>(structure);
    return status;
  }

  static NTSTATUS add(Handle set, Mode* const mode) {
    const bool fails = nt::fails_here(sim::FaultKind::kObject);
    return serve_set("pfnAddMode", set, [&](Shown& shown) -> Reply {
      if (auto refusal = denied_addition(shown)) return *refusal;
      const ToAdd to_add = find_created(shown, mode, Kind::kInvalidMode);
      if (to_add.lent == nullptr) return to_add.reply;
      if (fails) return {STATUS_NO_MEMORY};
      const Mode content = content_of<Mode>(shown, *to_add.lent);
      Reply reply{shown.set<Mode>()->check(content)};
      reply.complaint = broken_by(content, reply.status, shown.call->driver());
      if (!NT_SUCCESS(reply.status)) return reply;
      shown.set<Mode>()->add(content);
      if (!reply.complaint) reply.complaint = mixed_ids(shown, content.Id == to_add.lent->key());
      to_add.lent->end(Lent::State::kAdded);
      return reply;
    });
  }

  static NTSTATUS pin(Handle set, const UINT id) {
    return serve_set("pfnPinMode", set, [&](Shown& shown) -> Reply {
      if (auto refusal = denied(shown, Change::kPin)) return *refusal;
      if (rules::breaks("D-066", !shown.set<Mode>()->pin(id)))
        return refuse(
            Kind::kInvalidMode, "D-066",
            fmt::format("no mode of the {} has the identifier {:#x}", describe(shown), id));
      return {};
    });
  }

 private:
  // What an acquisition leads to; a success without a mode gives a null pointer.
  struct Element {
    Reply reply = {};
    const Mode* mode = nullptr;
  };

  template <typename Body>
  static NTSTATUS serve_set(const char* call, const void* set, Body&& body) {
    return serve(call, ShownSet<Mode>::kKind, set, [&](Shown& shown) -> Reply {
      if (!shown.is_usable()) return refuse_ended(shown, Kind::kInvalidSet);
      return body(shown);
    });
  }

  template <typename Choose>
  static NTSTATUS acquire(const char* call, const void* set, const Mode** out, Choose&& choose) {
    if (out == nullptr) return STATUS_INVALID_PARAMETER;
    const void* structure = nullptr;
    const NTSTATUS status = serve_set(call, set, [&](Shown& shown) -> Reply {
      Element element = choose(shown);
      if (element.mode != nullptr)
        structure = lend(shown, *element.mode, Lent::State::kAcquired, element.mode->Id).data();
      return std::move(element.reply);
    });
    if (NT_SUCCESS(status)) *out = static_cast<const Mode*>(structure);
    return status;
  }

  // A set that belongs to the network already changes only where sets may be assigned. Monitors'
  // sets belong to no network.
  static std::optional<Reply> denied_addition(const Shown& shown) {
    if (shown.kind == ShownKind::kMonitorModes || shown.claim != Claim::kAcquired)
      return std::nullopt;
    return denied(shown, Change::kAssignSet);
  }
};

}  // namespace drydock::display
