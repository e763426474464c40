// DXGK_VIDPN_INTERFACE: the sets of a network are acquired, created and assigned.
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "src/display/vidpn/functions.h"
#include "src/display/vidpn/interfaces.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

constexpr SIZE_T kMostMethods = 256;

template <typename Mode>
struct SetFunctions {
  using Kind = ModeKind<Mode>;
  using Handle = typename ShownSet<Mode>::Handle;
  static constexpr ShownKind kShown = ShownSet<Mode>::kKind;

  template <typename Interface>
  static NTSTATUS acquire(const char* call, D3DKMDT_HVIDPN vidpn, UINT owner, Handle* set,
                          const Interface** functions, const Interface* ours) {
    if (set == nullptr || functions == nullptr) return STATUS_INVALID_PARAMETER;
    void* handle = nullptr;
    const NTSTATUS status = serve(call, ShownKind::kVidPn, vidpn, [&](Shown& shown) -> Reply {
      const std::shared_ptr<ModeSet<Mode>> modes = shown.vidpn().template modes_of<Mode>(owner);
      if (modes == nullptr) return {Kind::kInvalidOwner};
      return give(shown, modes, Claim::kAcquired, handle);
    });
    if (!NT_SUCCESS(status)) return status;
    *set = static_cast<Handle>(handle);
    *functions = ours;
    return status;
  }

  template <typename Interface>
  static NTSTATUS create(const char* call, D3DKMDT_HVIDPN vidpn, UINT owner, Handle* set,
                         const Interface** functions, const Interface* ours) {
    if (set == nullptr || functions == nullptr) return STATUS_INVALID_PARAMETER;
    void* handle = nullptr;
    const bool fails = nt::fails_here(sim::FaultKind::kObject);
    const NTSTATUS status = serve(call, ShownKind::kVidPn, vidpn, [&](Shown& shown) -> Reply {
      if (auto refusal = denied(shown, Change::kCreateSet)) return *refusal;
      if (shown.vidpn().template modes_of<Mode>(owner) == nullptr) return {Kind::kInvalidOwner};
      if (fails) return {STATUS_NO_MEMORY};
      return give(shown, std::make_shared<ModeSet<Mode>>(owner), Claim::kCreated, handle);
    });
    if (!NT_SUCCESS(status)) return status;
    *set = static_cast<Handle>(handle);
    *functions = ours;
    return status;
  }

  static NTSTATUS release(const char* call, D3DKMDT_HVIDPN vidpn, Handle set) {
    return serve(call, ShownKind::kVidPn, vidpn, [&](Shown& network) -> Reply {
      const Lending::Answer answer = Lending::instance().find(kShown, set);
      rules::evaluated("D-049");
      if (answer.shown == nullptr) return refuse_handle(kShown, answer.found, set);
      Shown& shown = *answer.shown;
      if (shown.network != network.network)
        return refuse(STATUS_GRAPHICS_RESOURCES_NOT_RELATED, "D-049",
                      fmt::format("the {} belongs to another VidPn", describe(shown)));
      if (!shown.is_usable()) return refuse_ended(shown, Kind::kInvalidSet);
      if (--shown.references == 0) shown.claim = Claim::kReleased;
      return {};
    });
  }

  static NTSTATUS assign(const char* call, D3DKMDT_HVIDPN vidpn, UINT owner, Handle set) {
    return serve(call, ShownKind::kVidPn, vidpn, [&](Shown& network) -> Reply {
      const Lending::Answer answer = Lending::instance().find(kShown, set);
      if (auto refusal = denied(network, Change::kAssignSet)) return *refusal;
      if (answer.shown == nullptr) return refuse_handle(kShown, answer.found, set);
      Shown& shown = *answer.shown;
      if (!shown.is_usable()) return refuse_ended(shown, Kind::kInvalidSet);
      if (auto refusal = refuse_input(network, shown, owner)) return *refusal;
      const NTSTATUS status = network.vidpn().assign(owner, shown.template set<Mode>());
      shown.claim = NT_SUCCESS(status) ? Claim::kAssigned : Claim::kTakenBack;
      shown.references = 0;
      return {status};
    });
  }

 private:
  static Reply give(Shown& network, const std::shared_ptr<ModeSet<Mode>>& set, Claim claim,
                    void*& handle) {
    const Shown* const shown = network.call->show_object(kShown, set, claim, network.network);
    if (shown == nullptr) return {STATUS_NO_MEMORY};
    handle = shown->handle;
    return {};
  }

  // What leaves the set to the driver.
  static std::optional<Reply> refuse_input(const Shown& network, Shown& shown, UINT owner) {
    if (shown.claim == Claim::kAcquired)
      return refuse(Kind::kInvalidSet, "D-050",
                    fmt::format("the {} was acquired, and only a set that was created is assigned",
                                describe(shown)));
    const bool is_unknown = network.vidpn().modes_of<Mode>(owner) == nullptr;
    if (!is_unknown && shown.network == network.network) return std::nullopt;
    shown.claim = Claim::kRefused;
    return Reply{is_unknown ? Kind::kInvalidOwner : Kind::kInvalidSet};
  }
};

using Sources = SetFunctions<D3DKMDT_VIDPN_SOURCE_MODE>;
using Targets = SetFunctions<D3DKMDT_VIDPN_TARGET_MODE>;

NTSTATUS get_topology(const D3DKMDT_HVIDPN vidpn, D3DKMDT_HVIDPNTOPOLOGY* topology,
                      const DXGK_VIDPNTOPOLOGY_INTERFACE** functions) {
  if (topology == nullptr || functions == nullptr) return STATUS_INVALID_PARAMETER;
  void* handle = nullptr;
  const NTSTATUS status =
      serve("pfnGetTopology", ShownKind::kVidPn, vidpn, [&](Shown& shown) -> Reply {
        const Shown* const paths = shown.call->show_object(ShownKind::kTopology, shown.object,
                                                           Claim::kNone, shown.network);
        if (paths == nullptr) return {STATUS_NO_MEMORY};
        handle = paths->handle;
        return {};
      });
  if (!NT_SUCCESS(status)) return status;
  *topology = static_cast<D3DKMDT_HVIDPNTOPOLOGY>(handle);
  *functions = &interfaces().topology;
  return status;
}

NTSTATUS acquire_source_mode_set(const D3DKMDT_HVIDPN vidpn, const UINT source,
                                 D3DKMDT_HVIDPNSOURCEMODESET* set,
                                 const DXGK_VIDPNSOURCEMODESET_INTERFACE** functions) {
  return Sources::acquire("pfnAcquireSourceModeSet", vidpn, source, set, functions,
                          &interfaces().source_modes);
}

NTSTATUS release_source_mode_set(const D3DKMDT_HVIDPN vidpn,
                                 const D3DKMDT_HVIDPNSOURCEMODESET set) {
  return Sources::release("pfnReleaseSourceModeSet", vidpn, set);
}

NTSTATUS create_source_mode_set(const D3DKMDT_HVIDPN vidpn, const UINT source,
                                D3DKMDT_HVIDPNSOURCEMODESET* set,
                                const DXGK_VIDPNSOURCEMODESET_INTERFACE** functions) {
  return Sources::create("pfnCreateNewSourceModeSet", vidpn, source, set, functions,
                         &interfaces().source_modes);
}

NTSTATUS assign_source_mode_set(D3DKMDT_HVIDPN vidpn, const UINT source,
                                const D3DKMDT_HVIDPNSOURCEMODESET set) {
  return Sources::assign("pfnAssignSourceModeSet", vidpn, source, set);
}

NTSTATUS acquire_target_mode_set(const D3DKMDT_HVIDPN vidpn, const UINT target,
                                 D3DKMDT_HVIDPNTARGETMODESET* set,
                                 const DXGK_VIDPNTARGETMODESET_INTERFACE** functions) {
  return Targets::acquire("pfnAcquireTargetModeSet", vidpn, target, set, functions,
                          &interfaces().target_modes);
}

NTSTATUS release_target_mode_set(const D3DKMDT_HVIDPN vidpn,
                                 const D3DKMDT_HVIDPNTARGETMODESET set) {
  return Targets::release("pfnReleaseTargetModeSet", vidpn, set);
}

NTSTATUS create_target_mode_set(const D3DKMDT_HVIDPN vidpn, const UINT target,
                                D3DKMDT_HVIDPNTARGETMODESET* set,
                                const DXGK_VIDPNTARGETMODESET_INTERFACE** functions) {
  return Targets::create("pfnCreateNewTargetModeSet", vidpn, target, set, functions,
                         &interfaces().target_modes);
}

NTSTATUS assign_target_mode_set(D3DKMDT_HVIDPN vidpn, const UINT target,
                                const D3DKMDT_HVIDPNTARGETMODESET set) {
  return Targets::assign("pfnAssignTargetModeSet", vidpn, target, set);
}

NTSTATUS assign_multisampling_method_set(D3DKMDT_HVIDPN vidpn, const UINT source,
                                         const SIZE_T count,
                                         const D3DDDI_MULTISAMPLINGMETHOD* methods) {
  if (count > kMostMethods || (count != 0 && methods == nullptr)) return STATUS_INVALID_PARAMETER;
  const std::vector<D3DDDI_MULTISAMPLINGMETHOD> copy(methods, methods + count);
  return serve("pfnAssignMultisamplingMethodSet", ShownKind::kVidPn, vidpn,
               [&](Shown& shown) -> Reply {
                 if (auto refusal = denied(shown, Change::kAssignMethods)) return *refusal;
                 if (!shown.vidpn().has_source(source))
                   return {STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE};
                 shown.vidpn().set_methods(source, copy);
                 return {};
               });
}

}  // namespace

DXGK_VIDPN_INTERFACE vidpn_functions(DXGK_VIDPN_INTERFACE_VERSION version) {
  return {.Version = version,
          .pfnGetTopology = get_topology,
          .pfnAcquireSourceModeSet = acquire_source_mode_set,
          .pfnReleaseSourceModeSet = release_source_mode_set,
          .pfnCreateNewSourceModeSet = create_source_mode_set,
          .pfnAssignSourceModeSet = assign_source_mode_set,
          .pfnAssignMultisamplingMethodSet = assign_multisampling_method_set,
          .pfnAcquireTargetModeSet = acquire_target_mode_set,
          .pfnReleaseTargetModeSet = release_target_mode_set,
          .pfnCreateNewTargetModeSet = create_target_mode_set,
          .pfnAssignTargetModeSet = assign_target_mode_set};
}

}  // namespace drydock::display
