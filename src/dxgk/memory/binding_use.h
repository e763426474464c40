// An allocation at work for a client's call: it does not go meanwhile.
#pragma once

#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/residency.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/object/visit.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

class BindingUse {
 public:
  BindingUse(Device& device, Handle handle) {
    const Visit visit;
    const sim::SpinHold hold(device.lock);
    Binding* const found = find_binding(device, handle);
    if (found != nullptr && found->claims.claim(Claims::By::kHost)) binding_ = Ref<Binding>(*found);
  }
  ~BindingUse() {
    if (binding_ && binding_->claims.give_back(Claims::By::kHost)) drained(*binding_);
  }
  BindingUse(const BindingUse&) = delete;
  BindingUse& operator=(const BindingUse&) = delete;

  // False when the handle names none.
  explicit operator bool() const { return static_cast<bool>(binding_); }
  Binding& operator*() const { return *binding_; }

 private:
  Ref<Binding> binding_;
};

// The same for an update of addresses that is queued and leads to it: it stays resident (K-293).
class TileUse {
 public:
  TileUse(Device& device, Handle handle) : use_(device, handle) {
    if (use_) hold_resident(*use_);
  }
  ~TileUse() {
    if (use_) end_hold(*use_);
  }
  TileUse(const TileUse&) = delete;
  TileUse& operator=(const TileUse&) = delete;

  explicit operator bool() const { return static_cast<bool>(use_); }
  Binding& operator*() const { return *use_; }

 private:
  BindingUse use_;
};

}  // namespace drydock::dxgk
