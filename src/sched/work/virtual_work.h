// Work of a device's virtual contexts that has not ended, and the functions that run after it.
//
// Such work names memory by address, so the host does not know what it uses. Memory that is
// destroyed therefore waits for all work that was submitted before.
//
// Owner: the device (work_source.h), whose declaration says what guards it. Cost: logarithmic in
// the packets that have not ended.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace drydock::sched {

class VirtualWork {
 public:
  using Then = std::function<void()>;

  // Adds a packet and returns its number.
  std::uint64_t begin() {
    running_.insert(++last_);
    return last_;
  }
  // The packet has ended. Returns the functions that waited for no other packet.
  std::vector<Then> end(std::uint64_t number) {
    running_.erase(number);
    std::vector<Then> out;
    while (!waiting_.empty() && (running_.empty() || waiting_.front().first < *running_.begin())) {
      out.push_back(std::move(waiting_.front().second));
      waiting_.pop_front();
    }
    return out;
  }
  bool is_over() const { return running_.empty(); }
  bool is_over(std::uint64_t number) const { return !running_.contains(number); }
  std::uint64_t last() const { return last_; }
  void wait(Then then) { waiting_.emplace_back(last_, std::move(then)); }

 private:
  std::uint64_t last_ = 0;
  std::set<std::uint64_t> running_;
  // Each runs when all packets up to its number have ended.
  std::deque<std::pair<std::uint64_t, Then>> waiting_;
};

}  // namespace drydock::sched
