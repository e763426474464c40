// Packets to the engines and back, and what becomes of them when an engine hangs.
#include "submission.h"

#include "device.h"

namespace {

// Makes a packet of a part of a DMA buffer that the driver wrote in one call, or of a paging buffer
// with several operations.
Packet packet_of(const DXGKARG_SUBMITCOMMAND& submitted) {
  Packet packet = {};
  packet.fence = submitted.SubmissionFenceId;
  packet.is_paging = submitted.Flags.Paging != 0;
  packet.context = packet.is_paging ? nullptr : Context::from(submitted.hContext);
  const bool is_empty =
      submitted.Flags.NullRendering != 0 ||
      submitted.DmaBufferSubmissionStartOffset == submitted.DmaBufferSubmissionEndOffset;
  const UINT private_bytes = submitted.DmaBufferPrivateDataSubmissionEndOffset -
                             submitted.DmaBufferPrivateDataSubmissionStartOffset;
  if (is_empty || private_bytes < sizeof(DmaPart)) return packet;
  packet.parts =
      reinterpret_cast<const DmaPart*>(static_cast<const UCHAR*>(submitted.pDmaBufferPrivateData) +
                                       submitted.DmaBufferPrivateDataSubmissionStartOffset);
  packet.part_count = private_bytes / sizeof(DmaPart);
  packet.begin = packet.is_paging ? 0 : submitted.DmaBufferSubmissionStartOffset;
  packet.end = packet.is_paging ? packet.parts[packet.part_count - 1].bytes
                                : submitted.DmaBufferSubmissionEndOffset;
  return packet;
}

}  // namespace

NTSTATUS SoftGpuSubmitCommand(CONST HANDLE context, CONST DXGKARG_SUBMITCOMMAND* submitted) {
  Engine* const engine = Adapter::from(context)->engine(submitted->NodeOrdinal);
  if (engine == nullptr || !engine->submit(packet_of(*submitted))) return STATUS_UNSUCCESSFUL;
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuPreemptCommand(CONST HANDLE context, CONST DXGKARG_PREEMPTCOMMAND* wanted) {
  Engine* const engine = Adapter::from(context)->engine(wanted->NodeOrdinal);
  if (engine == nullptr) return STATUS_INVALID_PARAMETER;
  engine->preempt(wanted->PreemptionFenceId);
  return STATUS_SUCCESS;
}

// A packet that was never submitted has left nothing behind: its memory is the graphics kernel's.
NTSTATUS SoftGpuCancelCommand(CONST HANDLE, CONST DXGKARG_CANCELCOMMAND*) {
  PAGED_CODE();
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuQueryCurrentFence(CONST HANDLE context, DXGKARG_QUERYCURRENTFENCE* wanted) {
  PAGED_CODE();
  Adapter& adapter = *Adapter::from(context);
  Engine* const engine = adapter.engine(wanted->NodeOrdinal);
  if (engine == nullptr) return STATUS_INVALID_PARAMETER;
  adapter.notify_pending();
  wanted->CurrentFence = engine->describe().CompletedFence;
  return STATUS_SUCCESS;
}

// The engines share nothing that a reset of one would take from the other.
NTSTATUS SoftGpuQueryDependentEngineGroup(CONST HANDLE, DXGKARG_QUERYDEPENDENTENGINEGROUP* wanted) {
  PAGED_CODE();
  wanted->DependentNodeOrdinalMask = 1ull << wanted->NodeOrdinal;
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuQueryEngineStatus(CONST HANDLE context, DXGKARG_QUERYENGINESTATUS* wanted) {
  PAGED_CODE();
  Engine* const engine = Adapter::from(context)->engine(wanted->NodeOrdinal);
  wanted->EngineStatus.Value = 0;
  wanted->EngineStatus.Responsive = engine != nullptr && engine->is_responsive() ? 1 : 0;
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuResetEngine(CONST HANDLE context, DXGKARG_RESETENGINE* wanted) {
  PAGED_CODE();
  Engine* const engine = Adapter::from(context)->engine(wanted->NodeOrdinal);
  if (engine == nullptr) return STATUS_INVALID_PARAMETER;
  engine->reset(/*freeze=*/false);
  wanted->LastAbortedFenceId = engine->submitted_fence();
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuResetFromTimeout(CONST HANDLE context) {
  PAGED_CODE();
  Adapter::from(context)->freeze();
  return STATUS_SUCCESS;
}

NTSTATUS SoftGpuRestartFromTimeout(CONST HANDLE context) {
  PAGED_CODE();
  Adapter::from(context)->thaw();
  return STATUS_SUCCESS;
}

// The report for a hang or a crash: what the driver had and its engines did at the time.
NTSTATUS SoftGpuCollectDbgInfo(CONST HANDLE context, CONST DXGKARG_COLLECTDBGINFO* wanted) {
  const Adapter& adapter = *Adapter::from(context);
  struct {
    SOFTGPU_BOOKS books;
    SOFTGPU_ENGINE engines[SOFTGPU_NODES];
  } report;
  if (wanted->BufferSize < sizeof report) return STATUS_NO_MEMORY;
  report.books = adapter.read_books();
  for (UINT node = 0; node < SOFTGPU_NODES; ++node)
    report.engines[node] = adapter.engine(node)->describe();
  RtlCopyMemory(wanted->pBuffer, &report, sizeof report);
  return STATUS_SUCCESS;
}
