#include "src/vidmm/budget.h"

#include <algorithm>

namespace drydock::vidmm {

std::uint64_t Account::demand(Group group, std::uint64_t bytes, std::uint64_t most) {
  std::atomic<std::uint64_t>& demanded = demanded_[at(group)];
  std::uint64_t seen = demanded.load(std::memory_order_relaxed);
  do {
    if (bytes != 0 && seen + bytes > most) return seen + bytes - most;
  } while (!demanded.compare_exchange_weak(seen, seen + bytes, std::memory_order_relaxed));
  return 0;
}

void Budget::set_size(Group group, std::uint64_t bytes) {
  const sim::Hold hold(lock_);
  sizes_[Account::at(group)] = bytes;
}

std::uint64_t Budget::reserved_by_others(const Account& account, Group group) {
  return reserved_[Account::at(group)] - account.reserved(group);
}

std::uint64_t Budget::left_by_others(const Account& account, Group group) {
  const std::uint64_t size = sizes_[Account::at(group)];
  return size - std::min(size, reserved_by_others(account, group));
}

// A driver that is started again may report less memory than before.
std::uint64_t Budget::available(const Account& account, Group group) {
  const std::uint64_t most = sizes_[Account::at(group)] / 2;
  return most - std::min(most, reserved_by_others(account, group));
}

// K-074: the usage never exceeds the budget, even when others made reservations after it was
// placed.
Budget::Info Budget::info(const Account& account, Group group) {
  const sim::Hold hold(lock_);
  const std::uint64_t used = account.used(group);
  return {.budget = std::max(left_by_others(account, group), used),
          .used = used,
          .reserved = account.reserved(group),
          .available_for_reservation = available(account, group)};
}

Budget::Limits Budget::limits(const Account& account, bool most_ever) {
  const sim::Hold hold(lock_);
  const auto limit = [&](Group group) DRYDOCK_REQUIRES(lock_) {
    return most_ever ? sizes_[Account::at(group)] : left_by_others(account, group);
  };
  return {limit(Group::kLocal), limit(Group::kNonLocal)};
}

bool Budget::reserve(Account& account, Group group, std::uint64_t bytes) {
  const std::size_t at = Account::at(group);
  const sim::Hold hold(lock_);
  if (bytes > available(account, group)) return false;
  reserved_[at] = reserved_by_others(account, group) + bytes;
  account.reserved_[at].store(bytes, std::memory_order_relaxed);
  return true;
}

}  // namespace drydock::vidmm
