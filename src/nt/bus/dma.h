// DMA adapters, for the routines behind a DMA_OPERATIONS table.
//
// The logical addresses that a device sees are physical addresses (physical.h). A page that lies
// beyond what the device can reach is bounced: the device gets a page within its reach, and the
// data is copied before a transfer to the device and after one from it.
//
// Cost: a short lock a call, and two copies of what is bounced. Owner: the driver has the adapter,
// its channels and its lists until it puts them back. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"

namespace drydock::nt {

struct DmaAdapter {
  DMA_ADAPTER face;  // first: what the driver has a pointer to
  DMA_OPERATIONS operations;
  std::uint64_t reach;  // highest logical address, inclusive
  ULONG map_registers;  // pages that one transfer may have
  bool scatter_gather;
};

inline DmaAdapter& adapter_of(PDMA_ADAPTER adapter) {
  return *reinterpret_cast<DmaAdapter*>(adapter);
}

// A piece of a transfer that is contiguous for the device.
struct DmaPiece {
  std::uint64_t logical;
  std::uint64_t physical;  // the address of the data: not `logical` when the piece is bounced
  ULONG bytes;
};

struct DmaTransfer {
  std::vector<DmaPiece> pieces;
  std::vector<PageFrame> bounces;

  bool bounced() const { return !bounces.empty(); }
};

// Returns the pieces of a transfer over a chain of MDLs, page by page, with neighbours joined.
// Empty when the buffer is shorter.
std::optional<DmaTransfer> pieces_of(MDL* mdl, const void* current, ULONG bytes);

// Bounces what lies out of reach, into one block when the device needs it whole. False when memory
// is short.
bool bring_into_reach(DmaTransfer& transfer, std::uint64_t reach, bool whole);

// The copies before and after a transfer.
void copy_to_bounces(const DmaTransfer& transfer);
void copy_from_bounces(const DmaTransfer& transfer);

// Gives bounce pages back.
void end_transfer(DmaTransfer& transfer);

// The scatter/gather routines of the table.
void fill_list_routines(DMA_OPERATIONS& operations);

}  // namespace drydock::nt
