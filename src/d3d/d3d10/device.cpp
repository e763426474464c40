#include "src/d3d/d3d10/device.h"

#include <fmt/format.h>

#include <optional>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/known.h"
#include "src/d3d/core/leftovers.h"
#include "src/d3d/d3d10/core_layer.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"
#include "src/sim/schedule.h"
#include "src/trace/calls.h"
#include "src/win32/threads/thread.h"

namespace drydock::d3d {

Device10::Device10(std::shared_ptr<Adapter> adapter)
    : Device(std::move(adapter)),
      core_layer_(RuntimeHandle::next(HandleKind::kCoreLayer)),
      table_(static_cast<Adapter10&>(Device::adapter()).agreement().interface),
      dxgi_callbacks_(dxgi_callbacks()) {}

Device10::~Device10() { known_devices().remove(core_layer_); }

bool Device10::is_free_threaded() const {
  return agreement().is_free_threaded &&
         (options().device_flags10 & D3D11DDI_CREATEDEVICE_FLAG_SINGLETHREADED) == 0;
}

// On a free-threaded device, entry points that create and destroy may be called on any thread at
// any time. Those of primaries that are not shared are called like drawing.
bool Device10::is_alone_in(const Entry& entry, const Resource* subject) const {
  // U-263: of every interface, whatever the driver says of threads.
  if (&entry == &entry::kCalcPrivateSize) return false;
  if (!is_free_threaded()) return true;
  if (subject != nullptr && subject->of10().is_primary && !subject->is_shared()) return true;
  return &entry != &entry::kCreateDeferred10 && &entry != &entry::kCreateCommandList10 &&
         &entry != &entry::kDestroyCommandList10 && &entry != &entry::kCreateResource10 &&
         &entry != &entry::kOpenResource10 && &entry != &entry::kDestroyResource10 &&
         &entry != &entry::kCreateChild10 && &entry != &entry::kDestroyChild10 &&
         &entry != &entry::kCheck10;
}

HRESULT Device10::call_result(const Entry& entry, Subject subject,
                              const std::function<HRESULT()>& body, const Check& check) {
  if (is_removed() && !entry.is_cleanup) return D3DDDIERR_DEVICEREMOVED;
  HRESULT result;
  {
    std::optional<sim::Alone> passage;
    if (is_alone_in(entry, subject.resource)) passage.emplace(entrance_);
    const dxgk::RuntimeView::Scope scope(view());
    const win32::UnderHeapAccount under(heap_);
    std::optional<win32::ForbidThreads> alone;
    if ((creation_flags() & D3D10DDI_CREATEDEVICE_FLAG_DISABLE_EXTRA_THREAD_CREATION) != 0)
      alone.emplace("U-266"_rule);
    if (alone.has_value()) rules::evaluated("U-266");
    Call record(entry, this, subject);
    result = enter(driver(), record, body, [&](HRESULT returned) {
      if (check != nullptr) check(returned);
      if (entry.role == Entry::Role::kCheck) rules::evaluated("U-238");
      check_table();
    });
    if (result == D3DDDIERR_DEVICEREMOVED) set_removed();
  }
  if (wants_sweep_.exchange(false, std::memory_order_acq_rel)) sweep_staging(/*is_last=*/false);
  return result;
}

void Device10::check_table() {
  if (fixed_.empty() || !is_free_threaded()) return;
  if (std::vector<void*> now = table_.fixed(); rules::breaks("U-262", now != fixed_)) {
    fixed_ = std::move(now);
    nt::Breach("U-262", nt::Offender::running())
        .message(
            "an entry of the table that creates, destroys, calculates or checks is another "
            "than CreateDevice left")
        .raise_later();
  }
}

void Device10::check_memory(const PrivateMemory& memory) const {
  memory.check(Call::current()->entry().name);
}

// More than anything when the driver has ended.
SIZE_T Device10::calculate(const std::function<SIZE_T()>& calculate, const std::string& owner) {
  SIZE_T bytes = ~SIZE_T{0};
  const HRESULT result = call_void(
      entry::kCalcPrivateSize, nullptr, [&] { bytes = calculate(); },
      [&](HRESULT) {
        if (rules::breaks("U-241", bytes < sizeof(void*)))
          nt::Breach("U-241", nt::Offender::running())
              .message("the size for a {} is {}", owner, bytes)
              .raise_later();
      });
  return FAILED(result) ? ~SIZE_T{0} : bytes;
}

// U-263: two threads that ask at the same time get the same answer.
void Device10::check_crowd(const std::function<SIZE_T()>& calculate, const std::string& owner,
                           SIZE_T alone) {
  SIZE_T other = 0;
  sim::Thread second =
      sim::spawn("direct3d creator", [&] { other = this->calculate(calculate, owner); });
  const SIZE_T mine = this->calculate(calculate, owner);
  second.join();
  if (!driver().alive() || !rules::breaks("U-263", mine != alone || other != alone)) return;
  nt::Breach("U-263", driver())
      .message(
          "the size for a {} is {}, and {} and {} for two threads that ask at "
          "once",
          owner, alone, mine, other)
      .raise_later();
}

std::unique_ptr<PrivateMemory> Device10::memory_for(const std::function<SIZE_T()>& calculate,
                                                    const std::string& owner,
                                                    PrivateMemory::Rules rules) {
  const SIZE_T bytes = this->calculate(calculate, owner);
  std::unique_ptr<PrivateMemory> memory = PrivateMemory::make(bytes, owner, rules);
  if (memory != nullptr && options().crowd_calculations && is_created())
    check_crowd(calculate, owner, bytes);
  return memory;
}

UINT Device10::creation_flags() const {
  return options().device_flags10 | static_cast<UINT>(D3D11DDI_3DPIPELINELEVEL_11_0) << 1;
}

HRESULT Device10::create() {
  HRESULT result = S_OK;
  if (!begin_creation(result)) return result;
  known_devices().add(core_layer_, shared_from_this());
  const UINT flags = creation_flags();
  const D3D10DDIARG_CALCPRIVATEDEVICESIZE size{agreement().interface, agreement().version, flags};
  const D3D10DDI_HADAPTER adapter{adapter_->driver_handle().value};
  memory_ =
      memory_for([&] { return agreement().functions.pfnCalcPrivateDeviceSize(adapter, &size); },
                 "device", {"U-224"_rule, "U-242"_rule});
  if (memory_ == nullptr) return undo_creation(E_OUTOFMEMORY);
  D3D10DDIARG_CREATEDEVICE create{};
  create.hRTDevice.handle = handle().as_given();
  create.Interface = agreement().interface;
  create.Version = agreement().version;
  create.pKTCallbacks = &device_callbacks10();
  create.pDeviceFuncs = static_cast<D3D10DDI_DEVICEFUNCS*>(table_.data());
  create.hDrvDevice = device();
  create.DXGIBaseDDI.pDXGIBaseCallbacks = &dxgi_callbacks_;
  create.DXGIBaseDDI.pDXGIDDIBaseFunctions6_1 = &dxgi_;
  create.hRTCoreLayer.handle = core_layer_.as_given();
  create.pWDDM2_6UMCallbacks = &core_layer_callbacks();
  create.Flags = flags;
  PFND3D10DDI_RETRIEVESUBOBJECT retrieve = nullptr;
  create.ppfnRetrieveSubObject = &retrieve;
  set_driver_handle(memory_->data());
  const bool is_old = agreement().version >> 16 < agreement().driver_build;
  result = call_result(
      is_old ? entry::kCreateDeviceForOld10 : entry::kCreateDevice10, nullptr,
      [&] { return agreement().functions.pfnCreateDevice(adapter, &create); },
      [&](HRESULT returned) { check_created(returned); });
  if (FAILED(result) || table_.first_missing() >= 0 || dxgi_.pfnPresent == nullptr) {
    memory_->retire("CreateDevice that failed");
    return undo_creation(result);
  }
  finish_creation();
  fixed_ = table_.fixed();
  if (has_command_lists()) read_deferred_sizes();
  return result;
}

void Device10::check_created(HRESULT result) {
  const sim::Alone alone(turn);
  check_memory(*memory_);
  const UINT build = agreement().version >> 16;
  if (FAILED(result)) {
    // A driver may refuse a runtime that is too old.
    if (build >= agreement().driver_build) check_failed_device(result);
    return;
  }
  if (rules::breaks("U-053", build < agreement().driver_build))
    nt::Breach("U-053", nt::Offender::running())
        .message(
            "CreateDevice accepted a runtime of build {}; the driver is "
            "of build {}",
            build, agreement().driver_build)
        .raise_later();
  if (rules::breaks("U-047", objects.contexts.empty()))
    nt::Breach("U-047", nt::Offender::running())
        .message("CreateDevice returned without a call of pfnCreateContextCb")
        .raise_later();
  if (const int missing = table_.first_missing(); rules::breaks("U-049", missing >= 0))
    nt::Breach("U-049", nt::Offender::running())
        .message(
            "CreateDevice left entry {} of the table of device functions "
            "without a function",
            missing)
        .raise_later();
  if (rules::breaks("U-049", dxgi_.pfnPresent == nullptr))
    nt::Breach("U-049", nt::Offender::running())
        .message("CreateDevice left DXGI_DDI_BASE_FUNCTIONS without pfnPresent")
        .raise_later();
  trace::record_table(dxgi_);
}

HRESULT Device10::destroy() {
  if (!is_created()) return E_INVALIDARG;
  end_command_lists();
  unbind_all();
  destroy_children_of(nullptr);
  copies_.clear();
  for (const auto& [key, resource] : objects.resources) {
    if (resource->is_live()) destroy_resource(*resource);
  }
  sweep_staging(/*is_last=*/true);
  become(State::kDestroying);
  const HRESULT result = call_void(
      entry::kDestroyDevice10, nullptr, [&] { table_.destroy_device(device()); },
      [&](HRESULT) {
        const sim::Alone alone(turn);
        check_memory(*memory_);
        raise_leftovers(*this, "DestroyDevice");
      });
  memory_->retire("DestroyDevice");
  finish_destruction();
  known_devices().remove(core_layer_);
  return result;
}

}  // namespace drydock::d3d
