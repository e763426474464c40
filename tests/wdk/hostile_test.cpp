// Hostile arguments: where they end, what is in them, and what is left when they are released.
#include "src/wdk/hostile.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <numeric>
#include <vector>

namespace drydock {
namespace {

// A pipe asks the kernel whether memory can be read or written, without a fault.
class Probe {
 public:
  Probe() { EXPECT_EQ(pipe(ends_.data()), 0); }
  ~Probe() {
    for (const int each : ends_) close(each);
  }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  bool can_read(const std::byte* at) {
    std::byte taken{};
    return write(ends_[1], at, 1) == 1 && read(ends_[0], &taken, 1) == 1;
  }
  bool can_write(std::byte* at) {
    const std::byte one{0x11};
    std::byte taken{};
    EXPECT_EQ(write(ends_[1], &one, 1), 1);
    if (read(ends_[0], at, 1) == 1) return true;
    EXPECT_EQ(read(ends_[0], &taken, 1), 1);
    return false;
  }

 private:
  std::array<int, 2> ends_{};
};

TEST(Hostile, NothingIsTakenWhenArgumentsAreNot) {
  EXPECT_FALSE(are_arguments_hostile());
  EXPECT_EQ(hostile::take(16, 8), nullptr);
  int own = 3;
  const Passed<int> passed(own);
  EXPECT_EQ(passed.data(), &own);
}

TEST(Hostile, ArgumentsAreHostileWhileOneScopeLives) {
  {
    const HostileArguments outer;
    {
      const HostileArguments inner;
    }
    EXPECT_TRUE(are_arguments_hostile());
  }
  EXPECT_FALSE(are_arguments_hostile());
}

TEST(Hostile, MemoryEndsWhereNothingIs) {
  const HostileArguments hostile;
  Probe probe;
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{64}, std::size_t{4096}}) {
    std::byte* const memory = hostile::take(bytes, 8);
    ASSERT_NE(memory, nullptr);
    EXPECT_TRUE(probe.can_read(memory));
    EXPECT_TRUE(probe.can_write(memory + bytes - 1));
    EXPECT_FALSE(probe.can_read(memory + bytes)) << bytes;
    hostile::release(memory);
    EXPECT_FALSE(probe.can_read(memory)) << "it is nobody's now";
  }
}

// What does not end at a multiple of its alignment has as little behind it as that allows.
TEST(Hostile, MemoryIsAligned) {
  const HostileArguments hostile;
  Probe probe;
  std::byte* const memory = hostile::take(13, 8);
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 8, 0U);
  EXPECT_FALSE(probe.can_read(memory + 16));
  EXPECT_EQ(memory[0], std::byte{hostile::kRubbish});
  EXPECT_EQ(memory[12], std::byte{hostile::kRubbish});
  hostile::release(memory);
}

// A structure of the driver's has a size that its alignment divides: what has another size may lie
// anywhere, and a driver that takes it for the structure is stopped at its end.
TEST(Hostile, BytesEndWhereNothingIsWhateverTheirNumber) {
  const HostileArguments hostile;
  Probe probe;
  for (const std::size_t bytes : {1, 7, 12, 23, 24, 40}) {
    std::vector<std::byte> own(bytes);
    const Passed<std::byte> passed{std::span(own)};
    EXPECT_FALSE(probe.can_read(passed.data() + bytes)) << bytes;
    if (bytes % 8 == 0) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(passed.data()) % 8, 0U);
  }
}

TEST(Hostile, LargeArgumentsArePassedAsTheyAre) {
  const HostileArguments hostile;
  constexpr std::size_t kMost = 4 * 4096;
  std::byte* const most = hostile::take(kMost, 8);
  EXPECT_NE(most, nullptr);
  hostile::release(most);
  EXPECT_EQ(hostile::take(kMost + 1, 8), nullptr);
}

TEST(Hostile, PlacesAreLimitedAndComeBack) {
  const HostileArguments hostile;
  std::vector<std::byte*> all;
  for (;;) {
    std::byte* const memory = hostile::take(8, 8);
    if (memory == nullptr) break;
    all.push_back(memory);
    ASSERT_LE(all.size(), 256U);
  }
  EXPECT_EQ(all.size(), 256U);
  int own = 3;
  EXPECT_EQ(Passed<int>(own).data(), &own) << "without a place it is passed as it is";
  hostile::release(all[100]);
  EXPECT_EQ(hostile::take(8, 8), all[100]) << "the only free one";
  for (const std::byte* each : all) hostile::release(each);
}

TEST(Hostile, ReadOnlyMemoryCannotBeWritten) {
  const HostileArguments hostile;
  Probe probe;
  std::byte* const memory = hostile::take(8, 8);
  hostile::make_read_only(memory);
  EXPECT_TRUE(probe.can_read(memory));
  EXPECT_FALSE(probe.can_write(memory));
  hostile::release(memory);
  std::byte* again = nullptr;
  // The next argument in the same place can be written again.
  for (int i = 0; i < 256 && again != memory; ++i) {
    again = hostile::take(8, 8);
    hostile::release(again);
  }
  ASSERT_EQ(again, memory);
}

TEST(Hostile, CopiesComeBackOnlyWhenAsked) {
  const HostileArguments hostile;
  std::array<int, 3> own = {1, 2, 3};
  Passed<int> passed{std::span<int>(own)};
  ASSERT_NE(passed.data(), own.data());
  EXPECT_EQ(passed.items().size(), 3U);
  EXPECT_EQ(std::accumulate(passed.items().begin(), passed.items().end(), 0), 6);
  passed.data()[1] = 9;
  EXPECT_EQ(own[1], 2);
  passed.copy_back();
  EXPECT_EQ(own[1], 9);
}

TEST(Hostile, FieldsThatADriverHasToFillAreRubbish) {
  int first = 1;
  long second = 2;
  spoil(first, second);
  EXPECT_EQ(first, 1) << "only when arguments are hostile";
  const HostileArguments hostile;
  spoil(first, second);
  EXPECT_NE(first, 1);
  EXPECT_NE(second, 2);
  second = 7;  // the driver filled one of them
  hostile::clear_if_rubbish(first);
  hostile::clear_if_rubbish(second);
  EXPECT_EQ(first, 0);
  EXPECT_EQ(second, 7);
}

}  // namespace
}  // namespace drydock
