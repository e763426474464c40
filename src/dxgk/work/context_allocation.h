// Memory that a miniport takes for a context or a device: DxgkCbCreateContextAllocation and its
// end.
//
// It is the driver's to free, at any time, also while work of its context runs. Until then the
// scheduler has it in place whenever a command of the context, or of one of the device's, is at the
// hardware. What is left when the driver's context or device is gone is a finding, and is freed.
//
// The driver names contexts and devices by the handles that their creation gave it. Those are
// numbers of the adapter's own, because the driver may use them on threads of no process.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "src/dxgk/object/object.h"
#include "src/rules/stack.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/vidmm/tenant.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;
class Context;
class Device;

class ContextAllocations {
 public:
  explicit ContextAllocations(Adapter& adapter) : adapter_(adapter) {}
  ~ContextAllocations();
  ContextAllocations(const ContextAllocations&) = delete;
  ContextAllocations& operator=(const ContextAllocations&) = delete;

  // The handles for the driver, from before it creates its object until it has destroyed it.
  HANDLE introduce(Device& device);
  HANDLE introduce(Context& context);
  // The context can have work from now on: what the driver took while it was created counts.
  void context_is_ready(Context& context);
  // The driver's object is gone. K-369 for everything that it left, which is freed.
  void forget(Device& device);
  void forget(Context& context);

  // What the callbacks do. Each raises what the driver did wrong.
  NTSTATUS create(DXGKARGCB_CREATECONTEXTALLOCATION& wanted);
  NTSTATUS destroy(HANDLE allocation);
  NTSTATUS update(HANDLE allocation, void* data, UINT bytes);
  // Into the addresses of its context's process; 0 when that cannot be.
  D3DGPU_VIRTUAL_ADDRESS map(const DXGKARGCB_MAPCONTEXTALLOCATION& wanted);

  // True when these are the low bits of the driver's handle of one.
  bool has_low_part(UINT bits);

 private:
  // A context, or a device, that the driver knows.
  struct Owner {
    Device* device = nullptr;
    Context* context = nullptr;
    bool is_ready = false;
  };
  struct Allocation {
    HANDLE handle = nullptr;
    Owner owner;  // as long as the driver knows it
    bool is_attached = false;
    bool is_privileged = false;  // the GPU reads it by its physical address, for the driver alone
    const std::shared_ptr<vidmm::Tenant> tenant = std::make_shared<vidmm::Tenant>();
    rules::Stack taken;
  };

  HANDLE next_handle() DRYDOCK_REQUIRES(lock_);
  HANDLE introduce(const Owner& owner);
  bool find_owner(const DXGKARGCB_CREATECONTEXTALLOCATION& wanted, Owner& out);
  void check_cpu_address(const DXGKARGCB_CREATECONTEXTALLOCATION& wanted) const;
  bool is_possible(const DXGKARGCB_CREATECONTEXTALLOCATION& wanted) const;
  bool are_apertures(UINT segments) const;
  void attach(Allocation& allocation);
  void detach(Allocation& allocation);
  static void unmap(const Allocation& allocation);
  void forget(const Owner& owner, const char* call);
  // What is wrong with a handle that no allocation has.
  void raise_unknown(HANDLE handle, const char* call);

  // Where no pointer and no index of a driver's own lies: whoever gives one back did not make it.
  static constexpr std::uintptr_t kFirstHandle = 0xFFFF'9000'0000'0000;
  static constexpr std::uintptr_t kHandleStep = 0x10;

  Adapter& adapter_;
  // Who changes what the scheduler knows of one. Never held by the scheduler.
  sim::Gate changes_;
  sim::Lock lock_;
  std::uintptr_t last_handle_ DRYDOCK_GUARDED_BY(lock_) = kFirstHandle;
  std::map<HANDLE, Owner> owners_ DRYDOCK_GUARDED_BY(lock_);
  std::map<HANDLE, std::unique_ptr<Allocation>> all_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
