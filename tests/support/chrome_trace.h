// The rules of the trace event format of Chrome, by which Perfetto reads a trace.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace drydock::testing {

using Thread = std::pair<int, std::int64_t>;

inline Thread thread_of(const nlohmann::json& event) { return {event.at("pid"), event.at("tid")}; }

// Every rule of the format that the events break.
inline std::vector<std::string> faults_of(const nlohmann::json& trace) {
  std::vector<std::string> faults;
  std::map<Thread, std::string> names;
  std::map<Thread, double> last;
  std::map<Thread, int> open;
  for (const nlohmann::json& event : trace.at("traceEvents")) {
    const std::string phase = event.at("ph");
    const auto fault = [&](const char* what) { faults.push_back(what + (": " + event.dump())); };
    if (phase == "M") {
      if (event.at("name") == "thread_name") names[thread_of(event)] = event.at("args").at("name");
      continue;
    }
    const Thread thread = thread_of(event);
    const double at = event.at("ts");
    if (last.contains(thread) && at < last[thread]) fault("time goes back");
    last[thread] = at;
    if (!names.contains(thread) || names[thread].empty()) fault("a thread without a name");
    if (phase != "E" && event.at("name").get<std::string>().empty()) fault("no name");
    if (phase == "B") ++open[thread];
    if (phase == "E" && --open[thread] < 0) fault("an end without a beginning");
    if (phase == "C") {
      for (const nlohmann::json& value : event.at("args"))
        if (!value.is_number()) fault("a counter that is no number");
    }
    if (!std::set<std::string>{"B", "E", "i", "C"}.contains(phase)) fault("an unknown phase");
  }
  for (const auto& [thread, count] : open)
    if (count > 0) faults.push_back("a beginning without an end");
  return faults;
}

}  // namespace drydock::testing
