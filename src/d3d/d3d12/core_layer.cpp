#include "src/d3d/d3d12/core_layer.h"

#include <fmt/format.h>

#include <cstddef>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/known.h"
#include "src/d3d/d3d12/device.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::d3d {
namespace {

// The arguments of the core layer's callback and of the kernel's callback have the same layout.
static_assert(sizeof(D3D12DDICB_ALLOCATE_0022) == sizeof(D3DDDICB_ALLOCATE));
static_assert(offsetof(D3D12DDICB_ALLOCATE_0022, hResource) ==
              offsetof(D3DDDICB_ALLOCATE, hResource));
static_assert(offsetof(D3D12DDICB_ALLOCATE_0022, pAllocationInfo) ==
              offsetof(D3DDDICB_ALLOCATE, pAllocationInfo2));
static_assert(sizeof(D3D12DDI_ALLOCATION_INFO_0022) == sizeof(D3DDDI_ALLOCATIONINFO2));
static_assert(offsetof(D3D12DDI_ALLOCATION_INFO_0022, VidPnSourceId) ==
              offsetof(D3DDDI_ALLOCATIONINFO2, VidPnSourceId));
static_assert(offsetof(D3D12DDI_ALLOCATION_INFO_0022, Flags) ==
              offsetof(D3DDDI_ALLOCATIONINFO2, Flags));
static_assert(offsetof(D3D12DDI_ALLOCATION_INFO_0022, Priority) ==
              offsetof(D3DDDI_ALLOCATIONINFO2, Priority));
static_assert(sizeof(D3D12DDICB_DEALLOCATE_0022) == sizeof(D3DDDICB_DEALLOCATE2));
static_assert(offsetof(D3D12DDICB_DEALLOCATE_0022, Flags) == offsetof(D3DDDICB_DEALLOCATE2, Flags));

HRESULT APIENTRY allocate12(D3D12DDI_HRTDEVICE given, D3D12DDICB_ALLOCATE_0022* user) {
  const FromCoreLayer here;
  return device_callbacks().pfnAllocateCb(given.handle, reinterpret_cast<D3DDDICB_ALLOCATE*>(user));
}

HRESULT APIENTRY deallocate12(D3D12DDI_HRTDEVICE given, const D3D12DDICB_DEALLOCATE_0022* user) {
  const FromCoreLayer here;
  return device_callbacks().pfnDeallocate2Cb(given.handle,
                                             reinterpret_cast<const D3DDDICB_DEALLOCATE2*>(user));
}

// The device of a queue of the runtime's, of commands or of paging; null when it is none, which is
// a finding.
std::shared_ptr<Device12> device_of_queue(HANDLE given, HandleKind kind, const char* callback) {
  nt::end_call_if_dead();
  const RuntimeHandle handle(given);
  std::shared_ptr<Device> device = handle.is_of(kind) ? known_devices().find(handle) : nullptr;
  if (rules::breaks("U-299", device == nullptr))
    nt::Breach("U-299", nt::Offender::running())
        .message("{} was given {} instead of the runtime's handle of the {} queue", callback,
                 handle.is_of(HandleKind::kDevice) ? "the device's handle"
                 : handle.is_of(kind)              ? "that of a queue that is gone"
                 : given == nullptr                ? "NULL"
                                                   : "a handle of nothing",
                 kind == HandleKind::kPagingQueue ? "paging" : "command")
        .raise();
  return std::static_pointer_cast<Device12>(device);
}

// A callback whose first argument is a command queue is answered as the kernel's of the same kind.
template <auto Member, typename Data>
HRESULT APIENTRY for_queue(D3D12DDI_HRTCOMMANDQUEUE queue, Data* user) {
  const std::shared_ptr<Device12> device =
      device_of_queue(queue.handle, HandleKind::kCommandQueue, "a callback of a command queue");
  if (device == nullptr) return E_INVALIDARG;
  const FromCoreLayer here;
  return (device_callbacks().*Member)(device->handle().as_given(), user);
}
template <typename Data>
HRESULT APIENTRY for_group(D3D12DDI_HRTSCHEDULINGGROUP_0050, Data*) {
  nt::end_call_if_dead();
  return E_NOTIMPL;  // the runtime makes no scheduling groups
}
template <auto Member, typename Data>
HRESULT APIENTRY for_device(D3D12DDI_HRTDEVICE given, Data* user) {
  const FromCoreLayer here;
  return (device_callbacks().*Member)(given.handle, user);
}

HRESULT APIENTRY create_paging_queue12(D3D12DDI_HRTPAGINGQUEUE queue,
                                       D3DDDICB_CREATEPAGINGQUEUE* user) {
  const std::shared_ptr<Device12> device =
      device_of_queue(queue.handle, HandleKind::kPagingQueue, "pfnCreatePagingQueueCb");
  if (device == nullptr) return E_INVALIDARG;
  const FromCoreLayer here;
  return device_callbacks().pfnCreatePagingQueueCb(device->handle().as_given(), user);
}

// The queue's kernel handle is the runtime's to fill in.
template <typename Data>
bool name_queue(D3D12DDI_HRTPAGINGQUEUE queue, D3DKMT_HANDLE Data::* member, Data* user,
                std::shared_ptr<Device12>& device, const char* callback) {
  device = device_of_queue(queue.handle, HandleKind::kPagingQueue, callback);
  return device != nullptr && user != nullptr &&
         thunks::write(&(user->*member), device->paging_kernel().value);
}

HRESULT APIENTRY make_resident12(D3D12DDI_HRTDEVICE given, D3D12DDI_HRTPAGINGQUEUE queue,
                                 D3DDDI_MAKERESIDENT* user) {
  std::shared_ptr<Device12> device;
  if (!name_queue(queue, &D3DDDI_MAKERESIDENT::hPagingQueue, user, device, "pfnMakeResidentCb"))
    return E_INVALIDARG;
  const FromCoreLayer here;
  const HRESULT result = device_callbacks().pfnMakeResidentCb(given.handle, user);
  D3DDDI_MAKERESIDENT answered;
  if (result == E_PENDING && thunks::read(user, answered))
    device->note_pending(answered.PagingFenceValue);
  return result;
}

HRESULT APIENTRY reclaim12(D3D12DDI_HRTDEVICE given, D3D12DDI_HRTPAGINGQUEUE queue,
                           D3DDDICB_RECLAIMALLOCATIONS2* user) {
  std::shared_ptr<Device12> device;
  if (!name_queue(queue, &D3DDDICB_RECLAIMALLOCATIONS2::PagingQueue, user, device,
                  "pfnReclaimAllocations2Cb"))
    return E_INVALIDARG;
  const FromCoreLayer here;
  return device_callbacks().pfnReclaimAllocations2Cb(given.handle, user);
}

// There are no threads of the runtime's for it.
HRESULT APIENTRY queue_background_work(D3D12DDI_HRTDEVICE, PFND3D12DDI_UMD_CALLBACK_METHOD,
                                       PFND3D12DDI_UMD_CALLBACK_METHOD, void*) {
  nt::end_call_if_dead();
  return E_NOTIMPL;
}

// U-301: a function that returns a result returns its error, and sets none.
VOID APIENTRY set_error12(D3D12DDI_HRTDEVICE given, HRESULT result) {
  nt::end_call_if_dead();
  const std::shared_ptr<Device> device = device_of(given.handle, "pfnSetErrorCb");
  if (device == nullptr) return;
  if (FAILED(result)) device->set_removed();
  Call* const call = Call::current();
  if (call == nullptr || call->device() != device.get()) return;  // a thread of the driver's own
  call->set_error(result);
  if (rules::breaks("U-301",
                    call->entry().rule_if_hidden.has_value() && !call->entry().reports_by_callback))
    nt::Breach("U-301", nt::Offender::running())
        .message(
            "pfnSetErrorCb was told {} in {}, which returns a result; the "
            "device is lost",
            name_of(result), call->entry().name)
        .raise();
}

// The loss of a command list does not concern heaps; the application has to deal with it.
VOID APIENTRY set_command_list_error(D3D12DDI_HRTCOMMANDLIST, HRESULT) { nt::end_call_if_dead(); }
VOID APIENTRY set_command_list_table(D3D12DDI_HRTCOMMANDLIST, D3D12DDI_HRTTABLE) {
  nt::end_call_if_dead();
}

void add_queues(D3D12DDI_CORELAYER_DEVICECALLBACKS_0062& out) {
  using Kernel = D3DDDI_DEVICECALLBACKS;
  out.pfnCreateContextCb = for_queue<&Kernel::pfnCreateContextCb, D3DDDICB_CREATECONTEXT>;
  out.pfnCreateContextVirtualCb =
      for_queue<&Kernel::pfnCreateContextVirtualCb, D3DDDICB_CREATECONTEXTVIRTUAL>;
  out.pfnDestroyContextCb = for_queue<&Kernel::pfnDestroyContextCb, const D3DDDICB_DESTROYCONTEXT>;
  out.pfnCreateHwQueueCb = for_queue<&Kernel::pfnCreateHwQueueCb, D3DDDICB_CREATEHWQUEUE>;
  out.pfnCreatePagingQueueCb = create_paging_queue12;
  out.pfnDestroyPagingQueueCb =
      for_device<&Kernel::pfnDestroyPagingQueueCb, D3DDDI_DESTROYPAGINGQUEUE>;
  out.pfnCreateSchedulingGroupContextCb = for_group<D3DDDICB_CREATECONTEXT>;
  out.pfnCreateSchedulingGroupContextVirtualCb = for_group<D3DDDICB_CREATECONTEXTVIRTUAL>;
  out.pfnQueueBackgroundProcessingWorkCb = queue_background_work;
}

}  // namespace

const D3D12DDI_CORELAYER_DEVICECALLBACKS_0062& core_layer_callbacks12() {
  static const D3D12DDI_CORELAYER_DEVICECALLBACKS_0062 table = [] {
    D3D12DDI_CORELAYER_DEVICECALLBACKS_0062 out{};
    out.pfnSetErrorCb = set_error12;
    out.pfnSetCommandListErrorCb = set_command_list_error;
    out.pfnSetCommandListDDITableCb = set_command_list_table;
    out.pfnMakeResidentCb = make_resident12;
    out.pfnEvictCb = for_device<&D3DDDI_DEVICECALLBACKS::pfnEvictCb, D3DDDICB_EVICT>;
    out.pfnReclaimAllocations2Cb = reclaim12;
    out.pfnOfferAllocationsCb =
        for_device<&D3DDDI_DEVICECALLBACKS::pfnOfferAllocationsCb, const D3DDDICB_OFFERALLOCATIONS>;
    add_queues(out);
    out.pfnAllocateCb = allocate12;
    out.pfnDeallocateCb = deallocate12;
    trace::record_table(out);
    return out;
  }();
  return table;
}

}  // namespace drydock::d3d
