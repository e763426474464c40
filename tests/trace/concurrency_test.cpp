// Threads record while others read, clear and begin recordings.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "src/trace/trace.h"

namespace drydock::trace {
namespace {

constexpr int kThreads = 4;

void record_many(int worker, int count) {
  for (int i = 0; i < count; ++i) {
    event("test", "tick", {{"worker", worker}, {"n", i}}, "some text");
  }
}

std::vector<std::thread> recorders(int count) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(record_many, i, count);
  return threads;
}

void join(std::vector<std::thread>& threads) {
  for (std::thread& thread : threads) thread.join();
}

TEST(TraceConcurrency, EveryEventOfEveryThreadInItsOrder) {
  constexpr int kEach = 3000;
  const Recording recording;
  std::vector<std::thread> threads = recorders(kEach);
  join(threads);
  std::map<int, int> next;
  std::istringstream text(to_text());
  std::uint64_t sequence = 0;
  for (std::string line; std::getline(text, line); ++sequence) {
    EXPECT_EQ(std::stoull(line), sequence);
    const int worker = std::stoi(line.substr(line.find("worker=") + 7));
    EXPECT_EQ(std::stoi(line.substr(line.find("n=") + 2)), next[worker]++);
  }
  EXPECT_EQ(sequence, static_cast<std::uint64_t>(kThreads) * kEach);
}

TEST(TraceConcurrency, ReadersSeeWholeEvents) {
  const Recording recording(500);
  std::atomic<bool> is_over = false;
  std::thread reader([&] {
    while (!is_over) {
      std::istringstream text(to_text());
      for (std::string line; std::getline(text, line);) {
        const bool is_whole = line[0] == '#' || line.ends_with("\"some text\"");
        ASSERT_TRUE(is_whole) << line;
      }
      ASSERT_TRUE(nlohmann::json::accept(to_chrome_json()));
    }
  });
  std::vector<std::thread> threads = recorders(5000);
  join(threads);
  is_over = true;
  reader.join();
}

TEST(TraceConcurrency, ClearingAndRecordingAnew) {
  std::atomic<bool> is_over = false;
  std::thread cleaner([&] {
    while (!is_over) {
      const Recording recording;
      clear();
      const std::string text = to_text();
      std::this_thread::yield();
    }
  });
  std::vector<std::thread> threads = recorders(5000);
  join(threads);
  is_over = true;
  cleaner.join();
  const Recording recording;
  event("test", "last");
  EXPECT_TRUE(to_text().starts_with("0 "));
}

}  // namespace
}  // namespace drydock::trace
