// How a command that is asked to end learns of it. Each test body runs in a process of its own.
#include "src/cli/interruption.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace {

using ::drydock::cli::Interruption;
using ::testing::ExitedWithCode;
using ::testing::KilledBySignal;

TEST(Interruption, NotesTheFirstSignal) {
  const auto body = [] {
    const Interruption interruption;
    if (Interruption::is_asked_to_end()) std::exit(99);
    raise(SIGTERM);
    std::exit(Interruption::is_asked_to_end() ? Interruption::signal() : 98);
  };
  EXPECT_EXIT(body(), ExitedWithCode(SIGTERM), "");
}

TEST(Interruption, SentToTheProcessAndToItsGroupIsOne) {
  const auto body = [] {
    const Interruption interruption;
    raise(SIGINT);
    raise(SIGINT);
    raise(SIGTERM);
    std::exit(Interruption::signal());
  };
  EXPECT_EXIT(body(), ExitedWithCode(SIGINT), "");
}

TEST(Interruption, ThatComesLaterOnceMoreEndsTheProgram) {
  const auto body = [] {
    const Interruption interruption;
    raise(SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    raise(SIGTERM);
    std::exit(99);
  };
  EXPECT_EXIT(body(), KilledBySignal(SIGTERM), "");
}

TEST(Interruption, ThatTheStarterIgnoresIsIgnored) {
  const auto body = [] {
    signal(SIGHUP, SIG_IGN);
    const Interruption interruption;
    raise(SIGHUP);
    std::exit(Interruption::signal());
  };
  EXPECT_EXIT(body(), ExitedWithCode(0), "");
}

}  // namespace
