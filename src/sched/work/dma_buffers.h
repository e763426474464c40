// DMA buffers: memory from which the GPU reads commands.
//
// Each context owns a pool of them. A client that is far ahead of the GPU waits until a buffer is
// free.
//
// Threads: any thread may take a buffer; only the scheduler's strand releases it.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "src/vidmm/tenant.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {
class VideoMemory;
}  // namespace drydock::vidmm

namespace drydock::sched {

// One DMA buffer, with the private data that the driver stores beside it.
struct DmaBuffer {
  void* memory = nullptr;
  UINT size = 0;
  PHYSICAL_ADDRESS physical{};  // the contiguous memory, or where the GPU sees the pages now
  UINT segment = 0;             // the aperture that maps it; 0: contiguous memory, or none
  // Zeroed when the buffer is made. From then on only the driver writes it.
  std::vector<std::byte> private_data;
  std::unique_ptr<vidmm::Tenant> tenant;  // set when an aperture maps the buffer
};

// Allocates contiguous locked memory. False when there is none.
bool make_dma_buffer(DmaBuffer& buffer, UINT size, UINT private_size);
// Allocates pages that an aperture among the tenant's segments maps for the GPU.
bool make_dma_buffer(DmaBuffer& buffer, UINT size, UINT private_size,
                     std::unique_ptr<vidmm::Tenant> tenant);
void free_dma_buffer(DmaBuffer& buffer);

// The DMA buffers of one context.
class DmaBuffers {
 public:
  // `device` is the driver's handle. Buffers in apertures count for `account`.
  DmaBuffers(const DXGK_CONTEXTINFO& info, HANDLE device, std::shared_ptr<vidmm::Account> account)
      : bytes_(info.DmaBufferSize),
        private_bytes_(info.DmaBufferPrivateDataSize),
        segments_(info.DmaBufferSegmentSet),
        device_(device),
        account_(std::move(account)) {}
  ~DmaBuffers();
  DmaBuffers(const DmaBuffers&) = delete;
  DmaBuffers& operator=(const DmaBuffers&) = delete;

  // Waits for a free buffer. Null when there is no memory for one.
  DmaBuffer* take();
  void release(DmaBuffer& buffer);
  // Evicts all buffers that apertures map. No buffer is in use any more. On the strand that pages.
  void leave(vidmm::VideoMemory& memory);
  // True when apertures map the buffers.
  bool are_in_segments() const { return segments_ != 0; }

 private:
  static constexpr std::size_t kMost = 32;

  bool make(DmaBuffer& buffer) const;

  const UINT bytes_;
  const UINT private_bytes_;
  const UINT segments_;
  const HANDLE device_;
  const std::shared_ptr<vidmm::Account> account_;
  sim::Lock lock_{sim::LockRank::kDmaBuffers};
  std::vector<std::unique_ptr<DmaBuffer>> all_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<DmaBuffer*> free_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<sim::Strand*> waiters_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::sched
