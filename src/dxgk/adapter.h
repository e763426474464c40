// An adapter: a device of the machine, served by a miniport.
//
// Everything that reaches the driver passes call(), which gives the entry point the company, the
// IRQL and the process context that its documents promise, and looks at what came back.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/dxgk/ddi.h"
#include "src/dxgk/device_model.h"
#include "src/dxgk/wdk.h"
#include "src/nt/driver.h"
#include "src/sim/gate.h"

namespace drydock::dxgk {

class Seat;

// What the miniport gave DxgkInitialize: its entry points, as the newest interface has them; those
// that its version does not know are null.
struct Miniport {
  nt::Driver* driver = nullptr;
  DRIVER_INITIALIZATION_DATA table{};
  bool display_only = false;  // it came by DxgkInitializeDisplayOnlyDriver

  ULONG version() const { return table.Version; }
};

// What the driver said of itself when it was started.
struct AdapterCaps {
  DXGK_DRIVERCAPS driver{};
  std::vector<DXGK_SEGMENTDESCRIPTOR4> segments;  // in the newest form; segment n + 1 is [n]
  UINT paging_buffer_segment = 0;
  SIZE_T paging_buffer_size = 0;
  UINT paging_buffer_private_data_size = 0;
  std::vector<DXGK_NODEMETADATA> nodes;
  ULONG children = 0;
  ULONG sources = 0;
};

// How strictly the promises about threads are kept.
enum class Threading : std::uint8_t {
  kDocumented,
  kRelaxed,  // several threads of a process may be in the driver at level zero
};

class Adapter {
 public:
  enum class State : std::uint8_t { kAdded, kStarted, kStopped, kGone };

  // DxgkDdiAddDevice. Null when the driver declined or failed; `status` says which.
  static std::unique_ptr<Adapter> add(const Miniport& miniport, std::shared_ptr<DeviceModel> model,
                                      NTSTATUS& status);
  ~Adapter();
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  // DxgkDdiStartDevice, then the driver's caps, segments and nodes.
  NTSTATUS start();

  // From now on nothing new begins: creations fail with STATUS_DEVICE_REMOVED. The first step of
  // every end.
  void refuse_work() { refuses_.store(true, std::memory_order_release); }

  // Clients' devices are gone towards the driver first (Dock sees to that). stop() and remove() are
  // the ordinary end; surprise_removal() tells the driver that its hardware is gone.
  void stop();
  NTSTATUS surprise_removal();
  void remove();
  NTSTATUS set_power_state(ULONG device_uid, DEVICE_POWER_STATE state, POWER_ACTION action);
  void reset_device();  // DxgkDdiResetDevice, at any IRQL

  State state() const { return state_.load(std::memory_order_acquire); }
  bool is_working() const {
    return state() == State::kStarted && driver().alive() &&
           !refuses_.load(std::memory_order_acquire);
  }

  const Miniport& miniport() const { return miniport_; }
  const DRIVER_INITIALIZATION_DATA& table() const { return miniport_.table; }
  nt::Driver& driver() const { return *miniport_.driver; }
  ULONG version() const { return miniport_.version(); }
  const AdapterCaps& caps() const { return caps_; }
  LUID luid() const { return luid_; }
  DeviceModel& model() const { return *model_; }

  // What the driver returned in AddDevice: hAdapter of its entry points.
  HANDLE context() const { return context_; }

  // The seat of the host's own work: destroys that were deferred, paging.
  Seat& system_seat() const { return *system_seat_; }

  // False when the driver knows only devices, and these stand in for contexts.
  bool has_contexts() const { return caps_.driver.SchedulingCaps.MultiEngineAware != 0; }

  void set_threading(Threading threading) { threading_ = threading; }

  // Calls the driver. `seat` is whose process the call belongs to. A driver that is dead or dies
  // inside gives STATUS_DEVICE_REMOVED; a status that the page does not list is a finding.
  NTSTATUS call(const Ddi& ddi, Seat& seat, const std::function<NTSTATUS()>& body);

 private:
  struct Hardware;  // interrupt, DPC, mapped memory, DXGKRNL_INTERFACE
  Adapter(const Miniport& miniport, std::shared_ptr<DeviceModel> model);

  Miniport miniport_;
  std::shared_ptr<DeviceModel> model_;
  std::unique_ptr<Hardware> hardware_;
  AdapterCaps caps_;
  LUID luid_;
  HANDLE context_ = nullptr;
  std::unique_ptr<Seat> system_seat_;
  std::atomic<State> state_ = State::kAdded;
  std::atomic<bool> refuses_ = false;
  Threading threading_ = Threading::kDocumented;
  sim::Gate alone_;      // levels zero and one pass among others, two and three alone
  sim::Gate scheduler_;  // one at a time
  sim::Gate swizzling_;  // one at a time
};

}  // namespace drydock::dxgk
