// A list of objects that others own: it keeps none of them alive.
//
// Cost: constant for each object that is added, on average; the list is never more than twice as
// long as it has live objects, and a few. Owner: whoever calls the objects together one day.
// Threads: one at a time; most owners have a lock for it.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace drydock::nt {

template <typename T>
class WeakList {
 public:
  void add(const std::shared_ptr<T>& object) {
    if (all_.size() >= most_) {
      std::erase_if(all_, [](const auto& each) { return each.expired(); });
      most_ = 2 * all_.size() + kFew;
    }
    all_.push_back(object);
  }

  // The objects that still have an owner, in the order in which they were added. A caller that
  // drops the last reference to one destroys it, so it drops them without the lock.
  std::vector<std::shared_ptr<T>> live() const {
    std::vector<std::shared_ptr<T>> out;
    for (const std::weak_ptr<T>& each : all_) {
      if (auto object = each.lock()) out.push_back(std::move(object));
    }
    return out;
  }

  // The same, and leaves the list empty.
  std::vector<std::shared_ptr<T>> take() {
    std::vector<std::shared_ptr<T>> out = live();
    all_.clear();
    return out;
  }

  // Entries, live or not.
  std::size_t size() const { return all_.size(); }

 private:
  static constexpr std::size_t kFew = 16;

  std::vector<std::weak_ptr<T>> all_;
  std::size_t most_ = kFew;  // at this size entries of destroyed objects are removed
};

}  // namespace drydock::nt
