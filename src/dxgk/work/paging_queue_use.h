// A paging queue as a client names it, and an operation on its device.
#pragma once

#include <optional>

#include "src/dxgk/work/device.h"
#include "src/dxgk/work/paging_queue.h"

namespace drydock::dxgk {

class PagingQueueUse {
 public:
  // Empty when the handle names no paging queue, or its device is being destroyed.
  PagingQueueUse(Process& process, Handle handle);

  explicit operator bool() const { return static_cast<bool>(queue_); }
  PagingQueue& operator*() const { return *queue_; }
  PagingQueue* operator->() const { return queue_.get(); }

 private:
  std::optional<Operation> operation_;
  Ref<PagingQueue> queue_;
};

}  // namespace drydock::dxgk
