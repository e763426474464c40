// DXGK_VIDPNTOPOLOGY_INTERFACE: the paths of a network.
#include <fmt/format.h>

#include "src/display/vidpn/interfaces.h"
#include "src/display/vidpn/structures.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

template <typename Body>
NTSTATUS serve_topology(const char* call, const D3DKMDT_HVIDPNTOPOLOGY handle, Body&& body) {
  return serve(call, ObjectKind::kTopology, handle, std::forward<Body>(body));
}

// The result of an acquisition.
struct Element {
  Reply reply = {};
  const Path* path = nullptr;
};

// A target is in one path at most, and stands for it.
template <typename Choose>
NTSTATUS acquire(const char* call, const D3DKMDT_HVIDPNTOPOLOGY handle, const Path** out,
                 Choose&& choose) {
  if (out == nullptr) return STATUS_INVALID_PARAMETER;
  const void* structure = nullptr;
  const NTSTATUS status = serve_topology(call, handle, [&](BorrowedObject& object) -> Reply {
    Element element = choose(object);
    if (element.path != nullptr)
      structure = give_structure(object, *element.path, BorrowedStructure::State::kAcquired,
                                 element.path->VidPnTargetId)
                      .data();
    return std::move(element.reply);
  });
  if (NT_SUCCESS(status)) *out = static_cast<const Path*>(structure);
  return status;
}

NTSTATUS get_num_paths(const D3DKMDT_HVIDPNTOPOLOGY handle, SIZE_T* count) {
  if (count == nullptr) return STATUS_INVALID_PARAMETER;
  SIZE_T paths = 0;
  const NTSTATUS status =
      serve_topology("pfnGetNumPaths", handle, [&](BorrowedObject& object) -> Reply {
        paths = object.vidpn().topology().paths().size();
        return {};
      });
  if (NT_SUCCESS(status)) *count = paths;
  return status;
}

// A source in no path has a status of its own, and none of them.
NTSTATUS get_num_paths_from_source(const D3DKMDT_HVIDPNTOPOLOGY handle, const UINT source,
                                   SIZE_T* count) {
  if (count == nullptr) return STATUS_INVALID_PARAMETER;
  SIZE_T paths = 0;
  const NTSTATUS status =
      serve_topology("pfnGetNumPathsFromSource", handle, [&](BorrowedObject& object) -> Reply {
        if (!object.vidpn().has_source(source)) return {STATUS_INVALID_PARAMETER};
        paths = object.vidpn().topology().targets_of(source).size();
        return {paths == 0 ? STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY : STATUS_SUCCESS};
      });
  if (NT_SUCCESS(status) || status == STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY) *count = paths;
  return status;
}

NTSTATUS enum_path_targets_from_source(const D3DKMDT_HVIDPNTOPOLOGY handle, const UINT source,
                                       const D3DKMDT_VIDPN_PRESENT_PATH_INDEX index, UINT* target) {
  if (target == nullptr) return STATUS_INVALID_PARAMETER;
  UINT found = D3DDDI_ID_UNINITIALIZED;
  const NTSTATUS status =
      serve_topology("pfnEnumPathTargetsFromSource", handle, [&](BorrowedObject& object) -> Reply {
        const std::vector<UINT> targets = object.vidpn().topology().targets_of(source);
        if (index >= targets.size()) return {STATUS_INVALID_PARAMETER};
        found = targets[index];
        return {};
      });
  if (NT_SUCCESS(status)) *target = found;
  return status;
}

NTSTATUS get_path_source_from_target(const D3DKMDT_HVIDPNTOPOLOGY handle, const UINT target,
                                     UINT* source) {
  if (source == nullptr) return STATUS_INVALID_PARAMETER;
  UINT found = D3DDDI_ID_UNINITIALIZED;
  const NTSTATUS status =
      serve_topology("pfnGetPathSourceFromTarget", handle, [&](BorrowedObject& object) -> Reply {
        const std::optional<UINT> of = object.vidpn().topology().source_of(target);
        if (!of)
          return {object.vidpn().has_target(target) ? STATUS_GRAPHICS_TARGET_NOT_IN_TOPOLOGY
                                                    : STATUS_INVALID_PARAMETER};
        found = *of;
        return {};
      });
  if (NT_SUCCESS(status)) *source = found;
  return status;
}

NTSTATUS acquire_path(const D3DKMDT_HVIDPNTOPOLOGY handle, const UINT source, const UINT target,
                      const Path** path) {
  return acquire("pfnAcquirePathInfo", handle, path, [=](BorrowedObject& object) -> Element {
    const Path* const found = object.vidpn().topology().find(source, target);
    if (found != nullptr) return {{}, found};
    if (!object.vidpn().has_source(source)) return {{STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE}};
    if (!object.vidpn().has_target(target)) return {{STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET}};
    return {{STATUS_GRAPHICS_PATH_NOT_IN_TOPOLOGY}};
  });
}

NTSTATUS acquire_first_path(const D3DKMDT_HVIDPNTOPOLOGY handle, const Path** first) {
  return acquire("pfnAcquireFirstPathInfo", handle, first, [](BorrowedObject& object) {
    const auto paths = object.vidpn().topology().paths();
    return paths.empty() ? Element{no_element(/*is_first=*/true)} : Element{{}, &paths.front()};
  });
}

NTSTATUS acquire_next_path(const D3DKMDT_HVIDPNTOPOLOGY handle, const Path* const before,
                           const Path** next) {
  return acquire("pfnAcquireNextPathInfo", handle, next, [=](BorrowedObject& object) -> Element {
    const BorrowedStructure* const last = enumerated(object, before);
    if (last == nullptr) return {refuse_enumeration(object)};
    const auto paths = object.vidpn().topology().paths();
    const auto at = std::ranges::find(paths, static_cast<UINT>(last->key()), &Path::VidPnTargetId);
    if (at == paths.end() || at + 1 == paths.end()) return {no_element(/*is_first=*/false)};
    return {{}, &*(at + 1)};
  });
}

// The driver's own copy, of which the topology takes what the driver may change.
NTSTATUS update_path_support(const D3DKMDT_HVIDPNTOPOLOGY handle, const Path* path) {
  if (path == nullptr) return STATUS_INVALID_PARAMETER;
  const Path copy = *path;
  return serve_topology("pfnUpdatePathSupportInfo", handle, [&](BorrowedObject& object) -> Reply {
    if (auto refusal = denied(object, Change::kSupportInfo)) return *refusal;
    return {object.vidpn().topology().update_support(copy) ? STATUS_SUCCESS
                                                           : STATUS_INVALID_PARAMETER};
  });
}

NTSTATUS release_path(const D3DKMDT_HVIDPNTOPOLOGY handle, const Path* const path) {
  return serve_topology("pfnReleasePathInfo", handle, [&](BorrowedObject& object) {
    return release_structure(object, path, STATUS_GRAPHICS_INVALID_VIDPN_PRESENT_PATH);
  });
}

NTSTATUS create_path(const D3DKMDT_HVIDPNTOPOLOGY handle, Path** created) {
  if (created == nullptr) return STATUS_INVALID_PARAMETER;
  void* structure = nullptr;
  const bool fails = nt::fails_here(sim::FaultKind::kObject);
  const NTSTATUS status =
      serve_topology("pfnCreateNewPathInfo", handle, [&](BorrowedObject& object) -> Reply {
        if (fails) return {STATUS_NO_MEMORY};
        structure =
            give_structure(object, object.vidpn().new_path(), BorrowedStructure::State::kCreated, 0)
                .data();
        return {};
      });
  if (NT_SUCCESS(status)) *created = static_cast<Path*>(structure);
  return status;
}

NTSTATUS add_path(D3DKMDT_HVIDPNTOPOLOGY handle, Path* path) {
  return serve_topology("pfnAddPath", handle, [&](BorrowedObject& object) -> Reply {
    if (auto refusal = denied(object, Change::kPaths)) return *refusal;
    const ToAdd to_add = find_created(object, path, STATUS_GRAPHICS_INVALID_VIDPN_PRESENT_PATH);
    if (to_add.structure == nullptr) return to_add.reply;
    const Path content = content_of<Path>(object, *to_add.structure);
    if (rules::breaks("D-068", !NT_SUCCESS(check_path(content))))
      return refuse(
          check_path(content), "D-068",
          fmt::format("the path has APSTriggerBits {} and a gamma ramp of type {} with "
                      "{} bytes",
                      content.CopyProtection.APSTriggerBits,
                      static_cast<int>(content.GammaRamp.Type), content.GammaRamp.DataSize));
    const NTSTATUS status = object.vidpn().add_path(content);
    if (NT_SUCCESS(status)) to_add.structure->end(BorrowedStructure::State::kAdded);
    return {status};
  });
}

NTSTATUS remove_path(const D3DKMDT_HVIDPNTOPOLOGY handle, const UINT source, const UINT target) {
  return serve_topology("pfnRemovePath", handle, [&](BorrowedObject& object) -> Reply {
    if (auto refusal = denied(object, Change::kPaths)) return *refusal;
    if (!object.vidpn().has_source(source)) return {STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE};
    if (!object.vidpn().has_target(target)) return {STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET};
    return {object.vidpn().topology().remove(source, target)
                ? STATUS_SUCCESS
                : STATUS_GRAPHICS_PATH_NOT_IN_TOPOLOGY};
  });
}

}  // namespace

DXGK_VIDPNTOPOLOGY_INTERFACE topology_functions() {
  return {.pfnGetNumPaths = get_num_paths,
          .pfnGetNumPathsFromSource = get_num_paths_from_source,
          .pfnEnumPathTargetsFromSource = enum_path_targets_from_source,
          .pfnGetPathSourceFromTarget = get_path_source_from_target,
          .pfnAcquirePathInfo = acquire_path,
          .pfnAcquireFirstPathInfo = acquire_first_path,
          .pfnAcquireNextPathInfo = acquire_next_path,
          .pfnUpdatePathSupportInfo = update_path_support,
          .pfnReleasePathInfo = release_path,
          .pfnCreateNewPathInfo = create_path,
          .pfnAddPath = add_path,
          .pfnRemovePath = remove_path};
}

}  // namespace drydock::display
