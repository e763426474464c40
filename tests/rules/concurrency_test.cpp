// The catalogue is built on first use, by any thread, and then only read.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "drydock/rules.h"

namespace drydock::rules {
namespace {

TEST(CatalogueConcurrency, FirstUseByManyThreads) {
  constexpr int kThreads = 8;
  std::atomic<int> ready = 0;
  std::atomic<std::size_t> found = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      ready.fetch_add(1);
      while (ready.load() < kThreads) {
      }
      for (const Rule& rule : catalogue()) found += &find(RuleId::parse(rule.id).value()) == &rule;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(found.load(), kThreads * catalogue().size());
}

}  // namespace
}  // namespace drydock::rules
