#include "src/nt/mm/watched_memory.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <new>

#include "src/nt/driver/crash.h"
#include "src/nt/driver/loader_modules.h"
#include "src/nt/mm/physical.h"

namespace drydock::nt {
namespace {

const void* pc_in(const void* context) {
  return reinterpret_cast<const void*>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
}

}  // namespace

WatchedMemory::WatchedMemory(std::size_t bytes, Listener listener, void* context)
    : bytes_(pages_of(bytes) * kPageBytes),
      address_(mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)),
      listener_(listener),
      context_(context) {
  if (address_ == MAP_FAILED) throw std::bad_alloc();
  watched_.emplace(address_, bytes_, static_cast<PageListener&>(*this));
}

WatchedMemory::~WatchedMemory() {
  watched_.reset();
  munmap(address_, bytes_);
}

void WatchedMemory::on_access(const PageAccess& access) {
  if (!is_driver_code(pc_in(access.context))) return;
  listener_(context_, access.offset, access.is_write, stack_of_signal(access.context));
}

}  // namespace drydock::nt
