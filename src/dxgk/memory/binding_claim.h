// A host claim on a binding, for the length of a call: the binding is not destroyed meanwhile.
//
// Cost: a look-up under the device's lock, and two atomic operations.
#pragma once

#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/residency.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/object/read_section.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

class BindingClaim {
 public:
  BindingClaim() = default;
  BindingClaim(Device& device, Handle handle) {
    const ReadSection reading;
    const DeviceHold hold(device);
    Binding* const found = find_binding(device, handle);
    if (found != nullptr && found->claims.claim(Claims::By::kHost)) binding_ = Ref<Binding>(*found);
  }
  // Takes over a claim of the caller's.
  explicit BindingClaim(Binding& claimed) : binding_(claimed) {}
  ~BindingClaim() {
    if (binding_ && binding_->claims.release(Claims::By::kHost)) drained(*binding_);
  }
  BindingClaim(BindingClaim&& other) noexcept = default;
  BindingClaim& operator=(BindingClaim&&) = delete;

  // False when the handle names no binding.
  explicit operator bool() const { return static_cast<bool>(binding_); }
  Binding& operator*() const { return *binding_; }
  Binding* operator->() const { return binding_.get(); }

 private:
  Ref<Binding> binding_;
};

// A claim for a queued update of addresses that leads to the binding, which stays resident (K-293).
class TileClaim {
 public:
  TileClaim(Device& device, Handle handle) : claim_(device, handle) {
    if (claim_) hold_resident(*claim_);
  }
  ~TileClaim() {
    if (claim_) end_hold(*claim_);
  }
  TileClaim(const TileClaim&) = delete;
  TileClaim& operator=(const TileClaim&) = delete;

  explicit operator bool() const { return static_cast<bool>(claim_); }
  Binding& operator*() const { return *claim_; }

 private:
  BindingClaim claim_;
};

}  // namespace drydock::dxgk
