#include "src/ks/filter/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "src/ks/base/out_of_memory.h"
#include "src/ks/base/request.h"
#include "src/ks/description/descriptor.h"
#include "src/ks/description/framing.h"
#include "src/ks/device/before_acquire.h"
#include "src/ks/filter/node.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

// S-107, S-110: whether the caller may open the filter.
bool may_open(PIRP irp, ULONG flags) {
  return irp->RequestorMode == KernelMode || (flags & KSFILTER_FLAG_DENY_USERMODE_ACCESS) == 0;
}

template <class T>
const T& element(const T* table, ULONG size, ULONG index) {
  const auto* base = reinterpret_cast<const std::uint8_t*>(table);
  return *reinterpret_cast<const T*>(base + std::size_t{index} * size);
}

NTSTATUS open_node(PDEVICE_OBJECT, PIRP irp) {
  const PKSOBJECT_CREATE_ITEM item = KSCREATE_ITEM_IRP_STORAGE(irp);
  const auto filter = object_as<Filter>(item->Context, "node create");
  if (filter == nullptr) return finish(irp, STATUS_OBJECT_NAME_NOT_FOUND);
  return finish(irp, create_node(*filter, irp));
}

NTSTATUS create_pin(PDEVICE_OBJECT, PIRP irp) {
  const PKSOBJECT_CREATE_ITEM item = KSCREATE_ITEM_IRP_STORAGE(irp);
  const auto filter = object_as<Filter>(item->Context, "pin create");
  if (filter == nullptr) return finish(irp, STATUS_OBJECT_NAME_NOT_FOUND);
  return filter->open_pin(irp);
}

}  // namespace

ULONG PinType::instances() const {
  control_.assert_held();
  return instances_;
}

void PinType::add_instance() {
  control_.assert_held();
  ++instances_;
}

void PinType::remove_instance() {
  control_.assert_held();
  assert(instances_ != 0);
  --instances_;
}

Filter::Filter(Factory& factory, const PinCalls& pin_calls)
    : Object(Kind::kFilter, &face_, factory.shared_from_this(), factory.driver(),
             factory.device().bag_items()),
      factory_(factory),
      pin_calls_(pin_calls),
      control_(MutexLevel::kControl, factory.driver()) {}

Filter::~Filter() = default;

std::string Filter::describe() const {
  return "filter " + factory_.describe().substr(sizeof "filter factory" - 1 + 1);
}

bool Filter::shares(const void* address) const { return lies_in(address, *factory_.descriptor()); }

NTSTATUS Filter::build() {
  const KSFILTER_DESCRIPTOR& descriptor = *factory_.face().FilterDescriptor;
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  face_.Descriptor = &descriptor;
  face_.Bag = bag().face();
  face_.Context = factory_.face().Context;
  automation_ = std::make_unique<Automation>(descriptor.AutomationTable, &filter_automation());
  for (ULONG i = 0; i < descriptor.PinDescriptorsCount; ++i) {
    ULONG id = 0;
    append_pin_type(element(descriptor.PinDescriptors, descriptor.PinDescriptorSize, i), id);
  }
  for (ULONG i = 0; i < descriptor.NodeDescriptorsCount; ++i) {
    nodes_.push_back(element(descriptor.NodeDescriptors, descriptor.NodeDescriptorSize, i));
  }
  connections_.assign(descriptor.Connections, descriptor.Connections + descriptor.ConnectionsCount);
  if (descriptor.Dispatch != nullptr && descriptor.Dispatch->Process != nullptr) {
    processor_ = std::make_unique<Processor>(*this, options_from(descriptor.Flags),
                                             [this] { return pin_calls_.process(*this); });
    enough_pins_ = std::make_unique<GateInput>(processor_->gate());
  }
  return STATUS_SUCCESS;
}

NTSTATUS Filter::create(Factory& factory, PIRP irp, const PinCalls& pin_calls) {
  if (!may_open(irp, factory.face().FilterDescriptor->Flags)) {
    return finish(irp, STATUS_ACCESS_DENIED);
  }
  const std::shared_ptr<Filter> made(new Filter(factory, pin_calls));
  NTSTATUS status = made->build();
  if (!NT_SUCCESS(status)) return finish(irp, status);
  made->file_ = IoGetCurrentIrpStackLocation(irp)->FileObject;
  ObjectHeader& header = attach_target(irp, made);
  header.items.add(make_item(kPinClass, create_pin, &made->face_));
  header.items.add(make_item(kNodeClass, open_node, &made->face_));
  made->publish();
  factory.add_child(made);
  const KSFILTER_DISPATCH* dispatch = made->face_.Descriptor->Dispatch;
  if (dispatch != nullptr && dispatch->Create != nullptr) {
    const Holding device(factory.device().mutex());
    const Holding control(made->control_);
    const BeforeAcquire connecting(*made);
    status = made->ask("KSFILTER_DISPATCH.Create", dispatch->Create, &made->face_, irp);
  }
  // A pending IRP is the minidriver's and may be completed already.
  if (status == STATUS_PENDING) return status;
  return made->finish_create(irp, status);
}

NTSTATUS Filter::finish_create(PIRP irp, NTSTATUS status) {
  const std::shared_ptr<Object> self = shared_from_this();
  if (!NT_SUCCESS(status)) {
    leave_tree();
    detach_target(IoGetCurrentIrpStackLocation(irp)->FileObject);
  }
  return finish(irp, status);
}

void Filter::leave_tree() {
  retract();
  factory_.remove_child(*this);
  bag().clear();
}

// Frees the events first; the object is whole otherwise when Close is called (S-107).
NTSTATUS Filter::close(PIRP irp) {
  const std::shared_ptr<Object> self = shared_from_this();
  events().free_all(nullptr);
  const KSFILTER_DISPATCH* dispatch = face_.Descriptor->Dispatch;
  NTSTATUS status = STATUS_SUCCESS;
  if (dispatch != nullptr && dispatch->Close != nullptr) {
    const Holding device(factory_.device().mutex());
    const Holding control(control_);
    status = ask("KSFILTER_DISPATCH.Close", dispatch->Close, &face_, irp);
  }
  if (status == STATUS_PENDING) return status;
  return finish_close(irp);
}

NTSTATUS Filter::finish_close(PIRP irp) {
  const std::shared_ptr<Object> self = shared_from_this();
  leave_tree();
  detach_target(IoGetCurrentIrpStackLocation(irp)->FileObject);
  return finish(irp, STATUS_SUCCESS);
}

NTSTATUS Filter::control(PIRP irp) {
  return finish(irp, handle_request(irp, automation_->table(), events(), nodes_));
}

void Filter::append_pin_type(const KSPIN_DESCRIPTOR_EX& descriptor, ULONG& id) {
  PinType& type = types_.emplace_back(control_);
  type.descriptor = descriptor;
  type.automation =
      std::make_unique<Automation>(descriptor.AutomationTable, &pin_calls_.automation());
  if (const KSALLOCATOR_FRAMING_EX* framing = descriptor.AllocatorFraming) {
    const auto* bytes = reinterpret_cast<const std::byte*>(framing);
    type.framing.assign(bytes, bytes + size_of(*framing));
  }
  id = static_cast<ULONG>(types_.size() - 1);
}

NTSTATUS Filter::add_pin_type(const KSPIN_DESCRIPTOR_EX& descriptor, ULONG& id) {
  if (!check_pin(descriptor, "KsFilterCreatePinFactory")) return STATUS_INVALID_PARAMETER;
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  append_pin_type(descriptor, id);
  return STATUS_SUCCESS;
}

NTSTATUS Filter::add_node(const KSNODE_DESCRIPTOR& descriptor, ULONG& id) {
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  nodes_.push_back(descriptor);
  id = static_cast<ULONG>(nodes_.size() - 1);
  return STATUS_SUCCESS;
}

NTSTATUS Filter::add_connections(std::span<const KSTOPOLOGY_CONNECTION> connections) {
  for (const KSTOPOLOGY_CONNECTION& one : connections) {
    const auto bad = [&](ULONG node, ULONG pin) {
      return node == KSFILTER_NODE ? pin >= types_.size() : node >= nodes_.size();
    };
    if (bad(one.FromNode, one.FromNodePin) || bad(one.ToNode, one.ToNodePin)) {
      return STATUS_INVALID_PARAMETER;
    }
  }
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  connections_.insert(connections_.end(), connections.begin(), connections.end());
  return STATUS_SUCCESS;
}

bool Filter::has_outputs() const {
  return std::ranges::any_of(types_, [](const PinType& type) {
    return type.descriptor.PinDescriptor.DataFlow == KSPIN_DATAFLOW_OUT;
  });
}

std::vector<KSTOPOLOGY_CONNECTION> Filter::connections() const {
  if (!connections_.empty()) return connections_;
  std::vector<KSTOPOLOGY_CONNECTION> all;
  for (ULONG id = 0; id < types_.size(); ++id) {
    const bool in = types_[id].descriptor.PinDescriptor.DataFlow == KSPIN_DATAFLOW_IN;
    all.push_back(in ? KSTOPOLOGY_CONNECTION{KSFILTER_NODE, id, 0, id}
                     : KSTOPOLOGY_CONNECTION{0, id, KSFILTER_NODE, id});
  }
  return all;
}

void Filter::device_lost() {
  Object::device_lost();
  events().generate(KSEVENTSETID_Device, KSEVENT_DEVICE_LOST);
}

void Filter::notify_power(DEVICE_POWER_STATE to, bool sleeps) {
  if (const PFNKSFILTERPOWER callback = sleeps ? power_callbacks.sleep : power_callbacks.wake) {
    const char* const where = sleeps ? "filter's Sleep callback" : "filter's Wake callback";
    call(where, [&] { trace::recorded_call(where, callback, "PFNKSFILTERPOWER")(&face_, to); });
  }
  Object::notify_power(to, sleeps);
}

void Filter::adopt_gate(KSGATE& gate, GateKind kind, KSGATE& processing) {
  control_.assert_held();
  const auto at = std::ranges::find(gates_, &gate, &AttachedGate::gate);
  if (at != gates_.end()) {
    ++at->pins;
    return;
  }
  gates_.push_back({&gate, kind, 1});
  if (gate.NextGate != nullptr) return;
  gate.NextGate = &processing;
  if (!KsGateGetStateUnsafe(&gate)) KsGateAddOffInputToAnd(&processing);
}

void Filter::release_gate(KSGATE& gate) {
  control_.assert_held();
  const auto at = std::ranges::find(gates_, &gate, &AttachedGate::gate);
  if (at == gates_.end() || --at->pins != 0) return;
  if (gate.NextGate != nullptr && !KsGateGetStateUnsafe(&gate)) {
    KsGateRemoveOffInputFromAnd(gate.NextGate);
  }
  gate.NextGate = nullptr;
  gates_.erase(at);
}

void Filter::check_gates() {
  constexpr int kLongest = 64;
  control_.assert_held();
  for (const AttachedGate& one : gates_) {
    const LONG count = __atomic_load_n(&one.gate->Count, __ATOMIC_RELAXED);
    const bool valid = one.kind == GateKind::kOr ? count >= 0 : count <= 1;
    if (rules::breaks("S-227", !valid))
      breach("S-227", fmt::format("a gate that pins are attached to counts {}", count))
          .raise_later();
    int length = 0;
    for (const KSGATE* at = one.gate; at != nullptr && length <= kLongest; at = at->NextGate) {
      ++length;
    }
    if (rules::breaks("S-228", length > kLongest))
      breach("S-228", "a chain of gates leads back to itself").raise_later();
  }
}

// Follows the connections from the filter's pin through nodes until they come to a pin again.
std::vector<ULONG> Filter::outputs_behind(ULONG input) const {
  std::vector<ULONG> nodes;
  std::vector<ULONG> outputs;
  const std::vector<KSTOPOLOGY_CONNECTION> all = connections();
  const auto follow = [&](const KSTOPOLOGY_CONNECTION& one) {
    std::vector<ULONG>& list = one.ToNode == KSFILTER_NODE ? outputs : nodes;
    const ULONG to = one.ToNode == KSFILTER_NODE ? one.ToNodePin : one.ToNode;
    if (std::ranges::find(list, to) == list.end()) list.push_back(to);
  };
  for (const KSTOPOLOGY_CONNECTION& one : all) {
    if (one.FromNode == KSFILTER_NODE && one.FromNodePin == input) follow(one);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const ULONG node = nodes[i];
    for (const KSTOPOLOGY_CONNECTION& one : all) {
      if (one.FromNode == node) follow(one);
    }
  }
  return outputs;
}

NTSTATUS Filter::check_necessary_pins() const {
  for (const PinType& type : types_) {
    if (type.instances() < type.descriptor.InstancesNecessary) return STATUS_DEVICE_NOT_READY;
  }
  return STATUS_SUCCESS;
}

}  // namespace drydock::ks
