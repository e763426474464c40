// Resources: the driver's object on the adapter, which may be shared, and its openings on devices.
#pragma once

#include <atomic>
#include <vector>

#include "src/dxgk/allocation.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"

namespace drydock::dxgk {

// What the driver knows as a resource of the adapter, with what openers are told of it.
class AdapterResource {
 public:
  explicit AdapterResource(Adapter& adapter) : adapter_(adapter) {}

  Adapter& adapter() const { return adapter_; }

  // One opening more; false when the last one has gone. The first comes with the object.
  bool try_open();
  // One opening less; true when it was the last.
  [[nodiscard]] bool close() { return opens_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  // The first binding of each allocation, in the order of creation, without those on their way out.
  std::vector<Ref<Binding>> members() const;
  void add_member(Binding& first);
  void remove_member(const Binding& first);

  Bytes runtime_data;
  Bytes driver_data;
  // Held by who has the driver create or destroy on the resource: no call names it after the one
  // that ends it.
  sim::Gate driver_turn;
  DriverResource driver;  // written under driver_turn
  Handle global = 0;
  bool shared = false;
  bool nt_shared = false;

 private:
  Adapter& adapter_;
  std::atomic<std::uint32_t> opens_ = 1;
  mutable sim::Lock lock_;
  std::vector<Binding*> members_ DRYDOCK_GUARDED_BY(lock_);
};

// One opening of a resource on one device.
class Resource final : public Object, public Linked<Resource> {
 public:
  static constexpr ObjectType kType = ObjectType::kResource;

  Resource(Device& device, AdapterResource& body);

  Device& device() const { return *device_; }
  AdapterResource& body() const { return *body_; }

  // Guarded by the device's lock.
  List<Binding> bindings;
  bool detached = true;  // nobody uses it before it is complete, nor once it is destroyed
  bool stopped = false;  // as of a binding

 private:
  Device* const device_;
  AdapterResource* const body_;
};

}  // namespace drydock::dxgk
