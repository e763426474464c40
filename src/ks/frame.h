// Frames on their way, and the requests that carry them.
//
// A stream IRP holds one or more headers; each is a frame. The request travels from station to
// station of a circuit: a queue, the queue of the pin that is connected, and at last home, to the
// client whose IRP it is or to the requester that recycles it. It belongs to the station where it
// is.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "src/ks/wdk.h"
#include "src/rules/stack.h"

namespace drydock::ks {

class Queue;
struct StreamRequest;

struct Frame {
  StreamRequest* request = nullptr;
  KSSTREAM_HEADER* header = nullptr;  // in pool; the driver writes into it
  ULONG extent = 0;                   // of the buffer, as it came: the header is not believed again
  void* data = nullptr;               // the buffer in system space; null for a frame without data
  void* buffer = nullptr;             // as the client named it
  PMDL mdl = nullptr;

  // Under the lock of the queue where the request is.
  std::uint32_t references = 0;  // edges' span and pointers; the frame is done at zero
  std::uint32_t locks = 0;       // pointers that hold it locked: it cannot be cancelled
  bool passed = false;           // the edges have left it
  bool done = false;
  std::vector<std::byte> mappings;  // made at the first lock (mapping.h)
  ULONG mapping_count = 0;
};

// Where a request can be.
class Station {
 public:
  virtual ~Station() = default;
  // The request is this station's from now on. Called without a lock, at DISPATCH_LEVEL or below.
  virtual void arrive(std::unique_ptr<StreamRequest> request) = 0;
};

struct StreamRequest {
  PIRP irp = nullptr;
  Station* home = nullptr;  // client_return(), or a requester
  bool writes = false;      // the client's data flows into the pin
  ULONG header_size = 0;    // distance between headers
  std::deque<Frame> frames;
  // Under the lock of the queue where it is.
  ULONG open = 0;  // frames that are not done
  NTSTATUS status = STATUS_SUCCESS;
  bool cancelled = false;
};

// Checks and copies the headers of IOCTL_KS_READ_STREAM or _WRITE_STREAM and locks their buffers:
// KsProbeStreamIrp (S-262 to S-266). The IRP is left pending by whoever queues the request.
NTSTATUS make_request(PIRP irp, bool writes, ULONG header_size,
                      std::unique_ptr<StreamRequest>& request);

// Completes the IRPs of clients: status, header copies and Information (S-263).
Station& client_return();

}  // namespace drydock::ks
