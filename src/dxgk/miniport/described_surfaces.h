// What a driver answered about surfaces that Windows creates for itself: by the private data that
// such a surface is then created with, the rows that it said the CPU would find.
//
// Two surfaces with the same private data are told apart by the driver alone, so nothing is known
// of either. The last kMost descriptions are stored.
//
// Cost: a copy of the private data for each description; a look-up compares with all of them.
// Owner: the adapter. Threads: any.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "src/sim/lock.h"

namespace drydock::dxgk {

struct DescribedRows {
  std::uint64_t pitch = 0;   // 0: the driver reported none
  std::uint64_t height = 0;  // rows
  std::uint64_t row = 0;     // bytes of the last one, at least

  // What the CPU reaches when it reads every row.
  std::uint64_t bytes() const { return pitch == 0 ? 0 : pitch * (height - 1) + row; }
  bool operator==(const DescribedRows&) const = default;
};

class DescribedSurfaces {
 public:
  using Data = std::span<const std::byte>;
  static constexpr std::size_t kMost = 32;

  void add(Data allocation, Data resource, const DescribedRows& rows);
  std::optional<DescribedRows> find(Data allocation, Data resource) const;
  // Relaxed: what another thread describes meanwhile is created later.
  bool has_any() const { return has_any_.load(std::memory_order_relaxed); }

 private:
  struct Description {
    std::vector<std::byte> allocation, resource;
    DescribedRows rows;
    bool is_ambiguous = false;

    bool is_of(Data wanted_allocation, Data wanted_resource) const;
  };

  std::atomic<bool> has_any_ = false;
  mutable sim::Lock lock_;
  std::deque<Description> all_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
