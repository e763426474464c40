#include "src/nt/mm/watched_pages.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <iterator>
#include <mutex>
#include <vector>

#include "src/nt/base/address.h"
#include "src/nt/driver/crash.h"
#include "src/nt/mm/physical.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct WatchedRange {
  std::uintptr_t first;
  std::size_t bytes;
  PageRights rights;
  PageListener* listener;

  bool holds(std::uintptr_t address, std::size_t size) const {
    return address >= first && address - first <= bytes && size <= bytes - (address - first);
  }
  bool overlaps(const WatchedRange& other) const {
    return first < other.first + other.bytes && other.first < first + bytes;
  }
};

// The handler of faults takes the lock: nothing faults while it is held.
struct WatchedRanges {
  sim::Lock lock;
  std::vector<WatchedRange> all DRYDOCK_GUARDED_BY(lock);
};

WatchedRanges& watched_ranges() {
  static sim::NeverDestroyed<WatchedRanges> instance;
  return *instance;
}

std::optional<WatchedRange> find_watched(std::uintptr_t address, std::size_t bytes) {
  const sim::Hold hold(watched_ranges().lock);
  for (const WatchedRange& one : watched_ranges().all) {
    if (one.holds(address, bytes)) return one;
  }
  return std::nullopt;
}

// The release of the writer pairs with the acquire of the handler: the listener is complete.
constinit std::atomic<PageListener*> listener_of_others = nullptr;

// The pages that are open for the instruction that this thread is making. An instruction touches
// four at most: two operands that lie across a border.
class OpenedPages {
 public:
  bool is_empty() const { return count_ == 0; }

  bool open(std::uintptr_t address, void* context) {
    if (count_ == std::size(pages_)) return false;
    const std::uintptr_t page = address / kPageBytes * kPageBytes;
    if (mprotect(as_pointer(page), kPageBytes, PROT_READ | PROT_WRITE) != 0) return false;
    pages_[count_++] = page;
    flags_of(context) |= kTrap;
    return true;
  }

  void close() {
    while (count_ != 0) mprotect(as_pointer(pages_[--count_]), kPageBytes, PROT_NONE);
  }

  // The instruction has run, or will not run.
  void close_after(void* context) {
    close();
    flags_of(context) &= ~kTrap;
  }

 private:
  static constexpr greg_t kTrap = 0x100;  // the processor stops after one instruction

  static greg_t& flags_of(void* context) {
    return static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL];
  }

  std::uintptr_t pages_[4] = {};
  std::size_t count_ = 0;
};

thread_local constinit OpenedPages opened_pages;

// The handlers that were there before, which see what is not ours.
struct sigaction handler_of_faults;
struct sigaction handler_of_traps;

bool is_write_fault(const void* context) {
  constexpr greg_t kWrite = 2;  // a bit of the page fault's error code
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & kWrite) != 0;
}

bool allows(PageRights rights, bool is_write) {
  return rights == PageRights::kWrite || (rights == PageRights::kRead && !is_write);
}

// True when the instruction can be made now.
bool let_through(const WatchedRange& range, const PageAccess& access, void* context) {
  range.listener->before_access(access);
  if (!allows(range.rights, access.is_write)) return false;
  if (!opened_pages.open(access.address, context)) return false;
  // After the page is open, because the listener may look at it too.
  range.listener->on_access(access);
  return true;
}

void on_page_fault(int signal, siginfo_t* info, void* context) {
  const bool has_address = info->si_code > 0 && info->si_code != SI_KERNEL;
  const std::uintptr_t address = as_number(info->si_addr);
  const std::optional<WatchedRange> range = has_address ? find_watched(address, 1) : std::nullopt;
  PageAccess access{address, 0, is_write_fault(context), context};
  if (range) {
    access.offset = address - range->first;
    if (let_through(*range, access, context)) return;
  } else if (PageListener* const listener = listener_of_others.load(std::memory_order_acquire)) {
    listener->before_access(access);
  }
  if (!opened_pages.is_empty()) opened_pages.close_after(context);
  handler_of_faults.sa_sigaction(signal, info, context);
}

void on_instruction_end(int signal, siginfo_t* info, void* context) {
  if (!opened_pages.is_empty()) return opened_pages.close_after(context);
  handler_of_traps.sa_sigaction(signal, info, context);
}

void install_handlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    guard_thread();
    sigaction(SIGSEGV, nullptr, &handler_of_faults);
    sigaction(SIGTRAP, nullptr, &handler_of_traps);
    install_handler(SIGSEGV, on_page_fault);
    install_handler(SIGTRAP, on_instruction_end);
  });
}

}  // namespace

WatchedPages::WatchedPages(const void* first, std::size_t bytes, PageListener& listener)
    : first_(as_number(first)) {
  assert(first_ % kPageBytes == 0 && bytes != 0);
  install_handlers();
  const WatchedRange range{first_, bytes, PageRights::kWrite, &listener};
  const sim::Hold hold(watched_ranges().lock);
  assert(std::ranges::none_of(watched_ranges().all,
                              [&](const WatchedRange& one) { return one.overlaps(range); }));
  watched_ranges().all.push_back(range);
}

WatchedPages::~WatchedPages() {
  const sim::Hold hold(watched_ranges().lock);
  [[maybe_unused]] const std::size_t removed = std::erase_if(
      watched_ranges().all, [this](const WatchedRange& one) { return one.first == first_; });
  assert(removed == 1);
}

void WatchedPages::set_rights(PageRights rights) {
  const sim::Hold hold(watched_ranges().lock);
  for (WatchedRange& one : watched_ranges().all) {
    if (one.first == first_) one.rights = rights;
  }
}

std::optional<PageRights> watched_rights(const void* address, std::size_t bytes) {
  const std::optional<WatchedRange> range = find_watched(as_number(address), bytes);
  if (!range) return std::nullopt;
  return range->rights;
}

void listen_to_unwatched_faults(PageListener& listener) {
  [[maybe_unused]] PageListener* const before =
      listener_of_others.exchange(&listener, std::memory_order_acq_rel);
  assert(before == nullptr || before == &listener);
  install_handlers();
}

void close_opened_pages() { opened_pages.close(); }

}  // namespace drydock::nt
