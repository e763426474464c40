// What a driver did last while it started, for the report of a start that fails: its accesses to
// registers, what it printed, and calls that failed.
//
// Cost: a short lock for each until the start is over, then one load. Calls are noted only where
// the trace's stubs stand in their places. Owner: the caller that starts the driver; the lines are
// shared with whatever adds to them. Threads: any.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/nt/rtl/debug.h"
#include "src/sim/lock.h"
#include "src/trace/calls.h"

namespace drydock::verify {

class NotedLines {
 public:
  enum class Kind : std::uint8_t { kRegister, kPrint, kCall };

  bool is_noting() const { return is_noting_.load(std::memory_order_relaxed); }
  void add(Kind kind, std::string line);
  // The start is over: further lines are not noted.
  void end() { is_noting_.store(false, std::memory_order_relaxed); }

  bool has(Kind kind) const;
  // The last ones of each kind, in their order. Calls that a reason names already are left out.
  std::vector<std::string> before(std::string_view reason) const;

 private:
  static constexpr std::size_t kMost = 8;  // of each kind

  // Relaxed: a line that comes as the start ends may be noted or not.
  std::atomic<bool> is_noting_ = true;
  mutable sim::Lock lock_;
  std::deque<std::pair<Kind, std::string>> lines_ DRYDOCK_GUARDED_BY(lock_);
};

class StartNotes {
 public:
  // Of the driver of this name.
  explicit StartNotes(std::string driver);

  const std::shared_ptr<NotedLines>& lines() const { return lines_; }
  // What preceded a failure with this reason.
  std::vector<std::string> before(std::string_view reason) const { return lines_->before(reason); }

 private:
  const std::shared_ptr<NotedLines> lines_ = std::make_shared<NotedLines>();
  const nt::DebugListeners::Listener prints_;
  const trace::FailureListeners::Listener failures_;
};

}  // namespace drydock::verify
