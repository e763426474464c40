// The machine's side of an adapter: its device objects, resources, interrupt and DPC, what the
// driver has mapped, and what it reported.
//
// Owner: the adapter. Callbacks find it by the handle that StartDevice passed, and share it: it
// outlives its adapter while a callback runs. Threads: any.
#pragma once

#include <any>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "drydock/rule_id.h"
#include "src/dxgk/adapter/device_model.h"
#include "src/dxgk/adapter/interrupt_line.h"
#include "src/dxgk/miniport/start_failure.h"
#include "src/nt/bus/io_space.h"
#include "src/nt/bus/port.h"
#include "src/nt/driver/driver.h"
#include "src/rules/stack.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;

class Hardware : public std::enable_shared_from_this<Hardware> {
 public:
  // Null when there is no memory for the device objects.
  static std::shared_ptr<Hardware> plug_in(Adapter& adapter);
  ~Hardware();
  Hardware(const Hardware&) = delete;
  Hardware& operator=(const Hardware&) = delete;

  // The device of a callback's handle; null when there is none.
  static std::shared_ptr<Hardware> find(HANDLE device_handle);
  // All devices that a driver serves.
  static std::vector<std::shared_ptr<Hardware>> served_by(const nt::Driver& driver);

  HANDLE device_handle() const { return function_device_->DeviceExtension; }
  PDEVICE_OBJECT physical_device() const { return physical_device_; }
  DeviceModel& model() const { return *model_; }
  nt::Driver& driver() const { return driver_; }
  DXGK_DEVICE_INFO device_info(PVOID context);

  // Between power_up() and power_down() the device decodes its ranges and can interrupt. False when
  // a range is in use.
  bool power_up();
  void power_down();
  // Raises `rule` for each thing that the driver mapped or allocated by callbacks and did not
  // release, and releases it. `when` completes "… is still there". Without a rule nothing is
  // raised.
  void raise_leaks(std::optional<rules::RuleId> rule, std::string_view when);
  // No callback finds the device any more, and none is running.
  void unplug();
  // Surprise removal: the registers are removed. When the driver knows of it, an access breaks
  // K-063.
  void vanish();
  void note_driver_knows() { presence_.store(Presence::kKnownGone, std::memory_order_release); }
  // Between reset and restart the driver must not touch the device; an access breaks K-450.
  void expect_untouched(bool expected) { untouched_.store(expected, std::memory_order_release); }
  bool has_vanished() const { return presence_.load(std::memory_order_acquire) != Presence::kHere; }

  InterruptLine& line() { return line_; }
  // False when it is queued already.
  bool queue_dpc();

  // The driver's actions, for K-404 and K-052.
  struct Reports {
    std::atomic<bool> asked_device_info = false;
    std::atomic<bool> dpc_pending = false;
    std::atomic<bool> asked_for_dpc = false;  // since the interrupt routine began
    std::atomic<ULONG> message = 0;  // the message that is being served, or synchronized with
    std::atomic<std::uint64_t> interrupts = 0;         // calls of NotifyInterrupt
    std::atomic<std::uint64_t> interrupts_at_dpc = 0;  // their number at the last NotifyDpc
    std::atomic<std::uint64_t> dpcs = 0;               // calls of NotifyDpc
  } reports;

  // What the driver asked for since the last start began and the host does not play, each once.
  void note_not_played(NotPlayed refusal);
  std::vector<NotPlayed> not_played();
  void clear_not_played();

  // Runs a body with the adapter, which stays live meanwhile. False when it was removed. The body
  // touches no memory of the driver and raises nothing.
  template <typename Body>
  bool with_adapter(Body&& body) {
    const sim::Passage passage(adapter_gate_);
    if (adapter_ == nullptr) return false;
    body(*adapter_);
    return true;
  }

  // Maps a range for the driver; null when the device does not decode it.
  void* map(std::uint64_t physical, std::size_t bytes, bool is_port);
  bool unmap(void* address);
  // True when unmapping this address would have been right: a port needs none, and what the driver
  // left behind when it stopped was unmapped for it.
  bool may_be_unmapped(void* address) const;

  // Calls the driver when no other thread is inside. All such calls have ended when
  // finish_exclusions() returns.
  enum class Exclusion : std::uint8_t {
    kDriver,  // a GPU that is not started yet is idle
    kGpu,     // and the GPU is idle
    kMemory,  // and nothing is in video memory
  };
  NTSTATUS exclude_later(PDXGKDDI_PROTECTED_CALLBACK callback, PVOID context, Exclusion what);
  void finish_exclusions();

  // Other things that the driver allocates by callbacks and releases by a handle: contiguous
  // memory, pages, objects. `undo` releases one on the driver's behalf.
  HANDLE add_owned(std::string what, std::any object, std::function<void()> undo = nullptr);
  // The same, by an address that the driver has already.
  void add_owned_at(void* address, std::string what, std::any object);
  // The object behind a handle; null when there is none of this type.
  template <typename T>
  std::shared_ptr<T> find_owned(HANDLE handle) {
    const sim::Hold hold(lock_);
    const auto at = owned_.find(handle);
    if (at == owned_.end()) return nullptr;
    const auto* object = std::any_cast<std::shared_ptr<T>>(&at->second.object);
    return object == nullptr ? nullptr : *object;
  }
  // Releases it; false when there is no such handle.
  bool release_owned(HANDLE handle);

 private:
  using RangeMemory = std::shared_ptr<std::atomic<std::uint8_t*>>;
  enum class Presence : std::uint8_t { kHere, kGone, kKnownGone };
  struct Mapping {
    std::size_t bytes;
    bool is_port;
    rules::Stack where;
  };
  struct Owned {
    std::string what;
    std::any object;
    std::function<void()> undo;
    rules::Stack where;
  };

  explicit Hardware(Adapter& adapter);
  bool make_devices();
  void describe_device();
  void describe_resources();
  void* declare(const DeviceModel::Range& range);
  nt::RegisterCallbacks watched(const DeviceModel::Range& range, const RangeMemory& memory);
  bool answers(const char* how, std::uint64_t offset);
  void serve_interrupt(ULONG message);
  void serve_dpc();

  Adapter* adapter_;  // null once unplugged; changed by the thread that is alone in adapter_gate_
  sim::Gate adapter_gate_ DRYDOCK_ACQUIRED_BEFORE(lock_);
  nt::Driver& driver_;
  const std::shared_ptr<DeviceModel> model_;
  PDEVICE_OBJECT physical_device_ = nullptr;
  PDEVICE_OBJECT function_device_ = nullptr;
  std::u16string registry_path_;
  std::vector<std::uint8_t> resources_;  // CM_RESOURCE_LIST
  std::vector<DeviceModel::Range> ranges_;
  std::vector<std::unique_ptr<nt::IoRange>> io_ranges_;
  std::vector<std::unique_ptr<nt::PortRange>> port_ranges_;
  std::atomic<bool> powered_ = false;  // cleared under lock_
  std::atomic<bool> untouched_ = false;
  std::atomic<Presence> presence_ = Presence::kHere;
  InterruptLine line_;
  KDPC dpc_{};
  mutable sim::Lock lock_{sim::LockRank::kHardware};
  std::multimap<void*, Mapping> mappings_ DRYDOCK_GUARDED_BY(lock_);
  std::set<const void*> unmapped_for_driver_ DRYDOCK_GUARDED_BY(lock_);
  std::map<HANDLE, Owned> owned_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<sim::Thread> exclusions_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<NotPlayed> not_played_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
