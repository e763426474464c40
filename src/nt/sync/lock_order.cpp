#include "src/nt/sync/lock_order.h"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "src/nt/base/address.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/listeners.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

using Key = std::uintptr_t;

struct Edge {
  const char* held_kind;
  const char* then_kind;
  rules::Stack held;
  rules::Stack then;
};

struct Node {
  std::map<Key, Edge> after;  // taken while this one was held
  std::set<Key> before;       // held while this one was taken
  std::set<Key> reported;
};

class Graph {
 public:
  // Adds the edge. When it closes a circle that was not named before: the edges of the way back.
  std::vector<Edge> add(Key held, Key then, const Edge& edge) {
    const MutexHold hold(mutex_);
    const auto [at, is_new] = nodes_[held].after.emplace(then, edge);
    if (!is_new) return {};
    nodes_[then].before.insert(held);
    count_.store(nodes_.size(), std::memory_order_relaxed);
    std::set<Key> seen;
    std::vector<Edge> way;
    if (!find_way(then, held, seen, way)) return {};
    nodes_[then].reported.insert(held);
    if (!nodes_[held].reported.insert(then).second) return {};
    return way;
  }

  bool knows(Key held, Key then) {
    const MutexHold hold(mutex_);
    const auto at = nodes_.find(held);
    return at != nodes_.end() && at->second.after.contains(then);
  }

  void remove(Key begin, Key end) {
    // A lock that another thread takes for the first time right now is not in memory that is being
    // freed: no order needed.
    if (count_.load(std::memory_order_relaxed) == 0) return;
    const MutexHold hold(mutex_);
    for (auto at = nodes_.lower_bound(begin); at != nodes_.end() && at->first < end;) {
      unlink(at->first, at->second);
      at = nodes_.erase(at);
    }
    count_.store(nodes_.size(), std::memory_order_relaxed);
  }

 private:
  bool find_way(Key from, Key to, std::set<Key>& seen, std::vector<Edge>& way)
      DRYDOCK_REQUIRES(mutex_) {
    if (!seen.insert(from).second) return false;
    const auto node = nodes_.find(from);
    if (node == nodes_.end()) return false;
    for (const auto& [next, edge] : node->second.after) {
      way.push_back(edge);
      if (next == to || find_way(next, to, seen, way)) return true;
      way.pop_back();
    }
    return false;
  }

  void unlink(Key key, Node& node) DRYDOCK_REQUIRES(mutex_) {
    for (const auto& [next, edge] : node.after) {
      if (next != key) nodes_[next].before.erase(key);
    }
    for (const Key previous : node.before) {
      if (previous != key) nodes_[previous].after.erase(key);
    }
    for (const Key other : node.reported) {
      const auto at = nodes_.find(other);
      if (at != nodes_.end()) at->second.reported.erase(key);
    }
  }

  Mutex mutex_;
  std::map<Key, Node> nodes_ DRYDOCK_GUARDED_BY(mutex_);
  std::atomic<std::size_t> count_ = 0;
};

Graph& graph() {
  static sim::NeverDestroyed<Graph> instance;
  return *instance;
}

void raise_circle(const Edge& here, const std::vector<Edge>& way) {
  Concerning concerning;
  concerning.object = fmt::format("{} and {}", here.held_kind, here.then_kind);
  concerning.stacks.push_back(
      {fmt::format("this order: {} acquired first", here.held_kind), here.held});
  for (const Edge& edge : way) {
    concerning.stacks.push_back(
        {fmt::format("other order: {} acquired first", edge.held_kind), edge.held});
    concerning.stacks.push_back(
        {fmt::format("other order: {} acquired then", edge.then_kind), edge.then});
    concerning.history.push_back(
        fmt::format("a {} was acquired while a {} was held", edge.then_kind, edge.held_kind));
  }
  Breach("N-030", Offender::running())
      .message("a {} is acquired while a {} is held; {}", here.then_kind, here.held_kind,
               way.size() == 1
                   ? std::string("elsewhere they are acquired in the other order")
                   : fmt::format("a chain of {} other acquisitions leads back", way.size()))
      .about(std::move(concerning))
      .raise();
}

}  // namespace

void about_to_acquire(const void* lock, const char* kind) {
  Thread& thread = self();
  if (thread.held.empty() || holds(lock)) return;
  // A copy, since report() may let others run; locks are few.
  const std::vector<HeldLock> held = thread.held;
  for (const HeldLock& one : held) {
    rules::evaluated("N-030");
    if (graph().knows(as_number(one.address), as_number(lock))) continue;
    const Edge edge{one.kind, kind, one.where, rules::Stack::capture()};
    // A free of this memory has to ask for us.
    mark_object_in_memory(one.address);
    mark_object_in_memory(lock);
    const std::vector<Edge> way = graph().add(as_number(one.address), as_number(lock), edge);
    if (!way.empty()) raise_circle(edge, way);
  }
}

void remove_lock(const void* lock) { graph().remove(as_number(lock), as_number(lock) + 1); }

void remove_locks_within(const void* begin, std::size_t size) {
  graph().remove(as_number(begin), as_number(begin) + size);
}

}  // namespace drydock::nt
