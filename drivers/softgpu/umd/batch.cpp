#include "batch.h"

#include <stddef.h>

namespace {

constexpr UINT kDestinationSlot = 0;
constexpr UINT kSourceSlot = 1;

}  // namespace

HRESULT Batch::open() {
  D3DDDICB_CREATECONTEXT context = {};
  context.NodeOrdinal = SOFTGPU_NODE_RENDER;
  const HRESULT result = kernel_.create_context(context);
  if (FAILED(result)) return result;
  context_ = context.hContext;
  commands_ = context.pCommandBuffer;
  command_bytes_ = context.CommandBufferSize;
  allocations_ = context.pAllocationList;
  allocations_size_ = context.AllocationListSize;
  patches_ = context.pPatchLocationList;
  patches_size_ = context.PatchLocationListSize;
  return S_OK;
}

HRESULT Batch::close() {
  const HANDLE context = context_;
  context_ = NULL;
  return context == NULL ? S_OK : kernel_.destroy_context(context);
}

UINT Batch::find(D3DKMT_HANDLE allocation) const {
  UINT index = 0;
  while (index < allocations_used_ && allocations_[index].hAllocation != allocation) ++index;
  return index;
}

bool Batch::names(D3DKMT_HANDLE allocation) const { return find(allocation) < allocations_used_; }

bool Batch::has_room(const Place& destination, const Place* source) const {
  UINT fresh = names(destination.allocation) ? 0 : 1;
  const bool is_pair = source != NULL && source->allocation != destination.allocation;
  if (is_pair && !names(source->allocation)) ++fresh;
  const UINT patches = source == NULL ? 1 : 2;
  return command_bytes_ - commands_used_ >= sizeof(SOFTGPU_COMMAND) &&
         allocations_size_ - allocations_used_ >= fresh && patches_size_ - patches_used_ >= patches;
}

HRESULT Batch::make_room(const Place& destination, const Place* source) {
  if (has_room(destination, source)) return S_OK;
  const HRESULT result = submit();
  if (FAILED(result)) return result;
  return has_room(destination, source) ? S_OK : E_OUTOFMEMORY;
}

UINT Batch::name(D3DKMT_HANDLE allocation, bool writes) {
  const UINT index = find(allocation);
  if (index == allocations_used_) {
    allocations_[index].Value = 0;
    allocations_[index].hAllocation = allocation;
    ++allocations_used_;
  }
  if (writes) allocations_[index].WriteOperation = 1;
  return index;
}

// The kernel-mode half finds everything in the commands; the list says the same to the kernel.
void Batch::refer(UINT index, UINT slot, const Place& place, SIZE_T member) {
  D3DDDI_PATCHLOCATIONLIST& patch = patches_[patches_used_++];
  patch = {};
  patch.AllocationIndex = index;
  patch.SlotId = slot;
  patch.AllocationOffset = static_cast<UINT>(place.offset);
  patch.PatchOffset = commands_used_ + static_cast<UINT>(member);
  patch.SplitOffset = commands_used_;
}

SOFTGPU_COMMAND& Batch::next_command() {
  auto& command =
      *reinterpret_cast<SOFTGPU_COMMAND*>(static_cast<UCHAR*>(commands_) + commands_used_);
  command = {};
  return command;
}

HRESULT Batch::fill(const Place& destination, UINT64 bytes, UINT pattern) {
  const HRESULT result = make_room(destination, NULL);
  if (FAILED(result)) return result;
  SOFTGPU_COMMAND& command = next_command();
  command.Operation = SOFTGPU_COMMAND_FILL;
  command.Pattern = pattern;
  command.Destination = name(destination.allocation, true);
  command.DestinationOffset = destination.offset;
  command.Bytes = bytes;
  refer(command.Destination, kDestinationSlot, destination, offsetof(SOFTGPU_COMMAND, Destination));
  commands_used_ += sizeof command;
  return S_OK;
}

HRESULT Batch::copy(const Place& destination, const Place& source, UINT64 bytes) {
  const HRESULT result = make_room(destination, &source);
  if (FAILED(result)) return result;
  SOFTGPU_COMMAND& command = next_command();
  command.Operation = SOFTGPU_COMMAND_COPY;
  command.Destination = name(destination.allocation, true);
  command.DestinationOffset = destination.offset;
  command.Source = name(source.allocation, false);
  command.SourceOffset = source.offset;
  command.Bytes = bytes;
  refer(command.Destination, kDestinationSlot, destination, offsetof(SOFTGPU_COMMAND, Destination));
  refer(command.Source, kSourceSlot, source, offsetof(SOFTGPU_COMMAND, Source));
  commands_used_ += sizeof command;
  return S_OK;
}

void Batch::adopt(const D3DDDICB_RENDER& work) {
  commands_ = work.pNewCommandBuffer;
  command_bytes_ = work.NewCommandBufferSize;
  allocations_ = work.pNewAllocationList;
  allocations_size_ = work.NewAllocationListSize;
  patches_ = work.pNewPatchLocationList;
  patches_size_ = work.NewPatchLocationListSize;
}

HRESULT Batch::submit() {
  if (is_empty()) return S_OK;
  D3DDDICB_RENDER work = {};
  work.CommandLength = commands_used_;
  work.NumAllocations = allocations_used_;
  work.NumPatchLocations = patches_used_;
  work.hContext = context_;
  work.RenderCBSequence = ++submissions_;
  // If a failure leaves the outputs unchanged, the old buffers stay in use.
  work.pNewCommandBuffer = commands_;
  work.NewCommandBufferSize = command_bytes_;
  work.pNewAllocationList = allocations_;
  work.NewAllocationListSize = allocations_size_;
  work.pNewPatchLocationList = patches_;
  work.NewPatchLocationListSize = patches_size_;
  commands_used_ = allocations_used_ = patches_used_ = 0;
  const HRESULT result = kernel_.render(work);
  adopt(work);
  if (SUCCEEDED(result)) ++taken_;
  return result;
}
