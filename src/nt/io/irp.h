// The I/O manager's own record of an IRP. It lies beside the IRP, where a driver cannot overwrite
// it.
//
// Cost: one lock and one hash look-up a call. Owner: see IrpOwner. Threads: any.
#pragma once

#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/rules/stack.h"

namespace drydock::nt {

enum class IrpOwner {
  kMaker,  // the IRP's maker frees it: IoAllocateIrp, IoBuildAsynchronousFsdRequest, IoInitializeIrp
  kManager,  // completion frees it: IoBuildDeviceIoControlRequest, IoBuildSynchronousFsdRequest
};

// Makes an IRP in pool; null when there is no memory.
PIRP make_irp(CCHAR stack_size, IrpOwner owner);
// The same for what must reach a driver, such as the end of its device: no fault point.
PIRP make_vital_irp(CCHAR stack_size);
void free_irp(PIRP irp);

// The driver that made the IRP and so owns the completion routine of the topmost location; null
// when the host did.
Driver* maker_of(PIRP irp);
bool is_owned_by_manager(PIRP irp);

// Records that a completion began, or that only the creator of the IRP has it from now on.
void note_completion(PIRP irp, const rules::Stack& where);
void note_completed(PIRP irp);

// N-063 when the IRP was completed before, without touching memory that may be freed. False when it
// must be left alone.
bool may_complete(PIRP irp);

// Releases the buffers of a completed IRP: copies data back to the caller, frees copies and unlocks
// pages. The manager calls it for its own IRPs. A part of the host that owns an IRP calls it
// itself.
void release_buffers(PIRP irp);

// Sends an IRP that the manager owns and waits for it.
NTSTATUS send_and_wait(PDEVICE_OBJECT device, PIRP irp, PKEVENT event, PIO_STATUS_BLOCK status);

// A driver's call ended with this lock held. When it is the lock of cancel routines, others can
// have it again.
void free_cancel_lock(const void* lock);

}  // namespace drydock::nt
