#pragma once

#include "softgpu_kmd.h"

// Segments, as the driver numbers them, and where the engines see them.
constexpr UINT kVideoMemory = 1;  // linear, not visible to the CPU
constexpr UINT kAperture = 2;     // system memory that is mapped for the GPU
constexpr UINT kSegments = 2;
constexpr UINT segment_bit(UINT segment) { return 1u << (segment - 1); }

constexpr UINT64 kVideoMemoryBase = 0;
constexpr UINT64 kApertureBase = 0x100000000;
constexpr SIZE_T kApertureBytes = 256 * 1024 * 1024;
constexpr UINT64 kNowhere = ~0ull;

// The owner of a page. Every access of an engine names its owner, so that an access to freed memory
// or to memory of another owner is a fault.
using Owner = UINT;
constexpr Owner kNobody = 0;
constexpr Owner kGraphicsKernel = ~0u;  // memory that has no object of the driver's

// Something that the graphics kernel places in segments, and names in paging operations.
class Paged {
 public:
  Paged(Owner owner, SIZE_T bytes) : owner_(owner), bytes_(bytes) {}
  Paged(const Paged&) = delete;
  Paged& operator=(const Paged&) = delete;

  static Paged* from(const VOID* handle) { return static_cast<Paged*>(const_cast<VOID*>(handle)); }
  HANDLE handle() { return this; }

  Owner owner() const { return owner_; }
  SIZE_T bytes() const { return bytes_; }

  // The address to which the last paging operation moved it. It may be evicted since. kNowhere
  // before the first.
  UINT64 place() const { return static_cast<UINT64>(ReadNoFence64(&place_)); }
  void set_place(UINT64 place) { InterlockedExchange64(&place_, static_cast<LONG64>(place)); }

 private:
  const Owner owner_;
  const SIZE_T bytes_;
  volatile LONG64 place_ = static_cast<LONG64>(kNowhere);
};

// The memory of the device, the table of its aperture, and who owns each page of both. All accesses
// work page by page under one lock, so that a page is not in use when its owner changes.
class GpuMemory {
 public:
  // `memory` is the device's; it stays mapped until stop().
  NTSTATUS start(UCHAR* memory, SIZE_T bytes);
  void stop();

  SIZE_T bytes() const { return pages_ * PAGE_SIZE; }

  // Accesses of the engines. False is a page fault at the address `fault`.
  bool fill(UINT64 address, Owner owner, UINT64 bytes, UINT pattern, UINT64& fault);
  bool copy(UINT64 to, Owner to_owner, UINT64 from, Owner from_owner, UINT64 bytes, UINT64& fault);
  bool read(UINT64 address, Owner owner, VOID* to, UINT64 bytes, UINT64& fault);
  bool write(UINT64 address, Owner owner, const VOID* from, UINT64 bytes, UINT64& fault);
  bool add(UINT64 address, Owner owner, UINT64 value, UINT64& fault);

  // Pages of video memory change their owner. Freed pages are poisoned, unless the GPU may not be
  // touched. Pages that have another owner by now stay as they are.
  void give(UINT64 address, UINT64 bytes, Owner owner);
  void take_back(UINT64 address, UINT64 bytes, Owner owner, bool poison);

  // The aperture: pages of system memory, or the dummy page.
  void map(SIZE_T first, SIZE_T pages, UCHAR* memory, Owner owner);
  void unmap(SIZE_T first, SIZE_T pages);
  // The dummy page to which unmapped parts of the aperture lead; none when it cannot be mapped.
  void set_dummy(PHYSICAL_ADDRESS page);

 private:
  struct ApertureEntry {
    UCHAR* memory;
    Owner owner;
  };
  class Guard;

  UCHAR* locate(UINT64 address, Owner owner);
  template <typename Body>
  bool for_pages(UINT64 address, Owner owner, UINT64 bytes, UINT64& fault, Body body);

  KSPIN_LOCK lock_;
  UCHAR* memory_ = nullptr;
  SIZE_T pages_ = 0;
  Owner* owners_ = nullptr;            // the owner of each page of video memory
  ApertureEntry* aperture_ = nullptr;  // the entry of each page of the aperture
  UCHAR* dummy_ = nullptr;
  PHYSICAL_ADDRESS dummy_page_{};
};
