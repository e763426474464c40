// Requests: the IOCTLs of kernel streaming, whose buffers anybody may have sent.
//
// IOCTL_KS_PROPERTY, _METHOD, _ENABLE_EVENT and _DISABLE_EVENT are METHOD_NEITHER. capture() probes
// the two buffers for the mode of the caller and copies them once, into one block of pool behind
// Irp->AssociatedIrp.SystemBuffer: first the data, then, at a multiple of 8, the identifier with
// what follows it. Handlers see only the copies. When the IRP is completed, the I/O manager copies
// IoStatus.Information bytes of data back and frees the block.
//
// Cost: one block of pool and two copies a request. Owner: the IRP. Threads: the one that has the
// IRP.
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

// The direction of the data. It decides what is copied in, what is probed for writing, and whether
// the data are copied out.
enum class DataFlow { kNone, kIn, kOut, kInOut };

// Copies both buffers. STATUS_INVALID_BUFFER_SIZE when the identifier is shorter than `least`;
// STATUS_ACCESS_VIOLATION when a buffer is not the caller's; STATUS_INSUFFICIENT_RESOURCES. When
// the IRP has its copies already, `request` is filled from them. `allocator` makes the block in
// place of the pool (the …WithAllocator routines).
NTSTATUS capture(PIRP irp, ULONG least, DataFlow flow, Request& request,
                 PFNKSALLOCATOR allocator = nullptr);

// Copies the first bytes of the input to `out`, without a block, to find out what the request is.
NTSTATUS peek(PIRP irp, void* out, ULONG bytes);

// Completes with a status, unless it is STATUS_PENDING. Returns the status.
NTSTATUS finish(PIRP irp, NTSTATUS status);

// Removes the cancel routine before a queued IRP is completed. A cancel routine that has begun
// reads the IRP under the cancel lock, so this waits until it has left that lock.
void end_cancelling(PIRP irp);

// Answers of variable size (S-244): for a buffer of no bytes STATUS_BUFFER_OVERFLOW with the size
// needed in Information, for one that is too small STATUS_BUFFER_TOO_SMALL.
NTSTATUS answer(PIRP irp, void* data, std::span<const std::byte> bytes);

}  // namespace drydock::ks
