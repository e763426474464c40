#pragma once

#include "adapter.h"

// The memory for the state of a context: a context allocation, which the graphics kernel has in
// place whenever a command of the context is at the hardware.
class SaveArea : public Paged {
 public:
  // Null when there is no memory. The handles are the graphics kernel's.
  static SaveArea* create(Adapter& adapter, HANDLE device, HANDLE context);
  // Frees the allocation at the graphics kernel. At PASSIVE_LEVEL.
  void destroy();

  static SaveArea* from(const VOID* handle) { return static_cast<SaveArea*>(Paged::from(handle)); }

 private:
  explicit SaveArea(Adapter& adapter)
      : Paged(adapter.next_owner(), PAGE_SIZE),
        adapter_(adapter),
        counted_(adapter.books.SaveAreas) {}

  Adapter& adapter_;
  HANDLE allocation_ = nullptr;  // the graphics kernel's
  const Counted counted_;
};
