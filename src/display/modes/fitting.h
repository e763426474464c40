// Makes a network functional: has the driver say what is possible, chooses, and asks again, until
// everything in its paths is pinned.
//
//   enumerate (no pivot)
//   for each source:  pin a mode,  enumerate (pivot: the source)
//   for each target:  pin a mode,  enumerate (pivot: the target)
//   for each path:    pin scaling, enumerate (pivot: its scaling), and rotation likewise
//
// What is pinned already stays. Only modes are pinned that the driver itself has listed. Owner: the
// mode manager. Threads: one at a time. Cost: a call of the driver for each choice.
#pragma once

#include <optional>

#include "src/display/modes/network_calls.h"
#include "src/display/vidpn/monitors.h"

namespace drydock::display {

// A client's wish for a source. 0 leaves the choice to the monitor.
struct ModeWish {
  UINT width = 0, height = 0;
  UINT rate = 0;  // pictures a second, rounded
  D3DDDIFORMAT format = D3DDDIFMT_UNKNOWN;
};

class Fitting {
 public:
  Fitting(NetworkCalls& calls, const Monitors& monitors) : calls_(calls), monitors_(monitors) {}

  // False when the wish cannot be fulfilled or the driver fails; the network is of no use then.
  bool fit(VidPn& vidpn, const ModeWish& wish);

 private:
  bool pin_source(VidPn& vidpn, UINT source, const ModeWish& wish);
  bool pin_target(VidPn& vidpn, const Path& path, const ModeWish& wish);
  bool pin_transformation(VidPn& vidpn, const Path& path);
  // The picture that the monitor of a target likes best.
  std::optional<D3DKMDT_2DREGION> preferred_size(UINT target) const;

  NetworkCalls& calls_;
  const Monitors& monitors_;
};

// A path whose modes and transformations are to be chosen.
Path open_path(const VidPn& vidpn, UINT source, UINT target);

}  // namespace drydock::display
