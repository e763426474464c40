// Objects that live as long as the process.
#include "src/sim/never_destroyed.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>

namespace drydock::sim {
namespace {

struct CountsItsEnd {
  CountsItsEnd(int& ends, std::unique_ptr<int> part) : destroyed(ends), value(std::move(part)) {}
  ~CountsItsEnd() { ++destroyed; }

  int& destroyed;
  std::unique_ptr<int> value;
};

TEST(NeverDestroyed, OutlivesWhatHoldsIt) {
  int destroyed = 0;
  int* part = nullptr;
  {
    NeverDestroyed<CountsItsEnd> object(destroyed, std::make_unique<int>(7));
    part = object->value.get();
    EXPECT_EQ(*(*object).value, 7);
  }
  EXPECT_EQ(destroyed, 0);
  EXPECT_EQ(*part, 7);
  delete part;
}

struct alignas(64) Aligned {
  int value = 3;
};

TEST(NeverDestroyed, IsAlignedLikeItsObject) {
  static NeverDestroyed<Aligned> object;
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&*object) % 64, 0U);
  EXPECT_EQ(object->value, 3);
}

struct Plain {
  int numbers[4];
};

TEST(NeverDestroyed, IsZeroedWhereTheObjectSaysNothing) {
  NeverDestroyed<Plain> object;
  for (const int each : object->numbers) EXPECT_EQ(each, 0);
}

}  // namespace
}  // namespace drydock::sim
