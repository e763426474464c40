#include "src/display/vidpn/vidpn.h"

#include <algorithm>

namespace drydock::display {
namespace {

template <typename Mode>
std::map<UINT, std::shared_ptr<ModeSet<Mode>>> copies_of(
    const std::map<UINT, std::shared_ptr<ModeSet<Mode>>>& sets) {
  std::map<UINT, std::shared_ptr<ModeSet<Mode>>> copies;
  for (const auto& [owner, set] : sets) copies[owner] = std::make_shared<ModeSet<Mode>>(*set);
  return copies;
}

template <typename Mode>
std::shared_ptr<ModeSet<Mode>> set_of(const std::map<UINT, std::shared_ptr<ModeSet<Mode>>>& sets,
                                      UINT owner) {
  const auto at = sets.find(owner);
  return at == sets.end() ? nullptr : at->second;
}

}  // namespace

VidPn::VidPn(UINT sources, std::vector<UINT> targets) {
  for (UINT source = 0; source < sources; ++source)
    source_modes_[source] = std::make_shared<SourceModeSet>(source);
  for (const UINT target : targets) target_modes_[target] = std::make_shared<TargetModeSet>(target);
}

VidPn::VidPn(const VidPn& other)
    : topology_(other.topology_),
      source_modes_(copies_of(other.source_modes_)),
      target_modes_(copies_of(other.target_modes_)),
      methods_(other.methods_) {}

VidPn& VidPn::operator=(const VidPn& other) {
  if (this == &other) return *this;
  topology_ = other.topology_;
  source_modes_ = copies_of(other.source_modes_);
  target_modes_ = copies_of(other.target_modes_);
  methods_ = other.methods_;
  return *this;
}

std::vector<UINT> VidPn::targets() const {
  std::vector<UINT> targets;
  for (const auto& [target, set] : target_modes_) targets.push_back(target);
  return targets;
}

void VidPn::take_source(const VidPn& from, UINT source) {
  for (const UINT target : topology_.targets_of(source)) {
    topology_.remove(source, target);
    target_modes_[target]->unpin();
  }
  source_modes_[source] = std::make_shared<SourceModeSet>(*from.source_modes(source));
  for (const UINT target : from.topology().targets_of(source)) {
    target_modes_[target] = std::make_shared<TargetModeSet>(*from.target_modes(target));
    Path path = *from.topology().find(source, target);
    // Another source may have the same importance in this network.
    if (!NT_SUCCESS(topology_.add(path))) {
      path.ImportanceOrdinal = topology_.free_importance();
      topology_.add(path);
    }
  }
}

NTSTATUS VidPn::add_path(const Path& path) {
  if (!has_source(path.VidPnSourceId)) return STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE;
  if (!has_target(path.VidPnTargetId)) return STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET;
  return topology_.add(path);
}

Path VidPn::new_path() const {
  Path path{};
  path.VidPnSourceId = D3DDDI_ID_UNINITIALIZED;
  path.VidPnTargetId = D3DDDI_ID_UNINITIALIZED;
  path.ImportanceOrdinal = topology_.free_importance();
  path.ContentTransformation.Scaling = D3DKMDT_VPPS_IDENTITY;
  path.ContentTransformation.ScalingSupport.Identity = 1;
  path.ContentTransformation.Rotation = D3DKMDT_VPPR_IDENTITY;
  path.ContentTransformation.RotationSupport.Identity = 1;
  path.VidPnTargetColorBasis = D3DKMDT_CB_SCRGB;
  path.VidPnTargetColorCoeffDynamicRanges = {8, 8, 8, 8};
  path.Content = D3DKMDT_VPPC_GRAPHICS;
  path.CopyProtection.CopyProtectionType = D3DKMDT_VPPMT_NOPROTECTION;
  path.CopyProtection.CopyProtectionSupport.NoProtection = 1;
  path.GammaRamp.Type = D3DDDI_GAMMARAMP_DEFAULT;
  return path;
}

std::shared_ptr<SourceModeSet> VidPn::source_modes(UINT source) const {
  return set_of(source_modes_, source);
}

std::shared_ptr<TargetModeSet> VidPn::target_modes(UINT target) const {
  return set_of(target_modes_, target);
}

template <>
std::shared_ptr<SourceModeSet> VidPn::modes_of(UINT owner) const {
  return source_modes(owner);
}

template <>
std::shared_ptr<TargetModeSet> VidPn::modes_of(UINT owner) const {
  return target_modes(owner);
}

template <>
std::map<UINT, std::shared_ptr<SourceModeSet>>& VidPn::all_of() {
  return source_modes_;
}

template <>
std::map<UINT, std::shared_ptr<TargetModeSet>>& VidPn::all_of() {
  return target_modes_;
}

template <typename Mode>
NTSTATUS VidPn::assign(UINT owner, const std::shared_ptr<ModeSet<Mode>>& set) {
  std::shared_ptr<ModeSet<Mode>>& ours = all_of<Mode>().at(owner);
  if (set->owner() != owner) return STATUS_GRAPHICS_RESOURCES_NOT_RELATED;
  if (set->is_empty()) return STATUS_GRAPHICS_EMPTY_ADAPTER_MONITOR_MODE_SUPPORT_INTERSECTION;
  if (const Mode* const pinned = ours->pinned(); pinned != nullptr) {
    const Mode* const same = set->find_same(*pinned);
    if (same == nullptr) return STATUS_GRAPHICS_PINNED_MODE_MUST_REMAIN_IN_SET;
    set->pin(same->Id);
  }
  ours = set;
  return STATUS_SUCCESS;
}

template NTSTATUS VidPn::assign(UINT, const std::shared_ptr<SourceModeSet>&);
template NTSTATUS VidPn::assign(UINT, const std::shared_ptr<TargetModeSet>&);

void VidPn::set_methods(UINT source, std::vector<D3DDDI_MULTISAMPLINGMETHOD> methods) {
  methods_[source] = std::move(methods);
}

std::vector<D3DDDI_MULTISAMPLINGMETHOD> VidPn::methods(UINT source) const {
  const auto at = methods_.find(source);
  return at == methods_.end() ? std::vector<D3DDDI_MULTISAMPLINGMETHOD>() : at->second;
}

bool VidPn::is_functional() const {
  return !topology_.is_empty() && std::ranges::all_of(topology_.paths(), [&](const Path& path) {
    return source_modes(path.VidPnSourceId)->pinned() != nullptr &&
           target_modes(path.VidPnTargetId)->pinned() != nullptr;
  });
}

}  // namespace drydock::display
