// Stream IRPs as drivers probe them that dispatch for themselves.
#include <cstring>

#include "src/ks/exports/exports.h"
#include "src/ks/queue/frame.h"
#include "src/nt/mm/mdl.h"

using namespace drydock::ks;
namespace nt = drydock::nt;

// S-266: what was done before is not done again.
extern "C" NTSTATUS KsProbeStreamIrp(PIRP Irp, ULONG ProbeFlags, ULONG HeaderSize) {
  Probe probe;
  probe.writes = (ProbeFlags & KSPROBE_STREAMWRITE) != 0;
  probe.header_size = HeaderSize;
  probe.format_change = (ProbeFlags & KSPROBE_ALLOWFORMATCHANGE) != 0;
  ULONG size = 0;
  ULONG count = 0;
  NTSTATUS status = probe_headers(Irp, probe, size, count);
  if (!NT_SUCCESS(status) || (ProbeFlags & KSPROBE_ALLOCATEMDL) == 0) return status;
  for (ULONG i = 0; i < count && Irp->MdlAddress == nullptr; ++i) {
    const KSSTREAM_HEADER& header = header_at(Irp, size, i);
    PMDL mdl = nullptr;
    if (header.FrameExtent == 0 || header.Data == nullptr) continue;
    status = add_mdl(Irp, header, mdl);
    if (!NT_SUCCESS(status)) return status;
  }
  if ((ProbeFlags & KSPROBE_PROBEANDLOCK) == 0) return STATUS_SUCCESS;
  const LOCK_OPERATION access =
      probe.writes && (ProbeFlags & KSPROBE_MODIFY) == 0 ? IoReadAccess : IoWriteAccess;
  for (PMDL mdl = Irp->MdlAddress; mdl != nullptr; mdl = mdl->Next) {
    if ((mdl->MdlFlags & MDL_PAGES_LOCKED) == 0) {
      status = nt::lock_pages(*mdl, Irp->RequestorMode, access);
      if (!NT_SUCCESS(status)) return status;
    }
    const bool maps = (ProbeFlags & KSPROBE_SYSTEMADDRESS) != 0;
    if (maps && MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority) == nullptr) {
      return STATUS_INSUFFICIENT_RESOURCES;
    }
  }
  return STATUS_SUCCESS;
}

namespace {

constexpr ULONG kExtraTag = 0x6873734B;  // "Kssh"

}  // namespace

// The headers with room between them; the caller frees it with ExFreePool.
extern "C" NTSTATUS KsAllocateExtraData(PIRP Irp, ULONG ExtraSize, PVOID* ExtraBuffer) {
  if (ExtraSize % 8 != 0 || Irp->AssociatedIrp.SystemBuffer == nullptr) {
    return STATUS_INVALID_PARAMETER;
  }
  const ULONG size = header_at(Irp, 0, 0).Size;
  const ULONG count =
      IoGetCurrentIrpStackLocation(Irp)->Parameters.DeviceIoControl.OutputBufferLength / size;
  const std::size_t step = std::size_t{size} + ExtraSize;
  auto* made =
      static_cast<std::uint8_t*>(ExAllocatePoolWithTag(NonPagedPool, step * count, kExtraTag));
  if (made == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  std::memset(made, 0, step * count);
  for (ULONG i = 0; i < count; ++i) {
    std::memcpy(made + i * step, &header_at(Irp, size, i), size);
  }
  *ExtraBuffer = made;
  return STATUS_SUCCESS;
}
