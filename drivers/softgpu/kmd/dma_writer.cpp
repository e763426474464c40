#include "dma_writer.h"

#include "allocation.h"

namespace {

constexpr UINT kDestinationSlot = 0;
constexpr UINT kSourceSlot = 1;

}  // namespace

void patch_location(const DXGK_ALLOCATIONLIST* allocations, const D3DDDI_PATCHLOCATIONLIST& patch,
                    UCHAR* dma) {
  const DXGK_ALLOCATIONLIST& named = allocations[patch.AllocationIndex];
  auto& location = *reinterpret_cast<GpuLocation*>(dma + patch.PatchOffset);
  location.owner = Binding::from(named.hDeviceSpecificAllocation)->allocation().owner();
  location.address = named.SegmentId == 0 ? kNowhere
                                          : static_cast<UINT64>(named.PhysicalAddress.QuadPart) +
                                                patch.AllocationOffset;
}

bool is_inside(const DXGKARG_RENDER& wanted, const Reference& reference, UINT64 bytes) {
  if (reference.allocation >= wanted.AllocationListSize) return false;
  const auto* const binding =
      Binding::from(wanted.pAllocationList[reference.allocation].hDeviceSpecificAllocation);
  if (binding == nullptr) return false;
  const UINT64 size = binding->allocation().bytes();
  return bytes != 0 && reference.offset <= size && bytes <= size - reference.offset;
}

bool is_written(const DXGKARG_RENDER& wanted, const Reference& reference, UINT64 bytes) {
  return is_inside(wanted, reference, bytes) &&
         wanted.pAllocationList[reference.allocation].WriteOperation != 0;
}

bool DmaWriter::add(GpuCommand command, const Reference& destination, const Reference* source) {
  command.destination.address = command.source.address = kNowhere;
  const UINT patches = source != nullptr ? 2 : 1;
  if (wanted_.DmaSize - written_ < sizeof command || patches_left_ < patches) return false;
  RtlCopyMemory(begin_ + written_, &command, sizeof command);
  refer(destination, kDestinationSlot, FIELD_OFFSET(GpuCommand, destination));
  if (source != nullptr) refer(*source, kSourceSlot, FIELD_OFFSET(GpuCommand, source));
  written_ += sizeof command;
  return true;
}

// Lists a reference, and patches it now when the place is known: it may stay.
void DmaWriter::refer(const Reference& reference, UINT slot, UINT member) {
  D3DDDI_PATCHLOCATIONLIST& patch = *wanted_.pPatchLocationListOut++;
  --patches_left_;
  RtlZeroMemory(&patch, sizeof patch);
  patch.AllocationIndex = reference.allocation;
  patch.SlotId = slot;
  patch.AllocationOffset = static_cast<UINT>(reference.offset);
  patch.PatchOffset = written_ + member;
  patch.SplitOffset = written_;
  patch_location(wanted_.pAllocationList, patch, begin_);
}

void DmaWriter::finish() {
  auto* const part = static_cast<DmaPart*>(wanted_.pDmaBufferPrivateData);
  *part = {begin_, written_, 0};
  wanted_.pDmaBufferPrivateData = part + 1;
  wanted_.pDmaBuffer = begin_ + written_;
}
