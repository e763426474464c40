// A list threaded through its members: adding and removing allocates nothing and searches nothing.
#pragma once

#include <cassert>

namespace drydock::dxgk {

// The base class of list members. The lock of the list guards it.
template <typename T>
struct Linked {
  Linked* before = nullptr;
  Linked* after = nullptr;

  bool is_linked() const { return before != nullptr; }
};

template <typename T>
class List {
 public:
  List() { head_.before = head_.after = &head_; }
  ~List() { assert(empty()); }
  List(const List&) = delete;
  List& operator=(const List&) = delete;

  bool empty() const { return head_.after == &head_; }
  T* first() const { return empty() ? nullptr : static_cast<T*>(head_.after); }
  T* after(const T& member) const {
    Linked<T>* const next = static_cast<const Linked<T>&>(member).after;
    return next == &head_ ? nullptr : static_cast<T*>(next);
  }

  void add(T& member) {
    Linked<T>& link = member;
    assert(!link.is_linked());
    link.before = head_.before;
    link.after = &head_;
    head_.before->after = &link;
    head_.before = &link;
  }

  void remove(T& member) {
    Linked<T>& link = member;
    assert(link.is_linked());
    link.before->after = link.after;
    link.after->before = link.before;
    link.before = link.after = nullptr;
  }

 private:
  Linked<T> head_;
};

}  // namespace drydock::dxgk
