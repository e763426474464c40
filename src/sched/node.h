// An engine of the GPU: the contexts that have work for it and what it works on.
//
// Contexts of the same priority take turns; the packets of one context stay in order.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "src/sched/packet.h"
#include "src/sched/work_source.h"

namespace drydock::sched {

// Not thread-safe: the scheduler guards it.
class Node {
 public:
  static constexpr int kLowest = -7;
  static constexpr int kHighest = 7;
  static constexpr std::size_t kDepth = 2;        // packets with fences at the hardware
  static constexpr std::size_t kQueueDepth = 16;  // and without: hardware queues hold more

  // Behind the others of its context.
  void queue(std::unique_ptr<Packet> packet);
  // Where it was: it was taken already, or at the hardware.
  void queue_again(std::unique_ptr<Packet> packet);
  // An earlier packet of its context came back from the hardware while this one was taken.
  static bool is_overtaking(const Packet& packet);
  // The next one of a context that is not blocked; null when there is none. That context's turn is
  // over.
  std::unique_ptr<Packet> next();
  // The highest priority of those that next() would give; below kLowest when there is none.
  int next_priority() const;
  // Everything that waits and of whose device `is_over` says so, in order.
  std::vector<std::unique_ptr<Packet>> take_waiting(
      const std::function<bool(const WorkSource&)>& is_over);
  bool has_room() const;

  UINT issue_fence() { return ++last_issued_; }
  void submitted(std::unique_ptr<Packet> packet) {
    if (packet->has_fence()) {
      is_stopped = false;
      last_submitted_ = packet->fence;
    }
    hardware_.push_back(std::move(packet));
  }
  // Fence ids go round: the difference decides which is later.
  static bool is_later(UINT fence, UINT than) { return static_cast<int>(fence - than) > 0; }

  // Everything up to the fence is over: taken out, oldest first.
  std::vector<std::unique_ptr<Packet>> complete(UINT fence);
  // Those without a fence of which `is_over` says so, oldest first.
  std::vector<std::unique_ptr<Packet>> take_queued(
      const std::function<bool(const Packet&)>& is_over);
  // Everything at the hardware, oldest first.
  std::vector<std::unique_ptr<Packet>> take_hardware();
  // Preemption is asked for, and answered: what was at the hardware when it was asked for and is
  // not over, oldest first. What came later runs.
  void ask_back(UINT fence);
  std::vector<std::unique_ptr<Packet>> take_preempted();

  // The packet that the hardware should be working on; null when it is idle.
  Packet* oldest() { return hardware_.empty() ? nullptr : hardware_.front().get(); }
  Packet* oldest_with_fence();
  const std::deque<std::unique_ptr<Packet>>& hardware() const { return hardware_; }
  // One that waits, or that the hardware has not reported.
  bool has(const std::function<bool(const Packet&)>& is_meant) const;
  bool is_idle() const { return hardware_.empty() && known_.empty(); }

  UINT last_issued() const { return last_issued_; }
  UINT last_submitted() const { return last_submitted_; }
  // The last fence that the driver reported, and the last that a DPC brought home.
  UINT last_reported() const { return last_reported_; }
  void set_reported(UINT fence) { last_reported_ = fence; }

  // When preemption was asked for; 0 when it was not, or has been answered.
  sim::Time preempting_since = 0;
  UINT preemption_fence = 0;
  // It was reset, and nothing was submitted since.
  bool is_stopped = false;

 private:
  static int priority_of(const WorkSource& context);
  void know(WorkSource& context);
  void forget(WorkSource& context);

  std::vector<WorkSource*> known_;  // those with waiting packets, who is next first
  std::deque<std::unique_ptr<Packet>> hardware_;
  UINT last_issued_ = 0;
  UINT last_submitted_ = 0;
  UINT last_reported_ = 0;
};

}  // namespace drydock::sched
