// A reference to an object that counts its references.
#pragma once

#include <utility>

namespace drydock::nt {

// T has add_ref() and release(), and ends itself with the last of them.
template <typename T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T& object) : object_(&object) { object_->add_ref(); }
  Ref(const Ref& other) : object_(other.object_) {
    if (object_ != nullptr) object_->add_ref();
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) object_->release();
  }

  // Takes over the reference that a new object is born with.
  static Ref adopt(T* object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }

  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T* object_ = nullptr;
};

}  // namespace drydock::nt
