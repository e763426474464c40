// The allocations that a full driver's sources are scanned from. The mode manager has them made.
//
//   drain() ──► hide ──► prepare() ──► DxgkDdiCommitVidPn ──┬─ success ──► committed()
//                                                          └─ failure ──► cancelled()
//
// The mode manager calls, in its turn: an implementation does not call it back, and reads what it
// must know of networks from the arguments. Display-only drivers have none of this.
//
// Owner: the graphics kernel; it outlives the mode manager. Threads: one at a time. Cost: a mode
// set makes an allocation; drain() waits for vertical blanks, in virtual time.
#pragma once

#include "src/display/vidpn/vidpn.h"
#include "src/wdk/graphics.h"

namespace drydock::display {

class PrimaryMaker {
 public:
  PrimaryMaker() = default;
  virtual ~PrimaryMaker() = default;
  PrimaryMaker(const PrimaryMaker&) = delete;
  PrimaryMaker& operator=(const PrimaryMaker&) = delete;

  // Every flip of the source that was queued is on screen, or cancelled because its driver or its
  // time ran out. None begins before the next committed() or cancelled(). Before the source is
  // hidden for a commit (D-111).
  virtual void drain(UINT source) = 0;
  // Makes a shared primary for the pinned modes of the source in a network that is about to be
  // committed: in its unrotated size, in video memory, pinned there (D-182). `primary` is the
  // driver's handle of it, for hPrimaryAllocation. Null for a source without paths. When it fails
  // nothing was made, and the commit does not take place; cancelled() follows all the same.
  virtual NTSTATUS prepare(UINT source, const VidPn& network, HANDLE& primary) = 0;
  // The driver committed the network. The source is scanned from the primary that was prepared
  // (DxgkDdiSetVidPnSourceAddress with ModeChange); without paths it is scanned from none. The
  // primary before goes when nothing displays it. Visibility is still off.
  virtual NTSTATUS committed(UINT source, const VidPn& network) = 0;
  // The commit failed or did not take place: what was prepared goes, and the primary before stays.
  virtual void cancelled(UINT source) = 0;
  // DxgkDdiSetVidPnSourceVisibility returned: what a hidden source names is not displayed (D-186).
  virtual void visibility_set(UINT source, bool is_visible) = 0;
};

}  // namespace drydock::display
