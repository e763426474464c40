// Findings are raised, received and read on many threads at once.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "src/rules/finding.h"

namespace drydock::rules {
namespace {

__attribute__((noinline)) Stack here() {
  const Stack stack = Stack::capture();
  asm volatile("");
  return stack;
}

Finding about_n001() {
  Finding finding;
  finding.rule = &find("N-001");
  return finding;
}

TEST(FindingConcurrency, NoneIsLost) {
  constexpr std::size_t kThreads = 8;
  constexpr std::size_t kEach = 50;
  const FindingLog log;
  std::atomic<std::size_t> message_count = 0;
  set_finding_listener([&](const Finding&) { ++message_count; });
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([] {
      for (std::size_t n = 0; n < kEach; ++n) {
        Finding finding = about_n001();
        finding.stacks.push_back({"here", here()});
        raise(std::move(finding));
      }
    });
  }
  while (message_count < kThreads * kEach) {
    EXPECT_LE(log.findings().size(), kThreads * kEach);
    std::this_thread::yield();
  }
  for (std::thread& thread : threads) thread.join();
  set_finding_listener(nullptr);
  EXPECT_EQ(log.findings().size(), kThreads * kEach);
  for (const Finding& finding : log.findings()) EXPECT_FALSE(finding.stacks[0].frames.empty());
}

TEST(FindingConcurrency, ListenersComeAndGo) {
  const FindingLog log;
  std::atomic<bool> is_over = false;
  std::thread changer([&] {
    while (!is_over) {
      set_finding_listener([](const Finding& finding) { ASSERT_NE(finding.rule, nullptr); });
      set_finding_listener(nullptr);
    }
  });
  for (int i = 0; i < 2000; ++i) raise(about_n001());
  is_over = true;
  changer.join();
  EXPECT_EQ(log.findings().size(), 2000u);
}

}  // namespace
}  // namespace drydock::rules
