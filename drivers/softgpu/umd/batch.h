// Commands that wait for their submission: the runtime's command buffer, allocation list and
// patch-location list of one context, filled from their beginnings. After every submission there
// are new ones.
#pragma once

#include "kernel_device.h"

class Batch {
 public:
  explicit Batch(const KernelDevice& kernel) : kernel_(kernel) {}

  // Creates the context. Nothing else may be called before, or after it failed.
  HRESULT open();
  HRESULT close();

  // A part of an allocation.
  struct Place {
    D3DKMT_HANDLE allocation;
    UINT64 offset;
  };

  // Appends a command. If it does not fit, it submits the batch first.
  HRESULT fill(const Place& destination, UINT64 bytes, UINT pattern);
  HRESULT copy(const Place& destination, const Place& source, UINT64 bytes);

  bool names(D3DKMT_HANDLE allocation) const;
  bool is_empty() const { return commands_used_ == 0; }

  // Submits the batch unless it is empty. The batch is empty afterwards even if that fails, because
  // the kernel would refuse the same commands again.
  HRESULT submit();

  HANDLE context() const { return context_; }
  UINT submissions() const { return taken_; }

 private:
  HRESULT make_room(const Place& destination, const Place* source);
  bool has_room(const Place& destination, const Place* source) const;
  UINT find(D3DKMT_HANDLE allocation) const;
  UINT name(D3DKMT_HANDLE allocation, bool writes);
  void refer(UINT index, UINT slot, const Place& place, SIZE_T member);
  void adopt(const D3DDDICB_RENDER& work);
  SOFTGPU_COMMAND& next_command();

  const KernelDevice& kernel_;
  HANDLE context_ = NULL;

  VOID* commands_ = NULL;
  UINT command_bytes_ = 0;
  UINT commands_used_ = 0;  // bytes

  D3DDDI_ALLOCATIONLIST* allocations_ = NULL;
  UINT allocations_size_ = 0;
  UINT allocations_used_ = 0;

  D3DDDI_PATCHLOCATIONLIST* patches_ = NULL;
  UINT patches_size_ = 0;
  UINT patches_used_ = 0;

  UINT submissions_ = 0;
  UINT taken_ = 0;  // batches that were submitted
};
