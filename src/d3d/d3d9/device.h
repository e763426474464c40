// A device of Direct3D 9. This is the first header of the room `d3d9`.
//
// Functions of a driver of this family return results. The driver chooses the handles of its
// objects, and their memory is its own. This room has what only Direct3D 9 has: LockAsync and
// Rename, Flush1 and TrimResidencySet, offers and residency of resources, and captures. The rest is
// the common Device of src/d3d/core.
//
// Cost: that of Device: a turn at the entrance for each call of the driver. Owner: the caller that
// made it; callbacks have a reference while they work. Threads: callers wait for each other at the
// entrance, except that LockAsync and UnlockAsync come beside another call.
#pragma once

#include <memory>
#include <span>

#include "src/d3d/core/device.h"
#include "src/d3d/d3d9/adapter.h"
#include "src/d3d/driver/result.h"

namespace drydock::d3d {

class Device9 final : public Device {
 public:
  explicit Device9(std::shared_ptr<Adapter> adapter, D3DDDI_CREATEDEVICEFLAGS flags = {});
  ~Device9() override;

  HRESULT create() override;
  HRESULT destroy() override;
  HRESULT create_resource(const ResourceSpec& spec, Resource*& out) override;
  HRESULT destroy_resource(Resource& resource) override;
  HRESULT lock(Resource& resource, UINT index, D3DDDI_LOCKFLAGS flags, LockedSurface& out) override;
  HRESULT unlock(Resource& resource, UINT index) override;
  HRESULT flush() override;
  HRESULT present(Resource& source) override;
  HRESULT color_fill(Resource& resource, UINT index, D3DCOLOR color) override;
  HRESULT blt(Resource& to, Resource& from) override;
  HRESULT resolve(Resource& resource) override;
  HRESULT set_priority(Resource& resource, UINT priority) override;
  HRESULT query_residency(std::span<Resource* const> resources) override;
  HRESULT offer(std::span<Resource* const> resources, D3DDDI_OFFER_PRIORITY priority) override;
  HRESULT reclaim(std::span<Resource* const> resources, std::span<BOOL> discarded) override;

  // Locks and unlocks on a thread that may be inside the driver together with another one. A
  // discarding lock returns a cookie, with which a worker of the runtime calls Rename once.
  HRESULT lock_async(Resource& resource, UINT index, D3DDDI_LOCKASYNCFLAGS flags,
                     LockedSurface& out, HANDLE& cookie);
  HRESULT unlock_async(Resource& resource, UINT index);
  HRESULT rename(Resource& resource, UINT index, HANDLE cookie);
  HRESULT trim();  // Flush1 with D3DDDI_TRIM_MEMORY
  // TrimResidencySet. What the kernel asks for meanwhile is passed on before the next Flush.
  HRESULT trim_residency(D3DDDI_TRIMRESIDENCYSET_FLAGS flags, UINT64 bytes = 0);
  // GetCaptureAllocationHandle.
  HRESULT capture_handle(Resource& resource, KernelHandle& out);

  // Calls a function of the table as an application's call of it comes through: a state, a shader,
  // a draw, a copy. The rules say nothing of its result. kNoEntryPoint when the driver has none.
  // The name is a string literal, the entry point's.
  template <typename Function, typename... Arguments>
  HRESULT pass_on(const char* name, Function D3DDDI_DEVICEFUNCS::* place, Arguments... arguments) {
    const Entry entry{.name = name, .legal = kAnswersToApplications};
    return call(entry, functions_.*place, nullptr,
                [&](auto function) { return function(driver_handle().value, arguments...); });
  }

  const D3DDDI_DEVICEFUNCS& functions() const { return functions_; }

  void check_thread(const char* callback) override;
  bool lacks_trim() const override {
    return !objects.queues.empty() && functions_.pfnTrimResidencySet == nullptr;
  }
  bool has_lock_async() const override { return functions_.pfnLockAsync != nullptr; }

 private:
  static constexpr HRESULT kAnswersToApplications[] = {E_INVALIDARG};

  const D3DDDI_ADAPTERFUNCS& adapter_functions() const {
    return static_cast<const Adapter9&>(*adapter_).functions();
  }
  D3DDDIARG_CREATEDEVICE creation_arguments();
  void check_created(const D3DDDIARG_CREATEDEVICE& created, HRESULT result);
  void check_functions() const;
  void check_obsolete();

  HRESULT open_in_driver(Resource& resource, OpenedResource& opened) override;
  ResourceTraits opened_traits() const override { return Traits9{}; }
  bool is_possible(const ResourceSpec& spec) const;
  HRESULT create_with(const ResourceSpec& spec, Noise noise, Resource*& out);
  // CreateResource or OpenResource has returned; true when the resource is live.
  bool adopt(Resource& resource, HANDLE given, HRESULT result);
  void check_create_result(const Resource& resource, HRESULT result);
  void check_pool(const ResourceSpec& spec, const Resource& resource, HRESULT result);
  void check_made(const Resource& resource);
  void check_encoder(const ResourceSpec& spec);
  void check_destroyed(Resource& resource, HRESULT result, std::size_t before);

  void check_locked(Resource& resource, const D3DDDIARG_LOCK& lock, HRESULT result);
  const Allocation* find_behind(const Resource& resource, const void* address);
  void check_lock_result(const Resource& resource, const D3DDDIARG_LOCK& lock,
                         HRESULT result) const;
  void check_notified(Resource& resource, const D3DDDIARG_LOCK& lock);
  void note_substitute(Resource& resource, const D3DDDIARG_LOCK& lock) const;
  void check_locked_async(Resource& resource, const D3DDDIARG_LOCKASYNC& lock, HRESULT result);
  void adopt_renamed(const Resource& resource, HANDLE cookie);
  void check_reclaimed(std::span<Resource* const> resources, std::span<const BOOL> discarded);

  void check_trimmed();
  void check_trimmed_to_budget(UINT64 bytes);
  // The kernel notifies the runtime when the process has more than its budget.
  void watch_budget();
  void end_watch();
  void pass_on_trim();

  // A call of an entry of the table; kNoEntryPoint when the driver has no such function.
  template <typename Function, typename Body>
  HRESULT call(const Entry& entry, Function function, Subject subject, Body&& body,
               const Check& check = nullptr) {
    if (function == nullptr) return kNoEntryPoint;
    return call_result(entry, subject, [&] { return body(function); }, check);
  }

  D3DDDI_DEVICEFUNCS functions_{};
  D3DDDI_DEVICECALLBACKS callbacks_{};  // used with Options::rewrite_callbacks
  std::unique_ptr<Batch> obsolete_;     // made with Options::give_obsolete
  void* trim_watch_ = nullptr;          // the kernel's name of it
  std::atomic<UINT64> to_trim_ = 0;     // bytes that the kernel wants back
};

}  // namespace drydock::d3d
