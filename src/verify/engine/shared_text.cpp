#include "src/verify/engine/shared_text.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace drydock::verify {
namespace {

// The pages come when they are written.
void* shared_pages(std::size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

}  // namespace

SharedText::SharedText() : memory_(static_cast<Memory*>(shared_pages(sizeof(Memory)))) {
  static_assert(std::atomic<std::size_t>::is_always_lock_free);
  ::new (&memory_->size) std::atomic<std::size_t>(0);
}

SharedText::~SharedText() { munmap(memory_, sizeof(Memory)); }

void SharedText::write(std::string_view text) {
  if (text.size() > kMost) return;
  std::memcpy(memory_->bytes, text.data(), text.size());
  memory_->size.store(text.size(), std::memory_order_release);
}

std::optional<std::string> SharedText::read() const {
  const std::size_t size = memory_->size.load(std::memory_order_acquire);
  if (size == 0 || size > kMost) return std::nullopt;
  return std::string(memory_->bytes, size);
}

}  // namespace drydock::verify
