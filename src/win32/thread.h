// Threads of user-mode drivers: CreateThread and _beginthreadex, and what waits for them.
//
// They are threads as kernel drivers have them: the schedule's, ended with their driver, missed
// when they are left behind. Those that the C++ library makes are the machine's and not seen here.
#pragma once

#include <optional>

#include "drydock/rule_id.h"

namespace drydock::nt {

// While it lives, a driver that starts a thread from this one breaks the rule. They nest.
class ForbidThreads {
 public:
  explicit ForbidThreads(rules::RuleId rule);
  ~ForbidThreads();
  ForbidThreads(const ForbidThreads&) = delete;
  ForbidThreads& operator=(const ForbidThreads&) = delete;

 private:
  const std::optional<rules::RuleId> outer_;
};

}  // namespace drydock::nt
