// DMA buffers: memory that the GPU reads commands from.
//
// A context has a pool of them; a client that is far ahead of the GPU waits for one. Any thread
// takes one, the scheduler's strand gives it back.
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

// One, with what the driver keeps beside it.
struct DmaBuffer {
  void* memory = nullptr;
  UINT size = 0;
  PHYSICAL_ADDRESS physical{};          // of contiguous memory, or where the GPU sees it now
  UINT segment = 0;                     // the aperture that maps it; 0: contiguous memory, or none
  std::vector<std::byte> private_data;  // zeroed when it is made, the driver's ever after
  std::unique_ptr<vidmm::Tenant> tenant;  // of one that an aperture maps
};

// Contiguous locked memory; false when there is none.
bool make_dma_buffer(DmaBuffer& buffer, UINT size, UINT private_size);
// Pages that an aperture of the tenant's segments maps for the GPU.
bool make_dma_buffer(DmaBuffer& buffer, UINT size, UINT private_size,
                     std::unique_ptr<vidmm::Tenant> tenant);
void free_dma_buffer(DmaBuffer& buffer);

// DMA buffers of one context; a client that is far ahead of the GPU waits for one.
class DmaBuffers {
 public:
  // `device` is the driver's, and `account` whose apertures count for it.
  DmaBuffers(const DXGK_CONTEXTINFO& info, HANDLE device, std::shared_ptr<vidmm::Account> account)
      : bytes_(info.DmaBufferSize),
        private_bytes_(info.DmaBufferPrivateDataSize),
        segments_(info.DmaBufferSegmentSet),
        device_(device),
        account_(std::move(account)) {}
  ~DmaBuffers();
  DmaBuffers(const DmaBuffers&) = delete;
  DmaBuffers& operator=(const DmaBuffers&) = delete;

  // Null when there is no memory for one.
  DmaBuffer* take();
  void give_back(DmaBuffer& buffer);
  // None is at work any more: those that an aperture shows leave it. On the strand that pages.
  void leave(vidmm::VideoMemory& memory);
  // There are some that an aperture shows.
  bool are_in_segments() const { return segments_ != 0; }

 private:
  static constexpr std::size_t kMost = 32;

  bool make(DmaBuffer& buffer) const;

  const UINT bytes_;
  const UINT private_bytes_;
  const UINT segments_;
  const HANDLE device_;
  const std::shared_ptr<vidmm::Account> account_;
  sim::Lock lock_;
  std::vector<std::unique_ptr<DmaBuffer>> all_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<DmaBuffer*> free_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<sim::Strand*> waiters_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::sched
