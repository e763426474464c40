// Rules that were found broken while nothing may be raised; raised afterwards, in their order.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "drydock/rule_id.h"
#include "src/nt/watch/report.h"

namespace drydock::d3d {

class Breaches {
 public:
  void add(rules::RuleId rule, std::string message, nt::Concerning concerning = {}) {
    all_.push_back({rule, std::move(message), std::move(concerning)});
  }
  bool empty() const { return all_.empty(); }

  // Against the driver that runs on this thread; may end it. No lock is held, no gate either.
  void raise() {
    for (const std::vector<Breach> all = std::exchange(all_, {}); const Breach& each : all)
      nt::report(each.rule, each.message, each.concerning);
  }
  // The same about a driver that does not run now.
  void raise_about(std::string_view driver) {
    for (const std::vector<Breach> all = std::exchange(all_, {}); const Breach& each : all)
      nt::report_about(driver, each.rule, each.message, each.concerning);
  }

 private:
  struct Breach {
    rules::RuleId rule;
    std::string message;
    nt::Concerning concerning;
  };
  std::vector<Breach> all_;
};

}  // namespace drydock::d3d
