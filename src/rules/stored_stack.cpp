#include "src/rules/stored_stack.h"

#include <algorithm>
#include <array>
#include <atomic>

// For functions that read words of other functions' frames, where the sanitizers have their red
// zones.
#define DRYDOCK_READS_FRAMES __attribute__((no_sanitize_address, no_sanitize_thread))

namespace drydock::rules {
namespace {

using Word = std::uintptr_t;

// The two words that a frame pointer points to.
struct Link {
  const Link* above;
  const void* pc;
};

// Both words of a link, to be loaded at once.
using LinkWords [[gnu::vector_size(sizeof(Link)), gnu::aligned(alignof(Link)), gnu::may_alias]] =
    Word;

std::uint64_t mix(std::uint64_t sum, Word value) {
  sum = (sum ^ value) * 0x9e3779b97f4a7c15ULL;
  return sum ^ (sum >> 32);
}

// All stored stacks. The store only grows, by a compare-exchange for each new stack.
class Store {
 public:
  const Stack& keep(const Stack& stack) {
    std::atomic<Node*>& bucket = buckets_[digest(stack) % buckets_.size()];
    // Acquire pairs with the release below: a node that is seen is complete.
    Node* head = bucket.load(std::memory_order_acquire);
    for (const Node* node = head; node != nullptr; node = node->next) {
      if (same(node->stack, stack)) return node->stack;
    }
    Node* node = new Node{stack, head};
    // Another thread may add an equal stack at the same moment. That does no harm.
    while (!bucket.compare_exchange_weak(node->next, node, std::memory_order_release,
                                         std::memory_order_acquire)) {
    }
    return node->stack;
  }

 private:
  struct Node {
    Stack stack;
    Node* next;
  };

  static std::uint64_t digest(const Stack& stack) {
    std::uint64_t sum = stack.depth;
    for (const void* pc : stack.pcs) sum = mix(sum, reinterpret_cast<Word>(pc));
    return sum;
  }

  static bool same(const Stack& one, const Stack& other) {
    return one.depth == other.depth && std::ranges::equal(one.pcs, other.pcs);
  }

  std::array<std::atomic<Node*>, 4096> buckets_{};
};

constinit Store store;

// The frames of one stack that a thread stored earlier, innermost first.
class Path {
 public:
  // Returns true when the frames are the same as then. The places of the frames are known from that
  // time. All lie above the first frame on this thread's stack, so they can be read whatever their
  // contents are now.
  DRYDOCK_READS_FRAMES bool leads_through(const Link* frame) const {
    if (frame != first_) return false;
    LinkWords differs = {};
    const Link* const end = links_ + stack_->depth;
    for (const Link* link = links_; link != end; ++link) {
      differs |=
          *reinterpret_cast<const LinkWords*>(frame) ^ *reinterpret_cast<const LinkWords*>(link);
      frame = link->above;
    }
    return (differs[0] | differs[1]) == 0;
  }

  DRYDOCK_READS_FRAMES void follow(const Link* frame) {
    stack_ = &store.keep(Stack::above(frame));
    first_ = frame;
    for (std::uint32_t i = 0; i < stack_->depth; ++i) {
      links_[i] = *frame;
      frame = frame->above;
    }
  }

  const Stack& stack() const { return *stack_; }

 private:
  const Link* first_ = nullptr;
  const Stack* stack_ = nullptr;
  Link links_[Stack::kDepth];
};

// The latest stacks of a thread.
using Paths = std::array<Path, 64>;

// Initial-exec, because hot paths use it and the library is loaded with the program.
[[gnu::tls_model("initial-exec")]] constinit thread_local Paths* paths_of_thread = nullptr;

[[gnu::noinline]] Paths& make_paths() {
  struct Holder {
    ~Holder() {
      delete paths_of_thread;
      paths_of_thread = nullptr;
    }
  };
  thread_local const Holder holder;
  paths_of_thread = new Paths;
  return *paths_of_thread;
}

}  // namespace

DRYDOCK_READS_FRAMES __attribute__((noinline)) const Stack& stored_stack() noexcept {
  const Link* const caller = static_cast<const Link*>(__builtin_frame_address(0))->above;
  Paths& paths = paths_of_thread != nullptr ? *paths_of_thread : make_paths();
  const std::uint64_t way = mix(reinterpret_cast<Word>(caller), reinterpret_cast<Word>(caller->pc));
  Path& path = paths[way % paths.size()];
  if (!path.leads_through(caller)) [[unlikely]]
    path.follow(caller);
  return path.stack();
}

}  // namespace drydock::rules
