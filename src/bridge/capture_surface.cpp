#include "src/bridge/capture_surface.h"

#include <array>
#include <map>
#include <utility>

#include "src/sim/lock.h"

namespace drydock::bridge {
namespace {

// Two bits of a handle of the display kernel are never both 0 in their place; here they are.
constexpr std::uint32_t kFirstLent = 0x2A000000;
constexpr std::uint32_t kLentNumbers = 1U << 24;

struct Lending {
  std::uint32_t allocation;
  std::string borrower;
  std::shared_ptr<Capture> capture;
};

struct Lendings {
  sim::Lock lock;
  std::uint64_t count DRYDOCK_GUARDED_BY(lock) = 0;  // ever
  std::map<std::uint32_t, Lending> under_way DRYDOCK_GUARDED_BY(lock);
  // Who had the latest, by number.
  std::array<std::string, 64> borrowers DRYDOCK_GUARDED_BY(lock);
};

Lendings& lendings() {
  static auto& instance = *new Lendings;
  return instance;
}

std::uint32_t lend(std::uint32_t allocation, std::string borrower) {
  Lendings& all = lendings();
  const sim::Hold hold(all.lock);
  const auto number = static_cast<std::uint32_t>(all.count++ % kLentNumbers);
  all.borrowers[number % all.borrowers.size()] = borrower;
  all.under_way[kFirstLent + number] = {allocation, std::move(borrower), nullptr};
  return kFirstLent + number;
}

}  // namespace

BorrowedSurface::BorrowedSurface(std::uint32_t allocation, std::string borrower)
    : handle_(lend(allocation, std::move(borrower))) {}

BorrowedSurface::~BorrowedSurface() {
  Lendings& all = lendings();
  const sim::Hold hold(all.lock);
  all.under_way.erase(handle_);
}

std::shared_ptr<Capture> BorrowedSurface::capture() const {
  Lendings& all = lendings();
  const sim::Hold hold(all.lock);
  return all.under_way.at(handle_).capture;
}

std::optional<BorrowedHandle> find_borrowed(std::uint32_t handle) {
  const std::uint32_t number = handle - kFirstLent;
  if (number >= kLentNumbers) return std::nullopt;
  Lendings& all = lendings();
  const sim::Hold hold(all.lock);
  if (const auto at = all.under_way.find(handle); at != all.under_way.end())
    return BorrowedHandle{true, at->second.allocation, at->second.borrower};
  if (number >= all.count) return std::nullopt;
  const std::uint64_t later = (all.count - 1 - number) % kLentNumbers;
  const bool is_recent = later < all.borrowers.size();
  return BorrowedHandle{false, 0,
                        is_recent ? all.borrowers[number % all.borrowers.size()] : std::string()};
}

void set_capture(std::uint32_t handle, std::shared_ptr<Capture> capture) {
  Lendings& all = lendings();
  const sim::Hold hold(all.lock);
  if (const auto at = all.under_way.find(handle); at != all.under_way.end())
    at->second.capture = std::move(capture);
}

}  // namespace drydock::bridge
