#pragma once

#include "device.h"
#include "surface.h"

// The driver's resource on the adapter. It never points at a device, because a shared resource
// outlives its creator's device.
class Resource {
 public:
  explicit Resource(Adapter& adapter) : counted_(adapter.books.Resources) {}

  static Resource* from(const VOID* handle) {
    return static_cast<Resource*>(const_cast<VOID*>(handle));
  }

 private:
  const Counted counted_;
};

// The driver's allocation on the adapter.
class Allocation : public Paged {
 public:
  Allocation(Adapter& adapter, const Surface& surface)
      : Paged(adapter.next_owner(), ROUND_TO_PAGES(surface.bytes)),
        adapter_(adapter),
        surface_(surface),
        counted_(adapter.books.Allocations) {
    InterlockedIncrement64(&adapter.books.AllocationsEver);
  }
  // After the destructor no engine accesses its video memory.
  ~Allocation() {
    if (place() != kNowhere) adapter_.memory().take_back(place(), bytes(), owner(), true);
  }

  static Allocation* from(const VOID* handle) {
    return static_cast<Allocation*>(Paged::from(handle));
  }

  const Surface& surface() const { return surface_; }
  void describe(DXGK_ALLOCATIONINFO& info);

 private:
  Adapter& adapter_;
  const Surface surface_;
  const Counted counted_;
};

// An allocation as one device has it open.
class Binding {
 public:
  Binding(Device& device, Allocation& allocation)
      : device_(device), allocation_(allocation), counted_(device.adapter().books.Bindings) {}

  static Binding* from(const VOID* handle) {
    return static_cast<Binding*>(const_cast<VOID*>(handle));
  }

  Device& device() const { return device_; }
  Allocation& allocation() const { return allocation_; }

 private:
  Device& device_;
  Allocation& allocation_;
  const Counted counted_;
};

DXGKDDI_CREATEALLOCATION SoftGpuCreateAllocation;
DXGKDDI_DESTROYALLOCATION SoftGpuDestroyAllocation;
DXGKDDI_DESCRIBEALLOCATION SoftGpuDescribeAllocation;
DXGKDDI_OPENALLOCATIONINFO SoftGpuOpenAllocation;
DXGKDDI_CLOSEALLOCATION SoftGpuCloseAllocation;
