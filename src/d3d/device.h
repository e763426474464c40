// A device: the kernel's, the driver's object for it, and what both know by handles.
//
// Callers of one device wait for each other at its entrance: the driver is in one call of a device
// at a time. Callbacks may come from any thread; they take their turn.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "src/d3d/adapter.h"
#include "src/d3d/call.h"
#include "src/d3d/list_keeper.h"
#include "src/d3d/objects.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/win32/heap.h"

namespace drydock::d3d {

// What a resource is to be; the runtime fills in the rest of D3DDDIARG_CREATERESOURCE.
struct ResourceSpec {
  D3DDDIFORMAT format = D3DDDIFMT_A8R8G8B8;
  D3DDDI_POOL pool = D3DDDIPOOL_VIDEOMEMORY;
  D3DDDI_RESOURCEFLAGS flags{};
  D3DDDI_RESOURCEFLAGS2 flags2{};
  UINT mip_levels = 0;
  UINT fvf = 0;
  UINT multisample_quality = 0;
  D3DDDI_ROTATION rotation = D3DDDI_ROTATION_IDENTITY;
  std::vector<D3DDDI_SURFACEINFO> surfaces;
};

struct LockedSurface {
  void* data = nullptr;
  UINT pitch = 0;
  UINT slice_pitch = 0;
};

struct OpenedResource;

class Device : public std::enable_shared_from_this<Device> {
 public:
  explicit Device(std::shared_ptr<Adapter> adapter, D3DDDI_CREATEDEVICEFLAGS flags = {});
  // Of a device that was not destroyed the kernel lets go; its driver is not told.
  virtual ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // The kernel's device first, then the driver's CreateDevice.
  virtual HRESULT create();
  // Resources first, then DestroyDevice, then the kernel's device with all that is left in it.
  virtual HRESULT destroy();

  // A resource is the runtime's until the device goes. E_INVALIDARG without a call when the
  // documents promise drivers that such a thing does not come.
  virtual HRESULT create_resource(const ResourceSpec& spec, Resource*& out);
  virtual HRESULT open_resource(D3DKMT_HANDLE global, Resource*& out);
  virtual HRESULT destroy_resource(Resource& resource);

  virtual HRESULT lock(Resource& resource, UINT index, D3DDDI_LOCKFLAGS flags, LockedSurface& out);
  virtual HRESULT unlock(Resource& resource, UINT index);
  // As Lock and Unlock, on a thread that may be beside another one in the driver. A discarding lock
  // gives a cookie, with which a worker of the runtime's calls Rename, once.
  HRESULT lock_async(Resource& resource, UINT index, D3DDDI_LOCKASYNCFLAGS flags,
                     LockedSurface& out, HANDLE& cookie);
  HRESULT unlock_async(Resource& resource, UINT index);
  HRESULT rename(Resource& resource, UINT index, HANDLE cookie);
  virtual HRESULT flush();
  HRESULT trim();  // Flush1 with D3DDDI_TRIM_MEMORY
  // TrimResidencySet. What the kernel tells meanwhile is passed on before the next Flush.
  HRESULT trim_residency(D3DDDI_TRIMRESIDENCYSET_FLAGS flags, UINT64 bytes = 0);
  virtual HRESULT present(Resource& source);
  virtual HRESULT color_fill(Resource& resource, UINT index, D3DCOLOR color);
  virtual HRESULT blt(Resource& to, Resource& from);  // the first surface, the whole of it
  virtual HRESULT resolve(Resource& resource);        // ResolveSharedResource
  // GetCaptureAllocationHandle.
  HRESULT capture_handle(Resource& resource, KernelHandle& out);
  HRESULT set_priority(Resource& resource, UINT priority);
  HRESULT query_residency(std::span<Resource* const> resources);
  HRESULT offer(std::span<Resource* const> resources, D3DDDI_OFFER_PRIORITY priority);
  HRESULT reclaim(std::span<Resource* const> resources, std::span<BOOL> discarded);

  Adapter& adapter() { return *adapter_; }
  nt::Driver& driver() { return adapter_->driver(); }
  const Options& options() const { return adapter_->options(); }
  RuntimeHandle handle() const { return handle_; }
  DriverHandle driver_handle() const { return driver_handle_; }
  KernelHandle kernel() const { return kernel_; }
  const D3DDDI_DEVICEFUNCS& functions() const { return functions_; }
  // CreateDevice has returned, and DestroyDevice has not.
  bool is_created() const { return is_created_; }
  // Drivers of this interface or a newer one.
  bool is_at_least(UINT version) const { return adapter_->driver_version() >= version; }
  // The driver says what is resident.
  bool knows_residency() const { return is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM2_0); }

  // From now on the driver is called to clean up only.
  void set_removed() { is_removed_.store(true, std::memory_order_release); }
  bool is_removed() const { return is_removed_.load(std::memory_order_acquire); }
  // A callback saw that the device is gone. While threads of the driver's own make callbacks, that
  // changes nothing before they are done (U-248).
  void note_removed() {
    was_seen_removed_.store(true, std::memory_order_release);
    if (!is_async()) set_removed();
  }

  D3DDDI_CREATEDEVICEFLAGS flags() const { return flags_; }
  // pfnSetAsyncCallbacksCb: callbacks come from threads of the driver's own.
  void set_async(bool is_async) {
    is_async_.store(is_async, std::memory_order_release);
    if (!is_async && was_seen_removed_.load(std::memory_order_acquire)) set_removed();
  }
  bool is_async() const { return is_async_.load(std::memory_order_acquire); }
  // Threads that are in a callback.
  std::atomic<unsigned> callers = 0;
  // Contexts that threads are in callbacks about, as often as there are threads.
  sim::Lock context_lock;
  std::multiset<HANDLE> busy_contexts DRYDOCK_GUARDED_BY(context_lock);
  // Batches that pfnRenderCb took.
  std::atomic<unsigned> submissions = 0;

  // U-279: it has paging queues, and nothing by which it could be asked to trim.
  bool lacks_trim() const {
    return !adapter_->is_of_10() && !objects.queues.empty() &&
           functions_.pfnTrimResidencySet == nullptr;
  }

  // True when the GPU can use the allocation while the CPU has it: it fits into an aperture.
  bool fits_aperture(const Allocation& allocation) const;
  bool fits_aperture(const Resource& resource);
  // True when one of the segments that its driver named is an aperture.
  bool may_lie_in_aperture(const Allocation& allocation) const;
  // True while submitted work uses it.
  bool is_busy(const Allocation& allocation) const;
  // True when the kernel's device is gone, whether or not anybody was told.
  bool is_lost() const;

  bool is_dying() const { return is_dying_.load(std::memory_order_acquire); }

  void count_present() { presents_.fetch_add(1, std::memory_order_relaxed); }
  unsigned presents() const { return presents_.load(std::memory_order_relaxed); }

  // Callbacks, and who looks at the objects after a call, are alone in it.
  sim::Gate turn{sim::Gate::Orders::kHost};
  Objects objects;
  ListKeeper lists;  // of a driver that does not know residency

 protected:
  using Check = std::function<void(HRESULT, Breaches&)>;

  bool create_in_kernel(HRESULT& result);
  void destroy_in_kernel();
  // Of a CreateDevice that failed there is nothing left, or a finding says so.
  HRESULT give_up_creation(HRESULT result);
  void check_failed_device(HRESULT result, Breaches& breaches);
  // The driver has no device any more.
  void end_destruction();
  void check_created(const D3DDDIARG_CREATEDEVICE& created, HRESULT result, Breaches& breaches);
  void check_functions(Breaches& breaches) const;
  void check_obsolete(Breaches& breaches);
  D3DDDIARG_CREATEDEVICE creation_arguments();

  bool is_possible(const ResourceSpec& spec) const;
  HRESULT create_with(const ResourceSpec& spec, Noise noise, Resource*& out);
  // Live, and this device's: what is another's is named to no driver.
  bool is_usable(const Resource& resource);
  bool are_usable(std::span<Resource* const> resources);
  // True when a batch that is not submitted names one of its allocations, or any.
  bool is_batched(const Resource& resource);
  bool has_batched_work();
  // The allocations that came with a resource that another device made.
  void adopt_opened(Resource& resource, const OpenedResource& opened);
  // What CreateResource and OpenResource returned; true when the resource is there.
  bool adopt(Resource& resource, HANDLE given, HRESULT result, Breaches& breaches);
  void check_create_result(const Resource& resource, HRESULT result, Breaches& breaches);
  void check_pool(const ResourceSpec& spec, const Resource& resource, HRESULT result,
                  Breaches& breaches);
  void check_made(const Resource& resource, Breaches& breaches);
  void check_encoder(const ResourceSpec& spec);
  // What the kernel says to a lock with these flags, which is undone.
  NTSTATUS try_lock(const Allocation& allocation, D3DDDICB_LOCKFLAGS flags) const;
  void check_kind(const Resource& resource, Breaches& breaches);
  void check_failed_create(const Call& call, Breaches& breaches);
  void check_destroyed(Resource& resource, HRESULT result, std::size_t before, Breaches& breaches);
  void check_flushed(Breaches& breaches);
  void check_trimmed(Breaches& breaches);
  void check_trimmed_to_budget(UINT64 bytes, Breaches& breaches);
  void watch_budget();
  void end_watch();
  void pass_on_trim();
  void check_reclaimed(std::span<Resource* const> resources, std::span<const BOOL> discarded,
                       Breaches& breaches);
  void adopt_renamed(const Resource& resource, HANDLE cookie);
  void check_written_primaries(Breaches& breaches);
  void check_locked_async(Resource& resource, const D3DDDIARG_LOCKASYNC& lock, HRESULT result,
                          Breaches& breaches);
  void note_substitute(Resource& resource, const D3DDDIARG_LOCK& lock) const;
  void check_notified(Resource& resource, const D3DDDIARG_LOCK& lock, Breaches& breaches);
  void check_locked(Resource& resource, const D3DDDIARG_LOCK& lock, HRESULT result,
                    Breaches& breaches);

  // A call about resources: refused when the device is gone or the driver has no such function.
  template <typename Function, typename Body>
  HRESULT call(const Entry& entry, Function function, Resource* subject, Body&& body,
               const Check& check = nullptr);
  // The same for functions that come while another thread is in the driver.
  template <typename Function, typename Body>
  HRESULT call_beside(const Entry& entry, Function function, Resource* subject, Body&& body,
                      const Check& check = nullptr);

  void set_dying() { is_dying_.store(true, std::memory_order_release); }
  void set_driver_handle(HANDLE given) { driver_handle_ = {given}; }

  // One thread at a time is in the driver for this device.
  sim::Gate entrance_;

  const std::shared_ptr<Adapter> adapter_;
  const D3DDDI_CREATEDEVICEFLAGS flags_;
  const RuntimeHandle handle_;
  const win32::HeapAccount heap_ = win32::new_heap_account();
  bool is_created_ = false;

 private:
  DriverHandle driver_handle_;
  KernelHandle kernel_;
  D3DDDI_DEVICEFUNCS functions_{};
  D3DDDI_DEVICECALLBACKS callbacks_{};  // with Options::rewrite_callbacks
  std::unique_ptr<Batch> obsolete_;     // with Options::give_obsolete
  std::atomic<bool> is_removed_ = false;
  std::atomic<bool> was_seen_removed_ = false;
  std::atomic<bool> is_dying_ = false;
  std::atomic<bool> is_async_ = false;
  std::atomic<unsigned> presents_ = 0;
  void* trim_watch_ = nullptr;       // the kernel's name of it
  std::atomic<UINT64> to_trim_ = 0;  // bytes that the kernel wants back
};

// For a driver of either family, as its adapter was opened.
std::shared_ptr<Device> make_device(std::shared_ptr<Adapter> adapter,
                                    D3DDDI_CREATEDEVICEFLAGS flags = {});

template <typename Function, typename Body>
HRESULT Device::call(const Entry& entry, Function function, Resource* subject, Body&& body,
                     const Check& check) {
  const sim::Passage alone(entrance_, sim::Passage::Kind::kAlone);
  return call_beside(entry, function, subject, body, check);
}

template <typename Function, typename Body>
HRESULT Device::call_beside(const Entry& entry, Function function, Resource* subject, Body&& body,
                            const Check& check) {
  if (function == nullptr) return E_NOTIMPL;
  if (is_removed() && !entry.is_cleanup) return D3DDDIERR_DEVICEREMOVED;
  const dxgk::ProcessScope scope(&adapter_->process());
  const win32::UnderHeapAccount under(heap_);
  Call record(entry, this, subject);
  const HRESULT result = enter(driver(), record, [&] { return body(function); }, check);
  if (result == D3DDDIERR_DEVICEREMOVED) note_removed();
  return result;
}

}  // namespace drydock::d3d
