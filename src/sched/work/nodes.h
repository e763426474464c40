// The engines of an adapter, and the lock of all that threads share about work which waits or is at
// the hardware.
//
// Threads that submit work and threads that report its end use the nodes beside the strand. Only
// the strand takes packets from a node, so that a packet which it finds at the hardware stays there
// until the strand itself ends it.
//
// Owner: the scheduler. Threads: any; at() and all() need the lock, the other functions take
// it. Cost: one lock for each function that takes it. A section does not wait, and calls no driver.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "src/sched/work/node.h"
#include "src/sched/work/some_nodes_lock.h"
#include "src/sim/lock.h"
#include "src/sim/thread_annotations.h"

namespace drydock::sched {

class Nodes {
 public:
  explicit Nodes(UINT count) : count_(count), all_(count) {}
  Nodes(const Nodes&) = delete;
  Nodes& operator=(const Nodes&) = delete;

  // Guards the nodes, and members of WorkOwner and WorkSource. A NodesHold takes it.
  sim::Lock lock;

  UINT count() const { return count_; }
  Node& at(UINT node) DRYDOCK_REQUIRES(lock, some_nodes_lock) { return all_[node]; }
  std::vector<Node>& all() DRYDOCK_REQUIRES(lock, some_nodes_lock) { return all_; }

  // True when a packet is at the hardware.
  bool is_at_work() {
    const sim::Hold hold(lock);
    return std::ranges::any_of(all_, [](const Node& node) { return !node.hardware().empty(); });
  }
  // True when nothing waits, and nothing is at the hardware.
  bool is_idle() {
    const sim::Hold hold(lock);
    return std::ranges::all_of(all_, [](const Node& node) { return node.is_idle(); });
  }
  UINT issue_fence(UINT node) {
    const sim::Hold hold(lock);
    return all_[node].issue_fence();
  }
  // Puts a packet back that was taken and did not reach the hardware.
  void queue_again(std::unique_ptr<Packet> packet);
  // Takes all packets up to the fence from the hardware, oldest first.
  Packets complete(UINT node, UINT fence) {
    const sim::Hold hold(lock);
    return all_[node].complete(fence);
  }

 private:
  const UINT count_;
  std::vector<Node> all_ DRYDOCK_GUARDED_BY(lock);
};

// Holds the lock of the nodes while it lives.
class DRYDOCK_ANNOTATION(scoped_lockable) NodesHold {
 public:
  explicit NodesHold(Nodes& nodes)
      DRYDOCK_ANNOTATION(acquire_capability(nodes.lock, some_nodes_lock))
      : nodes_(nodes) {
    nodes_.lock.acquire();
    some_nodes_lock.acquire();
  }
  ~NodesHold() DRYDOCK_ANNOTATION(release_capability()) {
    some_nodes_lock.release();
    nodes_.lock.release();
  }
  NodesHold(const NodesHold&) = delete;
  NodesHold& operator=(const NodesHold&) = delete;

 private:
  Nodes& nodes_;
};

inline void Nodes::queue_again(std::unique_ptr<Packet> packet) {
  const NodesHold hold(*this);
  all_[packet->node].queue_again(std::move(packet));
}

}  // namespace drydock::sched
