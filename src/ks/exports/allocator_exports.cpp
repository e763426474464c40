// Allocators as drivers make them that dispatch for themselves.
#include "src/ks/allocators/allocator.h"
#include "src/ks/description/framing.h"
#include "src/ks/exports/exports.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

using namespace drydock::ks;
namespace nt = drydock::nt;
namespace rules = drydock::rules;

extern "C" NTSTATUS KsCreateDefaultAllocatorEx(PIRP Irp, PVOID InitializeContext,
                                               PFNKSDEFAULTALLOCATE DefaultAllocate,
                                               PFNKSDEFAULTFREE DefaultFree,
                                               PFNKSINITIALIZEALLOCATOR InitializeAllocator,
                                               PFNKSDELETEALLOCATOR DeleteAllocator) {
  if (rules::breaks("S-047", IoGetCurrentIrpStackLocation(Irp)->MajorFunction != IRP_MJ_CREATE)) {
    nt::Breach("S-047", nt::Offender::running())
        .message("KsCreateDefaultAllocatorEx was given no IRP_MJ_CREATE")
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  if (rules::breaks("S-050", KSCREATE_ITEM_IRP_STORAGE(Irp) == nullptr)) {
    nt::Breach("S-050", nt::Offender::running())
        .message("KsCreateDefaultAllocatorEx: the IRP carries no create item")
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  if (rules::breaks("S-055", Irp->AssociatedIrp.SystemBuffer == nullptr)) {
    nt::Breach("S-055", nt::Offender::running())
        .message(
            "KsCreateDefaultAllocatorEx: KsValidateAllocatorCreateRequest has "
            "not succeeded for the IRP")
        .raise();
  }
  return Allocator::create(
      Irp, {InitializeContext, DefaultAllocate, DefaultFree, InitializeAllocator, DeleteAllocator});
}

extern "C" NTSTATUS KsCreateDefaultAllocator(PIRP Irp) {
  return KsCreateDefaultAllocatorEx(Irp, nullptr, nullptr, nullptr, nullptr, nullptr);
}

extern "C" NTSTATUS KsValidateAllocatorCreateRequest(PIRP Irp,
                                                     PKSALLOCATOR_FRAMING* AllocatorFraming) {
  KSALLOCATOR_FRAMING framing;
  const NTSTATUS status = requested_framing(Irp, framing);
  if (!NT_SUCCESS(status)) return status;
  return store_parameters(Irp, reinterpret_cast<void**>(AllocatorFraming));
}

// S-045: reserved for the system.
extern "C" NTSTATUS KsValidateAllocatorFramingEx(PKSALLOCATOR_FRAMING_EX Framing, ULONG BufferSize,
                                                 const KSALLOCATOR_FRAMING_EX* PinFraming) {
  nt::Breach("S-045", nt::Offender::running())
      .message("KsValidateAllocatorFramingEx is called by a driver")
      .raise();
  if (Framing == nullptr || PinFraming == nullptr) return STATUS_INVALID_PARAMETER;
  if (BufferSize < sizeof *Framing || BufferSize < size_of(*Framing)) {
    return STATUS_INVALID_DEVICE_REQUEST;
  }
  return agree(Framing, PinFraming) ? STATUS_SUCCESS : STATUS_INVALID_DEVICE_REQUEST;
}
