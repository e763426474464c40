#include "src/display/ownership/source_owners.h"

#include <algorithm>
#include <utility>

namespace drydock::display {
namespace {

// A device changes between these two only by way of UNOWNED.
bool is_refused_change(SourceOwners::Type from, SourceOwners::Type to) {
  if (from == D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE)
    return to == D3DKMT_VIDPNSOURCEOWNER_SHARED || to == D3DKMT_VIDPNSOURCEOWNER_EMULATED;
  return from == D3DKMT_VIDPNSOURCEOWNER_EMULATED && to == D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE;
}

}  // namespace

NTSTATUS SourceOwners::grant(List& list, DeviceName device, const Wish& wish) {
  const auto owned = std::ranges::find(list, wish.source, &Owned::source);
  const bool is_mine = owned != list.end() && owned->device == device;
  if (is_mine && is_refused_change(owned->type, wish.type)) return STATUS_INVALID_PARAMETER;
  if (wish.type == D3DKMT_VIDPNSOURCEOWNER_UNOWNED) {
    if (is_mine) list.erase(owned);
    return STATUS_SUCCESS;
  }
  // The desktop owns what nobody else does, and does not share.
  if (wish.type == D3DKMT_VIDPNSOURCEOWNER_SHARED || (owned != list.end() && !is_mine))
    return STATUS_GRAPHICS_VIDPN_SOURCE_IN_USE;
  if (!is_mine) list.push_back({wish.source, device, wish.type});
  return STATUS_SUCCESS;
}

NTSTATUS SourceOwners::set(DeviceName device, std::span<const Wish> wishes) {
  const sim::Hold hold(lock_);
  List after = owned_;
  for (const Wish& wish : wishes) {
    if (const NTSTATUS status = grant(after, device, wish); !NT_SUCCESS(status)) return status;
  }
  owned_ = std::move(after);
  return STATUS_SUCCESS;
}

bool SourceOwners::release(DeviceName device) {
  const sim::Hold hold(lock_);
  return std::erase_if(owned_, [&](const Owned& each) { return each.device == device; }) != 0;
}

SourceOwners::Type SourceOwners::type_of(DeviceName device, Source source) const {
  const sim::Hold hold(lock_);
  const auto owned = std::ranges::find(owned_, source, &Owned::source);
  return owned != owned_.end() && owned->device == device ? owned->type
                                                          : D3DKMT_VIDPNSOURCEOWNER_UNOWNED;
}

bool SourceOwners::has_exclusive_owner(Source source) const {
  const sim::Hold hold(lock_);
  const auto owned = std::ranges::find(owned_, source, &Owned::source);
  return owned != owned_.end() && owned->type == D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE;
}

std::optional<SourceOwners::Source> SourceOwners::exclusive_source_of(DeviceName device) const {
  const sim::Hold hold(lock_);
  std::optional<Source> lowest;
  for (const Owned& each : owned_) {
    if (each.device != device || each.type != D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE) continue;
    lowest = std::min(lowest.value_or(each.source), each.source);
  }
  return lowest;
}

}  // namespace drydock::display
