#include "src/dxgk/adapter/seat.h"

#include <fmt/format.h>

#include <cassert>
#include <unordered_map>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/gpu_driver.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sched/scheduler.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"
#include "src/vidmm/page_tables.h"

namespace drydock::dxgk {
namespace {

// The processes that exist in drivers.
struct Known {
  sim::Lock lock;
  std::unordered_map<HANDLE, const nt::Driver*> all DRYDOCK_GUARDED_BY(lock);
};

Known& known() {
  static sim::NeverDestroyed<Known> instance;
  return *instance;
}

std::unique_ptr<AddressSpace> make_addresses(const Adapter& adapter, const Process* process) {
  const std::optional<vidmm::GpuMmu>& mmu = adapter.caps().gpu_mmu;
  if (process == nullptr || !mmu) return nullptr;
  return std::make_unique<AddressSpace>(mmu->first_address(), mmu->bits());
}

}  // namespace

bool is_driver_process(const nt::Driver& driver, HANDLE dxgk_process) {
  Known& processes = known();
  const sim::Hold hold(processes.lock);
  const auto found = processes.all.find(dxgk_process);
  return found != processes.all.end() && found->second == &driver;
}

Seat* find_seat(const nt::Driver& driver, HANDLE dxgk_process) {
  return is_driver_process(driver, dxgk_process) ? static_cast<Seat*>(dxgk_process) : nullptr;
}

Seat::Seat(Adapter& adapter, Process* process, bool is_schedulers)
    : adapter_(adapter),
      process_(process),
      is_schedulers_(is_schedulers),
      addresses_(make_addresses(adapter, process)) {}

// Other processes can use what was reserved for this one.
Seat::~Seat() {
  assert(tables_ == nullptr && driver_process() == nullptr);  // destroy_driver_process() has run
  for (const vidmm::Group group : {vidmm::Group::kLocal, vidmm::Group::kNonLocal})
    reserve(group, 0);
}

vidmm::Budget::Info Seat::memory(vidmm::Group group) const {
  return adapter_.budget().info(*account_, group);
}

bool Seat::reserve(vidmm::Group group, std::uint64_t bytes) {
  return adapter_.budget().reserve(*account_, group, bytes);
}

NTSTATUS Seat::create_driver_process() {
  const auto entry = adapter_.table().DxgkDdiCreateProcess;
  if (!adapter_.has_processes() || driver_process() != nullptr) return STATUS_SUCCESS;
  const sim::Alone alone(making_);
  if (driver_process() != nullptr) return STATUS_SUCCESS;
  // A stop refuses work before it destroys what exists, so that nothing is created after it.
  if (process_ != nullptr && !adapter_.is_working()) return STATUS_DEVICE_REMOVED;
  DXGKARG_CREATEPROCESS process{};
  process.hDxgkProcess = this;
  process.Flags.SystemProcess = process_ == nullptr;
  {
    const sim::Hold hold(known().lock);
    known().all[this] = &adapter_.driver();
  }
  const NTSTATUS status = adapter_.call(ddi::kCreateProcess, *this,
                                        [&] { return entry(adapter_.context(), &process); });
  if (!NT_SUCCESS(status)) {
    remove_driver_process();
    // Only addresses need an object of the process: a driver without them may have none.
    const bool has_none = status == STATUS_NOT_IMPLEMENTED || status == STATUS_NOT_SUPPORTED;
    return has_none && !adapter_.has_virtual_addresses() ? STATUS_SUCCESS : status;
  }
  driver_process_.store(process.hKmdProcess, std::memory_order_release);
  make_tables();
  return status;
}

void Seat::destroy_driver_process() {
  const auto entry = adapter_.table().DxgkDdiDestroyProcess;
  const sim::Alone alone(making_);
  end_tables();
  const HANDLE process = driver_process_.exchange(nullptr, std::memory_order_acq_rel);
  if (entry == nullptr || process == nullptr) return;
  adapter_.call(ddi::kDestroyProcess, *this, [&] { return entry(adapter_.context(), process); });
  remove_driver_process();
}

void Seat::make_tables() {
  if (addresses_ == nullptr || tables_ != nullptr || adapter_.scheduler() == nullptr ||
      !vidmm::PageTables::are_built_for(adapter_.gpu_driver(), adapter_.pages_by_address()))
    return;
  adapter_.scheduler()->run_on_strand([this](vidmm::VideoMemory& memory) {
    tables_ = memory.make_tables(*addresses_, driver_process());
  });
}

// No work of the process is running.
void Seat::end_tables() {
  if (tables_ == nullptr) return;
  adapter_.scheduler()->run_on_strand([this](vidmm::VideoMemory&) { tables_->end(); });
  tables_ = nullptr;
}

void Seat::follow_addresses() {
  const sim::Passage among(making_);
  if (tables_ == nullptr) return;
  adapter_.scheduler()->run_on_strand([this](vidmm::VideoMemory&) { tables_->follow(); });
}

// The scheduler exists while the driver knows the process.
void Seat::check_freed(const AddressSpace::Extent& extent) {
  {
    const sim::Passage among(making_);
    if (driver_process() == nullptr || adapter_.scheduler() == nullptr) return;
    rules::evaluated("K-308");
    if (!adapter_.scheduler()->has_commands_in(*addresses_, extent)) return;
  }
  nt::Breach("K-308", nt::Offender::client())
      .message(
          "D3DKMTFreeGpuVirtualAddress frees {:#x} to {:#x}, where commands lie that were "
          "submitted "
          "and are not over",
          extent.begin, extent.end)
      .raise_later();
}

void Seat::remove_driver_process() {
  if (addresses_ != nullptr) addresses_->free_drivers();
  const sim::Hold hold(known().lock);
  known().all.erase(this);
}

}  // namespace drydock::dxgk
