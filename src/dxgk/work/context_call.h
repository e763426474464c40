// A call of a client in a context: the driver's context is not destroyed meanwhile.
#pragma once

#include "src/dxgk/work/context.h"

namespace drydock::dxgk {

class ContextCall {
 public:
  explicit ContextCall(Context& context)
      : context_(context), granted_(context.claims.claim(Claims::By::kHost)) {}
  ~ContextCall() {
    if (granted_ && context_.claims.release(Claims::By::kHost)) context_.drained();
  }
  ContextCall(const ContextCall&) = delete;
  ContextCall& operator=(const ContextCall&) = delete;

  // False when the context is being destroyed.
  explicit operator bool() const { return granted_; }

 private:
  Context& context_;
  const bool granted_;
};

}  // namespace drydock::dxgk
