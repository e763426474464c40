#include "src/dxgk/adapter/adapter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "src/display/ownership/source_owners.h"
#include "src/dxgk/adapter/gpu_driver.h"
#include "src/dxgk/adapter/gpu_mmu.h"
#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/adapter/idle_call.h"
#include "src/dxgk/adapter/initialize.h"
#include "src/dxgk/adapter/power_guids.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/adapter/swizzling.h"
#include "src/dxgk/adapter/system_context.h"
#include "src/dxgk/miniport/call_frame.h"
#include "src/dxgk/miniport/interface_version.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/paged_code.h"
#include "src/nt/rtl/names.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sched/scheduler.h"
#include "src/sim/never_destroyed.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

constexpr ULONG kUnset = 0xFFFFFFFF;
constexpr ULONG kDmaQueueEntries = 64;

LUID next_luid() {
  static std::atomic<ULONG> last = 0xD000;
  return {last.fetch_add(1, std::memory_order_relaxed) + 1, 0};
}

GUID guid_of(LUID luid) {
  return {luid.LowPart, 0x6472, 0x7964, {0x6f, 0x63, 0x6b, 0, 0, 0, 0, 1}};
}

// Devices are added one at a time, for all drivers.
sim::Gate& adding() {
  static sim::NeverDestroyed<sim::Gate> gate;
  return *gate;
}

}  // namespace

Adapter::Adapter(const Miniport& miniport, std::shared_ptr<DeviceModel> model,
                 const UpperRooms& rooms)
    : origin_{miniport, std::move(model), rooms, next_luid()},
      system_seat_(std::make_unique<Seat>(*this, nullptr)),
      tables_(rooms.make_tables(*this)),
      source_owners_(std::make_unique<display::SourceOwners>()) {
  nt::on_paged_code(raise_paged_code_rule);
}

Adapter::~Adapter() {
  stop();
  remove();
}

std::unique_ptr<Adapter> Adapter::add(const Miniport& miniport, std::shared_ptr<DeviceModel> model,
                                      const UpperRooms& rooms, StartFailure& failure) {
  std::unique_ptr<Adapter> adapter(new Adapter(miniport, std::move(model), rooms));
  const sim::Alone alone(adding());
  failure.status = adapter->add_device();
  if (adapter->context_ != nullptr) return adapter;
  failure = adapter->why_not_started(failure.status);
  adapter->life_.silence();
  return nullptr;
}

NTSTATUS Adapter::add_device() {
  hardware_ = Hardware::plug_in(*this);
  if (hardware_ == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  before_.add = owned_by(driver());
  PVOID context = nullptr;
  const NTSTATUS status = call(ddi::kAddDevice, *system_seat_, [&] {
    return table().DxgkDdiAddDevice(hardware_->physical_device(), &context);
  });
  if (!NT_SUCCESS(status))
    return answered(ddi::kAddDevice, "DxgkDdiAddDevice", status, StartFailure::Cause::kDevice);
  if (rules::breaks("K-049", context == nullptr)) {
    nt::Breach("K-049", driver())
        .message("DxgkDdiAddDevice returned no MiniportDeviceContext: the device is declined")
        .raise_later();
    refuse_start("DxgkDdiAddDevice declined the device: it returned no MiniportDeviceContext");
    failure_.cause = StartFailure::Cause::kDevice;
    return failure_.status = STATUS_NOT_SUPPORTED;
  }
  context_ = context;
  return status;
}

bool Adapter::allow_backing_stores() {
  const bool may = version() >= DXGKDDI_INTERFACE_VERSION_WDDM3_0 &&
                   table().DxgkDdiSetAllocationBackingStore != nullptr;
  if (may) shares_backing_stores_.store(true);
  return may;
}

bool Adapter::had_before_clients(const void* address) const {
  return std::ranges::binary_search(before_.clients, address);
}

bool Adapter::is_only_device() const { return Hardware::served_by(driver()).size() == 1; }

NTSTATUS Adapter::answered(const Ddi& ddi, const std::string& call, NTSTATUS status,
                           StartFailure::Cause cause) {
  const std::vector<NotPlayed> refused = hardware_->not_played();
  if (!driver().alive()) {
    failure_ = {status, call + " ended the driver, as the finding says"};
  } else if (auto why = passed_on(refused, ddi.name, status)) {
    failure_ = {status, std::move(*why), StartFailure::Cause::kNotPlayed};
  } else {
    failure_ = {status, nt::answer_text(call, status) + refused_before(refused), cause};
  }
  return status;
}

NTSTATUS Adapter::refuse_start(std::string why) {
  failure_ = {STATUS_UNSUCCESSFUL, std::move(why)};
  return failure_.status;
}

// A query that may fail leaves its failure behind, which is not why a later step failed.
StartFailure Adapter::why_not_started(NTSTATUS status) const {
  if (failure_.status == status) return failure_;
  return {.status = status,
          .why = driver().alive() ? "" : "a call ended the driver, as the finding says"};
}

NTSTATUS Adapter::start() {
  if (!life_.may_start()) return STATUS_INVALID_DEVICE_STATE;
  failure_ = {STATUS_SUCCESS};
  hardware_->clear_not_played();
  is_starting_ = true;
  const NTSTATUS status = start_and_learn();
  is_starting_ = false;
  return status;
}

NTSTATUS Adapter::start_and_learn() {
  before_.start = owned_by(driver());
  if (!hardware_->power_up()) return STATUS_CONFLICTING_ADDRESSES;
  const NTSTATUS started = start_device();
  if (!NT_SUCCESS(started)) {
    hardware_->power_down();
    return started;
  }
  before_.queries = owned_by(driver());
  life_.start();
  check_started();
  NTSTATUS status = learn_caps();
  if (NT_SUCCESS(status)) status = learn_segments();
  if (NT_SUCCESS(status)) status = learn_nodes();
  if (NT_SUCCESS(status)) caps_.gpu_mmu = ask_gpu_mmu(*this);
  if (NT_SUCCESS(status)) status = learn_children();
  if (!NT_SUCCESS(status)) {
    stop();
    return status;
  }
  if (table().DxgkDdiSubmitCommand != nullptr) start_scheduler();
  tables_.display->start();
  before_.clients = owned_by(driver());
  life_.accept_work();
  notify_power_runtime(kPowerManagementPrepareToStart);
  notify_power_runtime(kPowerManagementStarted);
  return STATUS_SUCCESS;
}

void Adapter::exchange_pre_start_info() {
  const auto entry = table().DxgkDdiExchangePreStartInfo;
  if (entry == nullptr) return;
  DXGK_PRE_START_INFO info{};
  call(ddi::kExchangePreStartInfo, *system_seat_, [&] { return entry(context_, &info); });
}

NTSTATUS Adapter::start_device() {
  exchange_pre_start_info();
  DXGK_START_INFO info{};
  info.RequiredDmaQueueEntry = kDmaQueueEntries;
  info.AdapterGuid = guid_of(origin_.luid);
  if (version() >= DXGKDDI_INTERFACE_VERSION_WIN8) info.AdapterLuid = origin_.luid;
  DXGKRNL_INTERFACE callbacks =
      origin_.rooms.kernel_interface(version(), hardware_->device_handle());
  ULONG sources = kUnset, children = kUnset;
  hardware_->reports.asked_device_info = false;
  const NTSTATUS status = call(ddi::kStartDevice, *system_seat_, [&] {
    return table().DxgkDdiStartDevice(context_, &info, &callbacks, &sources, &children);
  });
  caps_ = {};
  caps_.sources = sources;
  caps_.children = children;
  return NT_SUCCESS(status) ? status
                            : answered(ddi::kStartDevice, "DxgkDdiStartDevice", status,
                                       StartFailure::Cause::kDevice);
}

// K-052: checks what a successful StartDevice must have done. Which memory a driver maps, and when,
// is its own affair: one without hardware maps none.
void Adapter::check_started() {
  const auto breach = [&](std::string message) {
    return nt::Breach("K-052", driver()).message("DxgkDdiStartDevice succeeded {}", message);
  };
  rules::evaluated("K-052");
  // Windows starts such a driver: one without resources has nothing to ask for.
  if (!hardware_->reports.asked_device_info)
    breach("without DxgkCbGetDeviceInformation").tolerated().raise_later();
  if (!origin_.model->may_interrupt().value_or(true))
    breach("without enabling the device's interrupts").raise_later();
  if (caps_.sources == kUnset) breach("without setting NumberOfVideoPresentSources").raise_later();
  if (caps_.children == kUnset) breach("without setting NumberOfChildren").raise_later();
  // A count that the driver did not set counts as 0.
  if (caps_.sources == kUnset) caps_.sources = 0;
  if (caps_.children == kUnset) caps_.children = 0;
}

void Adapter::start_scheduler() {
  running_.scheduler_seat = std::make_unique<Seat>(*this, nullptr, /*is_schedulers=*/true);
  running_.gpu_driver = std::make_unique<GpuDriver>(*this, *running_.scheduler_seat);
  running_.gpu = std::make_unique<sched::Scheduler>(*running_.gpu_driver);
  running_.swizzling = SwizzlingRanges::of(*this);
  if (vidmm::PagingProcess::is_wanted_by(*running_.gpu_driver)) start_paging_process();
}

// If it cannot start, paging is by physical addresses, and no page tables are built.
void Adapter::start_paging_process() {
  if (!NT_SUCCESS(system_seat_->create_driver_process()) ||
      !NT_SUCCESS(SystemContext::create(*this, running_.paging_context, /*is_virtual=*/true)))
    return;
  running_.gpu->run_on_strand([this](vidmm::VideoMemory& memory) {
    running_.pages_by_address = memory.start_paging_process(
        {system_seat_->driver_process(), running_.paging_context->driver_context()});
  });
}

void Adapter::end_paging_process() {
  if (running_.pages_by_address)
    running_.gpu->run_on_strand([](vidmm::VideoMemory& memory) { memory.end_paging_process(); });
  running_.pages_by_address = false;
  running_.paging_context = nullptr;
  system_seat_->destroy_driver_process();
}

void Adapter::stop() {
  if (!life_.try_stop()) return;
  if (running_.gpu != nullptr) running_.gpu->quiesce();
  tables_.display->stop(/*keeps_picture=*/keeps_post_display());
  end_paging_process();
  notify_power_runtime(kPowerManagementStopped);
  hardware_->finish_exclusions();
  stop_device();
  tables_.display->end();
  hardware_->power_down();
  running_.swizzling = nullptr;
  running_.gpu = nullptr;
  running_.gpu_driver = nullptr;
  running_.scheduler_seat = nullptr;
  if (life_.is_silent()) return;
  hardware_->raise_leaks("K-055"_rule, "after DxgkDdiStopDevice");
  if (is_only_device())
    raise_leaks_between(driver(), before_.start, before_.queries, "K-055",
                        "after DxgkDdiStopDevice");
}

void Adapter::stop_device() {
  if (stop_device_keeping_display()) return;
  call(ddi::kStopDevice, *system_seat_, [&] { return table().DxgkDdiStopDevice(context_); });
}

bool Adapter::keeps_post_display() const {
  return table().DxgkDdiStopDeviceAndReleasePostDisplayOwnership != nullptr &&
         origin_.model->post_display().has_value() && !hardware_->has_vanished();
}

// Asks the driver for the frame buffer that firmware left on screen, for the next driver. True when
// it passed it on.
bool Adapter::stop_device_keeping_display() {
  const auto entry = table().DxgkDdiStopDeviceAndReleasePostDisplayOwnership;
  if (!keeps_post_display()) return false;
  DXGK_DISPLAY_INFORMATION display{};
  const UINT target = tables_.display->displayed_target();
  const NTSTATUS status = call(ddi::kStopDeviceAndReleasePostDisplayOwnership, *system_seat_,
                               [&] { return entry(context_, target, &display); });
  if (NT_SUCCESS(status)) tables_.display->check_left_picture(target, display);
  return NT_SUCCESS(status);
}

void Adapter::remove() {
  if (hardware_ == nullptr) return;
  if (context_ != nullptr) {
    call(ddi::kRemoveDevice, *system_seat_, [&] { return table().DxgkDdiRemoveDevice(context_); });
    // A start that failed is not followed by a stop: what it allocated is released here.
    hardware_->raise_leaks(life_.is_silent() ? std::nullopt : std::optional("K-058"_rule),
                           "after DxgkDdiRemoveDevice");
    if (!life_.is_silent() && is_only_device())
      raise_leaks(driver(), before_.add, "K-058", "after DxgkDdiRemoveDevice");
  }
  context_ = nullptr;
  hardware_->unplug();
  hardware_ = nullptr;
  life_.remove();
}

NTSTATUS Adapter::surprise_removal() {
  const auto entry = table().DxgkDdiNotifySurpriseRemoval;
  const bool supported = caps_.driver.SupportSurpriseRemoval != FALSE ||
                         caps_.driver.SupportSurpriseRemovalInHibernation != FALSE;
  if (state() != State::kStarted) return STATUS_INVALID_DEVICE_STATE;
  if (entry == nullptr || !supported) {
    note_stranded(driver());
    life_.silence();
    hardware_->vanish();
    return STATUS_NOT_SUPPORTED;
  }
  hardware_->vanish();
  const NTSTATUS status = call(ddi::kNotifySurpriseRemoval, *system_seat_,
                               [&] { return entry(context_, DxgkRemovalPnPNotify); });
  hardware_->note_driver_knows();
  if (NT_SUCCESS(status)) return status;
  note_stranded(driver());
  life_.silence();
  return status;
}

NTSTATUS Adapter::set_power_state(ULONG device_uid, DEVICE_POWER_STATE state, POWER_ACTION action) {
  const auto entry = table().DxgkDdiSetPowerState;
  if (entry == nullptr) return STATUS_NOT_SUPPORTED;
  const bool was_alive = driver().alive();
  const NTSTATUS status =
      call_idle(*this, ddi::kSetPowerState, *system_seat_, sched::Scheduler::Idle::kMemory,
                [&] { return entry(context_, device_uid, state, action); });
  if (device_uid != DISPLAY_ADAPTER_HW_ID) {
    if (was_alive && rules::breaks("K-060", !driver().alive()))
      nt::Breach("K-060", driver())
          .message(
              "DxgkDdiSetPowerState did not survive child {:#x}, which may "
              "have been unplugged",
              device_uid)
          .raise_later();
    return status;
  }
  if (NT_SUCCESS(status)) change_power(state);
  return status;
}

// K-060: below D0 the device loses its state; at D0 the driver must have restored it.
void Adapter::change_power(DEVICE_POWER_STATE state) {
  if (state != PowerDeviceD0) {
    if (!before_.sleep_interrupt) before_.sleep_interrupt = origin_.model->may_interrupt();
    origin_.model->lose_power();
    return;
  }
  const bool had_interrupts = std::exchange(before_.sleep_interrupt, {}).value_or(false);
  if (had_interrupts && rules::breaks("K-060", !origin_.model->may_interrupt().value_or(true)))
    nt::Breach("K-060", driver())
        .message(
            "DxgkDdiSetPowerState (D0) did not enable the interrupts that were enabled "
            "before the device slept")
        .raise_later();
}

void Adapter::reset_device() {
  const auto entry = table().DxgkDdiResetDevice;
  if (entry == nullptr) return;
  call(ddi::kResetDevice, *system_seat_, [&] { entry(context_); });
}

NTSTATUS Adapter::collect_debug_info(ULONG reason, std::size_t bytes) {
  assert(bytes <= kDebugInfoBytes);
  const auto entry = table().DxgkDdiCollectDbgInfo;
  if (entry == nullptr) return STATUS_NOT_SUPPORTED;
  std::array<std::byte, kDebugInfoBytes> room{};
  const Passed<std::byte> report{std::span(room).first(bytes)};
  DXGKARG_COLLECTDBGINFO_EXT extension{};
  DXGKARG_COLLECTDBGINFO arguments{};
  arguments.Reason = reason;
  arguments.pBuffer = report.data();
  arguments.BufferSize = bytes;
  arguments.pExtension = &extension;
  return call(ddi::kCollectDbgInfo, *system_seat_, [&] { return entry(context_, &arguments); });
}

NTSTATUS Adapter::control_interrupt(DXGK_INTERRUPT_TYPE type, bool enable) {
  const auto entry = table().DxgkDdiControlInterrupt;
  if (entry == nullptr) return STATUS_NOT_SUPPORTED;
  const NTSTATUS status =
      call_idle(*this, ddi::kControlInterrupt, *system_seat_, sched::Scheduler::Idle::kHardware,
                [&] { return entry(context_, type, enable); });
  const bool is_vsync =
      type == DXGK_INTERRUPT_CRTC_VSYNC || type == DXGK_INTERRUPT_DISPLAYONLY_VSYNC;
  if (!is_vsync && driver().alive() && rules::breaks("K-413", status != STATUS_NOT_IMPLEMENTED)) {
    nt::Breach("K-413", driver())
        .message("DxgkDdiControlInterrupt returned {:#010x} for InterruptType {}",
                 static_cast<ULONG>(status), static_cast<int>(type))
        .raise_later();
  }
  return status;
}

bool Adapter::raise_interrupt(ULONG message) { return hardware_->line().raise(message); }

void Adapter::notify_power_runtime(const GUID& code) {
  const auto entry = table().DxgkDdiPowerRuntimeControlRequest;
  if (entry == nullptr || caps_.driver.SupportRuntimePowerManagement == FALSE) return;
  SIZE_T returned = 0;
  call(ddi::kPowerRuntimeControlRequest, *system_seat_,
       [&] { return entry(context_, &code, nullptr, 0, nullptr, 0, &returned); });
}

}  // namespace drydock::dxgk
