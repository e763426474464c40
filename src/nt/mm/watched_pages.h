// Pages whose every access the host sees before it is made: the one mechanism behind a client's
// memory under watch (user_memory.h) and the host's memory that drivers read (watched_memory.h).
//
//   closed ──(an access faults)──► open for one instruction ──(trap)──► closed
//                  │
//                  └─ the pages do not allow it: the fault goes on to the handlers that were there
//                     before, and is an access violation
//
// The handler of the fault asks the listener of the pages twice: before_access() when the pages are
// closed, on_access() when the page is open and the instruction has not run yet.
//
// Not seen: a second thread on the page in the same instruction.
//
// Cost: two signals for each instruction that touches a closed page, of the host too. One short
// lock to register pages and in each fault.
//
// Owner: who registers pages unregisters them before they are unmapped. Threads: all functions may
// be called on any thread; the listeners run in the handler of the thread that makes the access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace drydock::nt {

enum class PageRights : std::uint8_t { kNone, kRead, kWrite };

// An access that was stopped by a fault.
struct PageAccess {
  std::uintptr_t address;
  std::size_t offset;  // counted from the first of the watched bytes; 0 where none are watched
  bool is_write;
  const void* context;  // the ucontext_t of the code that makes the access
};

// Lives as long as the pages are registered. Neither function may hold a lock of the host when it
// touches the pages or leaves by a jump.
class PageListener {
 public:
  // The pages are closed. May end the driver and its call by a jump: calls close_opened_pages()
  // then.
  virtual void before_access(const PageAccess&) {}
  // The page is open until the instruction has run.
  virtual void on_access(const PageAccess&) {}

 protected:
  ~PageListener() = default;
};

// While it lives, accesses to these bytes go through the listener. The caller has mapped whole
// pages there, closed for every access; no byte is watched twice.
class WatchedPages {
 public:
  WatchedPages(const void* first, std::size_t bytes, PageListener& listener);
  ~WatchedPages();
  WatchedPages(const WatchedPages&) = delete;
  WatchedPages& operator=(const WatchedPages&) = delete;

  // Sets which accesses are allowed. At first it is kWrite.
  void set_rights(PageRights rights);

 private:
  const std::uintptr_t first_;
};

// Returns which accesses to these bytes are allowed; nothing when the bytes do not all lie in the
// pages of one WatchedPages.
std::optional<PageRights> watched_rights(const void* address, std::size_t bytes);

// This listener's before_access() sees every fault on pages that are not watched, from now on and
// for the life of the process. There is one at most.
void listen_to_unwatched_faults(PageListener& listener);

// A listener that does not return calls it to close the pages that are open for the interrupted
// instruction.
void close_opened_pages();

}  // namespace drydock::nt
