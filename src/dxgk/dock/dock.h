// A graphics kernel: its adapters and its client processes. Several can live in one Linux process.
//
// Contract: events of the whole machine happen here. Devices are plugged in, unplugged, removed by
// surprise, restarted and put to sleep, and everything of every client ends in order.
// Cost: adapters and processes are searched one by one.
// Owner: the dock has its adapters and its own process. Other processes belong to their makers, and
// must be freed before the dock.
// Threads: any; but only one thread at a time may end an adapter.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/work/process.h"
#include "src/sim/lock.h"

namespace drydock::dxgk {

class Dock final : public Kernel {
 public:
  Dock();
  ~Dock();  // processes end, adapters stop and are removed
  Dock(const Dock&) = delete;
  Dock& operator=(const Dock&) = delete;

  // The dock for calls from threads that are in no process. It is made on first use, with the
  // software GPU.
  static Dock& standard();

  // Adds and starts a device. Null when its driver declined or failed; `failure` says how.
  Adapter* plug(const Miniport& miniport, std::shared_ptr<DeviceModel> model,
                StartFailure& failure);
  Adapter* plug(const Miniport& miniport, std::shared_ptr<DeviceModel> model, NTSTATUS& status);

  // Destroys the driver's half of every device of every process on the adapter, then stops and
  // removes it. Clients keep their handles: calls return STATUS_DEVICE_REMOVED, and destroying
  // succeeds.
  void unplug(Adapter& adapter);
  // The same without warning.
  void surprise(Adapter& adapter);
  // Stops the adapter as unplug() does, and starts it again. Clients have lost their devices and
  // make new ones. If the start fails it stays stopped.
  NTSTATUS restart(Adapter& adapter);
  // Waits until all submitted work has ended, and evicts everything.
  static void empty_video_memory(Adapter& adapter);
  // Pages memory of the host's own, and compares the result (VideoMemory::probe_paging()).
  static void probe_paging(Adapter& adapter);
  // The adapter sleeps: its GPU is idle and video memory is empty (K-060). Clients' work waits
  // until the caller wakes the adapter. `hibernates` says which sleep it is.
  static NTSTATUS power_down(Adapter& adapter, bool hibernates);
  static NTSTATUS power_up(Adapter& adapter);

  std::vector<Adapter*> adapters() const;
  Adapter* find(LUID luid) const;

  // The process of threads that have entered none.
  Process& own_process() { return *own_; }
  std::unique_ptr<Process> new_process() { return std::make_unique<Process>(*this); }

  // Calls the body with each process. No process is added or removed meanwhile.
  void each_process(const std::function<void(Process&)>& body);

  // Called by processes when they are made and freed.
  void add(Process& process) override;
  void remove(Process& process) override;
  bool has(const Adapter& adapter) const override;

 private:
  void stop_devices(Adapter& adapter, D3DKMT_DEVICEEXECUTION_STATE why);

  mutable sim::Lock lock_{sim::LockRank::kDock};
  std::vector<std::unique_ptr<Adapter>> adapters_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<Process*> processes_ DRYDOCK_GUARDED_BY(lock_);
  std::unique_ptr<Process> own_;
};

// The dock of a process.
inline Dock& dock_of(const Process& process) { return static_cast<Dock&>(process.kernel()); }

// Memory is short: discards the contents of what clients have offered with this priority or a lower
// one and the GPU does not use. Returns how many allocations lost them.
std::size_t discard_offered(Dock& dock, UINT up_to_priority);

}  // namespace drydock::dxgk
