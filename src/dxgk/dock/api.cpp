// drydock/dock.h: the graphics kernel for programs.
#include <algorithm>

#include "drydock/dock.h"
#include "src/dxgk/dock/dock.h"
#include "src/dxgk/dock/software_gpu.h"
#include "src/dxgk/dock/software_gpu_device.h"
#include "src/nt/base/weak_list.h"

namespace drydock {
namespace {

// Lets a program's model serve as a device of the graphics kernel.
class ModelOf final : public dxgk::DeviceModel {
 public:
  explicit ModelOf(std::shared_ptr<drydock::DeviceModel> model) : model_(std::move(model)) {}

  Identity identity() const override { return model_->identity(); }

  std::vector<Range> ranges() const override {
    std::vector<Range> out;
    for (drydock::DeviceModel::Range& given : model_->ranges()) {
      out.push_back({given.physical,
                     given.size,
                     given.is_port,
                     {std::move(given.read), std::move(given.write)}});
    }
    return out;
  }

  void power_on(const std::vector<void*>& memory,
                const std::function<bool(ULONG message)>& interrupt) override {
    model_->power_on(memory, interrupt);
  }
  void power_off() override { model_->power_off(); }

 private:
  const std::shared_ptr<drydock::DeviceModel> model_;
};

AdapterId id_of(const dxgk::Adapter& adapter) {
  const LUID luid = adapter.luid();
  return {static_cast<std::uint32_t>(luid.LowPart), static_cast<std::int32_t>(luid.HighPart)};
}

}  // namespace

void DeviceModel::power_on(const std::vector<void*>&, const std::function<bool(std::uint32_t)>&) {}

struct Dock::Impl {
  // The order of members matters: a driver's code must outlive its adapters.
  sim::Lock lock;
  std::vector<std::unique_ptr<nt::LoadedDriver>> drivers DRYDOCK_GUARDED_BY(lock);
  nt::WeakList<Process::Impl> processes DRYDOCK_GUARDED_BY(lock);
  dxgk::Dock dock;

  // Returns null when there is no such adapter, or it is removed.
  dxgk::Adapter* find(AdapterId id) {
    dxgk::Adapter* const adapter =
        dock.find({static_cast<DWORD>(id.low), static_cast<LONG>(id.high)});
    const bool gone = adapter == nullptr || adapter->state() == dxgk::Adapter::State::kRemoved;
    return gone ? nullptr : adapter;
  }
};

struct Process::Impl {
  explicit Impl(std::shared_ptr<Dock::Impl> of) : dock(std::move(of)), process(dock->dock) {}

  const std::shared_ptr<Dock::Impl> dock;
  dxgk::Process process;
};

struct Process::Scope::State {
  explicit State(std::shared_ptr<Impl> of) : process(std::move(of)), scope(&process->process) {}

  const std::shared_ptr<Impl> process;
  const dxgk::ProcessScope scope;
};

Process::Scope::Scope(std::unique_ptr<State> state) : state_(std::move(state)) {}
Process::Scope::~Scope() = default;

Process::Process(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
Process::Process(Process&&) noexcept = default;

Process& Process::operator=(Process&& other) noexcept {
  Process gone(std::move(*this));
  impl_ = std::move(other.impl_);
  return *this;
}

Process::~Process() {
  if (impl_ != nullptr) impl_->process.vanish();
}

Process::Scope Process::enter() const { return Scope(std::make_unique<Scope::State>(impl_)); }

void Process::end() { impl_->process.end(); }

Dock::Dock() : impl_(std::make_shared<Impl>()) {}

Dock::~Dock() {
  std::vector<std::shared_ptr<Process::Impl>> processes;
  {
    const sim::Hold hold(impl_->lock);
    processes = impl_->processes.take();
  }
  for (const auto& each : processes) each->process.vanish();
  processes.clear();
  for (dxgk::Adapter* adapter : impl_->dock.adapters()) impl_->dock.unplug(*adapter);
  std::vector<nt::LoadedDriver*> drivers;
  {
    const sim::Hold hold(impl_->lock);
    for (const auto& driver : impl_->drivers) drivers.push_back(driver.get());
  }
  for (nt::LoadedDriver* driver : drivers) driver->unload();
}

AdapterId Dock::plug(const std::filesystem::path& miniport, std::shared_ptr<DeviceModel> model) {
  std::shared_ptr<dxgk::DeviceModel> device;
  if (model != nullptr) {
    device = std::make_shared<ModelOf>(std::move(model));
  } else {
    device = std::make_shared<dxgk::SoftwareGpuDevice>();
  }
  dxgk::Plugged plugged = dxgk::plug_driver(impl_->dock, miniport, std::move(device));
  const sim::Hold hold(impl_->lock);
  impl_->drivers.push_back(std::move(plugged.driver));
  return id_of(*plugged.adapter);
}

std::filesystem::path Dock::software_gpu() { return dxgk::software_gpu(); }

bool Dock::unplug(AdapterId id) {
  dxgk::Adapter* const adapter = impl_->find(id);
  if (adapter != nullptr) impl_->dock.unplug(*adapter);
  return adapter != nullptr;
}

bool Dock::surprise(AdapterId id) {
  dxgk::Adapter* const adapter = impl_->find(id);
  if (adapter != nullptr) impl_->dock.surprise(*adapter);
  return adapter != nullptr;
}

std::vector<AdapterId> Dock::adapters() const {
  std::vector<AdapterId> out;
  for (const dxgk::Adapter* adapter : impl_->dock.adapters()) {
    if (adapter->state() != dxgk::Adapter::State::kRemoved) out.push_back(id_of(*adapter));
  }
  return out;
}

Process Dock::process() {
  auto impl = std::make_shared<Process::Impl>(impl_);
  const sim::Hold hold(impl_->lock);
  impl_->processes.add(impl);
  return Process(std::move(impl));
}

void Dock::run_client(const std::function<void()>& body) {
  Process client = process();
  {
    const Process::Scope inside = client.enter();
    body();
  }
  client.end();
}

}  // namespace drydock
