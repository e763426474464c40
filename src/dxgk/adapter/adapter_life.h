// The life of an adapter.
//
//   Added ──► Started ◄──► Stopped ──► Removed
//     └───────────────────────────────────┘   a device that never started
//
// In each state it may refuse work (creations fail, existing work ends) and be silent (no entry
// point of the driver is called any more, because its hardware was removed without its consent).
//
// Owner: the adapter. Threads: the thread that starts, stops or removes the device changes the
// state; of two that stop it at once only one succeeds. Any thread may read. Cost: one atomic load.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>

namespace drydock::dxgk {

class AdapterLife {
 public:
  enum class State : std::uint8_t { kAdded, kStarted, kStopped, kRemoved };

  // The acquire pairs with the release of the transition: everything done before it is visible.
  State state() const { return state_.load(std::memory_order_acquire); }
  bool may_start() const { return state() == State::kAdded || state() == State::kStopped; }

  void start() {
    assert(may_start());
    state_.store(State::kStarted, std::memory_order_release);
  }
  // Started to Stopped. False when it is not started, for instance because another thread was
  // first.
  bool try_stop() {
    State expected = State::kStarted;
    return state_.compare_exchange_strong(expected, State::kStopped, std::memory_order_acq_rel);
  }
  void remove() {
    assert(may_start());
    state_.store(State::kRemoved, std::memory_order_release);
  }

  // Release and acquire: a thread that sees the refusal also sees its cause.
  void refuse_work() { refuses_.store(true, std::memory_order_release); }
  void accept_work() { refuses_.store(false, std::memory_order_release); }
  bool refuses_work() const { return refuses_.load(std::memory_order_acquire); }

  // This cannot be undone.
  void silence() { is_silent_.store(true, std::memory_order_release); }
  bool is_silent() const { return is_silent_.load(std::memory_order_acquire); }

 private:
  std::atomic<State> state_ = State::kAdded;
  std::atomic<bool> refuses_ = false;
  std::atomic<bool> is_silent_ = false;
};

}  // namespace drydock::dxgk
