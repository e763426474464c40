// A device: the kernel's, the driver's object for it, and the objects that both know by handles.
//
// This class is the common part of all families. Device9, Device10 and Device12 derive from it;
// make_device() of src/d3d/api chooses one. A family overrides what its drivers can do; the rest is
// kNoEntryPoint.
//
// Life, whose transitions are asserted:
//
//   kNew ──► kCreating ──► kCreated ──► kDestroying ──► kDestroyed
//                └──► kFailed
//
// Cost: a call of a driver takes the entrance, a callback the turn; neither is held while the other
// side waits. Owner: the caller that made it; callbacks have a reference while they work. Threads:
// callers of one device wait for each other at its entrance, so the driver is in one call of a
// device at a time, unless a family allows more. Callbacks may come from any thread; they take
// their turn.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "src/d3d/core/adapter.h"
#include "src/d3d/core/call.h"
#include "src/d3d/core/objects.h"
#include "src/d3d/core/residency_list.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/win32/memory/heap.h"

namespace drydock::d3d {

// The wanted properties of a resource. The runtime fills in the rest of D3DDDIARG_CREATERESOURCE.
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
  enum class State : std::uint8_t {
    kNew,
    kCreating,    // in CreateDevice
    kCreated,     // CreateDevice has returned
    kDestroying,  // in DestroyDevice
    kDestroyed,
    kFailed,  // CreateDevice failed
  };

  // Destroys the kernel's device unless it is destroyed. Calls no driver.
  virtual ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // The kernel's device first, then the driver's CreateDevice.
  virtual HRESULT create() = 0;
  // Resources first, then DestroyDevice, then the kernel's device with all that is left in it.
  virtual HRESULT destroy() = 0;

  // A resource is the runtime's until the device is freed. E_INVALIDARG without a call when the
  // documents promise drivers that such a thing does not come.
  virtual HRESULT create_resource(const ResourceSpec& spec, Resource*& out);
  // Opens it in the kernel, then calls the driver's OpenResource with what the kernel returned.
  HRESULT open_resource(D3DKMT_HANDLE global, Resource*& out);
  virtual HRESULT destroy_resource(Resource& resource) = 0;

  // The operations of applications on resources.
  virtual HRESULT lock(Resource& resource, UINT index, D3DDDI_LOCKFLAGS flags, LockedSurface& out);
  virtual HRESULT unlock(Resource& resource, UINT index);
  virtual HRESULT flush();
  virtual HRESULT present(Resource& source);
  virtual HRESULT color_fill(Resource& resource, UINT index, D3DCOLOR color);
  virtual HRESULT blt(Resource& to, Resource& from);  // the first surface, the whole of it
  virtual HRESULT resolve(Resource& resource);        // ResolveSharedResource
  virtual HRESULT set_priority(Resource& resource, UINT priority);
  virtual HRESULT query_residency(std::span<Resource* const> resources);
  virtual HRESULT offer(std::span<Resource* const> resources, D3DDDI_OFFER_PRIORITY priority);
  virtual HRESULT reclaim(std::span<Resource* const> resources, std::span<BOOL> discarded);

  Adapter& adapter() { return *adapter_; }
  nt::Driver& driver() { return adapter_->driver(); }
  const Options& options() const { return adapter_->options(); }
  RuntimeHandle handle() const { return handle_; }
  DriverHandle driver_handle() const { return driver_handle_; }
  KernelHandle kernel() const { return kernel_; }
  bool is_created() const { return state() == State::kCreated; }
  bool is_in_creation() const { return state() == State::kCreating; }
  // DestroyDevice was called.
  bool is_dying() const { return state() >= State::kDestroying && state() != State::kFailed; }
  // Drivers of this interface or a newer one.
  bool is_at_least(UINT version) const { return adapter_->driver_version() >= version; }
  // The driver says what is resident.
  bool knows_residency() const { return is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM2_0); }

  // The kernel's view of the process. Its miniport may be older than WDDM 2.0.
  const dxgk::RuntimeView& view() const { return adapter_->view(); }
  bool has_paging_queues() const { return view().has_paging_queues(adapter_->kernel().value); }
  bool has_gpu_addresses() const { return view().has_gpu_addresses(adapter_->kernel().value); }

  // From now on the runtime calls the driver only to clean up.
  void set_removed() { is_removed_.store(true, std::memory_order_release); }
  bool is_removed() const { return is_removed_.load(std::memory_order_acquire); }
  // A callback saw that the device is removed. While threads of the driver's own make callbacks,
  // that changes nothing before they are done (U-248).
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

  // Callbacks call it. Raises a finding when the thread may not make this callback now.
  virtual void check_thread(const char* callback) = 0;
  // U-279: it has paging queues, and nothing by which it could be asked to trim.
  virtual bool lacks_trim() const { return false; }
  // U-254: the runtime may send threads into LockAsync.
  virtual bool has_lock_async() const { return false; }

  // True when the GPU can use the allocation while the CPU has it: it fits into an aperture.
  bool fits_aperture(const Allocation& allocation) const;
  bool fits_aperture(const Resource& resource);
  // True while submitted work uses it.
  bool is_busy(const Allocation& allocation) const;
  // True when the kernel's device is lost, whether or not the driver has received that error.
  bool is_lost() const;

  void count_present() { presents_.fetch_add(1, std::memory_order_relaxed); }
  unsigned presents() const { return presents_.load(std::memory_order_relaxed); }

  // A callback, and the code that checks the objects after a call, pass it alone.
  sim::Gate turn{sim::Gate::Orders::kHost};
  Objects objects;
  // The list that the runtime keeps for a driver that does not know residency.
  ResidencyList residency;

 protected:
  using Check = std::function<void(HRESULT)>;

  explicit Device(std::shared_ptr<Adapter> adapter, D3DDDI_CREATEDEVICEFLAGS flags = {});

  State state() const { return state_.load(std::memory_order_acquire); }
  // Asserts that the transition is one of those above.
  void become(State next);
  // Makes the kernel's device; from here on the driver may name this one. False: why, in `result`.
  bool begin_creation(HRESULT& result);
  // The driver has made its device.
  void finish_creation();
  // Undoes a failed CreateDevice. Raises a finding for what the driver left.
  HRESULT undo_creation(HRESULT result);
  void check_failed_device(HRESULT result);
  // The driver has destroyed its device.
  void finish_destruction();
  void set_driver_handle(HANDLE given) { driver_handle_ = {given}; }

  // The one that open_resource() calls: makes the resource live, or not.
  virtual HRESULT open_in_driver(Resource& resource, OpenedResource& opened) = 0;
  // The traits of a resource that another device made.
  virtual ResourceTraits opened_traits() const = 0;
  Resource& add_resource(ResourceTraits traits);
  // Live, and this device's: what is another's is named to no driver.
  bool is_usable(const Resource& resource);
  // The application gives back a subresource that it has locked or mapped. On a device that is
  // removed the driver is not called for it (U-191): D3DDDIERR_DEVICEREMOVED.
  HRESULT end_lock(Resource& resource, UINT index);
  bool are_usable(std::span<Resource* const> resources);
  // True when a batch that is not submitted names one of its allocations, or any.
  bool is_batched(const Resource& resource);
  bool has_batched_work();
  void check_kind(const Resource& resource);
  void check_failed_create(const Call& call);
  // U-208, U-209: Direct3D 11 has the driver release in Flush what it destroyed before.
  virtual bool must_release_in_flush() const { return false; }
  // Before Flush.
  void note_releasable();
  void check_flushed();
  void check_released(Resource& resource);
  void check_written_primaries();
  // U-121.
  void check_resolved(const Resource& resource);

  // A call of an entry point that returns a result; refused when the device is removed. The first
  // waits for other calls of this device, the second comes beside them.
  virtual HRESULT call_result(const Entry& entry, Subject subject,
                              const std::function<HRESULT()>& body, const Check& check = nullptr);
  HRESULT call_beside(const Entry& entry, Subject subject, const std::function<HRESULT()>& body,
                      const Check& check = nullptr);
  // A call of an entry point that returns nothing: the error that it sets, or S_OK.
  HRESULT call_void(const Entry& entry, Subject subject, std::function<void()> body,
                    const Check& check = nullptr);

  // One thread at a time is in the driver for this device.
  sim::Gate entrance_;

  const std::shared_ptr<Adapter> adapter_;
  const win32::HeapAccount heap_ = win32::new_heap_account();

 private:
  void destroy_in_kernel();
  Resource& add_opened(D3DKMT_HANDLE global, const OpenedResource& opened);
  // Tries a lock with these flags and undoes it. Returns the kernel's status.
  NTSTATUS try_lock(const Allocation& allocation, D3DDDICB_LOCKFLAGS flags) const;

  const D3DDDI_CREATEDEVICEFLAGS flags_;
  const RuntimeHandle handle_;
  DriverHandle driver_handle_;
  KernelHandle kernel_;
  std::atomic<State> state_ = State::kNew;
  std::atomic<bool> is_removed_ = false;
  std::atomic<bool> was_seen_removed_ = false;
  std::atomic<bool> is_async_ = false;
  std::atomic<unsigned> presents_ = 0;
};

}  // namespace drydock::d3d
