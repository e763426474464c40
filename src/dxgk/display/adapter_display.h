// The display half of an adapter: what is connected to it, and its mode manager from start to stop.
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
