// Questions to a driver about a network, and what its answers must be.
//
// The driver has the network for the length of the call only (DriverCall). What it does to it
// that it must not do is raised when it returns. Owner: the mode manager. Threads: one at a time.
// Cost: a copy of the network for an enumeration.
#pragma once

#include "src/display/modes/mode_driver.h"
#include "src/display/vidpn/vidpn.h"

namespace drydock::display {

// What an enumeration must leave as it is.
struct Pivot {
  D3DKMDT_ENUMCOFUNCMODALITY_PIVOT_TYPE type = D3DKMDT_EPT_NOPIVOT;
  UINT source = D3DDDI_ID_UNINITIALIZED;
  UINT target = D3DDDI_ID_UNINITIALIZED;
};

class NetworkCalls {
 public:
  explicit NetworkCalls(ModeDriver& driver) : driver_(driver) {}

  ModeDriver& driver() const { return driver_; }

  // DxgkDdiIsSupportedVidPn. Null asks about nothing, which every driver supports.
  bool is_supported(VidPn* vidpn);
  // DxgkDdiRecommendFunctionalVidPn for an empty network. False when the driver has nothing to
  // offer, or what it offers is not functional.
  bool recommend(VidPn& vidpn, DXGK_RECOMMENDFUNCTIONALVIDPN_REASON reason);
  // DxgkDdiEnumVidPnCofuncModality. When it fails the network is of no use.
  NTSTATUS enumerate(VidPn& vidpn, const Pivot& pivot);
  // DxgkDdiQueryVidPnHWCapability for each path.
  void query_hw_capabilities(VidPn& vidpn);
  // DxgkDdiCommitVidPn of an ordinary mode set, for one source.
  NTSTATUS commit(VidPn& vidpn, UINT source);

 private:
  // A driver that has failed owes nothing any more.
  void finish(DriverCall& call, NTSTATUS status);
  void check_enumerated(const VidPn& before, const VidPn& after, const Pivot& pivot);
  template <typename Mode>
  void check_set(const ModeSet<Mode>& before, const ModeSet<Mode>& after, bool is_pivot);
  void check_path(const Path& before, const Path& after, const Pivot& pivot);

  ModeDriver& driver_;
};

}  // namespace drydock::display
