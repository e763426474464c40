// Questions to a driver about a network, and what its answers must be.
//
// The driver has the network for the length of the call only (DriverCall). What it does to it
// that it must not do is raised when it returns. Owner: the mode manager. Threads: one at a time.
// Cost: a copy of the network for an enumeration.
#pragma once

#include <optional>

#include "src/display/modes/enumeration_checks.h"
#include "src/display/modes/mode_driver.h"
#include "src/display/vidpn/vidpn.h"

namespace drydock::display {

class NetworkCalls {
 public:
  NetworkCalls(ModeDriver& driver, const Monitors& monitors)
      : driver_(driver), checks_(driver, monitors) {}

  ModeDriver& driver() const { return driver_; }

  // DxgkDdiIsSupportedVidPn. Null asks about nothing, which every driver supports.
  bool is_supported(VidPn* vidpn);
  // DxgkDdiRecommendFunctionalVidPn for an empty network. False when the driver has nothing to
  // offer, or what it offers is not functional.
  bool recommend(VidPn& vidpn, DXGK_RECOMMENDFUNCTIONALVIDPN_REASON reason);
  // DxgkDdiEnumVidPnCofuncModality. When it fails the network is of no use.
  NTSTATUS enumerate(VidPn& vidpn, const Pivot& pivot);
  // A call failed for a network that the driver supports, or its functional form (D-071).
  void check_promise(const char* call, NTSTATUS status);
  // The driver has made a network functional.
  void note_functional(const VidPn& vidpn) { checks_.check_methods(vidpn); }
  // DxgkDdiQueryVidPnHWCapability for each path.
  void query_hw_capabilities(VidPn& vidpn);
  // DxgkDdiCommitVidPn of an ordinary mode set, for one source.
  NTSTATUS commit(VidPn& vidpn, UINT source);

 private:
  void finish(DriverCall& call, NTSTATUS status);
  NTSTATUS call_enumeration(VidPn& vidpn, const Pivot& pivot);
  // The network as it was before its pivot was pinned, enumerated anew; nothing when that fails.
  std::optional<VidPn> enumerated_without(const VidPn& before, const Pivot& pivot);
  // D-084 and D-089 for an enumeration that was refused: what it was refused for was listed.
  void check_refusal(const VidPn& before, const Pivot& pivot, NTSTATUS status);
  // D-084: what fits a pinned pivot fitted the open one too.
  template <typename Mode>
  void check_growth(const VidPn& before, const VidPn& after, const Pivot& pivot, UINT owner);

  ModeDriver& driver_;
  EnumerationChecks checks_;
};

}  // namespace drydock::display
