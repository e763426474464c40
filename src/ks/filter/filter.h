// A filter: an open instance of a factory, with its pin types and pins.
//
// Contract: everything here is under the control mutex of the filter unless a comment says
// otherwise. Ids of pin types and nodes are indices, and neither is removed while the filter lives.
//
// Cost: nothing on the way of a frame, but for gates. Owner: the file object, until Close has
// returned. Threads: any that holds the control mutex.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "src/ks/automation/automation.h"
#include "src/ks/base/mutex.h"
#include "src/ks/device/factory.h"
#include "src/ks/object/header.h"
#include "src/ks/queue/processing.h"

namespace drydock::ks {

// A pin type of one filter: a copy from the descriptor, or one of KsFilterCreatePinFactory.
class PinType {
 public:
  explicit PinType(const Mutex& control) : control_(control) {}

  // Open pins of the type. For threads that hold the control mutex.
  ULONG instances() const;
  void add_instance();
  void remove_instance();

  KSPIN_DESCRIPTOR_EX descriptor{};
  std::unique_ptr<Automation> automation;
  std::vector<std::byte> framing;  // a copy from when the filter was made (S-046)

 private:
  const Mutex& control_;
  ULONG instances_ DRYDOCK_GUARDED_BY(control_) = 0;
};

class Filter;

// Functions that open and process the pins of a filter, and the class driver's automation for them.
// Pins are a room above this one, so the caller that opens a filter brings these along.
struct PinCalls {
  NTSTATUS (*open)(Filter& filter, PIRP irp);  // IRP_MJ_CREATE with KSSTRING_Pin; completes the IRP
  NTSTATUS (*process)(Filter& filter);         // one call of the filter's process dispatch
  const KSAUTOMATION_TABLE& (*automation)();
};

// The class driver's own automation of filters.
const KSAUTOMATION_TABLE& filter_automation();

class Filter final : public Object, public OpenedTarget {
 public:
  // Serves an IRP_MJ_CREATE that names the factory: checks the access, joins the tree, then calls
  // Create.
  static NTSTATUS create(Factory& factory, PIRP irp, const PinCalls& pin_calls);
  ~Filter() override;

  KSFILTER& face() { return face_; }
  Factory& factory() { return factory_; }
  Device& device() override { return factory_.device(); }
  Mutex& control_mutex() override { return control_; }
  std::string describe() const override;
  bool shares(const void* address) const override;
  Object* object() override { return this; }
  PFILE_OBJECT file() const override { return file_; }
  const Automation& automation() const { return *automation_; }

  NTSTATUS control(PIRP irp) override;
  NTSTATUS close(PIRP irp) override;

  std::size_t pin_types() const { return types_.size(); }
  PinType* pin_type(ULONG id) { return id < types_.size() ? &types_[id] : nullptr; }
  NTSTATUS add_pin_type(const KSPIN_DESCRIPTOR_EX& descriptor, ULONG& id);
  NTSTATUS add_node(const KSNODE_DESCRIPTOR& descriptor, ULONG& id);
  NTSTATUS add_connections(std::span<const KSTOPOLOGY_CONNECTION> connections);
  bool has_outputs() const;
  std::span<const KSNODE_DESCRIPTOR> nodes() const { return nodes_; }
  // The default topology when the descriptor has none (S-102).
  std::vector<KSTOPOLOGY_CONNECTION> connections() const;

  void device_lost() override;  // the pins first, then KSEVENT_DEVICE_LOST
  void notify_power(DEVICE_POWER_STATE to, bool sleeps) override;

  // S-140: STATUS_DEVICE_NOT_READY while a type has fewer instances than necessary.
  NTSTATUS check_necessary_pins() const;

  // Filter-centric processing; null when the pins process.
  Processor* processor() { return processor_.get(); }
  bool is_filter_centric() const { return processor_ != nullptr; }
  // Notes whether enough pins of each type have come to their processing state (S-182).
  void set_enough_pins(bool enough) { enough_pins_->set(enough); }
  NTSTATUS open_pin(PIRP irp) { return pin_calls_.open(*this, irp); }

  // A gate of the minidriver's feeds the processing gate from the first pin that is attached to it
  // until the last is detached.
  void adopt_gate(KSGATE& gate, GateKind kind, KSGATE& processing);
  void release_gate(KSGATE& gate);
  // The output pin types that the topology connects with an input pin type, through nodes.
  std::vector<ULONG> outputs_behind(ULONG input) const;
  // S-227, S-228: the counts and chains of the gates that pins are attached to.
  void check_gates();

  struct PowerCallbacks {
    PFNKSFILTERPOWER sleep = nullptr;
    PFNKSFILTERPOWER wake = nullptr;
  };
  PowerCallbacks power_callbacks;

 private:
  Filter(Factory& factory, const PinCalls& pin_calls);
  NTSTATUS build();
  void append_pin_type(const KSPIN_DESCRIPTOR_EX& descriptor, ULONG& id);
  NTSTATUS finish_create(PIRP irp, NTSTATUS status) override;
  NTSTATUS finish_close(PIRP irp) override;
  void leave_tree();

  Factory& factory_;
  const PinCalls& pin_calls_;
  KSFILTER face_{};
  PFILE_OBJECT file_ = nullptr;
  Mutex control_;
  std::deque<PinType> types_;
  std::vector<KSNODE_DESCRIPTOR> nodes_;
  std::vector<KSTOPOLOGY_CONNECTION> connections_;
  std::unique_ptr<Automation> automation_;
  std::unique_ptr<Processor> processor_;
  std::unique_ptr<GateInput> enough_pins_;
  struct AttachedGate {
    KSGATE* gate;
    GateKind kind;
    ULONG pins;
  };
  std::vector<AttachedGate> gates_ DRYDOCK_GUARDED_BY(control_);
};

}  // namespace drydock::ks
