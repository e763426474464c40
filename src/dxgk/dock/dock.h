// A graphics kernel: its adapters and its client processes. Several can live in one Linux process.
//
// Contract: what happens to a whole machine happens here. Devices are plugged in, unplugged,
// removed by surprise, restarted and put to sleep, and everything of every client ends in order.
// Cost: adapters and processes are looked for one after the other. Owner: the dock has its adapters
// and its own process; other processes belong to those who asked for them and must be freed before.
// Threads: any; two that end the same adapter at once are not told apart.
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

  // The dock of calls from threads that are in no process: made on first use, with the software
  // GPU.
  static Dock& standard();

  // Adds and starts a device. Null when its driver declined or failed.
  Adapter* plug(const Miniport& miniport, std::shared_ptr<DeviceModel> model, NTSTATUS& status);

  // Every device of every process on the adapter ends towards the driver, then it is stopped and
  // removed. Clients keep their handles; what they do with them is STATUS_DEVICE_REMOVED, and
  // destroying succeeds.
  void unplug(Adapter& adapter);
  // The same without warning.
  void surprise(Adapter& adapter);
  // Stopped as if it were unplugged, and started again: clients have lost their devices and make
  // new ones. When it does not start it stays stopped.
  NTSTATUS restart(Adapter& adapter);
  // What was submitted is over, and everything is out of video memory.
  static void empty_video_memory(Adapter& adapter);
  // Memory of the host's own is paged, and what comes back compared (VideoMemory::probe_paging()).
  static void probe_paging(Adapter& adapter);
  // The adapter sleeps: its GPU is idle, video memory is empty (K-060). Clients' work waits until
  // it wakes, which is the caller's to see to. `hibernates` says which sleep it is.
  static NTSTATUS power_down(Adapter& adapter, bool hibernates);
  static NTSTATUS power_up(Adapter& adapter);

  std::vector<Adapter*> adapters() const;
  Adapter* find(LUID luid) const;

  // The process of threads that entered none.
  Process& own_process() { return *own_; }
  std::unique_ptr<Process> new_process() { return std::make_unique<Process>(*this); }

  // Calls the body with each process. None comes or goes meanwhile.
  void each_process(const std::function<void(Process&)>& body);

  // Called by processes as they come and go.
  void add(Process& process) override;
  void remove(Process& process) override;
  bool has(const Adapter& adapter) const override;

 private:
  void stop_devices(Adapter& adapter, D3DKMT_DEVICEEXECUTION_STATE why);

  mutable sim::Lock lock_;
  std::vector<std::unique_ptr<Adapter>> adapters_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<Process*> processes_ DRYDOCK_GUARDED_BY(lock_);
  std::unique_ptr<Process> own_;
};

// The dock of a process.
inline Dock& dock_of(const Process& process) { return static_cast<Dock&>(process.kernel()); }

// Memory is scarce: what clients have offered with this priority or a lower one, and the GPU no
// longer uses, loses its contents. How many allocations did.
std::size_t discard_offered(Dock& dock, UINT up_to_priority);

}  // namespace drydock::dxgk
