// Requests: the IOCTLs of kernel streaming, whose buffers come from anybody.
//
// IOCTL_KS_PROPERTY, _METHOD, _ENABLE_EVENT and _DISABLE_EVENT are METHOD_NEITHER. The two buffers
// are probed for the mode of the caller and copied once, into one block of pool behind
// Irp->AssociatedIrp.SystemBuffer: first the data, then, at a multiple of 8, the identifier with
// what follows it. Handlers see only the copies. When the IRP is completed the I/O manager copies
// IoStatus.Information bytes of data back and frees the block.
#pragma once

#include <cstddef>
#include <span>

#include "src/ks/base/wdk.h"

namespace drydock::ks {

struct Request {
  PIRP irp = nullptr;
  PIO_STACK_LOCATION location = nullptr;
  KSIDENTIFIER* identifier = nullptr;  // the copy
  ULONG identifier_size = 0;
  void* data = nullptr;  // the copy; null when data_size is 0
  ULONG data_size = 0;
};

// How the data flows, which decides what is copied in, what is probed for writing, and whether it
// is copied out.
enum class DataFlow { kNone, kIn, kOut, kInOut };

// Copies both buffers. STATUS_INVALID_BUFFER_SIZE when the identifier is shorter than `least`;
// STATUS_ACCESS_VIOLATION when a buffer is not the caller's; STATUS_INSUFFICIENT_RESOURCES.
// A request that was copied before is only looked at again. `allocator` replaces the block (the
// …WithAllocator routines).
NTSTATUS capture(PIRP irp, ULONG least, DataFlow flow, Request& request,
                 PFNKSALLOCATOR allocator = nullptr);

// The first bytes of the input, into a variable of ours, without a block: to find out what is
// asked.
NTSTATUS peek(PIRP irp, void* out, ULONG bytes);

// Completes with a status, unless it is STATUS_PENDING. Returns the status.
NTSTATUS finish(PIRP irp, NTSTATUS status);

// Takes the cancel routine away before a queued IRP is completed. One that has begun reads the IRP
// under the cancel lock, so this waits for it to leave.
void end_cancelling(PIRP irp);

// Answers of variable size (S-244): nothing asked for gives STATUS_BUFFER_OVERFLOW and the size
// needed in Information, too little STATUS_BUFFER_TOO_SMALL.
NTSTATUS answer(PIRP irp, void* data, std::span<const std::byte> bytes);

}  // namespace drydock::ks
