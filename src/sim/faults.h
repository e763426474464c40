// Fault points: every call that may fail asks here whether it should.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drydock::sim {

enum class FaultKind : std::uint8_t {
  kPool,
  kMdl,
  kContiguous,
  kThread,
  kRegistry,
  kMapping,
  kObject,
  kHandle,  // a client's table of names is full
  kDevice,  // the bus does not give what a driver reads, writes or maps
  kState,   // the processor's registers cannot be kept
};

std::string_view name_of(FaultKind kind);

struct FaultPlan {
  std::optional<std::uint64_t> nth = {};    // fail the n-th point, counted from 0
  std::optional<std::uint64_t> stack = {};  // fail every point with this stack
  std::optional<std::uint64_t> seed = {};   // fail at random …
  std::uint32_t one_in = 16;                // … one in so many
  std::optional<FaultKind> only = {};       // points of other kinds are counted but never fail
};

// While it lives, fault points are counted and the plan is carried out. One at a time in a process.
class FaultInjection {
 public:
  explicit FaultInjection(FaultPlan plan = {});
  ~FaultInjection();
  FaultInjection(const FaultInjection&) = delete;
  FaultInjection& operator=(const FaultInjection&) = delete;

  std::uint64_t points() const;  // met so far
  std::uint64_t failed() const;  // made to fail so far
  std::vector<std::uint64_t> stacks()
      const;  // distinct stacks of points met, in order of first meeting
};

namespace internal {
// Relaxed where it is read: whoever begins or ends an injection is alone.
extern constinit std::atomic<bool> is_injecting;
}  // namespace internal

// True when the call at this point is to fail as its documents say. One relaxed load without an
// injection.
bool fail_here(FaultKind kind, std::uint64_t stack);

// How many points the injection that lives made to fail; 0 without one.
std::uint64_t faults_failed();

// The plan that is carried out, in words: "a fault at point 3"; empty without one that fails
// anything.
std::string describe_fault_plan();

// While it lives this thread meets no fault point: for what has no way to fail, such as the last
// word to a device about a file.
class NoFaults {
 public:
  NoFaults();
  ~NoFaults();
  NoFaults(const NoFaults&) = delete;
  NoFaults& operator=(const NoFaults&) = delete;
};

// False lets a call skip the cost of a stack when nobody injects.
inline bool injecting() { return internal::is_injecting.load(std::memory_order_relaxed); }

}  // namespace drydock::sim
