// A test double of the scheduler: it claims bindings for work of the GPU and gives the claims back
// when the test says that the work is done.
#pragma once

#include <utility>
#include <vector>

#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/memory/gpu_claims.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/process.h"
#include "src/sim/lock.h"

namespace drydock::testing {

class GpuDouble {
 public:
  ~GpuDouble() { finish_all(); }

  // Work that names an allocation; false when the handle is none, or one that is going.
  bool submit(dxgk::Process& process, dxgk::Handle handle) {
    dxgk::Ref<dxgk::Binding> binding;
    {
      const dxgk::ReadSection reading;
      auto* const found = dxgk::as<dxgk::Binding>(process.handles().look_up(handle));
      if (found == nullptr || !found->try_add_ref()) return false;
      binding = dxgk::Ref<dxgk::Binding>::adopt(found);
    }
    if (!dxgk::claim_for_gpu(*binding, binding->allocation())) return false;
    const sim::Hold hold(lock_);
    running_.push_back(std::move(binding));
    return true;
  }

  // The oldest work is done; false when there was none.
  bool finish_one() {
    dxgk::Ref<dxgk::Binding> done;
    {
      const sim::Hold hold(lock_);
      if (running_.empty()) return false;
      done = std::move(running_.front());
      running_.erase(running_.begin());
    }
    dxgk::release_by_gpu(*done, done->allocation());
    return true;
  }

  void finish_all() {
    while (finish_one()) {
    }
  }

 private:
  sim::Lock lock_;
  std::vector<dxgk::Ref<dxgk::Binding>> running_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::testing
