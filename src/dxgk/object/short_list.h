// A list for the length of a call. While it is short it lies in place, without an allocation.
//
// Cost: adding is a store. Memory is allocated only beyond the room.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace drydock::dxgk {

template <typename T, std::size_t kRoom>
class ShortList {
  static_assert(std::is_nothrow_move_constructible_v<T>);

 public:
  using value_type = T;

  ShortList() = default;
  explicit ShortList(std::size_t count) { resize(count); }
  ~ShortList() {
    std::destroy_n(first_, size_);
    if (first_ != own_room()) free_room(first_);
  }
  ShortList(const ShortList&) = delete;
  ShortList& operator=(const ShortList&) = delete;

  // Null when it is empty, so that a driver that reads an empty list faults.
  T* data() { return size_ != 0 ? first_ : nullptr; }
  const T* data() const { return size_ != 0 ? first_ : nullptr; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return first_; }
  T* end() { return first_ + size_; }
  const T* begin() const { return first_; }
  const T* end() const { return first_ + size_; }
  T& operator[](std::size_t i) { return first_[i]; }
  const T& operator[](std::size_t i) const { return first_[i]; }
  T& front() { return *first_; }

  void push_back(T item) {
    if (size_ == room_) [[unlikely]]
      grow(2 * room_);
    ::new (static_cast<void*>(first_ + size_)) T(std::move(item));
    ++size_;
  }

  void reserve(std::size_t room) {
    if (room > room_) grow(room);
  }

  // Only makes the list longer. New elements are zero, or default-constructed.
  void resize(std::size_t count) {
    if (count > room_) [[unlikely]]
      grow(count);
    for (; size_ < count; ++size_) ::new (static_cast<void*>(first_ + size_)) T();
  }

 private:
  T* own_room() { return reinterpret_cast<T*>(own_); }

  static void free_room(T* room) { ::operator delete(room, std::align_val_t{alignof(T)}); }

  [[gnu::noinline]] void grow(std::size_t room) {
    auto* const wider =
        static_cast<T*>(::operator new(room * sizeof(T), std::align_val_t{alignof(T)}));
    std::uninitialized_move_n(first_, size_, wider);
    std::destroy_n(first_, size_);
    if (first_ != own_room()) free_room(first_);
    first_ = wider;
    room_ = room;
  }

  T* first_ = own_room();
  std::size_t size_ = 0;
  std::size_t room_ = kRoom;
  alignas(T) std::byte own_[kRoom * sizeof(T)];  // not cleared
};

}  // namespace drydock::dxgk
