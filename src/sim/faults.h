// Fault points: every call of the host that may fail asks here whether it has to fail now.
//
// A FaultPlan decides which points fail. Under a seed the same plan makes the same calls fail.
//
// Cost: one relaxed load at each point while nobody injects faults; else a lock. Owner: the
// FaultInjection of the process. Threads: any.
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
  kHandle,  // a client's handle table is full
  kDevice,  // the bus does not deliver what a driver reads, writes or maps
  kState,   // there is no room to save the processor's registers
};

std::string_view name_of(FaultKind kind);

struct FaultPlan {
  std::optional<std::uint64_t> nth = {};    // fail the n-th point, counted from 0 …
  std::uint64_t distance = 0;               // … and the so-manieth point after it; 0: none
  std::optional<std::uint64_t> stack = {};  // fail points with this stack: …
  std::optional<std::uint64_t> time = {};   // … the so-manieth of them, counted from 0, or each
  std::optional<std::uint64_t> seed = {};   // fail at random …
  std::uint32_t one_in = 16;                // … one in so many
  std::optional<FaultKind> only = {};       // points of other kinds are counted but never fail
};

// While one lives, fault points are counted and fail as the plan says. A process has at most one at
// a time.
class FaultInjection {
 public:
  explicit FaultInjection(FaultPlan plan = {});
  ~FaultInjection();
  FaultInjection(const FaultInjection&) = delete;
  FaultInjection& operator=(const FaultInjection&) = delete;

  std::uint64_t points() const;  // points met so far
  std::uint64_t failed() const;  // points made to fail so far
  // Distinct stacks of the points, in the order in which they were first met.
  std::vector<std::uint64_t> stacks() const;
  // The stacks of all points, in the order in which they were met.
  std::vector<std::uint64_t> course() const;
  // The stacks of the points that were met after the first that failed, at most kFollowing of them.
  static constexpr std::size_t kFollowing = 4;
  std::vector<std::uint64_t> following() const;
};

namespace internal {
// Read relaxed: an injection begins and ends while no other thread runs.
extern constinit std::atomic<bool> is_injecting;
}  // namespace internal

// Returns true when the call at this point has to fail as its documents say. Costs one relaxed load
// without an injection.
bool fail_here(FaultKind kind, std::uint64_t stack);

// How many points the live injection made to fail; 0 without one.
std::uint64_t faults_failed();

// How many points the live injection met; 0 without one.
std::uint64_t faults_met();

// The course of the live injection so far; empty without one. It takes no lock, so that the handler
// of a crash can call it; no other thread may be at a fault point.
std::vector<std::uint64_t> fault_course_of_crash();

// The plan of the live injection in words: "a fault at point 3". Empty without an injection or when
// its plan fails nothing.
std::string describe_fault_plan();

// While one lives, its thread meets no fault point. It is for calls that have no way to fail, such
// as the last request to a device about a file.
class NoFaults {
 public:
  NoFaults();
  ~NoFaults();
  NoFaults(const NoFaults&) = delete;
  NoFaults& operator=(const NoFaults&) = delete;
};

// A call that gets false need not capture a stack, because nobody injects.
inline bool injecting() { return internal::is_injecting.load(std::memory_order_relaxed); }

}  // namespace drydock::sim
