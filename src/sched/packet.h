// Work on its way to the GPU and back.
//
//   kWaiting ──► kAtHardware ──► kOver        at most once over
//       ▲             │
//       └─ preempted ◄┘
//
// A packet belongs to the queue of its context, to its node, or to the one who moves it between
// them: there is one owner at any time. The scheduler's strand alone changes one.
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
#include "src/sched/dma_buffers.h"
#include "src/sched/work_source.h"
#include "src/sim/schedule.h"
#include "src/vidmm/tenant.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

// One tenant that a packet names.
struct Use {
  vidmm::Tenant* tenant = nullptr;  // the packet's claims keep it
  bool is_written = false;
  bool is_unbound = false;    // the driver says that its commands do not touch it
  bool is_elsewhere = false;  // only other parts of a packet that was split touch it
  // The place that DxgkDdiRender got for it; segment 0: it got none.
  UINT rendered_segment = 0;
  LONGLONG rendered_address = 0;

  bool is_needed() const { return !is_unbound && !is_elsewhere; }
};

// The allocations of a packet, as their owner sees them: claimed for the GPU until the packet is
// over. The object model implements it; one virtual call for all allocations of a packet.
class ClaimedMemory {
 public:
  // Releases what was not released by end().
  virtual ~ClaimedMemory() = default;

  // Its client destroyed one of them, and promised that no work uses it.
  virtual bool is_gone() const = 0;
  // K-286: one that is needed has left the residency list since the work was submitted.
  virtual bool was_evicted(std::span<const Use> uses) const = 0;

  // K-284: what the residency list of the device has now, claimed until release_residents().
  virtual const std::vector<vidmm::Tenant*>& claim_residents() = 0;
  virtual void release_residents() = 0;

  // The packet is over: what is to be offered is offered, unless the packet was aborted.
  virtual void end(bool was_aborted) = 0;
  // For the rest of a packet that is split: each claim once again. What is to be offered the rest
  // offers.
  virtual std::unique_ptr<ClaimedMemory> split() = 0;
};

// A place in a context's queue where it waits for something, or tells that it came by.
class SyncPoint {
 public:
  virtual ~SyncPoint() = default;

  // True: only when all earlier work of the context is over (a signal). False: when it is the
  // context's turn (a wait).
  virtual bool is_after_work() const = 0;

  // On the scheduler's strand, when it is the point's turn. False: the context goes no further, and
  // Scheduler::retry() asks again. Does not wait, and calls no driver.
  virtual bool pass() = 0;

  // On the strand: the context's device failed or ended, and the point will never be passed.
  virtual void drop() = 0;
};

// Commands in a DMA buffer, which the driver patches.
struct RenderWork {
  std::vector<DXGK_ALLOCATIONLIST> allocations;  // as the driver sees them, one for each use
  std::vector<D3DDDI_PATCHLOCATIONLIST> patches;
  UINT first_patch = 0;  // of its part
  UINT patch_count = 0;
  bool is_part = false;  // of a packet that was split
  bool was_patched = false;
  bool is_under_residency = false;  // what it names has to be on the list of its device

  // What no command of its own may change, as it was when the GPU had nothing else to do (K-379).
  struct Others {
    std::vector<vidmm::VideoMemory::Seen> seen;
    std::uint64_t moves = 0;
    std::uint64_t submissions = 0;
  } others;
};

// Commands of the client's own, which the GPU finds by their address.
struct AddressedWork {
  D3DGPU_VIRTUAL_ADDRESS commands = 0;
  UINT client_private_bytes = 0;  // of the private data, as many came from the client
  std::uint64_t number = 0;       // in the order of its device
  DmaBuffer no_buffer;            // has the private data
  bool is_refused = false;        // its driver called it malformed: over when it is the oldest
  // For a hardware queue, with a GPU claim on it. Over when the queue's progress fence comes to the
  // value; without commands it only waits for that.
  nt::Ref<HardwareQueue> queue;
  UINT64 progress = 0;
  bool has_commands = true;
};

// A paging buffer.
struct PagingWork {
  vidmm::Tenant* paged = nullptr;  // what it moves: it counts there
};

// A wait or a signal.
struct SyncWork {
  std::unique_ptr<SyncPoint> point;
};

// Nothing but away from the context that the GPU has loaded (K-392).
struct SwitchWork {
  nt::Ref<WorkSource> left;  // with a GPU claim; empty: paging
};

// The hardware queues of its context are taken back (K-463).
struct SuspendWork {
  UINT64 fence = 0;  // by which the driver tells of its end
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

  // The driver tells of its end by a fence of the node.
  bool has_fence() const { return queue() == nullptr && !is<SuspendWork>(); }
  // It runs before the other one of its context.
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
  UINT begin = 0;  // of a packet that was split: where in the DMA buffer its part begins
  UINT bytes = 0;  // where it ends
  UINT private_bytes = 0;
  bool null_rendering = false;

  // What it needs in memory, pinned from its preparation until it is over or comes back.
  std::vector<Use> uses;
  std::unique_ptr<ClaimedMemory> claims;  // of the uses; null when it names nothing of a client's
  const std::vector<vidmm::Tenant*>* residents = nullptr;  // of its device, claimed and pinned
  vidmm::PageTables* tables = nullptr;  // by which the GPU finds it all, pinned as long
  bool is_pinned = false;

  // At the hardware.
  UINT fence = 0;
  sim::Time submitted_at = 0;
  bool was_given_time = false;  // once more, because its interrupt had come
  bool is_asked_back = false;   // preemption was asked for while it was there
  bool was_preempted = false;

  bool was_aborted = false;         // its end is that of a reset or of its device
  std::function<void()> when_over;  // on the scheduler's strand: its DMA buffer is free

 private:
  Stage stage_ = Stage::kWaiting;
};

// The part of the DMA buffer that is a packet of commands, as entry points name it.
template <typename Arguments>
void describe(const Packet& packet, Arguments& arguments) {
  const RenderWork& work = packet.as<RenderWork>();
  arguments.hContext = packet.context->driver();
  arguments.pDmaBuffer = packet.dma->memory;
  arguments.DmaBufferSize = packet.dma->size;
  arguments.DmaBufferSubmissionStartOffset = packet.begin;
  arguments.DmaBufferSubmissionEndOffset = packet.bytes;
  arguments.pDmaBufferPrivateData = packet.dma->private_data.data();
  arguments.DmaBufferPrivateDataSize = static_cast<UINT>(packet.dma->private_data.size());
  arguments.DmaBufferPrivateDataSubmissionEndOffset = packet.private_bytes;
  arguments.pAllocationList = work.allocations.data();
  arguments.AllocationListSize = static_cast<UINT>(work.allocations.size());
  arguments.pPatchLocationList = work.patches.data();
  arguments.PatchLocationListSize = static_cast<UINT>(work.patches.size());
  arguments.PatchLocationListSubmissionStart = work.first_patch;
  arguments.PatchLocationListSubmissionLength = work.patch_count;
}

// One GPU claim each on its context and its queue; none when one of them is going.
bool claim_for(const Packet& packet);

}  // namespace drydock::sched
