// The buffers in which a driver builds its batch: command buffer, allocation list, patch list.
//
// They are the runtime's, and not the kernel's own: a driver gets fresh ones with every submission.
// The set of the submission before stays mapped until the next one, filled with a pattern: a driver
// that still writes there is found at its next submission. Behind each list is a guard page.
//
// Cost: new pages for each submission. Owner: a Context. Threads: those of Objects.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "src/d3d/driver/handles.h"

namespace drydock::d3d {

// Pages of the driver's that end at a guard page.
class GuardedPages {
 public:
  GuardedPages() = default;
  ~GuardedPages();
  GuardedPages(const GuardedPages&) = delete;
  GuardedPages& operator=(const GuardedPages&) = delete;

  // Zeros, elsewhere than before. Throws std::bad_alloc.
  void renew(std::size_t bytes);
  std::byte* data() const { return data_; }
  std::size_t size() const { return bytes_; }

 private:
  void release();

  void* mapping_ = nullptr;
  std::size_t mapped_ = 0;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
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
  // Throws std::bad_alloc, and then nothing has changed.
  void rotate(const BatchSizes& sizes, const BatchSizes& real);
  // The submission failed: the driver continues in its buffers, whose contents were dropped.
  void note_dropped();

  // True when the driver has written nothing yet.
  bool is_untouched() const;
  // True when the driver wrote where its last batch had been.
  bool was_written_behind() const;
  // From now on it was not.
  void forget_behind();
  // True when the allocation list that is being built names the allocation: the runtime does not
  // know how many entries the driver has written, but the list begins with zeros.
  bool names(KernelHandle allocation) const;

 private:
  struct Set {
    GuardedPages commands, allocations, patches;
  };
  static void renew(Set& set, const BatchSizes& sizes);
  static void spoil(Set& set);

  const Set& now() const { return sets_[at_]; }

  std::array<Set, 2> sets_;
  std::size_t at_ = 0;
  bool has_rotated_ = false;
  BatchSizes sizes_;
  BatchSizes sizes_before_;
  std::vector<std::byte> dropped_;  // the allocation list of a submission that failed
};

}  // namespace drydock::d3d
