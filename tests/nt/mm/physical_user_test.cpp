// Which memory belongs to clients.
#include "src/nt/mm/physical_user.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "src/nt/base/wdk.h"

namespace {

using namespace drydock::nt;

// As long as no client's memory is declared, all of the process is, but the executive's own.
TEST(UserBorder, WithoutADeclarationOnlyTheExecutivesMemoryIsExcepted) {
  int local = 0;
  void* const pool = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'resU');
  EXPECT_TRUE(is_user_memory(&local, sizeof local));
  EXPECT_FALSE(is_user_memory(pool, 1));
  EXPECT_FALSE(is_declared_user_memory(&local));
  EXPECT_FALSE(is_mapped_for_users(&local));
  EXPECT_FALSE(is_user_memory(reinterpret_cast<const void*>(MmUserProbeAddress - 4), 8));
  EXPECT_FALSE(is_user_memory(reinterpret_cast<const void*>(~std::uintptr_t{0}), 2));
  EXPECT_TRUE(is_user_memory(pool, 0));
  ExFreePool(pool);
}

TEST(UserBorder, ADeclarationDrawsTheBorderToTheByte) {
  std::array<char, 64> client{};
  int local = 0;
  {
    const UserRange range(client.data() + 8, 16);
    EXPECT_TRUE(is_user_memory(client.data() + 8, 16));
    EXPECT_TRUE(is_user_memory(client.data() + 23, 1));
    EXPECT_FALSE(is_user_memory(client.data() + 8, 17));
    EXPECT_FALSE(is_user_memory(client.data() + 7, 2));
    EXPECT_FALSE(is_user_memory(&local, sizeof local));
    EXPECT_TRUE(is_declared_user_memory(client.data() + 23));
    EXPECT_FALSE(is_declared_user_memory(client.data() + 24));
  }
  EXPECT_FALSE(is_declared_user_memory(client.data() + 8));
  EXPECT_TRUE(is_user_memory(&local, sizeof local));
}

// Ranges may overlap and begin at one address; each is counted.
TEST(UserBorder, RangesAreAddedAndRemovedOneByOne) {
  std::array<char, 64> client{};
  std::optional<UserRange> whole(std::in_place, client.data(), 64);
  {
    const UserRange part(client.data(), 8);
    EXPECT_TRUE(is_user_memory(client.data(), 64));
  }
  EXPECT_TRUE(is_user_memory(client.data() + 32, 32));
  const UserRange other(client.data(), 8);
  whole.reset();
  EXPECT_TRUE(is_user_memory(client.data(), 8));
  EXPECT_FALSE(is_user_memory(client.data(), 9));
}

// What a driver mapped for users is theirs beside every declaration.
TEST(UserBorder, ViewsAreTheUsersAsLongAsTheyAreMapped) {
  std::array<char, 64> client{}, view{};
  const UserRange range(client.data(), client.size());
  note_user_view(view.data(), 32);
  EXPECT_TRUE(is_user_memory(view.data(), 32));
  EXPECT_FALSE(is_user_memory(view.data() + 16, 32));
  EXPECT_TRUE(is_mapped_for_users(view.data() + 31));
  EXPECT_FALSE(is_declared_user_memory(view.data()));
  remove_user_view(view.data());
  EXPECT_FALSE(is_mapped_for_users(view.data()));
  EXPECT_FALSE(is_user_memory(view.data(), 1));
  remove_user_view(view.data());
}

}  // namespace
