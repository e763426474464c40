// Threads of user-mode drivers: CreateThread and _beginthreadex, and what waits for them.
//
// They are threads as kernel drivers have them: the schedule runs them, they end with their driver,
// and one that is left at unload is a leak. Threads that the C++ library makes are not seen here.
//
// Cost: a thread of the machine. Owner: the driver that starts it. Threads: any.
#pragma once

#include <optional>

#include "drydock/rule_id.h"

namespace drydock::win32 {

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

}  // namespace drydock::win32
