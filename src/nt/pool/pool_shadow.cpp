#include "src/nt/pool/pool_shadow.h"

extern "C" {
__attribute__((weak)) void __asan_poison_memory_region(const volatile void* begin,
                                                       std::size_t bytes);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void* begin,
                                                         std::size_t bytes);
}

#if defined(__SANITIZE_ADDRESS__)
#define DRYDOCK_POOL_IS_WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DRYDOCK_POOL_IS_WATCHED 1
#endif
#endif

namespace drydock::nt {

bool has_shadow() {
#ifdef DRYDOCK_POOL_IS_WATCHED
  return false;  // the host's own accesses to guards would be reported
#else
  return __asan_poison_memory_region != nullptr && __asan_unpoison_memory_region != nullptr;
#endif
}

void open_in_shadow(const void* begin, std::size_t bytes) {
  if (has_shadow()) __asan_unpoison_memory_region(begin, bytes);
}

void close_in_shadow(const void* begin, std::size_t bytes) {
  if (has_shadow()) __asan_poison_memory_region(begin, bytes);
}

}  // namespace drydock::nt
