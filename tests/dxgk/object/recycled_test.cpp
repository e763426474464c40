// Memory of freed objects that the next ones get.
#include "src/dxgk/object/recycled.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <vector>

#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

struct Part final : Recycled<Part> {
  std::array<std::uint64_t, 4> words{};
};
struct OtherPart final : Recycled<OtherPart> {
  std::array<std::uint64_t, 4> words{};
};

// Under the address sanitizer no memory is used again.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kRecycles = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kRecycles = false;
#else
constexpr bool kRecycles = true;
#endif
#else
constexpr bool kRecycles = true;
#endif

TEST(Recycled, NextObjectOfItsTypeGetsTheMemory) {
  if (!kRecycles) GTEST_SKIP() << "the address sanitizer keeps freed memory";
  const void* const first = new Part;
  delete static_cast<const Part*>(first);
  const auto other = std::make_unique<OtherPart>();
  EXPECT_NE(static_cast<const void*>(other.get()), first) << "each type has spares of its own";
  const std::unique_ptr<Part> next(new Part);
  EXPECT_EQ(static_cast<const void*>(next.get()), first);
  EXPECT_EQ(next->words, (std::array<std::uint64_t, 4>{})) << "it is a new object";
}

// More than a thread keeps, so that some come from spares and some do not.
TEST(Recycled, LivingObjectsNeverShareMemory) {
  constexpr std::size_t kMany = 1500;
  for (int round = 0; round < 3; ++round) {
    std::vector<std::unique_ptr<Part>> all;
    std::set<const Part*> places;
    for (std::size_t i = 0; i < kMany; ++i) {
      all.emplace_back(new Part);
      all.back()->words.fill(i);
      EXPECT_TRUE(places.insert(all.back().get()).second);
    }
    for (std::size_t i = 0; i < kMany; ++i) {
      EXPECT_TRUE(
          std::ranges::all_of(all[i]->words, [&](std::uint64_t each) { return each == i; }));
    }
  }
}

TEST(Recycled, MemoryIsASpareOfTheThreadThatFrees) {
  if (!kRecycles) GTEST_SKIP() << "the address sanitizer keeps freed memory";
  auto* const made = new Part;
  const void* next = nullptr;
  sim::Thread other = sim::spawn("frees", [&] {
    delete made;
    const std::unique_ptr<Part> again(new Part);
    next = again.get();
  });
  other.join();
  EXPECT_EQ(next, static_cast<const void*>(made));
}

// What a thread frees after its spares went is memory of nobody, not a spare of the next thread.
TEST(Recycled, ThreadThatEndsFreesWhatItStillHolds) {
  struct Late {
    std::unique_ptr<Part> part;
    ~Late() { part.reset(); }
  };
  for (int round = 0; round < 4; ++round) {
    std::set<const Part*> seen;
    sim::Thread ends = sim::spawn("ends", [&] {
      static thread_local Late late;  // made before the first spare, so it goes after the spares
      late.part.reset(new Part);
      std::vector<std::unique_ptr<Part>> some;
      for (int i = 0; i < 10; ++i) some.emplace_back(new Part);
      for (const auto& each : some) seen.insert(each.get());
    });
    ends.join();
    EXPECT_EQ(seen.size(), 10U);
  }
}

}  // namespace
}  // namespace drydock::dxgk
