// Threads of user-mode drivers: CreateThread and _beginthreadex, and what waits for them.
//
// They are threads as kernel drivers have them: the schedule's, ended with their driver, missed
// when they are left behind. Those that the C++ library makes are the machine's and not seen here.
#pragma once

#include <string_view>

namespace drydock::win32 {

// While it lives, a driver that starts a thread from this one breaks the rule. They nest.
class ForbidThreads {
 public:
  explicit ForbidThreads(std::string_view rule);
  ~ForbidThreads();
  ForbidThreads(const ForbidThreads&) = delete;
  ForbidThreads& operator=(const ForbidThreads&) = delete;

 private:
  const std::string_view outer_;
};

}  // namespace drydock::win32
