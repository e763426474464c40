// A client process on an adapter: the driver's process object, and the process's turn in the
// driver.
//
// Owner: the process's open adapters and devices count it. Threads: any, unless a function says
// otherwise.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "src/dxgk/object/object.h"
#include "src/nt/driver/driver.h"
#include "src/sim/gate.h"
#include "src/vidmm/address_space.h"
#include "src/vidmm/budget.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {
class PageTables;
}  // namespace drydock::vidmm

namespace drydock::dxgk {

using vidmm::AddressSpace;

class Adapter;
class Process;

// Counted by the process's open adapters and devices. The driver's process object is destroyed with
// the last of them.
class Seat {
 public:
  // `process` is null for the host's own.
  Seat(Adapter& adapter, Process* process, bool is_schedulers = false);
  ~Seat();
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

  Adapter& adapter() const { return adapter_; }
  Process* process() const { return process_; }
  // The GPU scheduler's seat. Threads inside the driver may wait for its calls.
  bool is_schedulers() const { return is_schedulers_; }

  // The process's use of the adapter's memory. It outlives the seat while tenants count for it.
  const std::shared_ptr<vidmm::Account>& account() const { return account_; }
  vidmm::Budget::Info memory(vidmm::Group group) const;
  // False when so much cannot be reserved.
  bool reserve(vidmm::Group group, std::uint64_t bytes);

  // The GPU virtual addresses of the process; null when its work is patched.
  AddressSpace* addresses() const { return addresses_.get(); }

  // How the GPU finds what they lead to, for the scheduler's strand, as long as the driver's
  // process object lives; null when the host builds no page tables.
  vidmm::PageTables* tables() const { return tables_.get(); }
  // Makes the page tables follow the addresses. Not from inside the driver.
  void follow_addresses();
  // K-308: commands of work that has not ended must not lie there.
  void check_freed(const AddressSpace::Extent& extent);

  // DxgkDdiCreateProcess, with the first device, if the driver has the entry point.
  NTSTATUS create_driver_process();
  void destroy_driver_process();
  HANDLE driver_process() const { return driver_process_.load(std::memory_order_acquire); }

  // At most one thread of the process is inside the driver at level zero.
  sim::Gate& turn() { return turn_; }

 private:
  void remove_driver_process();
  void make_tables();
  void end_tables();

  Adapter& adapter_;
  Process* const process_;
  const bool is_schedulers_;
  const std::shared_ptr<vidmm::Account> account_ = std::make_shared<vidmm::Account>();
  const std::unique_ptr<AddressSpace> addresses_;
  std::unique_ptr<vidmm::PageTables> tables_;
  // The release makes a process visible that exists in the driver.
  std::atomic<HANDLE> driver_process_ = nullptr;
  sim::Gate making_;  // one thread at a time creates or destroys it
  sim::Gate turn_;
};

// True when the handle is one that DxgkDdiCreateProcess passed to this driver, and
// DxgkDdiDestroyProcess has not run for it.
bool is_driver_process(const nt::Driver& driver, HANDLE dxgk_process);
// Returns the seat of such a handle, also while DxgkDdiCreateProcess runs; null when there is none.
Seat* find_seat(const nt::Driver& driver, HANDLE dxgk_process);

}  // namespace drydock::dxgk
