#pragma once

#include "adapter.h"
#include "gpu_command.h"

// Puts an allocation's place into a DMA buffer. One that is in no segment is nowhere.
void patch_location(const DXGK_ALLOCATIONLIST* allocations, const D3DDDI_PATCHLOCATIONLIST& patch,
                    UCHAR* dma);

// A part of an allocation of the list.
struct Reference {
  UINT allocation;
  UINT64 offset;
};

// True when so many bytes from there on are an allocation's of the list.
bool is_inside(const DXGKARG_RENDER& wanted, const Reference& reference, UINT64 bytes);
// The same, and the list says that they are written.
bool is_written(const DXGKARG_RENDER& wanted, const Reference& reference, UINT64 bytes);

// Writes one DMA buffer, with the list of what it refers to.
class DmaWriter {
 public:
  explicit DmaWriter(DXGKARG_RENDER& wanted)
      : wanted_(wanted),
        begin_(static_cast<UCHAR*>(wanted.pDmaBuffer)),
        patches_left_(wanted.PatchLocationListOutSize) {}

  // Appends a command; its addresses come from its references. False when it does not fit.
  bool add(GpuCommand command, const Reference& destination, const Reference* source);
  bool is_empty() const { return written_ == 0; }
  // The buffer ends here.
  void finish();

 private:
  void refer(const Reference& reference, UINT slot, UINT member);

  DXGKARG_RENDER& wanted_;
  UCHAR* const begin_;
  UINT written_ = 0;
  UINT patches_left_;
};
