// Finds the context that a client names and begins an operation on its device.
#pragma once

#include <cassert>
#include <optional>

#include "src/dxgk/work/context.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/process.h"

namespace drydock::thunks {

// Returns the context, or null when the handle names no context of the device.
inline dxgk::Ref<dxgk::Context> context_on(const dxgk::Device& device, dxgk::Handle handle) {
  const dxgk::ReadSection reading;
  auto* const context = dxgk::as<dxgk::Context>(device.process().handles().look_up(handle));
  const bool is_here = context != nullptr && &context->device() == &device &&
                       context->claims.is_open() && context->try_add_ref();
  return is_here ? dxgk::Ref<dxgk::Context>::adopt(context) : dxgk::Ref<dxgk::Context>();
}

class ContextUse {
 public:
  ContextUse(dxgk::Process& process, dxgk::Handle handle) {
    dxgk::Handle device = 0;
    {
      const dxgk::ReadSection reading;
      auto* const context = dxgk::as<dxgk::Context>(process.handles().look_up(handle));
      if (context == nullptr || !context->try_add_ref()) return;
      context_ = dxgk::Ref<dxgk::Context>::adopt(context);
      device = context->device().handle();  // a context that a handle names has a live device
    }
    operation_.emplace(process, device);
    if (!*operation_ || context_->is_destroyed()) context_ = {};
    assert(!context_ || &context_->device() == &**operation_);
  }

  // For calls that name the device of a driver without contexts.
  static ContextUse of_device(dxgk::Process& process, dxgk::Handle device) {
    return ContextUse(process, device, AsDevice());
  }

  explicit operator bool() const { return static_cast<bool>(context_); }
  dxgk::Context* operator->() const { return context_.get(); }
  dxgk::Context& operator*() const { return *context_; }

 private:
  struct AsDevice {};
  ContextUse(dxgk::Process& process, dxgk::Handle device, AsDevice) {
    operation_.emplace(process, device);
    if (*operation_ && (*operation_)->stand_in() != nullptr)
      context_ = dxgk::Ref<dxgk::Context>(*(*operation_)->stand_in());
  }

  dxgk::Ref<dxgk::Context> context_;
  std::optional<dxgk::Operation> operation_;
};

}  // namespace drydock::thunks
