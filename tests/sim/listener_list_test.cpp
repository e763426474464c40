// Listeners that come and go.
#include "src/sim/listener_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace drydock::sim {
namespace {

using ::testing::ElementsAre;
using Heard = std::vector<std::string>;
using Numbers = ListenerList<int>;

TEST(ListenerList, EachListenerGetsEachEventWhileItLives) {
  Numbers numbers;
  Heard heard;
  const Numbers::Listener first(numbers,
                                [&](int n) { heard.push_back("first " + std::to_string(n)); });
  {
    const Numbers::Listener second(numbers,
                                   [&](int n) { heard.push_back("second " + std::to_string(n)); });
    numbers.call(1);
  }
  numbers.call(2);
  EXPECT_THAT(heard, ElementsAre("first 1", "second 1", "first 2"));
}

// An event calls the listeners of its beginning.
TEST(ListenerList, AListenerMayEndOthersAndItself) {
  Numbers numbers;
  int calls = 0;
  std::optional<Numbers::Listener> self, other;
  self.emplace(numbers, [&](int) {
    ++calls;
    self.reset();
    other.reset();
  });
  other.emplace(numbers, [&](int) { ++calls; });
  numbers.call(1);
  EXPECT_EQ(calls, 2);
  numbers.call(2);
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace drydock::sim
