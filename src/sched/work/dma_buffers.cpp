#include "src/sched/work/dma_buffers.h"

#include <algorithm>
#include <cassert>

#include "src/nt/base/fault_point.h"
#include "src/nt/mm/physical.h"
#include "src/vidmm/buffer_end.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {
namespace {

std::vector<nt::PageFrame> frames_from(nt::PageFrame first, std::size_t pages) {
  std::vector<nt::PageFrame> frames(pages);
  for (std::size_t i = 0; i < pages; ++i) frames[i] = first + i;
  return frames;
}

}  // namespace

bool make_dma_buffer(DmaBuffer& buffer, UINT size, UINT private_size) {
  if (size == 0 || nt::fails_here(sim::FaultKind::kContiguous)) return false;
  const std::size_t pages = nt::pages_of(size);
  const auto first = nt::take_run(pages, {});
  if (!first) return false;
  const std::vector<nt::PageFrame> frames = frames_from(*first, pages);
  buffer.memory = nt::map_frames(frames);
  if (buffer.memory == nullptr) {
    nt::free_frames(frames);
    return false;
  }
  buffer.size = size;
  vidmm::mark_end(buffer.memory, size);
  buffer.physical.QuadPart = static_cast<LONGLONG>(*first * nt::kPageBytes);
  buffer.private_data.assign(private_size, std::byte{0});
  return true;
}

bool make_dma_buffer(DmaBuffer& buffer, UINT size, UINT private_size,
                     std::unique_ptr<vidmm::Tenant> tenant) {
  if (size == 0 || nt::fails_here(sim::FaultKind::kObject)) return false;
  assert(tenant->size() >= size);
  tenant->cpu.has_content.store(true, std::memory_order_relaxed);
  buffer.memory = tenant->backing.map(tenant->size());
  if (buffer.memory == nullptr) return false;
  buffer.size = size;
  vidmm::mark_end(buffer.memory, size);
  buffer.private_data.assign(private_size, std::byte{0});
  buffer.tenant = std::move(tenant);
  return true;
}

void free_dma_buffer(DmaBuffer& buffer) {
  if (buffer.memory == nullptr || buffer.tenant != nullptr) return;
  const auto first = static_cast<nt::PageFrame>(buffer.physical.QuadPart) / nt::kPageBytes;
  nt::unmap_view(buffer.memory);
  nt::free_frames(frames_from(first, nt::pages_of(buffer.size)));
  buffer.memory = nullptr;
}

DmaBuffers::~DmaBuffers() {
  for (const auto& buffer : all_) free_dma_buffer(*buffer);
}

bool DmaBuffers::make(DmaBuffer& buffer) const {
  if (segments_ == 0) return make_dma_buffer(buffer, bytes_, private_bytes_);
  auto tenant = std::make_unique<vidmm::Tenant>();
  tenant->describe({.size = nt::pages_of(bytes_) * nt::kPageBytes, .account = account_});
  tenant->set_device(device_);
  tenant->wishes.segments = segments_;
  return make_dma_buffer(buffer, bytes_, private_bytes_, std::move(tenant));
}

void DmaBuffers::leave(vidmm::VideoMemory& memory) {
  std::vector<vidmm::Tenant*> tenants;
  {
    const sim::Hold hold(lock_);
    for (const auto& buffer : all_) tenants.push_back(buffer->tenant.get());
  }
  for (vidmm::Tenant* tenant : tenants) memory.discard(*tenant);
}

DmaBuffer* DmaBuffers::take() {
  for (;;) {
    {
      const sim::Hold hold(lock_);
      if (!free_.empty()) {
        DmaBuffer* const buffer = free_.back();
        free_.pop_back();
        return buffer;
      }
      if (all_.size() < kMost) {
        auto made = std::make_unique<DmaBuffer>();
        if (!make(*made)) return nullptr;
        all_.push_back(std::move(made));
        return all_.back().get();
      }
      waiters_.push_back(&sim::current());
    }
    if (sim::park() != sim::Woken::kStuck) continue;
    const sim::Hold hold(lock_);
    std::erase(waiters_, &sim::current());
    return nullptr;
  }
}

void DmaBuffers::release(DmaBuffer& buffer) {
  const sim::Hold hold(lock_);
  free_.push_back(&buffer);
  for (sim::Strand* waiter : waiters_) sim::unpark(*waiter);
  waiters_.clear();
}

}  // namespace drydock::sched
