// A shared resource with its members, kept by an NT handle although no device may have it open.
//
// The driver's objects live on: its bindings are closed with the devices, its allocations are
// destroyed when the last who keeps them lets go. An adapter that stops has all let go.
#pragma once

#include <memory>
#include <vector>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"

namespace drydock::dxgk {

class KeptResource {
 public:
  // Takes over an opening of `body`, and gives it back at once when a member is on its way out:
  // then null.
  static std::shared_ptr<KeptResource> keep(AdapterResource& body);
  // Who keeps it lets go first, so that an adapter which stops meanwhile can wait for that.
  ~KeptResource() { let_go(); }
  KeptResource(const KeptResource&) = delete;
  KeptResource& operator=(const KeptResource&) = delete;

  // The resource, opened once more; null when it was let go.
  AdapterResource* open();
  // Once; who comes later waits until it is done.
  void let_go();

 private:
  explicit KeptResource(AdapterResource& body) : body_(&body) {}
  bool bind_members();

  sim::Gate turn_;  // passed among others to open, alone to let go
  AdapterResource* body_;
  std::vector<Ref<Binding>> members_;
};

// Those of an adapter.
class KeptResources {
 public:
  void add(const std::shared_ptr<KeptResource>& kept);
  // For an adapter that stops. Nobody adds more.
  void let_all_go();

 private:
  sim::Lock lock_;
  std::vector<std::weak_ptr<KeptResource>> all_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
