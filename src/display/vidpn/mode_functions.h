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
  using Handle = typename SetHandle<Mode>::Handle;

  static NTSTATUS get_num_modes(const Handle set, SIZE_T* const count) {
    if (count == nullptr) return STATUS_INVALID_PARAMETER;
    SIZE_T modes = 0;
    const NTSTATUS status = serve_set("pfnGetNumModes", set, [&](BorrowedObject& object) -> Reply {
      modes = object.set<Mode>()->modes().size();
      return {};
    });
    if (NT_SUCCESS(status)) *count = modes;
    return status;
  }

  static NTSTATUS acquire_first(const Handle set, const Mode** first) {
    return acquire("pfnAcquireFirstModeInfo", set, first, [](BorrowedObject& object) {
      const auto modes = object.set<Mode>()->modes();
      return modes.empty() ? Element{no_element(/*is_first=*/true)} : Element{{}, &modes.front()};
    });
  }

  static NTSTATUS acquire_next(const Handle set, const Mode* const before, const Mode** next) {
    return acquire("pfnAcquireNextModeInfo", set, next, [=](BorrowedObject& object) -> Element {
      const BorrowedStructure* const last = enumerated(object, before);
      if (last == nullptr) return {refuse_enumeration(object)};
      const auto modes = object.set<Mode>()->modes();
      const std::size_t at =
          object.set<Mode>()->index_of(static_cast<UINT>(last->key())).value_or(modes.size()) + 1;
      if (at >= modes.size()) return {no_element(/*is_first=*/false)};
      return {{}, &modes[at]};
    });
  }

  // Succeeds with a null pointer when no mode is pinned.
  static NTSTATUS acquire_pinned(const Handle set, const Mode** pinned) {
    return acquire("pfnAcquirePinnedModeInfo", set, pinned, [](BorrowedObject& object) {
      return Element{{}, object.set<Mode>()->pinned()};
    });
  }

  static NTSTATUS acquire_preferred(const Handle set, const Mode** preferred) {
    return acquire("pfnAcquirePreferredModeInfo", set, preferred,
                   [](BorrowedObject& object) -> Element {
                     for (const Mode& mode : object.set<Mode>()->modes())
                       if (mode.Preference == D3DKMDT_MP_PREFERRED) return {{}, &mode};
                     return {{STATUS_GRAPHICS_NO_PREFERRED_MODE}};
                   });
  }

  static NTSTATUS release(const Handle set, const Mode* const mode) {
    return serve("pfnReleaseModeInfo", SetHandle<Mode>::kKind, set,
                 [&](BorrowedObject& object) -> Reply {
                   if (!object.is_usable() && !object.has_held_structure())
                     return refuse_ended(object, Kind::kInvalidSet);
                   return release_structure(object, mode, Kind::kInvalidMode);
                 });
  }

  static NTSTATUS create(const Handle set, Mode** created) {
    if (created == nullptr) return STATUS_INVALID_PARAMETER;
    void* structure = nullptr;
    const bool fails = nt::fails_here(sim::FaultKind::kObject);
    const NTSTATUS status =
        serve_set("pfnCreateNewModeInfo", set, [&](BorrowedObject& object) -> Reply {
          if (fails) return {STATUS_NO_MEMORY};
          const UINT id = object.set<Mode>()->next_id();
          structure =
              give_structure(object, Kind::make(id), BorrowedStructure::State::kCreated, id).data();
          return {};
        });
    if (NT_SUCCESS(status)) *created = static_cast<Mode*>(structure);
    return status;
  }

  static NTSTATUS add(Handle set, Mode* const mode) {
    const bool fails = nt::fails_here(sim::FaultKind::kObject);
    return serve_set("pfnAddMode", set, [&](BorrowedObject& object) -> Reply {
      if (auto refusal = denied_addition(object)) return *refusal;
      const ToAdd to_add = find_created(object, mode, Kind::kInvalidMode);
      if (to_add.structure == nullptr) return to_add.reply;
      if (fails) return {STATUS_NO_MEMORY};
      const Mode content = content_of<Mode>(object, *to_add.structure);
      Reply reply{object.set<Mode>()->check(content)};
      reply.complaint = broken_by(content, reply.status, object.call->driver());
      if (!NT_SUCCESS(reply.status)) return reply;
      object.set<Mode>()->add(content);
      if (!reply.complaint)
        reply.complaint = mixed_ids(object, content.Id == to_add.structure->key());
      to_add.structure->end(BorrowedStructure::State::kAdded);
      return reply;
    });
  }

  static NTSTATUS pin(Handle set, const UINT id) {
    return serve_set("pfnPinMode", set, [&](BorrowedObject& object) -> Reply {
      if (auto refusal = denied(object, Change::kPin)) return *refusal;
      if (rules::breaks("D-066", !object.set<Mode>()->pin(id)))
        return refuse(
            Kind::kInvalidMode, "D-066",
            fmt::format("no mode of the {} has the identifier {:#x}", describe(object), id));
      return {};
    });
  }

 private:
  // The result of an acquisition; a success without a mode gives a null pointer.
  struct Element {
    Reply reply = {};
    const Mode* mode = nullptr;
  };

  template <typename Body>
  static NTSTATUS serve_set(const char* call, const void* set, Body&& body) {
    return serve(call, SetHandle<Mode>::kKind, set, [&](BorrowedObject& object) -> Reply {
      if (!object.is_usable()) return refuse_ended(object, Kind::kInvalidSet);
      return body(object);
    });
  }

  template <typename Choose>
  static NTSTATUS acquire(const char* call, const void* set, const Mode** out, Choose&& choose) {
    if (out == nullptr) return STATUS_INVALID_PARAMETER;
    const void* structure = nullptr;
    const NTSTATUS status = serve_set(call, set, [&](BorrowedObject& object) -> Reply {
      Element element = choose(object);
      if (element.mode != nullptr)
        structure = give_structure(object, *element.mode, BorrowedStructure::State::kAcquired,
                                   element.mode->Id)
                        .data();
      return std::move(element.reply);
    });
    if (NT_SUCCESS(status)) *out = static_cast<const Mode*>(structure);
    return status;
  }

  // A set that belongs to the network already changes only where sets may be assigned. Monitors'
  // sets belong to no network.
  static std::optional<Reply> denied_addition(const BorrowedObject& object) {
    if (object.kind == ObjectKind::kMonitorModes || object.claim != Claim::kAcquired)
      return std::nullopt;
    return denied(object, Change::kAssignSet);
  }
};

}  // namespace drydock::display
