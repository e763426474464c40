#include "src/nt/mm/user_copy.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <array>
#include <cstring>
#include <thread>

namespace drydock::nt {
namespace {

constexpr std::size_t kPage = 4096;

// Two pages of which the second cannot be touched.
class HalfThere {
 public:
  HalfThere() {
    memory_ = static_cast<char*>(
        mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory_ + kPage, kPage, PROT_NONE);
  }
  ~HalfThere() { munmap(memory_, 2 * kPage); }
  HalfThere(const HalfThere&) = delete;
  HalfThere& operator=(const HalfThere&) = delete;

  char* edge() const { return memory_ + kPage; }
  char* begin() const { return memory_; }

 private:
  char* memory_;
};

void* address(std::uintptr_t value) { return reinterpret_cast<void*>(value); }

TEST(UserMemory, EveryLengthIsCopiedExactly) {
  std::array<unsigned char, 1024> from;
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<unsigned char>(i * 7 + 1);
  for (std::size_t length = 0; length <= 600; ++length) {
    std::array<unsigned char, 1024> to{};
    ASSERT_TRUE(copy_from_user(to.data() + 3, from.data() + 1, length));
    ASSERT_EQ(std::memcmp(to.data() + 3, from.data() + 1, length), 0) << length;
    ASSERT_EQ(to[2], 0);
    ASSERT_EQ(to[3 + length], 0) << length;
  }
}

TEST(UserMemory, CopyUpToTheEdgeWorksAndOverItFails) {
  const HalfThere pages;
  for (const std::size_t length : {1U, 7U, 8U, 9U, 64U, 255U, 256U, 300U}) {
    std::array<char, 512> to{};
    EXPECT_TRUE(copy_from_user(to.data(), pages.edge() - length, length));
    EXPECT_FALSE(copy_from_user(to.data(), pages.edge() - length + 1, length));
    EXPECT_TRUE(copy_to_user(pages.edge() - length, to.data(), length));
    EXPECT_FALSE(copy_to_user(pages.edge() - length + 1, to.data(), length));
  }
}

TEST(UserMemory, AddressesThatCannotBeFail) {
  std::array<char, 300> to{};
  for (const std::uintptr_t bad :
       {std::uintptr_t{0}, std::uintptr_t{1}, std::uintptr_t{0x7FFF'FFFF'F000},
        std::uintptr_t{0x0000'8000'0000'0000}, std::uintptr_t{0xDEAD'BEEF'DEAD'BEEF},
        std::uintptr_t{0xFFFF'8000'0000'0000}, ~std::uintptr_t{0} - 7}) {
    EXPECT_FALSE(copy_from_user(to.data(), address(bad), 8)) << std::hex << bad;
    EXPECT_FALSE(copy_from_user(to.data(), address(bad), 300)) << std::hex << bad;
    EXPECT_FALSE(copy_to_user(address(bad), to.data(), 8)) << std::hex << bad;
    EXPECT_FALSE(user_can_read(address(bad), 1)) << std::hex << bad;
    EXPECT_FALSE(user_can_write(address(bad), 1)) << std::hex << bad;
  }
}

TEST(UserMemory, NothingOfNothingIsThere) {
  EXPECT_TRUE(copy_from_user(nullptr, nullptr, 0));
  EXPECT_TRUE(user_can_read(nullptr, 0));
  EXPECT_TRUE(user_can_write(nullptr, 0));
}

TEST(UserMemory, ProbesSeeTheWholeRangeAndChangeNothing) {
  const HalfThere pages;
  std::memset(pages.begin(), 0x5a, kPage);
  EXPECT_TRUE(user_can_read(pages.begin(), kPage));
  EXPECT_TRUE(user_can_write(pages.begin(), kPage));
  EXPECT_FALSE(user_can_read(pages.begin(), kPage + 1));
  EXPECT_FALSE(user_can_write(pages.edge() - 1, 2));
  EXPECT_FALSE(user_can_read(pages.begin(), ~std::size_t{0}));
  for (std::size_t i = 0; i < kPage; ++i) ASSERT_EQ(pages.begin()[i], 0x5a);
}

TEST(UserMemory, ReadOnlyMemoryCannotBeWritten) {
  const HalfThere pages;
  mprotect(pages.begin(), kPage, PROT_READ);
  char byte = 1;
  EXPECT_TRUE(user_can_read(pages.begin(), kPage));
  EXPECT_FALSE(user_can_write(pages.begin(), 1));
  EXPECT_FALSE(copy_to_user(pages.begin(), &byte, 1));
  EXPECT_TRUE(copy_from_user(&byte, pages.begin(), 1));
  EXPECT_EQ(byte, 0);
}

// Each thread has faults of its own.
TEST(UserMemory, ThreadsFaultTogether) {
  const HalfThere pages;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      std::array<char, 64> to;
      for (int i = 0; i < 2000; ++i) {
        EXPECT_FALSE(copy_from_user(to.data(), pages.edge() - 8, 64));
        EXPECT_TRUE(copy_from_user(to.data(), pages.edge() - 64, 64));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace drydock::nt
