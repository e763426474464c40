// What a client process has on an adapter: the driver's process object and its turn in the driver.
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

// Counted by the process's open adapters and devices. With the last of them the driver's process
// object goes.
class Seat {
 public:
  // `process` is null for the host's own.
  Seat(Adapter& adapter, Process* process, bool is_schedulers = false);
  ~Seat();
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

  Adapter& adapter() const { return adapter_; }
  Process* process() const { return process_; }
  // The GPU scheduler's, which others wait for while they are in the driver.
  bool is_schedulers() const { return is_schedulers_; }

  // What the process has of the adapter's memory; outlives the seat in what still counts for it.
  const std::shared_ptr<vidmm::Account>& account() const { return account_; }
  vidmm::Budget::Info memory(vidmm::Group group) const;
  // False when that much cannot be reserved.
  bool reserve(vidmm::Group group, std::uint64_t bytes);

  // The addresses by which the GPU finds memory for the process; null when its work is patched.
  AddressSpace* addresses() const { return addresses_.get(); }

  // How the GPU finds what they lead to, for the scheduler's strand, as long as the driver's
  // process object lives; null when the host builds no page tables.
  vidmm::PageTables* tables() const { return tables_.get(); }
  // They say what the addresses lead to now. Not from inside the driver.
  void follow_addresses();
  // K-308: work of the process may not run there.
  void check_freed(const AddressSpace::Extent& extent);

  // DxgkDdiCreateProcess, with the first device, where the driver has it.
  NTSTATUS create_driver_process();
  void destroy_driver_process();
  HANDLE driver_process() const { return driver_process_.load(std::memory_order_acquire); }

  // At most one thread of the process is in the driver at level zero.
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
  // The release shows a process that the driver knows.
  std::atomic<HANDLE> driver_process_ = nullptr;
  sim::Gate making_;  // one at a time creates or destroys it
  sim::Gate turn_;
};

// Whose process a driver means by the handle that DxgkDdiCreateProcess passed it. False when it is
// none that this driver has, as after DxgkDdiDestroyProcess.
bool is_driver_process(const nt::Driver& driver, HANDLE dxgk_process);
// The same while DxgkDdiCreateProcess is under way; null when it is none.
Seat* find_seat(const nt::Driver& driver, HANDLE dxgk_process);

}  // namespace drydock::dxgk
