#include "frame_pool.h"

#include "camera.h"

namespace {

constexpr ULONG kMostFrames = 64;
constexpr ULONG kMostBytes = 64 * 1024 * 1024;
constexpr ULONG kFrames = 2;          // if the connection asks for no number
constexpr ULONG kCacheLine = 64 - 1;  // slices share no cache line

class FramePool {
 public:
  static NTSTATUS make(PKSPIN pin, const KSALLOCATOR_FRAMING& framing, FramePool*& made);
  ~FramePool();

  void* take();
  void give_back(void* frame);

 private:
  FramePool(PDMA_ADAPTER adapter, ULONG slice, ULONG count);

  const PDMA_ADAPTER adapter_;
  const ULONG slice_;
  const ULONG count_;
  UCHAR* base_ = nullptr;
  PHYSICAL_ADDRESS logical_ = {};
  volatile LONG64 taken_ = 0;  // a bit a slice
};

FramePool::FramePool(PDMA_ADAPTER adapter, ULONG slice, ULONG count)
    : adapter_(adapter), slice_(slice), count_(count) {}

// A connection that insists on pool memory, or on frames that the pin's framing excludes, cannot be
// served from this buffer (S-031, S-056).
NTSTATUS FramePool::make(PKSPIN pin, const KSALLOCATOR_FRAMING& framing, FramePool*& made) {
  const Camera& camera = Camera::of(KsPinGetDevice(pin));
  const auto& range = pin->Descriptor->AllocatorFraming->FramingItem[0].FramingRange.Range;
  if ((framing.OptionsFlags & KSALLOCATOR_OPTIONF_SYSTEM_MEMORY) != 0) return STATUS_NOT_SUPPORTED;
  if (framing.FrameSize < range.MinFrameSize || framing.FrameSize > range.MaxFrameSize) {
    return STATUS_INVALID_PARAMETER;
  }
  const ULONG mask = framing.FileAlignment | kCacheLine;
  const ULONG count = framing.Frames == 0 ? kFrames : framing.Frames;
  if ((mask & (mask + 1)) != 0 || mask >= PAGE_SIZE) return STATUS_INVALID_PARAMETER;
  if (count > kMostFrames || framing.FrameSize > kMostBytes) return STATUS_INVALID_PARAMETER;
  const ULONG slice = (framing.FrameSize + mask) & ~mask;
  if (slice == 0 || slice > kMostBytes / count) return STATUS_INVALID_PARAMETER;
  if (camera.is_gone() || camera.adapter() == nullptr) return STATUS_DEVICE_REMOVED;
  FramePool* pool = new (NonPagedPoolNx) FramePool(camera.adapter(), slice, count);
  if (pool == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  pool->base_ = static_cast<UCHAR*>(pool->adapter_->DmaOperations->AllocateCommonBuffer(
      pool->adapter_, slice * count, &pool->logical_, TRUE));
  if (pool->base_ == nullptr) {
    delete pool;
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  made = pool;
  return STATUS_SUCCESS;
}

FramePool::~FramePool() {
  if (base_ == nullptr) return;
  NT_ASSERT(taken_ == 0);
  adapter_->DmaOperations->FreeCommonBuffer(adapter_, slice_ * count_, logical_, base_, TRUE);
}

void* FramePool::take() {
  const LONG64 all = count_ == kMostFrames ? -1 : (1LL << count_) - 1;
  for (;;) {
    const LONG64 taken = taken_;
    const LONG64 free = ~taken & all;
    if (free == 0) return nullptr;
    const LONG64 bit = free & -free;
    if (InterlockedCompareExchange64(&taken_, taken | bit, taken) != taken) continue;
    return base_ + static_cast<SIZE_T>(RtlFindLeastSignificantBit(bit)) * slice_;
  }
}

void FramePool::give_back(void* frame) {
  const SIZE_T offset = static_cast<SIZE_T>(static_cast<UCHAR*>(frame) - base_);
  const LONG64 bit = 1LL << offset / slice_;
  NT_ASSERT(offset % slice_ == 0 && offset / slice_ < count_);
  const LONG64 taken = InterlockedAnd64(&taken_, ~bit);
  NT_ASSERT((taken & bit) != 0);
  UNREFERENCED_PARAMETER(taken);
}

NTSTATUS initialize_allocator(PKSPIN pin, PKSALLOCATOR_FRAMING framing, PVOID* context) {
  FramePool* pool = nullptr;
  const NTSTATUS status = FramePool::make(pin, *framing, pool);
  if (NT_SUCCESS(status)) *context = pool;
  return status;
}

VOID delete_allocator(PVOID context) { delete static_cast<FramePool*>(context); }

PVOID allocate(PVOID context) { return static_cast<FramePool*>(context)->take(); }

VOID free_frame(PVOID context, PVOID buffer) {
  static_cast<FramePool*>(context)->give_back(buffer);
}

}  // namespace

const KSALLOCATOR_DISPATCH kFrameAllocator = {initialize_allocator, delete_allocator, allocate,
                                              free_frame};
