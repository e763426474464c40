// The abilities of an adapter's monitors, by the target that each is connected to.
//
// Owner: the mode manager of the adapter. The functions of the monitor interface find it by the
// adapter's handle. Threads: any. Cost: a search in a short map under a lock.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "src/display/vidpn/mode_set.h"
#include "src/sim/lock.h"

namespace drydock::display {

inline constexpr std::size_t kEdidBlockBytes = 128;
using EdidBlock = std::array<std::uint8_t, kEdidBlockBytes>;

struct DescriptorBlock {
  EdidBlock bytes{};
  bool is_override = false;  // stored, in the place of the monitor's own
};

struct Monitor {
  explicit Monitor(UINT target) : modes(std::make_shared<MonitorModeSet>(target)) {}

  // The driver may add to it (DxgkDdiRecommendMonitorModes).
  std::shared_ptr<MonitorModeSet> modes;
  std::vector<D3DKMDT_MONITOR_FREQUENCY_RANGE> ranges;
  std::vector<DescriptorBlock> descriptors;
  std::vector<DXGK_TARGETMODE_DETAIL_TIMING> additional_modes;
};

class Monitors {
 public:
  explicit Monitors(std::vector<UINT> targets) : targets_(std::move(targets)) {}

  bool has_target(UINT target) const;
  const std::vector<UINT>& targets() const { return targets_; }

  // Null when nothing is connected.
  std::shared_ptr<Monitor> at(UINT target) const;
  void connect(UINT target, std::shared_ptr<Monitor> monitor);
  void disconnect(UINT target);
  std::vector<UINT> connected() const;

 private:
  const std::vector<UINT> targets_;
  mutable sim::Lock lock_;
  std::map<UINT, std::shared_ptr<Monitor>> connected_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::display
