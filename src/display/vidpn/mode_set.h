// A set of modes: of a source, of a target, or of a monitor.
//
// Identifiers are unique within a set. No mode leaves a set. At most one is pinned. Owner: a
// network, a monitor or the driver's call, which share it. Threads: as the network's. Cost: a
// search is linear in the number of modes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "src/display/vidpn/mode_kinds.h"

namespace drydock::display {

template <typename Mode>
class ModeSet {
 public:
  using Kind = ModeKind<Mode>;

  // Makes an empty set of a source or target.
  explicit ModeSet(UINT owner) : owner_(owner) {}

  UINT owner() const { return owner_; }
  std::span<const Mode> modes() const { return modes_; }
  bool is_empty() const { return modes_.empty(); }

  // Finds a mode by its identifier.
  const Mode* find(UINT id) const {
    const std::optional<std::size_t> at = index_of(id);
    return at ? &modes_[*at] : nullptr;
  }
  std::optional<std::size_t> index_of(UINT id) const {
    const auto at = std::ranges::find(modes_, id, &Mode::Id);
    if (at == modes_.end()) return std::nullopt;
    return static_cast<std::size_t>(at - modes_.begin());
  }
  // The mode that is the same but for its identifier.
  const Mode* find_same(const Mode& mode) const {
    const auto at =
        std::ranges::find_if(modes_, [&](const Mode& one) { return Kind::same(one, mode); });
    return at == modes_.end() ? nullptr : &*at;
  }

  // Why a mode cannot be added; STATUS_SUCCESS when it can.
  NTSTATUS check(const Mode& mode) const {
    const NTSTATUS status = Kind::check(mode);
    if (!NT_SUCCESS(status)) return status;
    if (find_same(mode) != nullptr) return STATUS_GRAPHICS_MODE_ALREADY_IN_MODESET;
    if (find(mode.Id) != nullptr) return STATUS_GRAPHICS_MODE_ID_MUST_BE_UNIQUE;
    return STATUS_SUCCESS;
  }
  NTSTATUS add(const Mode& mode) {
    const NTSTATUS status = check(mode);
    if (!NT_SUCCESS(status)) return status;
    modes_.push_back(mode);
    Kind::settle_preference(modes_);
    return STATUS_SUCCESS;
  }

  const Mode* pinned() const { return pinned_ ? find(*pinned_) : nullptr; }
  // False when no mode has the identifier.
  bool pin(UINT id) {
    if (find(id) == nullptr) return false;
    pinned_ = id;
    return true;
  }
  void unpin() { pinned_.reset(); }

  // An identifier that no mode of the set has had. Small numbers are left to drivers that number
  // their modes themselves.
  UINT next_id() { return kFirstId + issued_++; }

  // The same modes, in any order and whatever their identifiers.
  bool has_same_modes(const ModeSet& other) const {
    return modes_.size() == other.modes_.size() &&
           std::ranges::all_of(modes_,
                               [&](const Mode& mode) { return other.find_same(mode) != nullptr; });
  }

 private:
  static constexpr UINT kFirstId = 0x5D00'0000;

  UINT owner_;
  std::vector<Mode> modes_;
  std::optional<UINT> pinned_;
  UINT issued_ = 0;
};

using SourceModeSet = ModeSet<D3DKMDT_VIDPN_SOURCE_MODE>;
using TargetModeSet = ModeSet<D3DKMDT_VIDPN_TARGET_MODE>;
using MonitorModeSet = ModeSet<D3DKMDT_MONITOR_SOURCE_MODE>;

}  // namespace drydock::display
