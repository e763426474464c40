// Frames, and the requests that carry them.
//
// A stream IRP holds one or more headers; each is a frame. The request travels from station to
// station of a circuit: a queue, the queue of the pin that is connected, and at last the client
// whose IRP it is or the requester that recycles it.
//
// Owner: the station where the request is. Threads: the fields that a queue works with are under
// that queue's lock; the others do not change while the request travels.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "src/ks/base/wdk.h"
#include "src/ks/queue/some_queue_lock.h"
#include "src/ks/queue/vram_frame.h"
#include "src/rules/stack.h"
#include "src/sim/schedule.h"

namespace drydock::ks {

class Queue;
struct StreamRequest;

// The state of a frame in a queue. It goes round in this order, and begins again with the next
// queue.
enum class FrameState : std::uint8_t {
  kOutside,  // in no queue: not yet, or the queue is done with it
  kAhead,    // an edge has not passed it; the edges have one reference together
  kPassed,   // the edges have passed it, clones still refer to it
};

struct Frame {
  StreamRequest* request = nullptr;
  KSSTREAM_HEADER* header = nullptr;  // in pool; the driver writes into it
  ULONG extent = 0;      // the client's size of the buffer: the driver may have changed the header
  void* data = nullptr;  // the buffer in system space; null for a frame without data
  void* buffer = nullptr;  // as the client named it
  PMDL mdl = nullptr;
  std::unique_ptr<VramFrame> vram;  // null: the frame has a buffer

  // The digest of data that the sink must not change (S-033). For the station that has the request.
  std::optional<std::uint64_t> digest;

  // The lock is that of the queue where the request is.
  FrameState state DRYDOCK_GUARDED_BY(some_queue_lock) = FrameState::kOutside;
  // References of the edges together and of each clone; the frame is done at zero.
  std::uint32_t references DRYDOCK_GUARDED_BY(some_queue_lock) = 0;
  // Pointers that hold it locked. It cannot be cancelled then.
  std::uint32_t locks DRYDOCK_GUARDED_BY(some_queue_lock) = 0;

  // The queue has taken it: the edges have their reference.
  void enter_queue() DRYDOCK_REQUIRES(some_queue_lock);
  // The last edge has passed it, or it is cancelled. The caller releases the edges' reference.
  void pass() DRYDOCK_REQUIRES(some_queue_lock);
  // True when that was the last reference: the queue is done with it.
  bool release() DRYDOCK_REQUIRES(some_queue_lock);
  // The driver is dead: whatever pointed to it does no longer.
  void abandon() DRYDOCK_REQUIRES(some_queue_lock);

  std::vector<std::byte> mappings
      DRYDOCK_GUARDED_BY(some_queue_lock);  // made at the first lock (mapping.h)
  ULONG mapping_count DRYDOCK_GUARDED_BY(some_queue_lock) = 0;
};

// A digest of the bytes that the header says are used.
std::uint64_t digest_of(const Frame& frame);

// A place where a request can be.
class Station {
 public:
  virtual ~Station() = default;
  // Takes the request over. Called without a lock, at DISPATCH_LEVEL or below.
  virtual void arrive(std::unique_ptr<StreamRequest> request) = 0;
};

// A frame that the minidriver brought itself (S-212), as it gets it back.
struct Injected {
  void* data = nullptr;
  ULONG size = 0;
  PMDL mdl = nullptr;
  void* context = nullptr;
};

// The state of a stream request.
enum class RequestState : std::uint8_t {
  kTravelling,  // between two stations, or at home
  kQueued,      // the request's frames are in a queue
  kHeld,        // in a queue, behind the end of a stream: its frames are not in order yet (S-202)
  kCancelled,   // goes home as soon as no frame of it is locked
};

struct StreamRequest {
  PIRP irp = nullptr;
  Station* home = nullptr;  // client_return(), or a requester
  bool writes = false;      // the client's data flows into the pin
  ULONG header_size = 0;    // distance between headers
  ULONG spare = 0;          // bytes behind the headers that must not be written (S-124)
  std::deque<Frame> frames;
  std::optional<Injected> injected;
  // Set when the client knows that its IRP is pending, so that the host may complete the IRP when
  // the driver dies. Null for IRPs of the host's own.
  std::shared_ptr<std::atomic<bool>> pended;
  NTSTATUS status = STATUS_SUCCESS;  // also of a request that is in no queue
  // The lock is that of the queue in which the request is.
  RequestState state DRYDOCK_GUARDED_BY(some_queue_lock) = RequestState::kTravelling;
  ULONG open DRYDOCK_GUARDED_BY(some_queue_lock) = 0;  // frames that the queue is not done with
  sim::Time cancelled_at DRYDOCK_GUARDED_BY(some_queue_lock) = 0;  // when it is cancelled

  bool is_cancelled() const DRYDOCK_REQUIRES(some_queue_lock) {
    return state == RequestState::kCancelled;
  }
  // Asserts that the request may go there from where it is.
  void enter(RequestState to) DRYDOCK_REQUIRES(some_queue_lock);
};

// The parameters of KsProbeStreamIrp's checks and copies (S-262 to S-266).
struct Probe {
  bool writes = false;
  ULONG header_size = 0;  // the size of an extended header; 0: plain ones only
  bool format_change = false;
  ULONG spare = 0;
};

// The headers behind AssociatedIrp.SystemBuffer, copied once and checked; `size` apart.
NTSTATUS probe_headers(PIRP irp, const Probe& probe, ULONG& size, ULONG& count);
// Returns one of the copied headers.
KSSTREAM_HEADER& header_at(PIRP irp, ULONG size, ULONG index);
// An MDL for one buffer at the end of the IRP's chain; completion unlocks and frees it.
NTSTATUS add_mdl(PIRP irp, const KSSTREAM_HEADER& header, PMDL& mdl);

// The same for IOCTL_KS_READ_STREAM or _WRITE_STREAM, with the buffers locked. The caller marks the
// IRP pending when it queues the request.
NTSTATUS make_request(PIRP irp, bool writes, ULONG header_size,
                      std::unique_ptr<StreamRequest>& request);

// Completes the IRPs of clients: status, header copies and Information (S-263).
Station& client_return();

}  // namespace drydock::ks
