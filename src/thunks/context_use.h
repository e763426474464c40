// A context as a client names it, and an operation on its device.
#pragma once

#include <optional>

#include "src/dxgk/context.h"
#include "src/dxgk/device.h"
#include "src/dxgk/process.h"

namespace drydock::thunks {

class ContextUse {
 public:
  ContextUse(dxgk::Process& process, dxgk::Handle handle) {
    dxgk::Handle device = 0;
    {
      const dxgk::Visit visit;
      auto* const context = dxgk::as<dxgk::Context>(process.handles().look_up(handle));
      if (context == nullptr || !context->try_add_ref()) return;
      context_ = dxgk::Ref<dxgk::Context>::adopt(context);
      device = context->device().handle();  // as long as the context has its name, it is there
    }
    operation_.emplace(process, device);
    if (!*operation_ || context_->is_destroyed()) context_ = {};
  }

  explicit operator bool() const { return static_cast<bool>(context_); }
  dxgk::Context* operator->() const { return context_.get(); }
  dxgk::Context& operator*() const { return *context_; }

 private:
  dxgk::Ref<dxgk::Context> context_;
  std::optional<dxgk::Operation> operation_;
};

}  // namespace drydock::thunks
