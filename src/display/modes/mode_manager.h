// Follows the monitors of an adapter, and chooses the network that is active.
//
//   start()  ask for monitors ──► initial network ──► commit
//   monitor arrives ──► its modes ──► a path to it ──► commit
//   monitor leaves  ──► commit without its path
//   set_mode()      ──► the same paths with other modes ──► commit
//
// A network that the driver refuses is dropped, and the active one stays. Nothing becomes visible
// by a commit: whoever presents says when the first picture is there (set_visible()).
//
// Full drivers get no commit as long as nobody makes primaries for them.
//
// Owner: the adapter, from the end of its start to its stop. Threads: any. A monitor's coming
// and going is noted at any IRQL and followed up by a strand at PASSIVE_LEVEL. Cost: calls of the
// driver.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "src/display/modes/fitting.h"
#include "src/display/modes/network_calls.h"
#include "src/display/vidpn/monitors.h"
#include "src/nt/time/service.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"

namespace drydock::display {

// A mode that a source can be set to.
struct DisplayMode {
  UINT width = 0, height = 0;
  D3DDDIFORMAT format = D3DDDIFMT_UNKNOWN;
  D3DDDI_RATIONAL rate{};
  D3DDDI_VIDEO_SIGNAL_SCANLINE_ORDERING ordering = D3DDDI_VSSLO_UNINITIALIZED;

  bool operator==(const DisplayMode& other) const;
};

class ModeManager {
 public:
  // `adapter` is the handle by which the driver names itself.
  ModeManager(ModeDriver& driver, HANDLE adapter, UINT sources,
              std::vector<DXGK_CHILD_DESCRIPTOR> outputs);
  ~ModeManager();
  ModeManager(const ModeManager&) = delete;
  ModeManager& operator=(const ModeManager&) = delete;

  // `connected` are the outputs at which something was found when the adapter started, and
  // `described` those of them that gave their base block.
  void start(const std::vector<ULONG>& connected, const std::set<ULONG>& described);
  // No call of the driver begins any more. Without `keeps_picture` what is visible is hidden first.
  void stop(bool keeps_picture);
  // DxgkDdiStopDevice returned: what the driver acquired outside of calls is due.
  void finish();

  // DxgkCbIndicateChildStatus of an output that exists. At most at DISPATCH_LEVEL.
  void indicate_connection(ULONG output, bool is_connected);
  // Asks the outputs whether something is connected, and follows up.
  void poll(bool non_destructive_only, bool includes_interruptible);
  // Waits until everything that was noted before is followed up. Not from inside the driver.
  void settle();

  // Returns a copy of the active network.
  VidPn active();
  // The target that shows a picture, or would; D3DDDI_ID_UNINITIALIZED for none.
  UINT displayed_target();
  const Monitors& monitors() const { return monitors_; }

  std::vector<DisplayMode> modes(UINT source);
  // STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY without a path; the driver's status when it refuses.
  NTSTATUS set_mode(UINT source, const ModeWish& wish);
  NTSTATUS set_visible(UINT source, bool is_visible);
  // Joins sources and targets anew: a source in several paths is a clone view. A network that the
  // driver cannot show changes nothing. Sources are committed one after the other: when a commit
  // fails, those before it stay.
  struct Join {
    UINT source = 0, target = 0;
  };
  NTSTATUS set_paths(const std::vector<Join>& joins);

 private:
  struct Event {
    ULONG output = 0;
    bool is_connected = false;
    sim::Completion* done = nullptr;  // set by settle(), in place of an output
  };

  sim::Time follow_up();
  void handle(const Event& event);
  const DXGK_CHILD_DESCRIPTOR* find_output(ULONG uid) const;

  // `was_described` when the monitor gave its base block before.
  void attach_monitor(const DXGK_CHILD_DESCRIPTOR& output, bool was_described)
      DRYDOCK_REQUIRES(turn_);
  void set_initial_network() DRYDOCK_REQUIRES(turn_);
  bool take_recommendation() DRYDOCK_REQUIRES(turn_);
  bool add_path_to(UINT target) DRYDOCK_REQUIRES(turn_);
  void remove_path_to(UINT target) DRYDOCK_REQUIRES(turn_);
  // Makes the paths of each source those of another network.
  NTSTATUS commit_each(const VidPn& network) DRYDOCK_REQUIRES(turn_);
  // Commits a functional network, or one without paths. On success it is the active one.
  NTSTATUS commit(VidPn network, UINT source) DRYDOCK_REQUIRES(turn_);
  NTSTATUS call_set_visibility(UINT source, bool is_visible) DRYDOCK_REQUIRES(turn_);
  VidPn reopened(UINT source) const DRYDOCK_REQUIRES(turn_);

  ModeDriver& driver_;
  const HANDLE adapter_;
  const std::vector<DXGK_CHILD_DESCRIPTOR> outputs_;
  Monitors monitors_;
  DriverCall standing_;
  NetworkCalls calls_;
  Fitting fitting_;

  // Networks are built and committed by one thread at a time, which calls the driver meanwhile.
  sim::Gate turn_;
  VidPn active_ DRYDOCK_GUARDED_BY(turn_);
  std::set<UINT> visible_ DRYDOCK_GUARDED_BY(turn_);
  bool is_running_ DRYDOCK_GUARDED_BY(turn_) = false;

  sim::Lock events_lock_;
  std::deque<Event> events_ DRYDOCK_GUARDED_BY(events_lock_);
  bool takes_events_ DRYDOCK_GUARDED_BY(events_lock_) = false;
  nt::Service service_;
};

}  // namespace drydock::display
