// How much of an adapter's video memory a process uses, how much it may use, and how much is
// reserved for it.
//
// A budget is advice: a process over its budget keeps its memory until room is short. Then the
// tenants of processes that use more than they reserved are evicted first.
//
// Owner: the adapter has the budget; each account is shared by the tenants that count for it.
// Threads: any, except where a function says so. Cost: constant.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "src/sim/lock.h"

namespace drydock::vidmm {

enum class Group : std::uint8_t {
  kLocal,     // segments of memory
  kNonLocal,  // apertures
};

// The account of one process on one adapter.
class Account {
 public:
  std::uint64_t used(Group group) const { return used_[at(group)].load(std::memory_order_relaxed); }
  std::uint64_t reserved(Group group) const {
    return reserved_[at(group)].load(std::memory_order_relaxed);
  }
  // True when it uses no more than is reserved for it.
  bool is_within_reservation(Group group) const { return used(group) <= reserved(group); }

  // The bytes that the residency lists of its devices demand. demand() adds to it. If the sum would
  // exceed `most`, it adds nothing and returns by how much the sum is too large.
  std::uint64_t demanded(Group group) const {
    return demanded_[at(group)].load(std::memory_order_relaxed);
  }
  std::uint64_t demand(Group group, std::uint64_t bytes, std::uint64_t most);
  void withdraw(Group group, std::uint64_t bytes) { demanded_[at(group)] -= bytes; }

  // Tenants were placed in a segment, or left it. Only for the strand that pages.
  void add(Group group, std::uint64_t bytes) { used_[at(group)] += bytes; }
  void subtract(Group group, std::uint64_t bytes) { used_[at(group)] -= bytes; }

 private:
  friend class Budget;
  static std::size_t at(Group group) { return static_cast<std::size_t>(group); }

  std::array<std::atomic<std::uint64_t>, 2> used_{};
  std::array<std::atomic<std::uint64_t>, 2> reserved_{};
  std::array<std::atomic<std::uint64_t>, 2> demanded_{};
};

// The budget of an adapter.
class Budget {
 public:
  struct Info {
    std::uint64_t budget;
    std::uint64_t used;
    std::uint64_t reserved;
    std::uint64_t available_for_reservation;
  };

  // Sets the size of a group of segments, which the driver reports when it starts.
  void set_size(Group group, std::uint64_t bytes);

  Info info(const Account& account, Group group);

  // The most bytes that residency lists may demand: the process's budget now; or, for a process
  // that cannot trim any more, the largest budget that it can ever have (K-281).
  struct Limits {
    std::uint64_t local = 0;
    std::uint64_t non_local = 0;
  };
  Limits limits(const Account& account, bool most_ever);

  // False when other processes have reserved too much. At most half of a group can be reserved.
  bool reserve(Account& account, Group group, std::uint64_t bytes);

 private:
  std::uint64_t reserved_by_others(const Account& account, Group group) DRYDOCK_REQUIRES(lock_);
  std::uint64_t left_by_others(const Account& account, Group group) DRYDOCK_REQUIRES(lock_);
  std::uint64_t available(const Account& account, Group group) DRYDOCK_REQUIRES(lock_);

  sim::Lock lock_;
  std::array<std::uint64_t, 2> sizes_ DRYDOCK_GUARDED_BY(lock_){};
  std::array<std::uint64_t, 2> reserved_ DRYDOCK_GUARDED_BY(lock_){};
};

}  // namespace drydock::vidmm
