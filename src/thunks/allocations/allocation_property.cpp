// D3DKMTUpdateAllocationProperty: changes properties of live allocations.
#include "src/dxgk/wishes/allocation_property.h"

#include "src/dxgk/work/paging_queue_use.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// K-291: only the properties that the mask names are changed.
dxgk::PropertyRequest properties_of(const D3DDDI_UPDATEALLOCPROPERTY& data) {
  dxgk::PropertyRequest out;
  out.allocation = data.hAllocation;
  if (data.SetSupportedSegmentSet != 0) out.segments = data.SupportedSegmentSet;
  if (data.SetPreferredSegment != 0) {
    DXGK_SEGMENTPREFERENCE preferred{};
    preferred.Value = data.PreferredSegment.Value;
    out.preferred = preferred;
  }
  if (data.SetAccessedPhysically != 0)
    out.is_accessed_physically = data.Flags.AccessedPhysically != 0;
  return out;
}

NTSTATUS update_property(D3DDDI_UPDATEALLOCPROPERTY* to) {
  D3DDDI_UPDATEALLOCPROPERTY data;
  if (!read(to, data) || !can_write(to) ||
      client_breaks("K-043", data.Reserved != 0, {"Reserved", data.Reserved}, kReserved) ||
      client_breaks("K-043", data.Flags.Reserved != 0, {"Flags.Reserved", data.Flags.Reserved},
                    kReserved))
    return STATUS_INVALID_PARAMETER;
  const dxgk::PagingQueueUse queue(caller(), data.hPagingQueue);
  if (names_nothing(!queue, {"hPagingQueue", data.hPagingQueue})) return STATUS_INVALID_PARAMETER;
  // The host cannot pin an allocation in this way, and DxgkDdiValidateUpdateAllocationProperty is
  // not called.
  if (data.SetUnmoveable != 0) return STATUS_NOT_SUPPORTED;
  UINT64 fence_value = 0;
  const NTSTATUS status = dxgk::update_property(*queue, properties_of(data), fence_value);
  if (!NT_SUCCESS(status)) return status;
  return write(&to->PagingFenceValue, fence_value) ? status : STATUS_INVALID_PARAMETER;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTUpdateAllocationProperty(D3DDDI_UPDATEALLOCPROPERTY* pData) {
  return thunk([&] { return update_property(pData); });
}

}  // extern "C"
