#include "src/dxgk/object/nt_handles.h"

#include <memory>

#include "src/nt/ob/handle.h"

namespace drydock::dxgk {

HANDLE NtHandles::make(void* object, POBJECT_TYPE type, ACCESS_MASK access) {
  // The value of the handle is known only when others can already close it.
  const auto made = std::make_shared<HANDLE>(nullptr);
  HANDLE const handle = nt::make_handle(object, type, access, 0, [this, made] {
    const sim::Hold hold(lock_);
    std::erase(open_, *made);
  });
  const sim::Hold hold(lock_);
  *made = handle;
  open_.push_back(handle);
  return handle;
}

void NtHandles::close_all() {
  for (;;) {
    HANDLE handle = nullptr;
    {
      const sim::Hold hold(lock_);
      if (open_.empty()) return;
      handle = open_.back();
      open_.pop_back();
    }
    nt::close_handle(handle);
  }
}

}  // namespace drydock::dxgk
