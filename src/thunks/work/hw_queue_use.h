// Finds the hardware queue that a client names and begins an operation on its device.
#pragma once

#include <cassert>
#include <optional>

#include "src/dxgk/work/device.h"
#include "src/dxgk/work/doorbell.h"
#include "src/dxgk/work/hw_queue.h"
#include "src/dxgk/work/process.h"

namespace drydock::thunks {

// While one lives, its queue is complete and the device is not destroyed. The queue may be
// destroyed meanwhile, unless the caller has a HostClaim.
class HwQueueUse {
 public:
  HwQueueUse(dxgk::Process& process, dxgk::Handle handle) {
    const auto find = [&](dxgk::Object* object) { return dxgk::as<dxgk::HwQueue>(object); };
    begin(process, handle, find);
  }

  // For calls about the queue's doorbell, which name the doorbell or the queue.
  static HwQueueUse of_doorbell(dxgk::Process& process, dxgk::Handle handle) {
    return HwQueueUse(process, handle, AsDoorbell());
  }

  explicit operator bool() const { return static_cast<bool>(queue_); }
  dxgk::HwQueue* operator->() const { return queue_.get(); }
  dxgk::HwQueue& operator*() const { return *queue_; }

 private:
  struct AsDoorbell {};
  HwQueueUse(dxgk::Process& process, dxgk::Handle handle, AsDoorbell) {
    begin(process, handle, [](dxgk::Object* object) {
      auto* const doorbell = dxgk::as<dxgk::Doorbell>(object);
      return doorbell != nullptr ? &doorbell->queue() : dxgk::as<dxgk::HwQueue>(object);
    });
  }

  template <typename Find>
  void begin(dxgk::Process& process, dxgk::Handle handle, Find&& find) {
    dxgk::Handle device = 0;
    {
      const dxgk::ReadSection reading;
      dxgk::HwQueue* const queue = find(process.handles().look_up(handle));
      if (queue == nullptr || !queue->claims.is_open() || !queue->try_add_ref()) return;
      queue_ = dxgk::Ref<dxgk::HwQueue>::adopt(queue);
      // A queue whose claims are open has a live device.
      device = queue->context().device().handle();
    }
    operation_.emplace(process, device);
    if (!*operation_) queue_ = {};
    assert(!queue_ || &queue_->context().device() == &**operation_);
  }

  dxgk::Ref<dxgk::HwQueue> queue_;
  std::optional<dxgk::Operation> operation_;
};

}  // namespace drydock::thunks
