#include "src/verify/engine/watched_start.h"

#include <map>
#include <string>

#include "src/trace/calls.h"

namespace drydock::verify {
namespace {

// Processes that are made while it lives put stubs in the place of what a driver calls.
class WatchedCalls {
 public:
  explicit WatchedCalls(const std::filesystem::path& headers) {
    signatures_.add_headers(headers);
    trace::set_signatures(&signatures_);
  }
  ~WatchedCalls() { trace::set_signatures(nullptr); }
  WatchedCalls(const WatchedCalls&) = delete;
  WatchedCalls& operator=(const WatchedCalls&) = delete;

 private:
  trace::Signatures signatures_;
};

}  // namespace

void watch_failed_starts(const Request& request, const ProcessPool& pool,
                         const std::vector<ScenarioResult*>& failed) {
  std::map<std::string, std::vector<ScenarioResult*>> by_reason;
  for (ScenarioResult* result : failed) by_reason[result->reason].push_back(result);
  if (by_reason.empty() || request.headers.empty()) return;
  std::vector<Plan> plans;
  for (const auto& [reason, results] : by_reason)
    plans.push_back({.scenario = results.front()->scenario, .schedule = {.seed = request.seed}});
  const WatchedCalls watched(request.headers);
  pool.run(
      plans,
      [&](std::size_t, const Outcome& outcome) {
        const auto same = by_reason.find(outcome.reason);
        if (same == by_reason.end()) return;
        for (ScenarioResult* result : same->second) result->preceded_by = outcome.preceded_by;
      },
      nullptr, ProcessPool::Processes::kOneForEach);
}

}  // namespace drydock::verify
