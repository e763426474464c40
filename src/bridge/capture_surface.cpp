#include "src/bridge/capture_surface.h"

#include <array>
#include <cassert>
#include <map>
#include <utility>

#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::bridge {
namespace {

// Two bits of a handle of the graphics kernel are never both 0. Here both are 0, so the numbers
// cannot be confused.
constexpr std::uint32_t kFirstBorrowed = 0x2A000000;
constexpr std::uint32_t kBorrowedNumbers = 1U << 24;

struct Loan {
  std::uint32_t allocation;
  std::string borrower;
  std::shared_ptr<Capture> capture;
};

struct Loans {
  sim::Lock lock;
  std::uint64_t count DRYDOCK_GUARDED_BY(lock) = 0;  // the number of handles ever made
  std::map<std::uint32_t, Loan> under_way DRYDOCK_GUARDED_BY(lock);
  // The drivers that had the latest handles, by number.
  std::array<std::string, 64> borrowers DRYDOCK_GUARDED_BY(lock);
};

Loans& loans() {
  static sim::NeverDestroyed<Loans> instance;
  return *instance;
}

std::uint32_t make_handle(std::uint32_t allocation, std::string borrower) {
  Loans& all = loans();
  const sim::Hold hold(all.lock);
  const auto number = static_cast<std::uint32_t>(all.count++ % kBorrowedNumbers);
  all.borrowers[number % all.borrowers.size()] = borrower;
  all.under_way[kFirstBorrowed + number] = {allocation, std::move(borrower), nullptr};
  return kFirstBorrowed + number;
}

}  // namespace

BorrowedSurface::BorrowedSurface(std::uint32_t allocation, std::string borrower)
    : handle_(make_handle(allocation, std::move(borrower))) {}

BorrowedSurface::~BorrowedSurface() {
  Loans& all = loans();
  const sim::Hold hold(all.lock);
  [[maybe_unused]] const std::size_t erased = all.under_way.erase(handle_);
  assert(erased == 1);
}

std::shared_ptr<Capture> BorrowedSurface::capture() const {
  Loans& all = loans();
  const sim::Hold hold(all.lock);
  return all.under_way.at(handle_).capture;
}

std::optional<BorrowedHandle> find_borrowed(std::uint32_t handle) {
  const std::uint32_t number = handle - kFirstBorrowed;
  if (number >= kBorrowedNumbers) return std::nullopt;
  Loans& all = loans();
  const sim::Hold hold(all.lock);
  if (const auto at = all.under_way.find(handle); at != all.under_way.end())
    return BorrowedHandle{true, at->second.allocation, at->second.borrower};
  if (number >= all.count) return std::nullopt;
  const std::uint64_t later = (all.count - 1 - number) % kBorrowedNumbers;
  const bool is_recent = later < all.borrowers.size();
  return BorrowedHandle{false, 0,
                        is_recent ? all.borrowers[number % all.borrowers.size()] : std::string()};
}

void set_capture(std::uint32_t handle, std::shared_ptr<Capture> capture) {
  Loans& all = loans();
  const sim::Hold hold(all.lock);
  if (const auto at = all.under_way.find(handle); at != all.under_way.end())
    at->second.capture = std::move(capture);
}

}  // namespace drydock::bridge
