// What a child process that cannot come to its end says of its place.
#include "src/verify/engine/crash_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <string>

#include "src/sim/gate.h"
#include "src/sim/schedule.h"
#include "src/verify/engine/messages.h"

namespace {

using namespace drydock;
using namespace drydock::verify;
using ::testing::HasSubstr;

struct Reported {
  CrashReport report;
  int status = 0;  // of the process, as wait() has it
};

// The report of a process of its own that lives `body`.
Reported report_of(const std::function<void()>& body) {
  int files[2] = {};
  EXPECT_EQ(pipe(files), 0);
  const pid_t process = fork();
  if (process == 0) {
    close(files[0]);
    report_crashes_to(files[1]);
    body();
    _exit(77);
  }
  close(files[1]);
  std::string line;
  char buffer[4096];
  for (ssize_t count = 0; (count = read(files[0], buffer, sizeof buffer)) > 0;)
    line.append(buffer, static_cast<std::size_t>(count));
  close(files[0]);
  Reported out;
  waitpid(process, &out.status, 0);
  const Json message = Json::parse(line, nullptr, false);
  StackTable stacks;
  if (!message.is_discarded() && is_crash_report(message))
    out.report = crash_report_from(message, stacks);
  return out;
}

bool names_function(const std::vector<rules::Frame>& frames, const std::string& function) {
  return std::ranges::any_of(frames, [&](const rules::Frame& frame) {
    return frame.function.find(function) != std::string::npos;
  });
}

__attribute__((noinline)) void write_where_nothing_is() {
  *reinterpret_cast<volatile int*>(24) = 1;
}

TEST(CrashReport, ACrashOfTheHostHasItsSignalAndItsPlace) {
  const Reported it = report_of(write_where_nothing_is);
  EXPECT_TRUE(WIFEXITED(it.status));
  EXPECT_EQ(WEXITSTATUS(it.status), 1);
  EXPECT_EQ(it.report.signal, SIGSEGV);
  EXPECT_EQ(it.report.place.driver, "");
  EXPECT_TRUE(names_function(it.report.place.frames, "write_where_nothing_is"));
  EXPECT_FALSE(it.report.standstill);
  EXPECT_EQ(report_of([] { std::abort(); }).report.signal, SIGABRT);
}

// Asked where it is, a process says so without a signal, and ends.
TEST(CrashReport, ItsPlaceIsReportedOnRequest) {
  const Reported it = report_of([] {
    raise(place_request_signal());
    for (;;) pause();
  });
  EXPECT_EQ(WEXITSTATUS(it.status), 1);
  EXPECT_EQ(it.report.signal, 0);
  EXPECT_FALSE(it.report.place.frames.empty());
}

TEST(CrashReport, ASchedulesStandstillNamesTheStrandsThatWait) {
  const Reported it = report_of([] {
    const sim::SeededSchedule schedule(1);
    sim::Completion().wait();
  });
  EXPECT_EQ(WEXITSTATUS(it.status), 1);
  ASSERT_TRUE(it.report.standstill);
  EXPECT_TRUE(it.report.standstill->is_stuck);
  ASSERT_EQ(it.report.standstill->waits.size(), 1U);
  EXPECT_FALSE(it.report.standstill->waits[0].frames.empty());
}

}  // namespace
