#include "src/dxgk/dock/dock.h"

#include <algorithm>
#include <utility>

#include "src/dxgk/creation/retained_resource.h"
#include "src/dxgk/dock/add_adapter.h"
#include "src/dxgk/object/read_section.h"
#include "src/dxgk/object/retire_worker.h"
#include "src/dxgk/wishes/offer.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/native_fence.h"
#include "src/sched/scheduler.h"

namespace drydock::dxgk {

Dock::Dock() : own_(std::make_unique<Process>(*this)) {}

Dock::~Dock() {
  own_->end();
  finish_jobs();
  for (Adapter* adapter : adapters()) unplug(*adapter);
  own_.reset();
  free_retired();
}

Adapter* Dock::plug(const Miniport& miniport, std::shared_ptr<DeviceModel> model,
                    StartFailure& failure) {
  std::unique_ptr<Adapter> adapter = add_adapter(miniport, std::move(model), failure);
  if (adapter == nullptr) return nullptr;
  failure.status = adapter->start();
  if (!NT_SUCCESS(failure.status)) {
    failure = adapter->why_not_started(failure.status);
    adapter->remove();
    return nullptr;
  }
  const sim::Hold hold(lock_);
  adapters_.push_back(std::move(adapter));
  return adapters_.back().get();
}

Adapter* Dock::plug(const Miniport& miniport, std::shared_ptr<DeviceModel> model,
                    NTSTATUS& status) {
  StartFailure failure;
  Adapter* const adapter = plug(miniport, std::move(model), failure);
  status = failure.status;
  return adapter;
}

void Dock::stop_devices(Adapter& adapter, D3DKMT_DEVICEEXECUTION_STATE why) {
  std::vector<Process*> processes;
  {
    const sim::Hold hold(lock_);
    processes = processes_;
  }
  for (Process* process : processes) {
    for (const Ref<Device>& device : process->devices()) {
      if (&device->adapter() == &adapter) device->stop(why);
    }
    process->destroy_in_driver(adapter);
  }
  adapter.retained_resources().release_all();
  adapter.native_fences().end_all();
  finish_jobs();
}

void Dock::unplug(Adapter& adapter) {
  if (adapter.state() == Adapter::State::kRemoved) return;
  adapter.refuse_work();
  stop_devices(adapter, D3DKMT_DEVICEEXECUTION_STOPPED);
  adapter.stop();
  adapter.remove();
}

void Dock::surprise(Adapter& adapter) {
  if (adapter.state() == Adapter::State::kRemoved) return;
  adapter.refuse_work();
  adapter.surprise_removal();  // without the entry point, the driver is not called any more
  stop_devices(adapter, D3DKMT_DEVICEEXECUTION_STOPPED);
  adapter.stop();
  adapter.remove();
}

NTSTATUS Dock::restart(Adapter& adapter) {
  if (adapter.state() != Adapter::State::kStarted) return STATUS_INVALID_DEVICE_STATE;
  adapter.refuse_work();
  stop_devices(adapter, D3DKMT_DEVICEEXECUTION_STOPPED);
  adapter.stop();
  return adapter.start();
}

void Dock::empty_video_memory(Adapter& adapter) {
  if (adapter.scheduler() != nullptr) adapter.scheduler()->quiesce();
}

void Dock::probe_paging(Adapter& adapter) {
  if (adapter.scheduler() == nullptr) return;
  adapter.scheduler()->run_on_strand(
      [](vidmm::VideoMemory& memory) { memory.probe_paging(nullptr); });
}

NTSTATUS Dock::power_down(Adapter& adapter, bool hibernates) {
  empty_video_memory(adapter);
  return adapter.set_power_state(DISPLAY_ADAPTER_HW_ID, PowerDeviceD3,
                                 hibernates ? PowerActionHibernate : PowerActionSleep);
}

NTSTATUS Dock::power_up(Adapter& adapter) {
  return adapter.set_power_state(DISPLAY_ADAPTER_HW_ID, PowerDeviceD0, PowerActionNone);
}

std::vector<Adapter*> Dock::adapters() const {
  const sim::Hold hold(lock_);
  std::vector<Adapter*> out;
  for (const auto& adapter : adapters_) out.push_back(adapter.get());
  return out;
}

Adapter* Dock::find(LUID luid) const {
  const sim::Hold hold(lock_);
  const auto found = std::ranges::find_if(adapters_, [&](const auto& adapter) {
    const LUID each = adapter->luid();
    return each.LowPart == luid.LowPart && each.HighPart == luid.HighPart;
  });
  return found == adapters_.end() ? nullptr : found->get();
}

void Dock::each_process(const std::function<void(Process&)>& body) {
  const sim::Hold hold(lock_);
  for (Process* process : processes_) body(*process);
}

bool Dock::has(const Adapter& adapter) const {
  const sim::Hold hold(lock_);
  return std::ranges::any_of(adapters_, [&](const auto& each) { return each.get() == &adapter; });
}

void Dock::add(Process& process) {
  const sim::Hold hold(lock_);
  processes_.push_back(&process);
}

void Dock::remove(Process& process) {
  const sim::Hold hold(lock_);
  std::erase(processes_, &process);
}

std::size_t discard_offered(Dock& dock, UINT up_to_priority) {
  std::size_t count = 0;
  dock.each_process([&](Process& process) {
    for (const Ref<Device>& device : process.devices())
      count += discard_offered(*device, up_to_priority);
  });
  return count;
}

}  // namespace drydock::dxgk
