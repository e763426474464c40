// Stream allocators, and the promise about DeleteAllocator.
//
// An allocator is a file object below a pin. Its frames come from a FrameSource: pool, a
// minidriver's KSALLOCATOR_DISPATCH, or the routines of KsCreateDefaultAllocatorEx. The source's
// destructor calls the minidriver's DeleteAllocator: once for each InitializeAllocator that
// succeeded (S-007), with that context (S-001), after the last frame was freed (S-005), with no
// allocation to follow (S-004), at PASSIVE_LEVEL under the control mutex, before the pin's Close
// (S-208).
//
//   created ──► kServing ──► kClosing ──────────► kDeleted
//      │fail      │           no allocation;        DeleteAllocator
//      └ nothing  └ frames    frames come back      after the last is back
//        to delete  go out
//
// A handle and a pin that it is assigned to keep the file alive, and so does a frame that is out.
// Closing begins when the last of these is released.
//
// Requests that find no free frame wait in order (S-060, S-061); the function table never waits
// (S-066).
//
// Cost: one short lock for a frame from the free list; two and the call of the driver for one of a
// minidriver's, whose memory is checked again only when memory has changed. Owner: the file object.
// Threads: any; the function table up to DISPATCH_LEVEL.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "src/ks/base/event.h"
#include "src/ks/description/framing.h"
#include "src/ks/object/header.h"
#include "src/nt/driver/driver.h"
#include "src/nt/pool/pool.h"
#include "src/rules/stack.h"
#include "src/sim/lock.h"

namespace drydock::ks {

class StreamingPin;

// The source of an allocator's frames. The destructor calls DeleteAllocator.
class FrameSource {
 public:
  virtual ~FrameSource() = default;
  virtual void* allocate() = 0;  // null: no memory
  virtual void free(void* frame) = 0;
  virtual void note_block(const nt::PoolBlockInfo&) {}  // a frame is the begin of a pool block
  virtual std::string describe() const = 0;
  virtual bool serves_at_dispatch() const = 0;  // frames lie in nonpaged memory (S-064)
  virtual bool may_recycle() const = 0;         // a frame that came back may go out again (S-053)
};

std::unique_ptr<FrameSource> pool_source(const KSALLOCATOR_FRAMING& framing);
// Calls InitializeAllocator. When that fails there is no source, and its status is returned.
NTSTATUS minidriver_source(std::shared_ptr<StreamingPin> pin, const KSALLOCATOR_DISPATCH& dispatch,
                           const KSALLOCATOR_FRAMING& framing,
                           std::unique_ptr<FrameSource>& source);

struct ExternalRoutines {
  PVOID initial_context = nullptr;
  PFNKSDEFAULTALLOCATE allocate = nullptr;
  PFNKSDEFAULTFREE free = nullptr;
  PFNKSINITIALIZEALLOCATOR initialize = nullptr;
  PFNKSDELETEALLOCATOR remove = nullptr;
};
NTSTATUS external_source(nt::Driver& driver, const ExternalRoutines& routines,
                         const KSALLOCATOR_FRAMING& framing, std::unique_ptr<FrameSource>& source);

class Allocator final : public Target {
 public:
  Allocator(std::shared_ptr<StreamingPin> pin, const KSALLOCATOR_FRAMING& framing,
            std::unique_ptr<FrameSource> source);
  ~Allocator() override;

  // IRP_MJ_CREATE with KSSTRING_Allocator below a pin: the minidriver's when it has one, else pool.
  // Does not complete the IRP.
  static NTSTATUS create(StreamingPin& pin, PIRP irp, std::shared_ptr<Allocator>& made);
  // KsCreateDefaultAllocatorEx.
  static NTSTATUS create(PIRP irp, const ExternalRoutines& routines);

  const KSALLOCATOR_FRAMING& framing() const { return framing_; }
  const FrameSource& source() const { return *source_; }
  EventList& events() { return events_; }
  const std::shared_ptr<StreamingPin>& pin() const { return pin_; }
  ULONG outstanding() const;
  bool is_out(const void* frame) const;
  // S-075: one source pin takes frames from an allocator. False when another one does already.
  bool assign_to(const KSPIN& source);
  void release(const KSPIN& source);

  // A frame, or null at once. A frame that is new from the source is checked for alignment, overlap
  // and place (S-017).
  void* take();
  // Releases a frame; returns false when it is not out (S-018). Signals the free-frame event and
  // serves the oldest request that waits, by a worker when above PASSIVE_LEVEL (S-067).
  bool release_frame(void* frame);
  // KSMETHOD_STREAMALLOCATOR_ALLOC: a frame, or the request waits.
  NTSTATUS take_or_wait(PIRP irp, void*& frame);
  void cancel_waiting(PIRP irp);

  // The driver is dead: answers the requests that wait.
  void abandon() { answer_waiting(STATUS_DEVICE_REMOVED); }

  // Ends allocation, frees every frame, then calls DeleteAllocator (S-208). The first call does it.
  void shut_down();

  NTSTATUS control(PIRP irp) override;
  NTSTATUS cleanup(PIRP irp) override;  // waiting requests are cancelled, events freed (S-069)
  NTSTATUS close(PIRP irp) override;

 private:
  enum class Life : std::uint8_t { kServing, kClosing, kDeleted };

  void enter(Life to) DRYDOCK_REQUIRES(lock_);
  bool reserve(void*& recycled);
  bool admit(void* frame);
  bool overlaps_locked(const void* frame) const DRYDOCK_REQUIRES(lock_);
  bool check(void* frame);
  void remember(void* frame, std::uint64_t seen_at);
  template <class Fault>
  void check_pool(const nt::PoolBlockInfo& block, const Fault& fault) const;
  bool wants_pool() const;
  void serve(PIRP irp, void* frame);
  void answer_waiting(NTSTATUS status);

  const std::shared_ptr<StreamingPin>
      pin_;  // null for an allocator of a driver without AVStream pins
  const KSALLOCATOR_FRAMING framing_;
  std::unique_ptr<FrameSource> source_;
  EventList events_;
  mutable sim::Lock lock_;
  std::vector<void*> out_ DRYDOCK_GUARDED_BY(lock_);
  ULONG reserved_ DRYDOCK_GUARDED_BY(lock_) = 0;  // being allocated
  std::vector<void*> free_ DRYDOCK_GUARDED_BY(lock_);
  std::deque<PIRP> waiting_ DRYDOCK_GUARDED_BY(lock_);
  // Frames that were checked since memory last changed, as far as they lie in memory whose changes
  // are counted (src/nt/mm/memory_changes.h).
  std::vector<void*> known_ DRYDOCK_GUARDED_BY(lock_);
  std::uint64_t known_at_ DRYDOCK_GUARDED_BY(lock_) = 0;
  // A client has enabled an event once. Spares a lock where none does.
  std::atomic<bool> has_listeners_ = false;
  Life life_ DRYDOCK_GUARDED_BY(lock_) = Life::kServing;
  const KSPIN* source_pin_ DRYDOCK_GUARDED_BY(lock_) = nullptr;
};

// The framing that a create request asks for, checked (S-055).
NTSTATUS requested_framing(PIRP irp, KSALLOCATOR_FRAMING& framing);

// Returns how many files of allocators were closed so far. A file that led to an allocator may lead
// to none after the number has changed.
std::uint64_t closed_allocators();

// The allocator behind a file object of ours; null when it is none.
std::shared_ptr<Allocator> allocator_of(PFILE_OBJECT file);

}  // namespace drydock::ks
