// Owners of sources: what a device may ask for, beside what it and others own.
#include "src/display/ownership/source_owners.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <map>
#include <thread>

namespace drydock::display {
namespace {

constexpr auto kUnowned = D3DKMT_VIDPNSOURCEOWNER_UNOWNED;
constexpr auto kShared = D3DKMT_VIDPNSOURCEOWNER_SHARED;
constexpr auto kExclusive = D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE;
constexpr auto kEmulated = D3DKMT_VIDPNSOURCEOWNER_EMULATED;
constexpr NTSTATUS kInUse = STATUS_GRAPHICS_VIDPN_SOURCE_IN_USE;

class SourceOwnersTest : public ::testing::Test {
 protected:
  NTSTATUS set(const int& device, SourceOwners::Type type, SourceOwners::Source source = 0) {
    const SourceOwners::Wish wish{source, type};
    return owners.set(&device, {&wish, 1});
  }

  SourceOwners owners;
  const int one = 0;
  const int other = 0;
};

struct Change {
  SourceOwners::Type from, to;
  NTSTATUS status;
  bool is_exclusive;  // afterwards
};

TEST_F(SourceOwnersTest, D200ChangesOfOneDeviceAreThoseOfWindows) {
  constexpr Change kChanges[] = {
      {kUnowned, kUnowned, STATUS_SUCCESS, false},
      {kUnowned, kShared, kInUse, false},
      {kUnowned, kExclusive, STATUS_SUCCESS, true},
      {kUnowned, kEmulated, STATUS_SUCCESS, false},
      {kExclusive, kUnowned, STATUS_SUCCESS, false},
      {kExclusive, kShared, STATUS_INVALID_PARAMETER, true},
      {kExclusive, kExclusive, STATUS_SUCCESS, true},
      {kExclusive, kEmulated, STATUS_INVALID_PARAMETER, true},
      {kEmulated, kUnowned, STATUS_SUCCESS, false},
      {kEmulated, kShared, kInUse, false},
      {kEmulated, kExclusive, STATUS_INVALID_PARAMETER, false},
      {kEmulated, kEmulated, STATUS_SUCCESS, false},
  };
  for (const Change& change : kChanges) {
    SCOPED_TRACE(std::to_string(change.from) + " to " + std::to_string(change.to));
    owners.release(&one);
    ASSERT_EQ(set(one, change.from), STATUS_SUCCESS);
    EXPECT_EQ(set(one, change.to), change.status);
    EXPECT_EQ(owners.has_exclusive_owner(0), change.is_exclusive);
    EXPECT_EQ(owners.type_of(&one, 0), NT_SUCCESS(change.status) ? change.to : change.from);
    owners.release(&one);
    EXPECT_EQ(set(one, change.to), change.to == kShared ? kInUse : STATUS_SUCCESS);
  }
}

TEST_F(SourceOwnersTest, D201ASecondDeviceGetsWhatTheFirstDoesNotHave) {
  for (const auto first : {kUnowned, kExclusive, kEmulated}) {
    for (const auto second : {kUnowned, kShared, kExclusive, kEmulated}) {
      SCOPED_TRACE(std::to_string(first) + " then " + std::to_string(second));
      ASSERT_EQ(set(one, first), STATUS_SUCCESS);
      const bool is_taken = second == kShared || (first != kUnowned && second != kUnowned);
      EXPECT_EQ(set(other, second), is_taken ? kInUse : STATUS_SUCCESS);
      EXPECT_EQ(owners.type_of(&one, 0), first);
      EXPECT_EQ(owners.type_of(&other, 0), is_taken ? kUnowned : second);
      owners.release(&one);
      owners.release(&other);
    }
  }
}

TEST_F(SourceOwnersTest, D201ADeviceThatWasRefusedHoldsNothing) {
  EXPECT_EQ(set(one, kShared), kInUse);
  EXPECT_EQ(set(other, kExclusive), STATUS_SUCCESS);
}

TEST_F(SourceOwnersTest, D202OnlyTheOwnerReleases) {
  ASSERT_EQ(set(one, kExclusive), STATUS_SUCCESS);
  ASSERT_EQ(set(one, kEmulated, 3), STATUS_SUCCESS);
  EXPECT_FALSE(owners.release(&other));
  EXPECT_TRUE(owners.has_exclusive_owner(0));
  EXPECT_TRUE(owners.release(&one));
  EXPECT_FALSE(owners.has_exclusive_owner(0));
  EXPECT_EQ(owners.type_of(&one, 3), kUnowned);
  EXPECT_FALSE(owners.release(&one));
}

TEST_F(SourceOwnersTest, ARequestIsCarriedOutWhollyOrNotAtAll) {
  ASSERT_EQ(set(other, kExclusive, 2), STATUS_SUCCESS);
  const SourceOwners::Wish wishes[] = {{0, kExclusive}, {1, kEmulated}, {2, kExclusive}};
  EXPECT_EQ(owners.set(&one, wishes), kInUse);
  EXPECT_FALSE(owners.release(&one));
  owners.release(&other);
  EXPECT_EQ(owners.set(&one, wishes), STATUS_SUCCESS);
  EXPECT_EQ(owners.exclusive_source_of(&one), 0U);
}

// The sources of a request are taken in its order, so that one that is named twice must be able to
// change.
TEST_F(SourceOwnersTest, ASourceNamedTwiceIsAskedForTwice) {
  const SourceOwners::Wish refused[] = {{0, kExclusive}, {0, kEmulated}};
  EXPECT_EQ(owners.set(&one, refused), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(owners.type_of(&one, 0), kUnowned);
  const SourceOwners::Wish changed[] = {{0, kExclusive}, {0, kUnowned}, {0, kEmulated}};
  EXPECT_EQ(owners.set(&one, changed), STATUS_SUCCESS);
  EXPECT_EQ(owners.type_of(&one, 0), kEmulated);
}

TEST_F(SourceOwnersTest, TheLowestExclusiveSourceIsNamed) {
  EXPECT_EQ(owners.exclusive_source_of(&one), std::nullopt);
  const SourceOwners::Wish wishes[] = {{4, kExclusive}, {1, kExclusive}, {0, kEmulated}};
  ASSERT_EQ(owners.set(&one, wishes), STATUS_SUCCESS);
  EXPECT_EQ(owners.exclusive_source_of(&one), 1U);
  EXPECT_EQ(owners.exclusive_source_of(&other), std::nullopt);
}

RC_GTEST_PROP(SourceOwnersModel, NoSourceHasTwoOwners, ()) {
  SourceOwners owners;
  constexpr int kDevices = 3;
  constexpr SourceOwners::Source kSources = 2;
  const std::array<int, kDevices> devices{};
  const int steps = *rc::gen::inRange(1, 60);
  for (int step = 0; step < steps; ++step) {
    const int* const device = &devices[*rc::gen::inRange(0, kDevices)];
    const SourceOwners::Source source = *rc::gen::inRange<SourceOwners::Source>(0, kSources);
    const auto type = *rc::gen::element(kUnowned, kShared, kExclusive, kEmulated);
    const SourceOwners::Wish wish{source, type};
    const auto before = owners.type_of(device, source);
    const NTSTATUS status = owners.set(device, {&wish, 1});
    RC_ASSERT(owners.type_of(device, source) == (NT_SUCCESS(status) ? type : before));
    for (SourceOwners::Source each = 0; each < kSources; ++each) {
      int count = 0;
      bool is_exclusive = false;
      for (const int& one : devices) {
        count += owners.type_of(&one, each) != kUnowned ? 1 : 0;
        is_exclusive |= owners.type_of(&one, each) == kExclusive;
      }
      RC_ASSERT(count <= 1);
      RC_ASSERT(owners.has_exclusive_owner(each) == is_exclusive);
    }
  }
}

TEST_F(SourceOwnersTest, OfThreadsThatAskAtOnceOneGetsIt) {
  constexpr int kThreads = 4;
  std::array<int, kThreads> devices{};
  std::array<NTSTATUS, kThreads> statuses{};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] { statuses[i] = set(devices[i], kExclusive); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::ranges::count(statuses, STATUS_SUCCESS), 1);
  EXPECT_EQ(std::ranges::count(statuses, kInUse), kThreads - 1);
}

}  // namespace
}  // namespace drydock::display
