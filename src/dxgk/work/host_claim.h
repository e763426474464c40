// A claim of the host on a context or a hardware queue: the driver's object is not destroyed while
// the claim lives. Calls of clients make one.
#pragma once

#include "src/dxgk/object/claims.h"

namespace drydock::dxgk {

template <typename Object>
class HostClaim {
 public:
  explicit HostClaim(Object& object)
      : object_(object), granted_(object.claims.claim(Claims::By::kHost)) {}
  ~HostClaim() {
    if (granted_ && object_.claims.release(Claims::By::kHost)) object_.drained();
  }
  HostClaim(const HostClaim&) = delete;
  HostClaim& operator=(const HostClaim&) = delete;

  // False when the object is being destroyed, or is not complete.
  explicit operator bool() const { return granted_; }

 private:
  Object& object_;
  const bool granted_;
};

}  // namespace drydock::dxgk
