// D3DKMTQueryVideoMemoryInfo and reservations: how much video memory a process uses and may use.
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/memory/trim.h"
#include "src/nt/ob/handle.h"
#include "src/thunks/client/client.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// K-073. A client can name no process but its own.
NTSTATUS check_process(HANDLE process) {
  if (process == nullptr || process == ZwCurrentProcess()) return STATUS_SUCCESS;
  nt::HandleEntry entry;
  if (!NT_SUCCESS(nt::pin_by_handle(process, &nt::process_type, entry)))
    return STATUS_INVALID_HANDLE;
  nt::unpin_object(entry.object);
  return (entry.access & PROCESS_QUERY_INFORMATION) != 0 ? STATUS_SUCCESS : STATUS_ACCESS_DENIED;
}

// A query: the caller's account on an adapter, and the part of its memory that it names.
class Asked {
 public:
  template <typename Request>
  NTSTATUS find(const Request& data) {
    if (const NTSTATUS status = check_process(data.hProcess); !NT_SUCCESS(status)) return status;
    dxgk::Adapter* const adapter = caller().adapter_of(data.hAdapter);
    if (names_nothing(adapter == nullptr, {"hAdapter", data.hAdapter}) ||
        data.PhysicalAdapterIndex != 0)
      return STATUS_INVALID_PARAMETER;
    const bool is_local = data.MemorySegmentGroup == D3DKMT_MEMORY_SEGMENT_GROUP_LOCAL;
    if (!is_local && data.MemorySegmentGroup != D3DKMT_MEMORY_SEGMENT_GROUP_NON_LOCAL)
      return STATUS_INVALID_PARAMETER;
    group_ = is_local ? vidmm::Group::kLocal : vidmm::Group::kNonLocal;
    seat_ = &caller().take_seat(*adapter);
    return STATUS_SUCCESS;
  }
  Asked() = default;
  ~Asked() {
    if (seat_ != nullptr) caller().release_seat(*seat_);
  }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  vidmm::Budget::Info info() const { return seat_->memory(group_); }
  dxgk::Adapter& adapter() const { return seat_->adapter(); }
  bool reserve(UINT64 bytes) const { return seat_->reserve(group_, bytes); }

 private:
  dxgk::Seat* seat_ = nullptr;
  vidmm::Group group_ = vidmm::Group::kLocal;
};

NTSTATUS query_memory(D3DKMT_QUERYVIDEOMEMORYINFO* to) {
  D3DKMT_QUERYVIDEOMEMORYINFO data;
  if (!read(to, data) || !can_write(to)) return STATUS_INVALID_PARAMETER;
  Asked asked;
  if (const NTSTATUS status = asked.find(data); !NT_SUCCESS(status)) return status;
  const vidmm::Budget::Info info = asked.info();
  const bool written = write(&to->Budget, UINT64{info.budget}) &&
                       write(&to->CurrentUsage, UINT64{info.used}) &&
                       write(&to->CurrentReservation, UINT64{info.reserved}) &&
                       write(&to->AvailableForReservation, UINT64{info.available_for_reservation});
  return written ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

NTSTATUS change_reservation(const D3DKMT_CHANGEVIDEOMEMORYRESERVATION* from) {
  D3DKMT_CHANGEVIDEOMEMORYRESERVATION data;
  if (!read(from, data)) return STATUS_INVALID_PARAMETER;
  Asked asked;
  if (const NTSTATUS status = asked.find(data); !NT_SUCCESS(status)) return status;
  if (!asked.reserve(data.Reservation)) return STATUS_INVALID_PARAMETER;
  dxgk::trim_to_budget(asked.adapter());
  return STATUS_SUCCESS;
}

}  // namespace

extern "C" {

NTSTATUS APIENTRY D3DKMTQueryVideoMemoryInfo(D3DKMT_QUERYVIDEOMEMORYINFO* pData) {
  return thunk([&] { return query_memory(pData); });
}

NTSTATUS APIENTRY
D3DKMTChangeVideoMemoryReservation(CONST D3DKMT_CHANGEVIDEOMEMORYRESERVATION* pData) {
  return thunk([&] { return change_reservation(pData); });
}

}  // extern "C"
