// The paths of a network. A target is in one path at most; a source may be in several (clone view).
//
// Owner: its network. Threads: as the network's. Cost: a search is linear in the number of paths,
// which the targets bound.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::display {

using Path = D3DKMDT_VIDPN_PRESENT_PATH;

class Topology {
 public:
  std::span<const Path> paths() const { return paths_; }
  bool is_empty() const { return paths_.empty(); }

  const Path* find(UINT source, UINT target) const;
  std::optional<std::size_t> index_of(UINT source, UINT target) const;
  std::optional<UINT> source_of(UINT target) const;
  std::vector<UINT> targets_of(UINT source) const;
  // The smallest importance that no path has.
  D3DKMDT_VIDPN_PRESENT_PATH_IMPORTANCE free_importance() const;

  // Source and target exist. A path that is refused changes nothing.
  NTSTATUS add(const Path& path);
  // False when there is no such path.
  bool remove(UINT source, UINT target);

  // Takes what a driver may change of a path: which transformations and which copy protection it
  // supports. False when there is no such path.
  bool update_support(const Path& path);

  // For the builder of the network.
  void set_scaling(UINT target, D3DKMDT_VIDPN_PRESENT_PATH_SCALING scaling);
  void set_rotation(UINT target, D3DKMDT_VIDPN_PRESENT_PATH_ROTATION rotation);

 private:
  std::vector<Path> paths_;
};

// Returns STATUS_SUCCESS, or why a path is not allowed in any network (D-068).
NTSTATUS check_path(const Path& path);

bool is_pinned(D3DKMDT_VIDPN_PRESENT_PATH_SCALING scaling);
bool is_pinned(D3DKMDT_VIDPN_PRESENT_PATH_ROTATION rotation);

}  // namespace drydock::display
