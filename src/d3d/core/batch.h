// The buffers in which a driver builds its batch: command buffer, allocation list, patch list.
//
// They are the runtime's, and not the kernel's own: a driver gets fresh ones with every submission.
// The set of the submission before stays as it is until the next one, and is watched: a driver that
// still writes there is found at its next submission. Windows gives the same buffers again, so such
// a driver works there; from then on it keeps its buffers here too. Behind each list is a guard
// page.
//
// Cost: new pages for each submission, and closing the old ones. Owner: a Context. Threads: those
// of Objects.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "src/d3d/driver/handles.h"
#include "src/nt/mm/watched_pages.h"

namespace drydock::d3d {

// Pages of the driver's that end at a guard page.
class GuardedPages final : private nt::PageListener {
 public:
  GuardedPages() = default;
  ~GuardedPages();
  GuardedPages(const GuardedPages&) = delete;
  GuardedPages& operator=(const GuardedPages&) = delete;

  // Zeros, elsewhere than before. Throws std::bad_alloc.
  void renew(std::size_t bytes);
  std::byte* data() const { return data_; }
  std::size_t size() const { return bytes_; }

  // Notes writes of the driver from now on, until unwatch() or renew().
  void watch();
  void unwatch();
  bool was_written() const { return was_written_.load(std::memory_order_relaxed); }

 private:
  void release();
  std::size_t open_bytes() const { return mapped_ - PAGE_SIZE; }
  void on_access(const nt::PageAccess& access) override;

  void* mapping_ = nullptr;
  std::size_t mapped_ = 0;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
  std::optional<nt::WatchedPages> watched_;
  std::atomic<bool> was_written_ = false;  // a flag alone: nothing else is read because of it
};

struct BatchSizes {
  bool operator==(const BatchSizes&) const = default;

  UINT commands = 0;
  UINT allocations = 0;
  UINT patches = 0;
};

class Batch {
 public:
  // Throws std::bad_alloc.
  explicit Batch(const BatchSizes& sizes);

  VOID* commands() const { return now().commands.data(); }
  D3DDDI_ALLOCATIONLIST* allocations() const;
  D3DDDI_PATCHLOCATIONLIST* patches() const;
  const BatchSizes& sizes() const { return sizes_; }

  // The sizes of the buffers of the submission before.
  const BatchSizes& sizes_before() const { return sizes_before_; }

  // The next submission is built elsewhere, and has room for so much; there is memory for `real`.
  // After stay_behind() it is built in the same buffers. Throws std::bad_alloc, and then nothing
  // has changed.
  void rotate(const BatchSizes& sizes, const BatchSizes& real);
  // The submission failed: the driver continues in its buffers, whose contents were dropped.
  void note_dropped();

  // True when the driver has written nothing yet.
  bool is_untouched() const;
  // True when the driver wrote where its last batch had been.
  bool was_written_behind() const;
  // The batch is what was written there, and later ones are built there too. The kernel has room
  // for `real`.
  void stay_behind(const BatchSizes& real);
  // True when the allocation list that is being built names the allocation: the runtime does not
  // know how many entries the driver has written, but the list begins with zeros.
  bool names(KernelHandle allocation) const;

 private:
  struct Set {
    GuardedPages commands, allocations, patches;
  };
  static void renew(Set& set, const BatchSizes& sizes);

  const Set& now() const { return sets_[at_]; }

  std::array<Set, 2> sets_;
  std::size_t at_ = 0;
  bool has_rotated_ = false;
  bool stays_ = false;  // the driver does not take the buffers that it is given
  BatchSizes sizes_;
  BatchSizes sizes_before_;
  // The allocation list of a submission that failed, or of the last one in the same buffers.
  std::vector<std::byte> dropped_;
};

}  // namespace drydock::d3d
