// Paging queues: creating and destroying them.
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/paging_queue_use.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

bool is_priority(D3DDDI_PAGINGQUEUE_PRIORITY priority) {
  return priority >= D3DDDI_PAGINGQUEUE_PRIORITY_BELOW_NORMAL &&
         priority <= D3DDDI_PAGINGQUEUE_PRIORITY_ABOVE_NORMAL;
}

NTSTATUS create_paging_queue(D3DKMT_CREATEPAGINGQUEUE* to) {
  D3DKMT_CREATEPAGINGQUEUE data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  const dxgk::Operation device(caller(), data.hDevice);
  if (names_nothing(!device, {"hDevice", data.hDevice})) return STATUS_INVALID_PARAMETER;
  if (!device->adapter().has_paging_queues()) return STATUS_NOT_SUPPORTED;
  if (!is_priority(data.Priority) || data.PhysicalAdapterIndex != 0)
    return STATUS_INVALID_PARAMETER;
  dxgk::QueueNames names;
  const NTSTATUS status = dxgk::PagingQueue::create(*device, data.Priority, names);
  if (!NT_SUCCESS(status)) return status;
  if (write(&to->hPagingQueue, names.queue) && write(&to->hSyncObject, names.fence) &&
      write(&to->FenceValueCPUVirtualAddress, names.fence_value))
    return STATUS_SUCCESS;
  if (const dxgk::PagingQueueUse queue(caller(), names.queue); queue) queue->destroy();
  return STATUS_INVALID_PARAMETER;
}

NTSTATUS destroy_paging_queue(const D3DDDI_DESTROYPAGINGQUEUE* from) {
  D3DDDI_DESTROYPAGINGQUEUE data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  const dxgk::PagingQueueUse queue(caller(), data.hPagingQueue);
  if (names_nothing(!queue, {"hPagingQueue", data.hPagingQueue})) return STATUS_INVALID_PARAMETER;
  return queue->destroy() ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTCreatePagingQueue(D3DKMT_CREATEPAGINGQUEUE* pData) {
  return thunk([&] { return create_paging_queue(pData); });
}

NTSTATUS APIENTRY D3DKMTDestroyPagingQueue(D3DDDI_DESTROYPAGINGQUEUE* pData) {
  return thunk([&] { return destroy_paging_queue(pData); });
}

}  // extern "C"
