// Work on its way to the GPU and back.
//
//   kWaiting ──► kAtHardware ──► kOver        at most once over
//       ▲             │
//       └─ preempted ◄┘
//
// Owner: exactly one at any time. It is the queue of its context, its node, or the function that
// moves it between them. Threads: only the scheduler's strand changes a packet.
#pragma once

#include <cassert>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "src/nt/base/ref.h"
#include "src/sched/work/dma_buffers.h"
#include "src/sched/work/work_source.h"
#include "src/sim/schedule.h"
#include "src/vidmm/tenant.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

// One tenant that a packet names.
struct Use {
  vidmm::Tenant* tenant = nullptr;  // the packet's claims keep it live
  bool is_written = false;
  bool is_unbound = false;    // the driver says that its commands do not touch it
  bool is_elsewhere = false;  // the packet was split, and only other parts of it touch the tenant
  // The place that DxgkDdiRender saw for it; segment 0: none.
  UINT rendered_segment = 0;
  LONGLONG rendered_address = 0;

  bool is_needed() const { return !is_unbound && !is_elsewhere; }
};

// The allocations of a packet, claimed for the GPU until the packet has ended. The object model
// implements it. Cost: one virtual call for all allocations of a packet.
class ClaimedMemory {
 public:
  // Releases the claims that end() has not released.
  virtual ~ClaimedMemory() = default;

  // True when the client destroyed one of the allocations and promised that no work uses it.
  virtual bool names_destroyed() const = 0;
  // K-286: true when an allocation that the work needs left the residency list after the
  // submission.
  virtual bool was_evicted(std::span<const Use> uses) const = 0;

  // K-284: claims all tenants on the device's residency list, until release_residents().
  virtual const std::vector<vidmm::Tenant*>& claim_residents() = 0;
  virtual void release_residents() = 0;

  // The packet has ended. Allocations that wait to be offered are offered, unless it was aborted.
  virtual void end(bool was_aborted) = 0;
  // Claims everything once more, for the second part of a packet that is split. Pending offers move
  // to the second part.
  virtual std::unique_ptr<ClaimedMemory> split() = 0;
};

// A point in a context's queue: the context waits there, or signals when it arrives.
class SyncPoint {
 public:
  virtual ~SyncPoint() = default;

  // True for a signal: the point is passed when all earlier work of the context has ended. False
  // for a wait: it is passed when it is the context's turn.
  virtual bool is_after_work() const = 0;

  // Called on the scheduler's strand when it is the point's turn. If it returns false, the context
  // stops until Scheduler::retry(). It must not wait or call a driver.
  virtual bool pass() = 0;

  // Called on the strand when the context's device failed or ended: the point will never be passed.
  virtual void drop() = 0;
};

// Commands in a DMA buffer, which the driver patches.
struct RenderWork {
  std::vector<DXGK_ALLOCATIONLIST> allocations;  // as the driver sees them, one per use
  std::vector<D3DDDI_PATCHLOCATIONLIST> patches;
  UINT first_patch = 0;  // the first patch location of its part
  UINT patch_count = 0;
  bool is_part = false;  // it is one part of a packet that was split
  bool was_patched = false;
  bool is_under_residency = false;  // its allocations must be on the residency list of its device

  // Digests of memory that its commands must not change (K-379), made while the GPU is idle.
  struct Others {
    std::vector<vidmm::VideoMemory::Seen> seen;
    std::uint64_t moves = 0;
    std::uint64_t submissions = 0;
  } others;
};

// Commands in memory of the client's own. The GPU finds them by their address.
struct AddressedWork {
  D3DGPU_VIRTUAL_ADDRESS commands = 0;
  UINT client_private_bytes = 0;  // how many bytes of the private data came from the client
  std::uint64_t number = 0;       // in the order of its device
  DmaBuffer no_buffer;            // holds only the private data
  // The hardware queue that it is for, with a GPU claim on it. The packet ends when the queue's
  // progress fence reaches the value. A packet without commands only waits for that.
  nt::Ref<HardwareQueue> queue;
  UINT64 progress = 0;
  bool has_commands = true;
};

// A paging buffer.
struct PagingWork {
  // The tenant that it moves. The tenant counts the buffers that move it.
  vidmm::Tenant* paged = nullptr;
};

// A wait or a signal.
struct SyncWork {
  std::unique_ptr<SyncPoint> point;
};

// Switches the GPU away from the context that it has loaded, and does nothing else (K-392).
struct SwitchWork {
  nt::Ref<WorkSource> left;  // the context to leave, with a GPU claim; empty: paging
};

// Suspends the hardware queues of its context (K-463).
struct SuspendWork {
  UINT64 fence = 0;  // the driver signals it when the suspension is complete
  DmaBuffer no_buffer;
};

struct Packet {
  using Work =
      std::variant<RenderWork, AddressedWork, PagingWork, SyncWork, SwitchWork, SuspendWork>;
  enum class Stage : std::uint8_t { kWaiting, kAtHardware, kOver };

  Packet(Work of, UINT on_node) : work(std::move(of)), node(on_node) {}
  Packet(const Packet&) = delete;
  Packet& operator=(const Packet&) = delete;

  template <typename T>
  bool is() const {
    return std::holds_alternative<T>(work);
  }
  template <typename T>
  T& as() {
    assert(is<T>());
    return *std::get_if<T>(&work);
  }
  template <typename T>
  const T& as() const {
    assert(is<T>());
    return *std::get_if<T>(&work);
  }
  // The hardware queue that it is for; null: none.
  HardwareQueue* queue() const {
    const auto* const addressed = std::get_if<AddressedWork>(&work);
    return addressed != nullptr ? addressed->queue.get() : nullptr;
  }

  // True when the driver reports its end by a fence of the node.
  bool has_fence() const { return queue() == nullptr && !is<SuspendWork>(); }
  // True when it runs before the other packet of its context.
  bool is_before(const Packet& other) const {
    return number != other.number ? number < other.number : begin < other.begin;
  }

  Stage stage() const { return stage_; }
  bool is_at_hardware() const { return stage_ == Stage::kAtHardware; }
  void send() {
    assert(stage_ == Stage::kWaiting);
    stage_ = Stage::kAtHardware;
    submitted_at = sim::now();
  }
  void come_back() {
    assert(stage_ == Stage::kAtHardware);
    stage_ = Stage::kWaiting;
  }
  void end() {
    assert(stage_ != Stage::kOver);
    stage_ = Stage::kOver;
  }

  Work work;
  const UINT node;
  nt::Ref<WorkSource> context;  // holds one GPU claim; empty for paging and switches
  std::uint64_t number = 0;     // in the order of its context

  // Its part of a DMA buffer.
  DmaBuffer* dma = nullptr;
  UINT begin = 0;  // the first byte of its part; 0 unless the packet was split
  UINT bytes = 0;  // the end of its part
  UINT private_bytes = 0;
  bool null_rendering = false;

  // The tenants that it needs. They are pinned from its preparation until it ends or is preempted.
  std::vector<Use> uses;
  std::unique_ptr<ClaimedMemory> claims;  // on the uses; null when it names no memory of a client
  // The residents of its device, claimed and pinned.
  const std::vector<vidmm::Tenant*>* residents = nullptr;
  vidmm::PageTables* tables = nullptr;  // the page tables of its process, pinned as long
  bool is_pinned = false;

  // Valid while it is at the hardware.
  UINT fence = 0;
  sim::Time submitted_at = 0;
  bool was_given_time = false;  // its time was extended once, because its interrupt had come
  bool is_asked_back = false;   // preemption was requested while it was at the hardware
  bool was_preempted = false;
  bool is_refused = false;  // the driver did not take it; it ends when it is the oldest

  bool was_aborted = false;         // a reset or the end of its device ended it
  std::function<void()> when_over;  // called on the scheduler's strand when its DMA buffer is free

 private:
  Stage stage_ = Stage::kWaiting;
};

// The part of the DMA buffer that the packet has, and its private data, as entry points name them.
template <typename Arguments>
void describe_buffer(const Packet& packet, Arguments& arguments) {
  arguments.DmaBufferSize = packet.dma->size;
  arguments.DmaBufferSubmissionStartOffset = packet.begin;
  arguments.DmaBufferSubmissionEndOffset = packet.bytes;
  arguments.pDmaBufferPrivateData = packet.dma->private_data.data();
  arguments.DmaBufferPrivateDataSize = static_cast<UINT>(packet.dma->private_data.size());
  arguments.DmaBufferPrivateDataSubmissionEndOffset = packet.private_bytes;
}

// A packet of commands with its lists, as entry points name them.
template <typename Arguments>
void describe(const Packet& packet, Arguments& arguments) {
  const RenderWork& work = packet.as<RenderWork>();
  describe_buffer(packet, arguments);
  arguments.hContext = packet.context->driver();
  arguments.pDmaBuffer = packet.dma->memory;
  arguments.pAllocationList = work.allocations.data();
  arguments.AllocationListSize = static_cast<UINT>(work.allocations.size());
  arguments.pPatchLocationList = work.patches.data();
  arguments.PatchLocationListSize = static_cast<UINT>(work.patches.size());
  arguments.PatchLocationListSubmissionStart = work.first_patch;
  arguments.PatchLocationListSubmissionLength = work.patch_count;
}

using Packets = std::vector<std::unique_ptr<Packet>>;

// Takes one GPU claim each on its context and its queue. False, with no claim, when one of them is
// being destroyed.
bool claim_for(const Packet& packet);

// Puts the device of the packet in error, if the packet has one.
void fail_device(const Packet& packet, D3DKMT_DEVICEEXECUTION_STATE why);

}  // namespace drydock::sched
