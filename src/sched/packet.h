// Work on its way to the GPU and back.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "src/dxgk/memory/allocation.h"
#include "src/dxgk/object/object.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/hw_queue.h"
#include "src/sim/schedule.h"
#include "src/vidmm/tenant.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

// Memory that the GPU reads commands from, with what the driver keeps beside it.
struct DmaBuffer {
  void* memory = nullptr;
  UINT size = 0;
  PHYSICAL_ADDRESS physical{};          // of contiguous memory, or where the GPU sees it now
  UINT segment = 0;                     // the aperture that shows it; 0: contiguous memory, or none
  std::vector<std::byte> private_data;  // zeroed when it is made, the driver's ever after
  std::unique_ptr<vidmm::Tenant> tenant;  // of one that an aperture shows
};

// Contiguous locked memory; false when there is none.
bool make_dma_buffer(DmaBuffer& buffer, UINT size, UINT private_size);
// Pages that an aperture of the tenant's segments shows to the GPU.
bool make_dma_buffer(DmaBuffer& buffer, UINT size, UINT private_size,
                     std::unique_ptr<vidmm::Tenant> tenant);
void free_dma_buffer(DmaBuffer& buffer);

// One allocation that a packet names: it holds one GPU claim on the binding until the packet is
// over.
struct Use {
  dxgk::Ref<dxgk::Binding> binding;
  dxgk::Instance* instance;  // of the binding's allocation
  bool is_written = false;
  bool is_unbound = false;    // the driver says that its commands do not touch it
  bool is_elsewhere = false;  // only other parts of a packet that was split touch it
  // Where DxgkDdiRender was told that it is; segment 0: it was not told.
  UINT rendered_segment = 0;
  LONGLONG rendered_address = 0;
  UINT offer_priority = 0;  // offered when the packet is over; 0: not

  bool is_needed() const { return !is_unbound && !is_elsewhere; }
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

struct Packet {
  // kSwitch: nothing but away from the context that the GPU has loaded. kSuspend: its context's
  // hardware queues are taken back.
  enum class Kind : std::uint8_t { kRender, kVirtual, kPaging, kSync, kSwitch, kSuspend };

  Kind kind = Kind::kRender;
  dxgk::Ref<dxgk::Context> context;  // holds one GPU claim; empty for paging and kSwitch
  dxgk::Ref<dxgk::Context> left;     // by kSwitch, with a GPU claim; empty: paging
  vidmm::Tenant* paged = nullptr;    // what kPaging moves: it counts there
  std::unique_ptr<SyncPoint> sync;   // of kSync
  // Of kVirtual: commands of the client's own, which the GPU finds by their address.
  struct Virtual {
    D3DGPU_VIRTUAL_ADDRESS commands = 0;
    UINT client_private_bytes = 0;  // of the private data, as many came from the client
    std::uint64_t number = 0;       // in the order of its device
    DmaBuffer no_buffer;            // has the private data
    bool is_refused = false;        // its driver called it malformed: over when it is the oldest
  } by_address;
  // Of kVirtual for a hardware queue, with a GPU claim on it. Over when the queue's progress fence
  // comes to the value; without commands it only waits for that.
  dxgk::Ref<dxgk::HwQueue> queue;
  UINT64 progress = 0;  // of kSuspend: by which the driver tells of its end
  bool has_commands = true;
  UINT node = 0;
  std::uint64_t number = 0;  // in the order of its context
  DmaBuffer* dma = nullptr;
  UINT begin = 0;  // of a packet that was split: where in the DMA buffer its part begins
  UINT bytes = 0;  // where it ends
  UINT private_bytes = 0;
  std::vector<Use> uses;
  // What its device has on its residency list, claimed and pinned while it is at the hardware.
  std::vector<dxgk::Ref<dxgk::Binding>> residents;
  vidmm::PageTables* tables = nullptr;           // by which the GPU finds it all, pinned as long
  std::vector<DXGK_ALLOCATIONLIST> allocations;  // as the driver sees them, one for each use
  std::vector<D3DDDI_PATCHLOCATIONLIST> patches;
  UINT first_patch = 0;  // of its part
  UINT patch_count = 0;
  bool is_part = false;

  // What no command of its own may change, as it was when the GPU had nothing else to do (K-379).
  struct Others {
    std::vector<vidmm::VideoMemory::Seen> seen;
    std::uint64_t moves = 0;
    std::uint64_t submissions = 0;
  } others;

  UINT fence = 0;
  sim::Time submitted_at = 0;
  bool was_given_time = false;  // once more, because its interrupt had come
  bool null_rendering = false;
  bool is_under_residency = false;  // what it names has to be on the list of its device
  bool was_preempted = false;
  bool was_patched = false;
  bool is_asked_back = false;  // it was at the hardware when preemption was asked for
  bool is_at_hardware = false;
  bool is_pinned = false;
  bool was_aborted = false;         // its end is that of a reset or of its device
  std::function<void()> when_over;  // on the scheduler's strand: its DMA buffer is free

  // Its part of the DMA buffer, in the words that entry points have for it.
  template <typename Arguments>
  void describe(Arguments& arguments) const {
    arguments.hContext = context->driver();
    arguments.pDmaBuffer = dma->memory;
    arguments.DmaBufferSize = dma->size;
    arguments.DmaBufferSubmissionStartOffset = begin;
    arguments.DmaBufferSubmissionEndOffset = bytes;
    arguments.pDmaBufferPrivateData = dma->private_data.data();
    arguments.DmaBufferPrivateDataSize = static_cast<UINT>(dma->private_data.size());
    arguments.DmaBufferPrivateDataSubmissionEndOffset = private_bytes;
    arguments.pAllocationList = allocations.data();
    arguments.AllocationListSize = static_cast<UINT>(allocations.size());
    arguments.pPatchLocationList = patches.data();
    arguments.PatchLocationListSize = static_cast<UINT>(patches.size());
    arguments.PatchLocationListSubmissionStart = first_patch;
    arguments.PatchLocationListSubmissionLength = patch_count;
  }

  // The driver tells of its end by a fence of the node.
  bool has_fence() const { return !queue && kind != Kind::kSuspend; }

  // It runs before the other one of its context.
  bool is_before(const Packet& other) const {
    return number != other.number ? number < other.number : begin < other.begin;
  }
};

// One GPU claim each on its context and its queue; none when one of them is going.
bool claim_for(const Packet& packet);

}  // namespace drydock::sched
