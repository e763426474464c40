// Resources: the driver's object on the adapter, which may be shared, and its openings on devices.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/object/share.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"

namespace drydock::dxgk {

// The driver's resource on the adapter, with what openers learn about it.
class AdapterResource final : public Shared {
 public:
  static constexpr Kind kKind = Kind::kResource;

  explicit AdapterResource(Adapter& adapter) : Shared(kKind), adapter_(adapter) {}

  Adapter& adapter() const { return adapter_; }

  bool may_be_opened_by(UINT process) const { return only_opener == 0 || only_opener == process; }

  // The first binding of each allocation, in the order of creation, without those being destroyed.
  std::vector<Ref<Binding>> members() const;
  void add_member(Binding& first);
  void remove_member(const Binding& first);

  Bytes runtime_data;
  Bytes driver_data;
  // A thread passes it alone to have the driver create or destroy on the resource: no call names
  // the resource after the one that destroys it.
  sim::Gate driver_turn DRYDOCK_ACQUIRED_BEFORE(lock_);
  DriverResource driver;  // written under driver_turn
  bool shared = false;
  bool nt_shared = false;
  UINT only_opener = 0;  // the only process that may open it by its global handle; 0: any
  bool cross_adapter = false;
  bool hidden = false;  // the driver has no object for it

 private:
  Adapter& adapter_;
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

  List<Binding> bindings DRYDOCK_GUARDED_BY(some_device_lock);

  //   New ──► Live ──► Detached
  //             └──► Stopped ──► Detached
  //
  // Clients use a live one. Stopped: the driver's half is destroyed, or about to be, and only the
  // name is left.
  enum class State : std::uint8_t { kNew, kLive, kStopped, kDetached };
  State state() const DRYDOCK_REQUIRES(some_device_lock) { return state_; }
  bool is_live() const DRYDOCK_REQUIRES(some_device_lock) { return state_ == State::kLive; }
  // True when a handle names it.
  bool is_named() const DRYDOCK_REQUIRES(some_device_lock) {
    return state_ == State::kLive || state_ == State::kStopped;
  }
  void become(State next) DRYDOCK_REQUIRES(some_device_lock) {
    assert(may_follow(state_, next));
    state_ = next;
  }

 private:
  ~Resource() override {
    some_device_lock.is_not_needed();
    assert(!is_named());
  }
  static constexpr bool may_follow(State before, State next) {
    switch (before) {
      case State::kNew:
        return next == State::kLive;
      case State::kLive:
        return next == State::kStopped || next == State::kDetached;
      case State::kStopped:
        return next == State::kDetached;
      case State::kDetached:
        return false;
    }
    return false;
  }

  State state_ DRYDOCK_GUARDED_BY(some_device_lock) = State::kNew;
  Device* const device_;
  AdapterResource* const body_;
};

}  // namespace drydock::dxgk
