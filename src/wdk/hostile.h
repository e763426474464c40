// Arguments of entry points as hostile as the documents allow, for runs that look for mistakes: a
// list or structure that a driver is given ends where a page begins that nobody can touch, fields
// that it is to fill hold rubbish, and when the call is over the memory is gone.
//
// Contract: a driver that reads or writes only what its documents allow notices nothing.
// Cost: one relaxed load while it is off; else a copy and two changes of protection for each piece.
// Owner: the places are the process's, at most 256 at a time; what finds none is passed as it is.
// Threads: any.
#pragma once

#include <atomic>
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
// How many want it. Relaxed: it changes between runs, never during a call.
extern constinit std::atomic<int> wanted;
}  // namespace hostile

inline bool are_arguments_hostile() { return hostile::wanted.load(std::memory_order_relaxed) != 0; }

namespace hostile {

// Memory that ends before a page that cannot be touched; null when arguments are not hostile, or it
// is more than there is room for.
std::byte* take(std::size_t bytes, std::size_t alignment);
void make_read_only(const std::byte* memory);
void give_back(const std::byte* memory);

inline constexpr unsigned char kRubbish = 0xCD;

template <typename T>
void clear_if_rubbish(T& field) {
  T rubbish;
  std::memset(&rubbish, kRubbish, sizeof rubbish);
  if (std::memcmp(&field, &rubbish, sizeof field) == 0) std::memset(&field, 0, sizeof field);
}

}  // namespace hostile

// What a driver finds in fields that it is to fill.
template <typename... Fields>
void spoil(Fields&... fields) {
  if (are_arguments_hostile())
    (std::memset(static_cast<void*>(&fields), hostile::kRubbish, sizeof fields), ...);
}

// Those that it left alone are zero, as without hostility.
template <typename... Fields>
void unspoil(Fields&... fields) {
  if (are_arguments_hostile()) (hostile::clear_if_rubbish(fields), ...);
}

// A list, or one structure, for the length of a call of the driver: a copy in hostile memory, or
// the caller's own.
template <typename T>
class Passed {
  using Plain = std::remove_const_t<T>;
  static_assert(std::is_trivially_copyable_v<Plain>);

 public:
  explicit Passed(std::span<T> own)
      : own_(own),
        memory_(are_arguments_hostile() ? hostile::take(own.size_bytes(), alignment()) : nullptr) {
    if (memory_ != nullptr && !own.empty()) std::memcpy(memory_, own.data(), own.size_bytes());
  }
  explicit Passed(T& own) : Passed(std::span<T>(&own, 1)) {}
  ~Passed() {
    if (memory_ != nullptr) hostile::give_back(memory_);
  }
  Passed(const Passed&) = delete;
  Passed& operator=(const Passed&) = delete;

  T* data() const { return memory_ != nullptr ? reinterpret_cast<T*>(memory_) : own_.data(); }
  std::span<T> items() const { return {data(), own_.size()}; }
  T* operator->() const { return data(); }

  // What the driver made of it.
  void take_back()
    requires(!std::is_const_v<T>)
  {
    if (memory_ != nullptr && !own_.empty())
      std::memcpy(static_cast<void*>(own_.data()), memory_, own_.size_bytes());
  }

 private:
  // Bytes are a structure of the driver's that is not known here.
  static constexpr std::size_t alignment() { return alignof(T) == 1 ? 8 : alignof(T); }

  const std::span<T> own_;
  std::byte* const memory_;
};

}  // namespace drydock
