// Memory of the host whose every access by driver code is observed, for rules about what a driver
// reads. Accesses by code of the host are not observed.
//
// Cost and limits: see watched_pages.h. Owner: the host; a driver may have its address as long as
// the object lives. Threads: any.
#pragma once

#include <cstddef>

#include "src/nt/mm/watched_pages.h"
#include "src/rules/stack.h"

namespace drydock::nt {

class WatchedMemory final : private PageListener {
 public:
  // Called in the handler of the fault, on the thread that makes the access and before it is made.
  // Driver code was interrupted, so no lock of the host is held.
  using Listener = void (*)(void* context, std::size_t offset, bool writes,
                            const rules::Stack& where);

  // Zeroed. Throws std::bad_alloc.
  WatchedMemory(std::size_t bytes, Listener listener, void* context);
  ~WatchedMemory();
  WatchedMemory(const WatchedMemory&) = delete;
  WatchedMemory& operator=(const WatchedMemory&) = delete;

  void* address() const { return address_; }

 private:
  void on_access(const PageAccess& access) override;

  const std::size_t bytes_;
  void* const address_;
  const Listener listener_;
  void* const context_;
  std::optional<WatchedPages> watched_;
};

}  // namespace drydock::nt
