// Calls a driver about a network, and checks its answers.
//
// The driver may use the network during the call only (DriverCall). Changes that are not allowed
// are raised when it returns. Owner: the mode manager. Threads: one at a time. Cost: a copy of the
// network for an enumeration.
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
  // DxgkDdiEnumVidPnCofuncModality. When it fails, the caller must not use the network.
  NTSTATUS enumerate(VidPn& vidpn, const Pivot& pivot);
  // Checks a call that failed for a network that the driver supports, or for its functional form
  // (D-071).
  void check_promise(const char* call, NTSTATUS status);
  // Notes that the driver has made a network functional.
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
  // Checks D-084 and D-089 for an enumeration that was refused: the driver had listed the modes for
  // which it refused.
  void check_refusal(const VidPn& before, const Pivot& pivot, NTSTATUS status);
  // Checks D-084: a mode that fits the pinned pivot fitted the open one, too.
  template <typename Mode>
  void check_growth(const VidPn& before, const VidPn& after, const Pivot& pivot, UINT owner);

  ModeDriver& driver_;
  EnumerationChecks checks_;
};

}  // namespace drydock::display
