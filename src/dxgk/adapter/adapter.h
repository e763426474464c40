// An adapter: a device of the machine, served by a miniport.
//
// Contract: every call of the driver passes call(). It admits only those threads together that the
// documents allow, sets the IRQL and the process context that they promise, and checks the result.
// Cost: a call passes two gates, which are open nearly always, and the border; nothing is
// allocated.
// Owner: the dock, which frees it. After remove() only its LUID and name are left.
// Threads: any may call. Only the dock calls start(), stop() and remove(), one at a time.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "drydock/rule_id.h"
#include "src/dxgk/adapter/adapter_life.h"
#include "src/dxgk/adapter/device_model.h"
#include "src/dxgk/adapter/handle_offsets.h"
#include "src/dxgk/adapter/upper_rooms.h"
#include "src/dxgk/miniport/ddi.h"
#include "src/dxgk/miniport/described_surfaces.h"
#include "src/dxgk/miniport/owned_addresses.h"
#include "src/dxgk/miniport/start_failure.h"
#include "src/nt/driver/driver.h"
#include "src/nt/watch/breach.h"
#include "src/sim/gate.h"
#include "src/vidmm/budget.h"
#include "src/vidmm/driver.h"
#include "src/wdk/graphics.h"

namespace drydock::display {
class SourceOwners;
}  // namespace drydock::display

namespace drydock::sched {
class Scheduler;
}  // namespace drydock::sched

namespace drydock::dxgk {

class GpuDriver;
class Hardware;
class Seat;
class SwizzlingRanges;
class SystemContext;

// What the miniport passed to DxgkInitialize: its entry points, in the newest form of the table.
// Entry points that its version does not have are null.
struct Miniport {
  nt::Driver* driver = nullptr;
  DRIVER_INITIALIZATION_DATA table{};
  bool display_only = false;  // registered by DxgkInitializeDisplayOnlyDriver
  // The entry point that only such drivers have.
  PDXGKDDI_PRESENTDISPLAYONLY present_display_only = nullptr;

  ULONG version() const { return table.Version; }
};

// What the driver reported about itself when it was started.
struct AdapterCaps : vidmm::MemoryCaps {
  DXGK_DRIVERCAPS driver{};
  bool has_host_apertures = false;  // see Adapter::has_host_apertures()
  UINT paging_buffer_segment = 0;
  SIZE_T paging_buffer_size = 0;
  UINT paging_buffer_private_data_size = 0;
  std::vector<DXGK_NODEMETADATA> nodes;
  DXGK_USERMODESUBMISSION_CAPS user_mode_submission{};  // of nodes that support it
  std::vector<DXGK_CHILD_DESCRIPTOR> child_descriptors;
  std::vector<ULONG> connected_children;  // by ChildUid, when it was started
  ULONG children = 0;
  ULONG sources = 0;
};

// Listeners besides the scheduler for what the driver reports. Set before start().
struct Notifications {
  // At the device's IRQL, with the interrupt's lock held. The data are the driver's.
  std::function<void(const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data)> interrupt;
  // At DISPATCH_LEVEL.
  std::function<void()> dpc;
};

// How strictly the host keeps the promises about threads.
enum class Threading : std::uint8_t {
  kDocumented,
  kRelaxed,  // several threads of a process may be in the driver at level zero
};

class Adapter {
 public:
  static constexpr std::size_t kDebugInfoBytes = 4096;
  using State = AdapterLife::State;

  // DxgkDdiAddDevice. Null when the driver declined or failed; `status` says which. Callers use
  // add_adapter() of the dock, which knows the upper rooms.
  static std::unique_ptr<Adapter> add(const Miniport& miniport, std::shared_ptr<DeviceModel> model,
                                      const UpperRooms& rooms, StartFailure& failure);
  ~Adapter();
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  // DxgkDdiStartDevice, then the driver's caps, segments and nodes.
  NTSTATUS start();
  // Of a start that failed with this status.
  StartFailure why_not_started(NTSTATUS status) const;
  // The start cannot go on, for a reason of the host.
  NTSTATUS refuse_start(std::string why);

  // Nothing new begins from now on: creations fail with STATUS_DEVICE_REMOVED. The first step of
  // every end.
  void refuse_work() { life_.refuse_work(); }

  // Before these calls the dock has destroyed the driver's halves of clients' devices. stop() and
  // remove() are the ordinary end. surprise_removal() notifies the driver that its hardware was
  // removed.
  void stop();
  NTSTATUS surprise_removal();
  void remove();
  NTSTATUS set_power_state(ULONG device_uid, DEVICE_POWER_STATE state, POWER_ACTION action);
  void reset_device();  // DxgkDdiResetDevice, at any IRQL
  // DxgkDdiCollectDbgInfo with a bug-check code, and room for so much. At PASSIVE_LEVEL for a
  // time-out, at the caller's IRQL for others.
  NTSTATUS collect_debug_info(ULONG reason, std::size_t bytes = kDebugInfoBytes);

  // DxgkDdiControlInterrupt.
  NTSTATUS control_interrupt(DXGK_INTERRUPT_TYPE type, bool enable);

  // DxgkDdiQueryAdapterInfo with room for an answer. The structure has the form of the driver's
  // version.
  NTSTATUS query(Seat& seat, DXGK_QUERYADAPTERINFOTYPE type, void* input, UINT input_bytes,
                 void* output, UINT output_bytes);

  // The device interrupts. False when the driver has no interrupt connected.
  bool raise_interrupt(ULONG message = 0);
  void set_notifications(Notifications notifications) { notifications_ = std::move(notifications); }
  const Notifications& notifications() const { return notifications_; }

  // How much of its memory processes use and may use.
  vidmm::Budget& budget() { return budget_; }

  // Memory that the driver allocated for contexts and devices of its clients.
  ContextAllocations& context_allocations() const { return *tables_.context_allocations; }

  // Which devices of clients own its video present sources.
  display::SourceOwners& source_owners() const { return *source_owners_; }

  // Shared resources that NT handles retain.
  RetainedResources& retained_resources() const { return *tables_.retained_resources; }

  // The native fences of clients that exist in the driver.
  NativeFences& native_fences() const { return *tables_.native_fences; }

  // Frames of the system to a display-only driver.
  Frames& frames() const { return *tables_.frames; }

  // The hardware queues that exist in the driver.
  HwQueues& hw_queues() const { return *tables_.hw_queues; }

  // What devices and doorbells need from the memory room.
  const DeviceMemory& device_memory() const { return origin_.rooms.device_memory; }

  // Runs the GPU, from start() to stop(); null for display-only drivers.
  sched::Scheduler* scheduler() const { return running_.gpu.get(); }
  // The driver as the scheduler and video memory call it, from start() to stop().
  GpuDriver& gpu_driver() const { return *running_.gpu_driver; }
  Seat& scheduler_seat() const { return *running_.scheduler_seat; }

  // True when its paging runs in a process of the graphics kernel's own, by virtual addresses.
  bool pages_by_address() const { return running_.pages_by_address; }

  // Its swizzling ranges, from start() to stop(); null when the driver has none.
  SwizzlingRanges* swizzling() const { return running_.swizzling.get(); }

  // Its monitors and modes, from start() to stop(); null when its driver sets no modes.
  std::shared_ptr<display::ModeManager> modes() const { return tables_.display->modes(); }

  State state() const { return life_.state(); }
  bool is_working() const {
    return state() == State::kStarted && driver().alive() && !life_.refuses_work();
  }

  // False when no entry point is called any more.
  bool is_called() const { return !life_.is_silent(); }

  const Miniport& miniport() const { return origin_.miniport; }
  const DRIVER_INITIALIZATION_DATA& table() const { return origin_.miniport.table; }
  nt::Driver& driver() const { return *origin_.miniport.driver; }
  ULONG version() const { return origin_.miniport.version(); }
  const AdapterCaps& caps() const { return caps_; }
  LUID luid() const { return origin_.luid; }
  DeviceModel& model() const { return *origin_.model; }
  const std::shared_ptr<DeviceModel>& shared_model() const { return origin_.model; }
  Hardware& hardware() const { return *hardware_; }

  // The driver's context from AddDevice: hAdapter of its entry points.
  HANDLE context() const { return context_; }

  // The seat for the host's own work: deferred destroys and paging.
  Seat& system_seat() const { return *system_seat_; }

  // True when the CPU sees some of its memory through windows that the driver maps.
  bool has_host_apertures() const { return caps_.has_host_apertures; }

  // True when the driver may ask for backing stores: it has the entry point, and has asked whether
  // it may (allow_backing_stores(), for the callbacks).
  bool shares_backing_stores() const { return shares_backing_stores_.load(); }
  bool allow_backing_stores();

  // Where in their pool blocks the driver's handles lie.
  HandleOffsets& handle_offsets() { return handle_offsets_; }
  const HandleOffsets& handle_offsets() const { return handle_offsets_; }
  // What the driver said of surfaces that Windows creates for itself, while it is watched.
  DescribedSurfaces& described_surfaces() { return described_surfaces_; }
  // True when the driver owned the block or object when its start was over.
  bool had_before_clients(const void* address) const;

  // True when the driver is told of processes (DxgkDdiCreateProcess): it follows WDDM 2.0 and has
  // the entry point. The table of an older driver has one too when its headers are newer.
  bool has_processes() const {
    return has_paging_queues() && table().DxgkDdiCreateProcess != nullptr;
  }
  // True when the GPU translates addresses of processes. Before WDDM 2.0, and for a driver of that
  // model without it, everything is reached by physical addresses.
  bool has_virtual_addresses() const {
    return has_paging_queues() && caps_.driver.MemoryManagementCaps.VirtualAddressingSupported != 0;
  }

  // False when the driver knows only devices; then a device stands in for its contexts.
  bool has_contexts() const { return caps_.driver.SchedulingCaps.MultiEngineAware != 0; }

  // WDDM 2.0 by its table and by its reported version, if it reports one. Then clients have paging
  // queues, and only their residency lists make memory resident (K-286).
  bool has_paging_queues() const {
    const DXGK_WDDMVERSION model = caps_.driver.WDDMVersion;
    return version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 &&
           (model == 0 || model >= DXGKDDI_WDDMv2) && !origin_.miniport.display_only;
  }

  void set_threading(Threading threading) { gates_.threading = threading; }

  // Calls the driver for the process of `seat`. The body returns the driver's status, or nothing.
  // The result is STATUS_DEVICE_REMOVED when the driver has failed, fails inside, or when its
  // device was removed without its consent. A status that the page does not list is a breach. Not
  // from inside another call, except at level kAny. Cost: two open gates and the border; nothing is
  // allocated.
  template <typename Body>
  NTSTATUS call(const Ddi& ddi, Seat& seat, Body&& body) {
    using Plain = std::remove_reference_t<Body>;
    return call_through(ddi, seat, const_cast<void*>(static_cast<const void*>(&body)),
                        [](void* erased) -> NTSTATUS {
                          Plain& plain = *static_cast<Plain*>(erased);
                          if constexpr (std::is_void_v<std::invoke_result_t<Plain&>>) {
                            plain();
                            return STATUS_SUCCESS;
                          } else {
                            return plain();
                          }
                        });
  }

  // The driver, for a breach that is raised later. A fatal rule fails the driver; the scheduler
  // then drops the work that waits for it.
  nt::Offender offender();

 private:
  Adapter(const Miniport& miniport, std::shared_ptr<DeviceModel> model, const UpperRooms& rooms);

  NTSTATUS call_through(const Ddi& ddi, Seat& seat, void* body, NTSTATUS (*invoke)(void*));
  std::optional<NTSTATUS> call_among_others(const Ddi& ddi, Seat& seat, void* body,
                                            NTSTATUS (*invoke)(void*));
  std::optional<NTSTATUS> call_in_company(const Ddi& ddi, Seat& seat, void* body,
                                          NTSTATUS (*invoke)(void*));
  std::optional<NTSTATUS> enter_driver(const Ddi& ddi, void* body, NTSTATUS (*invoke)(void*));
  void check_status(const Ddi& ddi, NTSTATUS status);
  NTSTATUS add_device();
  // A step of the start has failed: `call` is the call of the entry point, with its arguments.
  NTSTATUS answered(const Ddi& ddi, const std::string& call, NTSTATUS status,
                    StartFailure::Cause cause = StartFailure::Cause::kOther);
  NTSTATUS start_and_learn();
  void start_scheduler();
  void start_paging_process();
  void end_paging_process();
  NTSTATUS start_device();
  void check_started();
  NTSTATUS learn_caps();
  NTSTATUS learn_segments();
  NTSTATUS learn_nodes();
  void learn_user_mode_submission();
  NTSTATUS learn_children();
  void exchange_pre_start_info();
  void notify_power_runtime(const GUID& code);
  void stop_device();
  void change_power(DEVICE_POWER_STATE state);
  bool stop_device_keeping_display();
  bool keeps_post_display() const;
  bool is_only_device() const;

  // What it was made from.
  struct Origin {
    const Miniport miniport;
    const std::shared_ptr<DeviceModel> model;
    const UpperRooms& rooms;
    const LUID luid;
  };
  // What exists from start() to stop().
  struct Running {
    // The scheduler's own seat, so that it never waits for another host thread's turn in the
    // driver.
    std::unique_ptr<Seat> scheduler_seat;
    std::unique_ptr<GpuDriver> gpu_driver;          // as the scheduler and video memory call it
    std::unique_ptr<sched::Scheduler> gpu;          // null for display-only drivers
    std::unique_ptr<SystemContext> paging_context;  // null when paging is by physical addresses
    bool pages_by_address = false;
    std::unique_ptr<SwizzlingRanges> swizzling;  // null when the driver has none
  };
  // Which threads may be inside the driver together (Level of ddi.h).
  struct Gates {
    Threading threading = Threading::kDocumented;
    // Levels zero and one pass among others, two and three alone.
    sim::Gate alone DRYDOCK_ACQUIRED_BEFORE(queries);
    sim::Gate queries;  // like `alone`, for kQuery, which some calls that are alone admit
    // One at a time.
    sim::Gate scheduler DRYDOCK_ACQUIRED_BEFORE(alone);
    sim::Gate swizzling DRYDOCK_ACQUIRED_BEFORE(alone);
    sim::Gate pointer;
  };
  // State before a step, which a later step must restore.
  struct Before {
    // What the driver owned; `queries` come when DxgkDdiStartDevice has returned.
    OwnedAddresses add, start, queries, clients;
    std::optional<bool> sleep_interrupt;  // whether the device could interrupt; nothing while awake
  };

  const Origin origin_;
  AdapterLife life_;
  std::shared_ptr<Hardware> hardware_;  // from DxgkDdiAddDevice to DxgkDdiRemoveDevice
  HANDLE context_ = nullptr;            // the driver's, as long
  AdapterCaps caps_;                    // written by start()
  Notifications notifications_;
  vidmm::Budget budget_;
  const std::unique_ptr<Seat> system_seat_;
  Running running_;
  const AdapterTables tables_;
  const std::unique_ptr<display::SourceOwners> source_owners_;
  std::atomic<bool> shares_backing_stores_ = false;
  HandleOffsets handle_offsets_;
  DescribedSurfaces described_surfaces_;
  Before before_;
  // Written by the one thread that adds and starts the device.
  bool is_starting_ = false;
  StartFailure failure_;
  Gates gates_;
};

}  // namespace drydock::dxgk
