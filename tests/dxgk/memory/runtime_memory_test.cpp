// Memory of the Direct3D runtime that allocations of a thread may use.
#include "src/dxgk/memory/runtime_memory.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace drydock::dxgk {
namespace {

const void* at(ULONG_PTR address) { return reinterpret_cast<const void*>(address); }

TEST(RuntimeMemory, IsKnownInWholePages) {
  const std::array<RuntimeMemory::Piece, 3> pieces = {
      {{at(0x10000), 2 * PAGE_SIZE}, {at(0x20010), PAGE_SIZE}, {at(0x30000), PAGE_SIZE + 1}}};
  EXPECT_EQ(RuntimeMemory::size_of(at(0x10000)), 0U) << "not yet";
  const RuntimeMemory memory(pieces);
  EXPECT_EQ(RuntimeMemory::size_of(at(0x10000)), 2U * PAGE_SIZE);
  EXPECT_EQ(RuntimeMemory::size_of(at(0x11000)), 0U) << "the middle of a piece";
  EXPECT_EQ(RuntimeMemory::size_of(at(0x20010)), 0U);
  EXPECT_EQ(RuntimeMemory::size_of(at(0x30000)), 0U);
  EXPECT_EQ(RuntimeMemory::size_of(nullptr), 0U);
}

TEST(RuntimeMemory, NoAddressIsNoMemory) {
  const std::array<RuntimeMemory::Piece, 1> pieces = {{{nullptr, PAGE_SIZE}}};
  const RuntimeMemory memory(pieces);
  EXPECT_EQ(RuntimeMemory::size_of(nullptr), 0U);
}

TEST(RuntimeMemory, IsThatOfTheInnermostScopeOfItsThread) {
  const std::array<RuntimeMemory::Piece, 1> first = {{{at(0x10000), PAGE_SIZE}}};
  const std::array<RuntimeMemory::Piece, 1> second = {{{at(0x20000), PAGE_SIZE}}};
  const RuntimeMemory outer(first);
  {
    const RuntimeMemory inner(second);
    EXPECT_EQ(RuntimeMemory::size_of(at(0x10000)), 0U);
    EXPECT_NE(RuntimeMemory::size_of(at(0x20000)), 0U);
  }
  EXPECT_NE(RuntimeMemory::size_of(at(0x10000)), 0U);
  EXPECT_EQ(RuntimeMemory::size_of(at(0x20000)), 0U);
  std::thread([] { EXPECT_EQ(RuntimeMemory::size_of(at(0x10000)), 0U); }).join();
}

}  // namespace
}  // namespace drydock::dxgk
