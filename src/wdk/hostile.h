// Arguments of entry points, as hostile as the documents allow, for runs that look for mistakes. A
// list or structure that a driver gets ends where an inaccessible page begins. Fields that the
// driver has to fill contain rubbish. When the call has returned, the memory becomes inaccessible.
//
// Contract: a driver that reads and writes only what its documents allow sees no difference.
// Cost: one relaxed load while it is off; else a copy and two changes of protection for each
// argument.
// Owner: the process has at most 256 places; an argument that finds none free is passed as it is.
// Threads: any.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

namespace drydock {

// While one lives, arguments are hostile in the whole process.
class HostileArguments {
 public:
  HostileArguments();
  ~HostileArguments();
  HostileArguments(const HostileArguments&) = delete;
  HostileArguments& operator=(const HostileArguments&) = delete;
};

namespace hostile {
// The number of live HostileArguments. Relaxed: it changes between runs, never during a call.
extern constinit std::atomic<int> wanted;
}  // namespace hostile

inline bool are_arguments_hostile() { return hostile::wanted.load(std::memory_order_relaxed) != 0; }

namespace hostile {

// Takes memory that ends before an inaccessible page. Returns null when arguments are not hostile
// or no place has room for so many bytes.
std::byte* take(std::size_t bytes, std::size_t alignment);
void make_read_only(const std::byte* memory);
void release(const std::byte* memory);

inline constexpr unsigned char kRubbish = 0xCD;

template <typename T>
void clear_if_rubbish(T& field) {
  T rubbish;
  std::memset(&rubbish, kRubbish, sizeof rubbish);
  if (std::memcmp(&field, &rubbish, sizeof field) == 0) std::memset(&field, 0, sizeof field);
}

}  // namespace hostile

// Writes rubbish into fields that the driver has to fill.
template <typename... Fields>
void spoil(Fields&... fields) {
  if (are_arguments_hostile())
    (std::memset(static_cast<void*>(&fields), hostile::kRubbish, sizeof fields), ...);
}

// Clears the fields that the driver did not fill, so that they are zero as without hostility.
template <typename... Fields>
void unspoil(Fields&... fields) {
  if (are_arguments_hostile()) (hostile::clear_if_rubbish(fields), ...);
}

// A list or one structure as it is passed to one call of the driver: a copy in hostile memory, or
// the caller's own memory.
template <typename T>
class Passed {
  using Plain = std::remove_const_t<T>;
  static_assert(std::is_trivially_copyable_v<Plain>);

 public:
  explicit Passed(std::span<T> own)
      : own_(own),
        memory_(are_arguments_hostile()
                    ? hostile::take(own.size_bytes(), alignment_of(own.size_bytes()))
                    : nullptr) {
    if (memory_ != nullptr && !own.empty()) std::memcpy(memory_, own.data(), own.size_bytes());
  }
  explicit Passed(T& own) : Passed(std::span<T>(&own, 1)) {}
  ~Passed() {
    if (memory_ != nullptr) hostile::release(memory_);
  }
  Passed(const Passed&) = delete;
  Passed& operator=(const Passed&) = delete;

  T* data() const { return memory_ != nullptr ? reinterpret_cast<T*>(memory_) : own_.data(); }
  std::span<T> items() const { return {data(), own_.size()}; }
  T* operator->() const { return data(); }

  // Copies what the driver wrote back into the caller's memory.
  void copy_back()
    requires(!std::is_const_v<T>)
  {
    if (memory_ != nullptr && !own_.empty())
      std::memcpy(static_cast<void*>(own_.data()), memory_, own_.size_bytes());
  }

 private:
  // An argument of bytes is a structure of the driver's. Its alignment is not known here, but it
  // divides its size; so only what has another size than the structure may be misaligned.
  static constexpr std::size_t alignment_of(std::size_t bytes) {
    if (alignof(T) != 1) return alignof(T);
    return bytes == 0 ? 8 : std::size_t{1} << std::min(std::countr_zero(bytes), 3);
  }

  const std::span<T> own_;
  std::byte* const memory_;
};

}  // namespace drydock
