// Compares the network that DxgkDdiEnumVidPnCofuncModality left with the network that it was given.
//
// Owner: NetworkCalls. Threads: one at a time. Cost: comparisons of the modes of each path.
#pragma once

#include <set>
#include <string>

#include "src/display/modes/mode_driver.h"
#include "src/display/vidpn/monitors.h"
#include "src/display/vidpn/vidpn.h"

namespace drydock::display {

// The part of a network that an enumeration must leave as it is.
struct Pivot {
  D3DKMDT_ENUMCOFUNCMODALITY_PIVOT_TYPE type = D3DKMDT_EPT_NOPIVOT;
  UINT source = D3DDDI_ID_UNINITIALIZED;
  UINT target = D3DDDI_ID_UNINITIALIZED;
};

class EnumerationChecks {
 public:
  EnumerationChecks(ModeDriver& driver, const Monitors& monitors)
      : driver_(driver), monitors_(monitors) {}

  // D-084 to D-087, D-089, D-090, D-092 and D-094, after an enumeration that succeeded.
  void check(const VidPn& before, const VidPn& after, const Pivot& pivot);
  // D-091, for a network that the driver has built itself.
  void check_recommended(const VidPn& network);
  // D-093: the same functional network has the same multisampling methods each time.
  void check_methods(const VidPn& functional);

 private:
  template <typename Mode>
  void check_set(const ModeSet<Mode>& before, const ModeSet<Mode>& after, bool is_pivot);
  void check_against_monitor(const TargetModeSet& set);
  void check_support(const Path& before, const Path& after, const Pivot& pivot);
  void check_scaling(const VidPn& network, const Path& path);
  void check_offsets(const VidPn& network, const Path& path);
  void raise_about_path(rules::RuleId rule, const Path& path, const char* what);

  void note_scalings(const VidPn& network);

  ModeDriver& driver_;
  const Monitors& monitors_;
  // The driver's offers and omissions in all networks so far.
  bool offers_custom_scaling_ = false, leaves_scaling_unspecified_ = false;
  std::set<std::string> with_methods_;  // functional networks
};

// Returns whether the support flags have this scaling.
bool is_offered(D3DKMDT_VIDPN_PRESENT_PATH_SCALING scaling,
                const D3DKMDT_VIDPN_PRESENT_PATH_SCALING_SUPPORT& support);
bool is_offered(D3DKMDT_VIDPN_PRESENT_PATH_ROTATION rotation,
                const D3DKMDT_VIDPN_PRESENT_PATH_ROTATION_SUPPORT& support);

// The primary path of a source: the most important one.
const Path* primary_path(const VidPn& network, UINT source);

}  // namespace drydock::display
