#include "src/nt/mm/physical.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <unordered_map>
#include <utility>

#include "src/nt/base/address.h"
#include "src/nt/base/mutex.h"
#include "src/nt/mm/memory_changes.h"
#include "src/nt/mm/watched_pages.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

constexpr PageFrame kFirstOfProcess = kProcessMemory / kPageBytes;
constexpr PageFrame kEndOfProcess = kProcessMemoryEnd / kPageBytes;

struct Zone {
  PageFrame begin, end;
};
// The zones in the order in which they are tried. High addresses come first, so that a driver which
// stores only 32 bits of an address fails.
constexpr std::array kZones = {Zone{kHighMemory / kPageBytes, kHighMemoryEnd / kPageBytes},
                               Zone{kLowMemory / kPageBytes, kLowMemoryEnd / kPageBytes}};

std::uintptr_t page_number(const void* address) { return as_number(address) / kPageBytes; }

// Neighbouring pages of the process that are mapped to a device's memory.
struct DeviceView {
  PageFrame first;
  std::size_t pages;
};

struct View {
  std::vector<PageFrame> frames;
  bool reserved;  // the addresses belong to a reservation, which stays after the view
  bool writable;
};

class Memory {
 public:
  Memory() : file_(memfd_create("drydock-memory", MFD_CLOEXEC)) {
    if (file_ < 0 || ftruncate(file_, static_cast<off_t>(kHighMemoryEnd)) != 0) std::abort();
  }

  Mutex mutex;
  std::map<PageFrame, std::size_t> taken
      DRYDOCK_GUARDED_BY(mutex);  // runs of frames of the file, never overlapping
  std::map<std::uintptr_t, View> views DRYDOCK_GUARDED_BY(mutex);  // by address of the first page
  std::unordered_map<std::uintptr_t, PageFrame> frame_of_page
      DRYDOCK_GUARDED_BY(mutex);  // the process's own pages, by page number
  std::unordered_map<PageFrame, std::uintptr_t> page_of_frame DRYDOCK_GUARDED_BY(mutex);
  std::map<std::uintptr_t, DeviceView> device_views
      DRYDOCK_GUARDED_BY(mutex);  // by number of the first page
  PageFrame next_of_process DRYDOCK_GUARDED_BY(mutex) = kEndOfProcess;

  int file() const { return file_; }

  std::map<std::uintptr_t, View>::iterator view_at(const void* address) DRYDOCK_REQUIRES(mutex) {
    auto at = views.upper_bound(as_number(address));
    if (at == views.begin()) return views.end();
    --at;
    return as_number(address) - at->first < at->second.frames.size() * kPageBytes ? at
                                                                                  : views.end();
  }

  // The device's frame that a page is mapped to.
  std::optional<PageFrame> device_frame(std::uintptr_t page) const DRYDOCK_REQUIRES(mutex) {
    auto at = device_views.upper_bound(page);
    if (at == device_views.begin()) return std::nullopt;
    --at;
    const std::size_t offset = page - at->first;
    if (offset >= at->second.pages) return std::nullopt;
    return at->second.first + offset;
  }

  // The process's page, by number, that is mapped to a frame which is not the file's. A look at
  // each view of a device, of which there are few, for a device's frame.
  std::optional<std::uintptr_t> page_mapped_to(PageFrame frame) const DRYDOCK_REQUIRES(mutex) {
    if (frame >= kFirstOfProcess && frame < kEndOfProcess) {
      const auto at = page_of_frame.find(frame);
      if (at == page_of_frame.end()) return std::nullopt;
      return at->second;
    }
    for (const auto& [page, view] : device_views) {
      if (frame - view.first < view.pages) return page + (frame - view.first);
    }
    return std::nullopt;
  }

  bool is_taken(PageFrame frame) const DRYDOCK_REQUIRES(mutex) {
    auto at = taken.upper_bound(frame);
    if (at == taken.begin()) return false;
    --at;
    return frame - at->first < at->second;
  }

  void drop(PageFrame frame) DRYDOCK_REQUIRES(mutex) {
    auto at = taken.upper_bound(frame);
    assert(at != taken.begin());
    --at;
    const auto [first, count] = *at;
    assert(frame - first < count);
    taken.erase(at);
    if (frame > first) taken.emplace(first, frame - first);
    if (frame + 1 < first + count) taken.emplace(frame + 1, first + count - frame - 1);
  }

 private:
  int file_;
};

Memory& memory() {
  static sim::NeverDestroyed<Memory> instance;
  return *instance;
}

// The part of a zone that the limits leave.
Zone clip(const Zone& zone, const FrameLimits& limits) {
  const PageFrame lowest = pages_of(limits.lowest);
  const PageFrame end =
      limits.highest / kPageBytes + (limits.highest % kPageBytes == kPageBytes - 1 ? 1 : 0);
  return {std::max(zone.begin, lowest), std::min(zone.end, end)};
}

// The first place at or after `from` where a run does not cross the boundary.
PageFrame respect_boundary(PageFrame from, std::size_t pages, std::uint64_t boundary) {
  const PageFrame step = boundary / kPageBytes;
  if (step == 0 || from / step == (from + pages - 1) / step) return from;
  return (from / step + 1) * step;
}

std::optional<PageFrame> find_run(Memory& all, Zone zone, std::size_t pages, std::uint64_t boundary)
    DRYDOCK_REQUIRES(all.mutex) {
  PageFrame from = respect_boundary(zone.begin, pages, boundary);
  auto next = all.taken.upper_bound(zone.begin);
  if (next != all.taken.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second > from)
      from = respect_boundary(before->first + before->second, pages, boundary);
  }
  for (; next != all.taken.end() && next->first < zone.end; ++next) {
    if (from + pages <= next->first) break;
    from = respect_boundary(std::max<PageFrame>(from, next->first + next->second), pages, boundary);
  }
  if (from >= zone.end || pages > zone.end - from) return std::nullopt;
  return from;
}

// The frame of a page of the process that exists; it gets one if it has none.
PageFrame frame_for_page(Memory& all, std::uintptr_t page) DRYDOCK_REQUIRES(all.mutex) {
  const auto [at, fresh] = all.frame_of_page.try_emplace(page, 0);
  if (!fresh) return at->second;
  if (all.next_of_process == kFirstOfProcess) std::abort();  // 64 GB of pages were named
  at->second = --all.next_of_process;
  all.page_of_frame.emplace(at->second, page);
  return at->second;
}

// Frames of the process's pages: their own address, when they are neighbours there.
void* own_address(Memory& all, std::span<const PageFrame> frames) DRYDOCK_REQUIRES(all.mutex) {
  const auto first = all.page_mapped_to(frames[0]);
  if (!first) return nullptr;
  for (std::size_t i = 1; i < frames.size(); ++i) {
    if (all.page_mapped_to(frames[i]) != *first + i) return nullptr;
  }
  return as_pointer(*first * kPageBytes);
}

int protection_of(const ViewOptions& options) {
  return PROT_READ | (options.writable ? PROT_WRITE : 0) | (options.executable ? PROT_EXEC : 0);
}

// Puts the frames at addresses that are reserved; runs of neighbours take one call.
bool place(const Memory& all, std::span<const PageFrame> frames, char* base,
           const ViewOptions& options) {
  const int protection = protection_of(options);
  const int sharing = options.copies_on_write ? MAP_PRIVATE : MAP_SHARED;
  for (std::size_t i = 0; i < frames.size();) {
    std::size_t run = 1;
    while (i + run < frames.size() && frames[i + run] == frames[i] + run) ++run;
    if (mmap(base + i * kPageBytes, run * kPageBytes, protection, sharing | MAP_FIXED, all.file(),
             static_cast<off_t>(frames[i] * kPageBytes)) == MAP_FAILED) {
      return false;
    }
    i += run;
  }
  return true;
}

// Makes addresses inaccessible again without giving them up.
void close_addresses(void* address, std::size_t pages) {
  mmap(address, pages * kPageBytes, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
}

template <typename Step>
bool for_each_page(std::uint64_t address, std::size_t bytes, Step step) {
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t chunk =
        std::min<std::size_t>(bytes - done, kPageBytes - (address + done) % kPageBytes);
    if (!step(address + done, done, chunk)) return false;
    done += chunk;
  }
  return true;
}

// The process's own address for a physical one; null when it is the file's.
char* process_address(std::uint64_t physical) {
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  const auto page = all.page_mapped_to(physical / kPageBytes);
  if (!page) return nullptr;
  return static_cast<char*>(as_pointer(*page * kPageBytes)) + physical % kPageBytes;
}

bool populate(const void* address, std::size_t bytes, int advice) {
  if (bytes == 0) return true;
  const std::uintptr_t begin = as_number(address) / kPageBytes * kPageBytes;
  std::uintptr_t end = 0;
  if (__builtin_add_overflow(as_number(address), bytes, &end)) return false;
  int result = 0;
  do {
    result = madvise(as_pointer(begin), end - begin, advice);
  } while (result != 0 && (errno == EAGAIN || errno == EINTR));
  return result == 0;
}

}  // namespace

std::optional<PageFrame> take_run(std::size_t pages, const FrameLimits& limits) {
  if (pages == 0) return std::nullopt;
  const std::uint64_t boundary = limits.boundary;
  if (boundary != 0 && (boundary < kPageBytes || pages > boundary / kPageBytes))
    return std::nullopt;
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  for (const Zone& zone : kZones) {
    const Zone part = clip(zone, limits);
    if (part.begin >= part.end) continue;
    if (const auto run = find_run(all, part, pages, boundary)) {
      assert(*run >= part.begin && *run + pages <= part.end);
      [[maybe_unused]] const bool is_new = all.taken.emplace(*run, pages).second;
      assert(is_new);
      return run;
    }
  }
  return std::nullopt;
}

std::vector<PageFrame> take_frames(std::size_t pages, const FrameLimits& limits) {
  std::vector<PageFrame> out;
  std::size_t chunk = pages;
  while (out.size() < pages && chunk > 0) {
    chunk = std::min(chunk, pages - out.size());
    const auto run = take_run(chunk, {limits.lowest, limits.highest, 0});
    if (!run) {
      chunk /= 2;
      continue;
    }
    for (std::size_t i = chunk; i-- > 0;) out.push_back(*run + i);
  }
  return out;
}

void free_frames(std::span<const PageFrame> frames) {
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  for (const PageFrame frame : frames) {
    fallocate(all.file(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
              static_cast<off_t>(frame * kPageBytes), static_cast<off_t>(kPageBytes));
    all.drop(frame);
  }
}

bool in_use(PageFrame first, std::size_t pages) {
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  for (PageFrame frame = first; frame < first + pages; ++frame) {
    if (!all.is_taken(frame) && !all.page_mapped_to(frame)) return false;
  }
  return true;
}

void* map_frames(std::span<const PageFrame> frames, const ViewOptions& options) {
  if (frames.empty()) return nullptr;
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  if (all.page_mapped_to(frames[0])) return own_address(all, frames);
  for (const PageFrame frame : frames) {
    if (!all.is_taken(frame)) return nullptr;
  }

  const std::size_t guarded = (frames.size() + 2) * kPageBytes;
  char* base = static_cast<char*>(options.at);
  if (base == nullptr) {
    void* const room =
        mmap(nullptr, guarded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return nullptr;
    base = static_cast<char*>(room) + kPageBytes;
  }
  if (!place(all, frames, base, options)) {
    if (options.at == nullptr) munmap(base - kPageBytes, guarded);
    if (options.at != nullptr) close_addresses(base, frames.size());
    return nullptr;
  }
  note_memory_change();
  assert(options.at != nullptr || all.view_at(base) == all.views.end());
  all.views.emplace(as_number(base),
                    View{{frames.begin(), frames.end()}, options.at != nullptr, options.writable});
  return base;
}

bool unmap_view(const void* address) {
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  const auto at = all.view_at(address);
  if (at == all.views.end()) return false;
  note_memory_change();
  const std::size_t pages = at->second.frames.size();
  if (at->second.reserved) {
    close_addresses(as_pointer(at->first), pages);
  } else {
    munmap(as_pointer(at->first - kPageBytes), (pages + 2) * kPageBytes);
  }
  all.views.erase(at);
  return true;
}

bool protect_view(const void* address, int protection) {
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  const auto at = all.view_at(address);
  if (at == all.views.end()) return false;
  note_memory_change();
  at->second.writable = (protection & PROT_WRITE) != 0;
  return mprotect(as_pointer(at->first), at->second.frames.size() * kPageBytes, protection) == 0;
}

bool in_view(const void* address, std::size_t bytes) {
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  if (all.view_at(address) != all.views.end()) return true;
  const auto next = all.views.lower_bound(as_number(address));
  return next != all.views.end() && next->first - as_number(address) < bytes;
}

void* reserve_addresses(std::size_t pages) {
  void* const room = mmap(nullptr, pages * kPageBytes, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return room == MAP_FAILED ? nullptr : room;
}

void release_addresses(void* address, std::size_t pages) { munmap(address, pages * kPageBytes); }

void bind_pages(const void* address, PageFrame first, std::size_t pages) {
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  all.device_views.insert_or_assign(page_number(address), DeviceView{first, pages});
}

void unbind_pages(const void* address) {
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  all.device_views.erase(page_number(address));
}

PageFrame frame_of(const void* address) {
  Memory& all = memory();
  const std::uintptr_t page = page_number(address);
  {
    const MutexHold hold(all.mutex);
    const auto view = all.view_at(address);
    if (view != all.views.end()) return view->second.frames[page - view->first / kPageBytes];
    if (const auto device = all.device_frame(page)) return *device;
    const auto known = all.frame_of_page.find(page);
    if (known != all.frame_of_page.end()) return known->second;
  }
  if (!readable(address, 1)) return 0;
  const MutexHold hold(all.mutex);
  return frame_for_page(all, page);
}

void* address_of(PageFrame frame) {
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  if (const auto own = all.page_mapped_to(frame)) return as_pointer(*own * kPageBytes);
  for (const auto& [base, view] : all.views) {
    const auto at = std::ranges::find(view.frames, frame);
    if (at != view.frames.end()) {
      return as_pointer(base + static_cast<std::size_t>(at - view.frames.begin()) * kPageBytes);
    }
  }
  return nullptr;
}

bool read_physical(std::uint64_t address, void* out, std::size_t bytes) {
  if (bytes == 0) return true;
  if (!in_use(address / kPageBytes, pages_of(address % kPageBytes + bytes))) return false;
  return for_each_page(address, bytes, [&](std::uint64_t at, std::size_t done, std::size_t chunk) {
    char* const to = static_cast<char*>(out) + done;
    if (const char* const from = process_address(at)) {
      if (!readable(from, chunk)) return false;
      std::memcpy(to, from, chunk);
      return true;
    }
    return pread(memory().file(), to, chunk, static_cast<off_t>(at)) == static_cast<ssize_t>(chunk);
  });
}

bool write_physical(std::uint64_t address, const void* from, std::size_t bytes) {
  if (bytes == 0) return true;
  if (!in_use(address / kPageBytes, pages_of(address % kPageBytes + bytes))) return false;
  return for_each_page(address, bytes, [&](std::uint64_t at, std::size_t done, std::size_t chunk) {
    const char* const source = static_cast<const char*>(from) + done;
    if (char* const to = process_address(at)) {
      if (!writable(to, chunk)) return false;
      std::memcpy(to, source, chunk);
      return true;
    }
    return pwrite(memory().file(), source, chunk, static_cast<off_t>(at)) ==
           static_cast<ssize_t>(chunk);
  });
}

namespace {

std::atomic<std::uint64_t> changes = 0;

}  // namespace

std::uint64_t memory_changes() { return changes.load(std::memory_order_acquire); }
void note_memory_change() { changes.fetch_add(1, std::memory_order_release); }

// Whole: the system need not be asked, which would look at every page.
bool in_writable_view(const void* address, std::size_t bytes) {
  Memory& all = memory();
  const MutexHold hold(all.mutex);
  const auto at = all.view_at(address);
  if (at == all.views.end() || !at->second.writable) return false;
  const std::size_t offset = as_number(address) - at->first;
  return bytes <= at->second.frames.size() * kPageBytes - offset;
}

// The pages of a client that is watched are closed: the client's own word counts.
bool readable(const void* address, std::size_t bytes) {
  if (const auto rights = watched_rights(address, bytes)) return *rights != PageRights::kNone;
  return populate(address, bytes, MADV_POPULATE_READ);
}
bool writable(const void* address, std::size_t bytes) {
  if (const auto rights = watched_rights(address, bytes)) return *rights == PageRights::kWrite;
  return in_writable_view(address, bytes) || populate(address, bytes, MADV_POPULATE_WRITE);
}

}  // namespace drydock::nt
