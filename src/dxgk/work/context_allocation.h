// Memory that a miniport allocates for a context or a device: DxgkCbCreateContextAllocation and its
// end.
//
// The driver frees it, at any time, even while work of its context runs. Until then the scheduler
// has it in place whenever a command of the context, or of any context of the device, is at the
// hardware. Memory that is left when the driver's context or device was destroyed is a leak: it is
// raised, and freed.
//
// The driver names contexts and devices by the handles that it got at their creation. These are
// numbers of the host's own, because the driver may use them on threads that belong to no
// process.
#pragma once

#include <atomic>
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
  // The context can have work from now on: memory that the driver allocated during its creation is
  // attached.
  void context_is_ready(Context& context);
  // The driver's object was destroyed. Raises K-369 for all memory that it left, and frees it.
  void remove(Device& device);
  void remove(Context& context);

  // The callbacks. Each raises the breaches of the driver.
  NTSTATUS create(DXGKARGCB_CREATECONTEXTALLOCATION& wanted);
  NTSTATUS destroy(HANDLE allocation);
  NTSTATUS update(HANDLE allocation, void* data, UINT bytes);
  // Maps it in the address space of its context's process; 0 on failure.
  D3DGPU_VIRTUAL_ADDRESS map(const DXGKARGCB_MAPCONTEXTALLOCATION& wanted);

  // True when the handle is one that create() returned and that was not destroyed.
  bool has(HANDLE allocation);

  // True when these are the low bits of the handle of an allocation of the driver's.
  bool has_low_part(UINT bits);

 private:
  // A context or a device that exists in the driver.
  struct Owner {
    Device* device = nullptr;
    Context* context = nullptr;
    bool is_ready = false;
  };
  struct Allocation {
    HANDLE handle = nullptr;
    Owner owner;  // valid while the driver knows it
    bool is_attached = false;
    // The GPU reads it by its physical address, and only for the driver.
    bool is_privileged = false;
    const std::shared_ptr<vidmm::Tenant> tenant = std::make_shared<vidmm::Tenant>();
    rules::Stack taken;
  };

  static HANDLE next_handle();
  HANDLE introduce(const Owner& owner);
  bool find_owner(const DXGKARGCB_CREATECONTEXTALLOCATION& wanted, Owner& out);
  void check_cpu_address(const DXGKARGCB_CREATECONTEXTALLOCATION& wanted) const;
  bool is_possible(const DXGKARGCB_CREATECONTEXTALLOCATION& wanted) const;
  bool are_apertures(UINT segments) const;
  void attach(Allocation& allocation);
  void detach(Allocation& allocation);
  static void unmap(const Allocation& allocation);
  void remove(const Owner& owner, const char* call);
  // Raises the breach for a handle that names no allocation.
  void raise_unknown(HANDLE handle, const char* call);

  // No pointer or index of a driver's own has such a value: a driver that returns one got it from
  // the host.
  static constexpr std::uintptr_t kFirstHandle = 0xFFFF'9000'0000'0000;
  static constexpr std::uintptr_t kHandleStep = 0x10;
  // Relaxed: a number that only has to differ.
  static inline std::atomic<std::uintptr_t> last_handle_ = kFirstHandle;

  Adapter& adapter_;
  // For threads that attach or detach. The scheduler never holds it.
  sim::Gate changes_ DRYDOCK_ACQUIRED_BEFORE(lock_);
  sim::Lock lock_;
  std::map<HANDLE, Owner> owners_ DRYDOCK_GUARDED_BY(lock_);
  std::map<HANDLE, std::unique_ptr<Allocation>> all_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
