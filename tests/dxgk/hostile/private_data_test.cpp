// A client's private data as a driver gets them.
#include "src/dxgk/hostile/private_data.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <optional>
#include <span>

namespace drydock::dxgk {
namespace {

struct Info {
  void* pPrivateDriverData = nullptr;
  unsigned PrivateDriverDataSize = 0;
};

TEST(ReadOnlyData, WhatADriverWritesIsSeenAndDoesNotReachTheClient) {
  std::array<std::byte, 16> own{};
  ReadOnlyData passed(own);
  EXPECT_EQ(passed.size(), own.size());
  ASSERT_NE(passed.data(), own.data());
  EXPECT_FALSE(passed.was_written());
  static_cast<std::byte*>(passed.data())[15] = std::byte{1};
  EXPECT_TRUE(passed.was_written());
  EXPECT_EQ(own[15], std::byte{0});
}

TEST(ReadOnlyData, NoDataAreNoAddress) {
  ReadOnlyData passed({});
  EXPECT_EQ(passed.data(), nullptr);
  EXPECT_EQ(passed.size(), 0U);
  EXPECT_FALSE(passed.was_written());
  const HostileArguments hostile;
  ReadOnlyData also({});
  EXPECT_EQ(also.data(), nullptr);
}

TEST(ReadOnlyData, HostileDataAreTheSameBytes) {
  const HostileArguments hostile;
  std::array<std::byte, 12> own{};
  own[11] = std::byte{7};
  ReadOnlyData passed(own);
  EXPECT_EQ(std::memcmp(passed.data(), own.data(), own.size()), 0);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(passed.data()) % 8, 0U);
  EXPECT_FALSE(passed.was_written()) << "reading is no writing";
}

TEST(PassedData, ElementsNameTheViewUntilTheyAreCopiedBack) {
  for (const bool is_hostile : {false, true}) {
    std::optional<HostileArguments> hostile;
    if (is_hostile) hostile.emplace();
    std::array<std::byte, 8> first{}, third{};
    std::array<Info, 3> infos = {Info{first.data(), 8}, Info{}, Info{third.data(), 8}};
    PassedData<Info> passed{std::span<Info>(infos)};
    EXPECT_EQ(infos[0].pPrivateDriverData != first.data(), is_hostile);
    EXPECT_EQ(infos[1].pPrivateDriverData, nullptr);
    static_cast<std::byte*>(infos[2].pPrivateDriverData)[7] = std::byte{3};
    infos[0].pPrivateDriverData = &infos;  // a driver's own pointer does not stay
    passed.copy_back();
    EXPECT_EQ(infos[0].pPrivateDriverData, first.data());
    EXPECT_EQ(infos[1].pPrivateDriverData, nullptr);
    EXPECT_EQ(infos[2].pPrivateDriverData, third.data());
    EXPECT_EQ(third[7], std::byte{3});
    EXPECT_EQ(first[7], std::byte{0});
  }
}

}  // namespace
}  // namespace drydock::dxgk
