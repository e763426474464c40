// Pages whose every access is seen before it is made.
#include "src/nt/mm/watched_pages.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <vector>

#include "src/nt/base/address.h"
#include "src/nt/driver/seh.h"
#include "src/nt/mm/physical.h"

namespace {

using namespace drydock::nt;

struct Seen {
  std::size_t offset;
  bool is_write;
  bool is_open;

  bool operator==(const Seen&) const = default;
};

// Two closed pages, and who hears of them.
class ClosedPages : public ::testing::Test, protected PageListener {
 protected:
  ClosedPages()
      : bytes_(static_cast<volatile char*>(
            mmap(nullptr, 2 * kPageBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {}
  ~ClosedPages() override { munmap(const_cast<char*>(bytes_), 2 * kPageBytes); }

  void before_access(const PageAccess& access) override {
    seen_.push_back({access.offset, access.is_write, false});
  }
  void on_access(const PageAccess& access) override {
    seen_.push_back({access.offset, access.is_write, true});
  }

  const void* first() const { return const_cast<const char*>(bytes_); }

  volatile char* const bytes_;
  std::vector<Seen> seen_;
};

TEST_F(ClosedPages, EachAccessIsReportedTwiceAndIsMade) {
  const WatchedPages watched(first(), 2 * kPageBytes, *this);
  bytes_[8] = 'x';
  const char read = bytes_[8];
  EXPECT_EQ(read, 'x');
  bytes_[kPageBytes] = 'y';
  EXPECT_EQ(seen_, (std::vector<Seen>{{8, true, false},
                                      {8, true, true},
                                      {8, false, false},
                                      {8, false, true},
                                      {kPageBytes, true, false},
                                      {kPageBytes, true, true}}));
}

TEST_F(ClosedPages, RightsAreThoseOfTheWholeRange) {
  EXPECT_EQ(watched_rights(first(), 1), std::nullopt);
  {
    WatchedPages watched(first(), kPageBytes + 8, *this);
    EXPECT_EQ(watched_rights(first(), kPageBytes + 8), PageRights::kWrite);
    EXPECT_EQ(watched_rights(first(), kPageBytes + 9), std::nullopt);
    EXPECT_EQ(watched_rights(const_cast<char*>(bytes_) - 1, 2), std::nullopt);
    watched.set_rights(PageRights::kRead);
    EXPECT_EQ(watched_rights(first(), 1), PageRights::kRead);
  }
  EXPECT_EQ(watched_rights(first(), 1), std::nullopt);
}

using ClosedPagesDeathTest = ClosedPages;

// A write to what may only be read is the access violation that it is without us.
TEST_F(ClosedPagesDeathTest, WhatIsNotAllowedFaults) {
  WatchedPages watched(first(), kPageBytes, *this);
  watched.set_rights(PageRights::kRead);
  const char read = bytes_[0];
  EXPECT_EQ(read, 0);
  EXPECT_EQ(seen_.size(), 2U);
  EXPECT_DEATH(bytes_[0] = 1, "");
  watched.set_rights(PageRights::kNone);
  EXPECT_DEATH(static_cast<void>(bytes_[0]), "");
}

// The page is closed again behind the instruction.
TEST_F(ClosedPagesDeathTest, APageIsOpenForOneInstructionOnly) {
  {
    const WatchedPages watched(first(), kPageBytes, *this);
    bytes_[0] = 1;
  }
  EXPECT_DEATH(static_cast<void>(bytes_[0]), "");
}

}  // namespace
