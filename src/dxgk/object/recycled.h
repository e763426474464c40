// Objects that are made and freed often. The memory of a freed object is a spare for the next
// object of its type on the same thread.
//
// Cost: a push or a pop on a list of the thread's own. Each thread has at most kMostSpares, and
// frees them when it ends. Under the address sanitizer there are no spares, so that it sees uses
// after a free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

namespace drydock::dxgk {

template <typename T>
class Recycled {
 public:
  static void* operator new(std::size_t bytes) {
    static_assert(std::is_final_v<T>, "all are of one size");
    Spare* const spare = spares_.first;
    if (spare == nullptr) [[unlikely]]
      return ::operator new(bytes);
    spares_.first = spare->next;
    --spares_.count;
    return spare;
  }

  static void operator delete(void* memory) {
    if (spares_.count >= spares_.most && !begin()) return ::operator delete(memory);
    spares_.first = ::new (memory) Spare{spares_.first};
    ++spares_.count;
  }

 private:
  // More objects than are retired between two looks at all readers (read_section.h).
  static constexpr std::uint32_t kMostSpares = 1024;

  struct Spare {
    Spare* next;
  };
  struct Spares {
    Spare* first;
    std::uint32_t count;
    std::uint32_t most;  // 0 before the first spare, and when the thread ends
  };
  struct End {
    ~End() {
      spares_.most = 0;
      is_over_ = true;
      while (Spare* const spare = spares_.first) {
        spares_.first = spare->next;
        ::operator delete(spare);
      }
      spares_.count = 0;
    }
  };

  // The first spare of a thread. False when there are enough, or when there are to be none.
  [[gnu::noinline]] static bool begin() {
#if defined(__SANITIZE_ADDRESS__)
    return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    return false;
#endif
#endif
    if (spares_.most != 0 || is_over_) return false;
    static thread_local const End end;
    static_cast<void>(end);
    spares_.most = kMostSpares;
    return true;
  }

  static inline constinit thread_local Spares spares_ = {};
  static inline constinit thread_local bool is_over_ = false;
};

}  // namespace drydock::dxgk
