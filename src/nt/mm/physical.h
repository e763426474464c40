// The pseudo-physical address space that drivers see: the first header of this room.
//
// Memory that drivers ask for as physical memory (contiguous memory, pages for an MDL) are pages of
// one anonymous file whose offsets are the physical addresses; every mapping of them is a real one,
// so two mappings of a page have the same bytes and an unmapped one faults. Any other page of the
// process (pool, stacks, a client's buffer) gets a frame when it is first asked for and has it as
// long as the process lives; such a page has one address only, its own.
//
//   0x0000'0010'0000 … 0x0000'C000'0000   pages of the file, below 4 GB
//   0x0000'C000'0000 … 0x0001'0000'0000   free for devices
//   0x0001'0000'0000 … 0x0002'0000'0000   pages of the file, preferred
//   0x0002'0000'0000 … 0x0012'0000'0000   the process's own pages
//   0x0012'0000'0000 …                    free for devices
//
// Neighbouring pages of the process get frames in falling order: what is contiguous for the
// processor is not for a device. The same order of questions gives the same frames.
//
// Cost: one short lock a call, and system calls where pages are mapped. Owner: a taker of frames
// unmaps them and gives them back. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace drydock::nt {

inline constexpr std::size_t kPageBytes = 4096;
inline constexpr std::uint64_t kLowMemory = 0x10'0000;
inline constexpr std::uint64_t kLowMemoryEnd = 0xC000'0000;
inline constexpr std::uint64_t kHighMemory = 0x1'0000'0000;
inline constexpr std::uint64_t kHighMemoryEnd = 0x2'0000'0000;
inline constexpr std::uint64_t kProcessMemory = kHighMemoryEnd;
inline constexpr std::uint64_t kProcessMemoryEnd = 0x12'0000'0000;

using PageFrame = std::uint64_t;  // a physical address / kPageBytes; 0 is no frame

constexpr std::size_t pages_of(std::size_t bytes) {
  return bytes / kPageBytes + (bytes % kPageBytes != 0 ? 1 : 0);
}

// The addresses of bytes between which frames may lie, `highest` inclusive. No run crosses a
// multiple of `boundary` unless it is 0.
struct FrameLimits {
  std::uint64_t lowest = 0;
  std::uint64_t highest = UINT64_MAX;
  std::uint64_t boundary = 0;
};

// Takes neighbouring frames of the file; they read as zeros. Empty when no run fits.
std::optional<PageFrame> take_run(std::size_t pages, const FrameLimits& limits);

// Takes as many single frames as there are, up to `pages`, in falling order.
std::vector<PageFrame> take_frames(std::size_t pages, const FrameLimits& limits);

// Frees frames; their contents are lost. The caller has unmapped them.
void free_frames(std::span<const PageFrame> frames);

// True when these frames are taken, or belong to pages of the process.
bool in_use(PageFrame first, std::size_t pages);

// A mapping of frames, page by page in this order; null when it cannot be had. Frames of the file
// get addresses of their own between two inaccessible pages. Frames of the process's pages can only
// be mapped where they are: they must be neighbours there, and the result is their own address.
struct ViewOptions {
  bool writable = true;
  bool executable = false;
  void* at = nullptr;  // inside an address range that reserve_addresses() gave
  // A page that is written becomes a copy of the mapping's own, which no frame names.
  bool copies_on_write = false;
};
void* map_frames(std::span<const PageFrame> frames, const ViewOptions& options = {});

// Ends a mapping. False when `address` lies in none that map_frames() made; nothing happens then,
// which is right for the pages of the process.
bool unmap_view(const void* address);

// Changes the protection of a mapping, as mprotect() names it. False when `address` lies in none.
bool protect_view(const void* address, int protection);

// True when any byte of the range is a mapping of the file.
bool in_view(const void* address, std::size_t bytes);

// Reserves inaccessible addresses for map_frames(). The caller releases them with
// release_addresses().
void* reserve_addresses(std::size_t pages);
void release_addresses(void* address, std::size_t pages);

// Says that pages of the process are a device's: they have these frames until they are unbound, all
// at once.
void bind_pages(const void* address, PageFrame first, std::size_t pages);
void unbind_pages(const void* address);

// The frame of the page that holds an address. 0 when there is no memory and never was a frame for
// it.
PageFrame frame_of(const void* address);

// An address where a frame is mapped now; null when there is none.
void* address_of(PageFrame frame);

// Reads or writes memory as a device does. Returns false, without effect, when a page of the range
// is not in use.
bool read_physical(std::uint64_t address, void* out, std::size_t bytes);
bool write_physical(std::uint64_t address, const void* from, std::size_t bytes);

// True when every byte can be read, or written, without a fault. Nothing is changed. Needs
// Linux 5.14.
bool readable(const void* address, std::size_t bytes);
bool writable(const void* address, std::size_t bytes);

}  // namespace drydock::nt
