// The GPU virtual addresses of a device, now and before.
//
// The kernel knows what an address is mapped to now. The book knows what it was mapped to, for
// findings about addresses that were freed: a range stays in it until another takes its place.
//
// Cost: a search in a tree of ranges. Owner: Objects. Threads: those of Objects.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "src/d3d/driver/handles.h"
#include "src/d3d/driver/wdk.h"
#include "src/rules/finding.h"

namespace drydock::d3d {

struct PagingQueue;

// Pages of a range that lead to an allocation, from a pfnMapGpuVirtualAddressCb on.
struct AddressMapping {
  std::uint64_t end = 0;
  KernelHandle allocation;      // 0: zeros, or nothing
  const void* owner = nullptr;  // the kernel's owner of the mapping, for comparison only
  const PagingQueue* queue = nullptr;
  UINT64 value = 0;          // the value of the queue's fence at which the mapping is valid
  bool is_released = false;  // the allocation is, so the pages are mapped to nothing
};

struct AddressRange {
  enum class State : std::uint8_t { kLive, kFreed, kFreedWithAllocation };

  std::uint64_t end = 0;
  State state = State::kLive;
  bool is_reserved = false;
  bool is_updated = false;  // in a context's queue: only the kernel knows what it leads to
  std::map<std::uint64_t, AddressMapping> mappings;
  std::vector<rules::ObjectEvent> history;
};

class AddressBook {
 public:
  // A range that the kernel has just reserved or mapped.
  AddressRange& add(std::uint64_t begin, std::uint64_t end, bool is_reserved);
  // Pages inside a live range, or a range of their own.
  AddressRange& map(std::uint64_t begin, const AddressMapping& mapping);
  // An allocation that was mapped at these addresses is released (U-206).
  void release(KernelHandle allocation, std::span<const std::uint64_t> at);

  // The last range that had the address; null when none did.
  AddressRange* find(std::uint64_t address);
  // The last range that began there.
  AddressRange* find_base(std::uint64_t begin);
  // Returns the last mapping of an address; null when there is none, or when only the kernel knows
  // it.
  const AddressMapping* mapping_at(std::uint64_t address);

 private:
  std::map<std::uint64_t, AddressRange> ranges_;
};

}  // namespace drydock::d3d
