// A shared resource with its members that an NT handle retains, although no device may have it
// open.
//
// The driver's objects stay: its bindings are closed with the devices, its allocations are
// destroyed when the last NT handle releases them. An adapter that stops releases all.
#pragma once

#include <memory>
#include <vector>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"
#include "src/nt/base/weak_list.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"

namespace drydock::dxgk {

class RetainedResource {
 public:
  // Takes over an opening of `body`. Null when a member is being destroyed; then the opening is
  // closed.
  static std::shared_ptr<RetainedResource> retain(AdapterResource& body);
  // The owner releases it first, so that an adapter that stops meanwhile can wait for that.
  ~RetainedResource() { release(); }
  RetainedResource(const RetainedResource&) = delete;
  RetainedResource& operator=(const RetainedResource&) = delete;

  // Opens the resource once more; null when it was released.
  AdapterResource* open();
  // Runs once; a later caller waits until it is done.
  void release();

 private:
  explicit RetainedResource(AdapterResource& body) : body_(&body) {}
  bool bind_members();

  sim::Gate turn_;  // passed among others to open, alone to release
  AdapterResource* body_;
  std::vector<Ref<Binding>> members_;
};

// The retained resources of an adapter.
class RetainedResources {
 public:
  void add(const std::shared_ptr<RetainedResource>& resource);
  // For an adapter that stops. No thread adds more.
  void release_all();

 private:
  sim::Lock lock_;
  nt::WeakList<RetainedResource> all_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
