// Budgets of video memory, as a client is told them.
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

TEST(ThunkAdapters, VideoMemoryOfTheCaller) {
  Machine machine;
  Client client(machine);
  for (const D3DKMT_MEMORY_SEGMENT_GROUP group :
       {D3DKMT_MEMORY_SEGMENT_GROUP_LOCAL, D3DKMT_MEMORY_SEGMENT_GROUP_NON_LOCAL}) {
    for (const auto process : {std::uintptr_t{0}, ~std::uintptr_t{0}}) {
      D3DKMT_QUERYVIDEOMEMORYINFO info{};
      info.hProcess = reinterpret_cast<HANDLE>(process);
      info.hAdapter = client.adapter();
      info.MemorySegmentGroup = group;
      EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_SUCCESS);
      EXPECT_GT(info.Budget, 0U);
      EXPECT_GE(info.Budget, info.AvailableForReservation);
      EXPECT_LE(info.CurrentUsage, info.Budget);
      EXPECT_EQ(info.CurrentReservation, 0U);
    }
  }
  D3DKMT_QUERYVIDEOMEMORYINFO info{};
  info.hProcess = reinterpret_cast<HANDLE>(0xdeadbeef);
  info.hAdapter = client.adapter();
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_INVALID_HANDLE);
  info = {};
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_INVALID_PARAMETER);
  info.hAdapter = client.adapter();
  info.PhysicalAdapterIndex = 99;
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_INVALID_PARAMETER);
  info.PhysicalAdapterIndex = 0;
  info.MemorySegmentGroup = static_cast<D3DKMT_MEMORY_SEGMENT_GROUP>(2);
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_INVALID_PARAMETER);
}

}  // namespace
}  // namespace drydock::testing
