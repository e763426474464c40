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
  using Handle = typename SetHandle<Mode>::Handle;
  static constexpr ObjectKind kObject = SetHandle<Mode>::kKind;

  template <typename Interface>
  static NTSTATUS acquire(const char* call, D3DKMDT_HVIDPN vidpn, UINT owner, Handle* set,
                          const Interface** functions, const Interface* ours) {
    if (set == nullptr || functions == nullptr) return STATUS_INVALID_PARAMETER;
    void* handle = nullptr;
    const NTSTATUS status =
        serve(call, ObjectKind::kVidPn, vidpn, [&](BorrowedObject& object) -> Reply {
          const std::shared_ptr<ModeSet<Mode>> modes =
              object.vidpn().template modes_of<Mode>(owner);
          if (modes == nullptr) return {Kind::kInvalidOwner};
          return give(object, modes, Claim::kAcquired, handle);
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
    const NTSTATUS status =
        serve(call, ObjectKind::kVidPn, vidpn, [&](BorrowedObject& object) -> Reply {
          if (auto refusal = denied(object, Change::kCreateSet)) return *refusal;
          if (object.vidpn().template modes_of<Mode>(owner) == nullptr)
            return {Kind::kInvalidOwner};
          if (fails) return {STATUS_NO_MEMORY};
          return give(object, std::make_shared<ModeSet<Mode>>(owner), Claim::kCreated, handle);
        });
    if (!NT_SUCCESS(status)) return status;
    *set = static_cast<Handle>(handle);
    *functions = ours;
    return status;
  }

  static NTSTATUS release(const char* call, D3DKMDT_HVIDPN vidpn, Handle set) {
    return serve(call, ObjectKind::kVidPn, vidpn, [&](BorrowedObject& network) -> Reply {
      const NetworkHandles::Answer answer = NetworkHandles::instance().find(kObject, set);
      rules::evaluated("D-049");
      if (answer.object == nullptr) return refuse_handle(kObject, answer.found, set);
      BorrowedObject& object = *answer.object;
      if (object.network != network.network)
        return refuse(STATUS_GRAPHICS_RESOURCES_NOT_RELATED, "D-049",
                      fmt::format("the {} belongs to another VidPn", describe(object)));
      if (!object.is_usable()) return refuse_ended(object, Kind::kInvalidSet);
      if (--object.references == 0) object.claim = Claim::kReleased;
      return {};
    });
  }

  static NTSTATUS assign(const char* call, D3DKMDT_HVIDPN vidpn, UINT owner, Handle set) {
    return serve(call, ObjectKind::kVidPn, vidpn, [&](BorrowedObject& network) -> Reply {
      const NetworkHandles::Answer answer = NetworkHandles::instance().find(kObject, set);
      if (auto refusal = denied(network, Change::kAssignSet)) return *refusal;
      if (answer.object == nullptr) return refuse_handle(kObject, answer.found, set);
      BorrowedObject& object = *answer.object;
      if (!object.is_usable()) return refuse_ended(object, Kind::kInvalidSet);
      if (auto refusal = refuse_input(network, object, owner)) return *refusal;
      const NTSTATUS status = network.vidpn().assign(owner, object.template set<Mode>());
      object.claim = NT_SUCCESS(status) ? Claim::kAssigned : Claim::kReleasedByAssignment;
      object.references = 0;
      return {status};
    });
  }

 private:
  static Reply give(BorrowedObject& network, const std::shared_ptr<ModeSet<Mode>>& set, Claim claim,
                    void*& handle) {
    const BorrowedObject* const object =
        network.call->issue_object(kObject, set, claim, network.network);
    if (object == nullptr) return {STATUS_NO_MEMORY};
    handle = object->handle;
    return {};
  }

  // Returns the refusal for input after which the driver still has the set; nothing when there is
  // none.
  static std::optional<Reply> refuse_input(const BorrowedObject& network, BorrowedObject& object,
                                           UINT owner) {
    if (object.claim == Claim::kAcquired)
      return refuse(Kind::kInvalidSet, "D-050",
                    fmt::format("the {} was acquired, and only a set that was created is assigned",
                                describe(object)));
    const bool is_unknown = network.vidpn().modes_of<Mode>(owner) == nullptr;
    if (!is_unknown && object.network == network.network) return std::nullopt;
    object.claim = Claim::kRefused;
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
      serve("pfnGetTopology", ObjectKind::kVidPn, vidpn, [&](BorrowedObject& object) -> Reply {
        const BorrowedObject* const paths = object.call->issue_object(
            ObjectKind::kTopology, object.host_object, Claim::kNone, object.network);
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
  return serve("pfnAssignMultisamplingMethodSet", ObjectKind::kVidPn, vidpn,
               [&](BorrowedObject& object) -> Reply {
                 if (auto refusal = denied(object, Change::kAssignMethods)) return *refusal;
                 if (!object.vidpn().has_source(source))
                   return {STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE};
                 object.vidpn().set_methods(source, copy);
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
