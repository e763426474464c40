// An allocation at work for a client's call: it does not go meanwhile.
#pragma once

#include "src/dxgk/device.h"
#include "src/dxgk/named.h"
#include "src/dxgk/retire.h"
#include "src/dxgk/visit.h"

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

}  // namespace drydock::dxgk
