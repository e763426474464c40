// The display half of an adapter: the monitors at its outputs, and its mode manager from start to
// stop. This is the first header of the room `display` of the graphics kernel.
//
// The room connects an adapter with src/display, which knows neither adapters nor drivers:
//
//   Adapter ──► AdapterDisplay ──► display::ModeManager ──► DisplayDriver ──► miniport
//
// AdapterDisplay makes the mode manager when the driver has the entry points that set modes, and
// ends it with the adapter. DisplayDriver calls the driver's entry points for it, in the adapter's
// own name; the adapter's gates order these calls with all others.
//
// Cost: a start asks the driver for each output and commits a network; afterwards a short lock for
// each use of the mode manager. Owner: the adapter, for its whole life; a callback that uses the
// mode manager has a reference. Threads: one starts and stops the adapter; any may call modes().
#pragma once

#include <set>

#include "src/dxgk/adapter/upper_rooms.h"
#include "src/dxgk/display/display_driver.h"
#include "src/sim/lock.h"

namespace drydock::dxgk {

class AdapterDisplay final : public DisplayHalf {
 public:
  explicit AdapterDisplay(Adapter& adapter) : adapter_(adapter), driver_(adapter) {}

  std::vector<ULONG> ask_children(std::span<const DXGK_CHILD_DESCRIPTOR> children) override;
  void start() override;
  void stop(bool keeps_picture) override;
  void end() override;
  UINT displayed_target() override;
  void check_left_picture(UINT target, const DXGK_DISPLAY_INFORMATION& picture) override;
  std::shared_ptr<display::ModeManager> modes() override;

 private:
  Adapter& adapter_;
  DisplayDriver driver_;
  std::set<ULONG> described_;  // children whose monitor gave its base block; written by the start
  sim::Lock lock_;
  std::shared_ptr<display::ModeManager> modes_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
