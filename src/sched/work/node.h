// An engine of the GPU: the contexts that have work for it, and the packets that it works on.
//
// Contexts of the same priority take turns. The packets of one context stay in order.
//
// Owner: the nodes of the adapter (nodes.h), which give it out under their lock. Threads: any.
// Cost: a turn looks at the contexts that have waiting packets.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "src/sched/work/packet.h"
#include "src/sched/work/some_nodes_lock.h"
#include "src/sched/work/work_source.h"
#include "src/sim/thread_annotations.h"

namespace drydock::sched {

class Node {
 public:
  static constexpr int kLowest = -7;
  static constexpr int kHighest = 7;
  static constexpr std::size_t kDepth = 2;  // packets with fences at the hardware
  // Packets without fences: hardware queues hold more.
  static constexpr std::size_t kQueueDepth = 16;

  // Adds the packet behind the others of its context.
  void queue(std::unique_ptr<Packet> packet) DRYDOCK_REQUIRES(some_nodes_lock);
  // Puts a packet back at its old position, after it was taken or was at the hardware.
  void queue_again(std::unique_ptr<Packet> packet) DRYDOCK_REQUIRES(some_nodes_lock);
  // True when an earlier packet of the context came back from the hardware after this one was
  // taken.
  static bool is_overtaking(const Packet& packet) DRYDOCK_REQUIRES(some_nodes_lock);
  // Takes the next packet of a context that is not blocked, and ends that context's turn. Null when
  // there is none.
  std::unique_ptr<Packet> next() DRYDOCK_REQUIRES(some_nodes_lock);
  // The priority of the packet that next() would return; below kLowest when there is none.
  int next_priority() const DRYDOCK_REQUIRES(some_nodes_lock);
  // Takes all waiting packets of the devices for which `is_over` is true, in order.
  std::vector<std::unique_ptr<Packet>> take_waiting(
      const std::function<bool(const WorkSource&)>& is_over) DRYDOCK_REQUIRES(some_nodes_lock);
  bool has_room() const;

  UINT issue_fence() { return ++last_issued_; }
  void submitted(std::unique_ptr<Packet> packet) {
    if (packet->has_fence()) {
      is_stopped = false;
      last_submitted_ = packet->fence;
    }
    hardware_.push_back(std::move(packet));
  }
  // Fence ids wrap around: the sign of the difference decides which one is later.
  static bool is_later(UINT fence, UINT than) { return static_cast<int>(fence - than) > 0; }

  // Takes all packets up to the fence from the hardware, oldest first: they have ended.
  std::vector<std::unique_ptr<Packet>> complete(UINT fence);
  // Takes the packets without a fence for which `is_over` is true, oldest first.
  std::vector<std::unique_ptr<Packet>> take_queued(
      const std::function<bool(const Packet&)>& is_over);
  // Marks a packet at the hardware, if it is still there: the driver did not take it.
  void refuse(const Packet& packet);
  // Takes all packets from the hardware, oldest first.
  std::vector<std::unique_ptr<Packet>> take_hardware();
  // ask_back() notes that preemption was requested. When the driver answers, the packets that were
  // at the hardware at the request and have not ended are taken, oldest first. Later packets run
  // on.
  void ask_back(UINT fence);
  std::vector<std::unique_ptr<Packet>> take_preempted();
  // The driver will not answer the request: what is at the hardware stays there.
  void withdraw_request();

  // The packet that the hardware should be working on; null when it is idle.
  Packet* oldest() { return hardware_.empty() ? nullptr : hardware_.front().get(); }
  Packet* oldest_with_fence();
  const std::deque<std::unique_ptr<Packet>>& hardware() const { return hardware_; }
  // True when a packet for which `is_meant` is true waits, or is at the hardware and not reported.
  bool has(const std::function<bool(const Packet&)>& is_meant) const
      DRYDOCK_REQUIRES(some_nodes_lock);
  bool is_idle() const { return hardware_.empty() && known_.empty(); }

  UINT last_issued() const { return last_issued_; }
  UINT last_submitted() const { return last_submitted_; }
  // The last fence that the driver reported, and the last one that a DPC handled.
  UINT last_reported() const { return last_reported_; }
  void set_reported(UINT fence) { last_reported_ = fence; }

  // When preemption was requested; 0 when it was not, or when the driver has answered.
  sim::Time preempting_since = 0;
  UINT preemption_fence = 0;
  // The driver failed to preempt what is at the hardware now, and is not asked again.
  bool is_unpreemptible = false;
  // The engine was reset, and nothing was submitted to it since.
  bool is_stopped = false;

 private:
  static int priority_of(const WorkSource& context);
  void know(WorkSource& context) DRYDOCK_REQUIRES(some_nodes_lock);
  void remove(WorkSource& context) DRYDOCK_REQUIRES(some_nodes_lock);

  // Contexts with waiting packets. The one whose turn is next comes first.
  std::vector<WorkSource*> known_;
  std::deque<std::unique_ptr<Packet>> hardware_;
  UINT last_issued_ = 0;
  UINT last_submitted_ = 0;
  UINT last_reported_ = 0;
};

}  // namespace drydock::sched
