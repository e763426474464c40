// Context allocations with an address of their process.
#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/adapter/initialize.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/callbacks/kernel_interface.h"
#include "tests/dxgk/work/context_allocation_scene.h"
#include "tests/sched/virtual_client.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The GPU has virtual addresses.
class MappedContextAllocation : public ContextAllocation {
 protected:
  EngineMiniport::Settings settings() const override { return wddm2({.gpu_mmu = true}); }

  // A virtual context, and one allocation for it.
  HANDLE make_virtual(bool is_privileged = false) {
    EXPECT_EQ(create_virtual(device_, context_.handle), STATUS_SUCCESS);
    DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
    arguments.Flags.AccessedPhysically = is_privileged ? 1 : 0;
    EXPECT_EQ(create(arguments), STATUS_SUCCESS);
    return arguments.hAllocation;
  }
  static DXGKARGCB_MAPCONTEXTALLOCATION whole(HANDLE allocation) {
    DXGKARGCB_MAPCONTEXTALLOCATION out{};
    out.hAllocation = allocation;
    out.SizeInPages = EngineMiniport::Settings().allocation_bytes / EngineMiniport::kPage;
    return out;
  }
  D3DGPU_VIRTUAL_ADDRESS map(const DXGKARGCB_MAPCONTEXTALLOCATION& wanted) {
    D3DGPU_VIRTUAL_ADDRESS out = 0;
    as_driver([&] { out = callbacks_.DxgkCbMapContextAllocation(device_handle(), &wanted); });
    return out;
  }
};

TEST_F(MappedContextAllocation, K366ItHasAnAddressOfItsProcess) {
  const HANDLE allocation = make_virtual();
  const D3DGPU_VIRTUAL_ADDRESS anywhere = map(whole(allocation));
  EXPECT_NE(anywhere, 0U);
  DXGKARGCB_MAPCONTEXTALLOCATION fixed = whole(allocation);
  fixed.BaseAddress = anywhere + 0x10'0000;
  EXPECT_EQ(map(fixed), fixed.BaseAddress);
  DXGKARGCB_MAPCONTEXTALLOCATION between = whole(allocation);
  between.MinimumAddress = 0x4000'0000;
  between.MaximumAddress = 0x4000'0000 + between.SizeInPages * EngineMiniport::kPage;
  EXPECT_EQ(map(between), between.MinimumAddress);
  // A client's reservation meets none of them.
  D3DDDI_RESERVEGPUVIRTUALADDRESS range{};
  range.Size = 0x1'0000;
  range.BaseAddress = between.MinimumAddress;
  EXPECT_EQ(reserve(opened_, range), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  EXPECT_EQ(reserve(opened_, range), STATUS_SUCCESS) << "the address went with the allocation";
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(MappedContextAllocation, K366WhatCannotBeIsNull) {
  const HANDLE allocation = make_virtual();
  DXGKARGCB_MAPCONTEXTALLOCATION taken = whole(allocation);
  taken.BaseAddress = map(taken);
  EXPECT_EQ(map(taken), 0U);
  DXGKARGCB_MAPCONTEXTALLOCATION wrong = whole(allocation);
  wrong.OffsetInPages = 1;
  EXPECT_EQ(map(wrong), 0U) << "beyond its end";
  wrong = whole(allocation);
  wrong.SizeInPages = 0;
  EXPECT_EQ(map(wrong), 0U);
  wrong = whole(allocation);
  wrong.SizeInPages = ~UINT64{0} / 2;
  EXPECT_EQ(map(wrong), 0U);
  wrong = whole(allocation);
  wrong.BaseAddress = 0x4000'0800;
  EXPECT_EQ(map(wrong), 0U) << "no page begins there";
  wrong = whole(allocation);
  wrong.BaseAddress = UINT64{1} << EngineMiniport::kAddressBits;
  EXPECT_EQ(map(wrong), 0U) << "the GPU has no such address";
  wrong = whole(allocation);
  wrong.MinimumAddress = 0x4000'0000;
  wrong.MaximumAddress = 0x4000'1000;
  EXPECT_EQ(map(wrong), 0U) << "no room between";
  wrong = whole(allocation);
  wrong.Protection.Zero = 1;
  EXPECT_EQ(map(wrong), 0U);
  EXPECT_EQ(map(whole(reinterpret_cast<HANDLE>(0x7777))), 0U);
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  EXPECT_EQ(map(whole(allocation)), 0U) << "it is gone";
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(MappedContextAllocation, K367WhatIsPrivilegedIsFound) {
  const HANDLE allocation = make_virtual(/*is_privileged=*/true);
  EXPECT_NE(map(whole(allocation)), 0U);
  EXPECT_THAT(found(), ElementsAre("K-367"));
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
}

TEST_F(MappedContextAllocation, K367WhatTheApplicationMaySeeIsSilent) {
  const HANDLE unmapped = make_virtual(/*is_privileged=*/true);
  const HANDLE mapped = make_virtual();
  EXPECT_NE(map(whole(mapped)), 0U);
  EXPECT_EQ(destroy_allocation(device_handle(), unmapped), STATUS_SUCCESS);
  EXPECT_EQ(destroy_allocation(device_handle(), mapped), STATUS_SUCCESS);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(ContextAllocation, WithoutAddressesNoneIsGiven) {
  const HANDLE allocation = make();
  DXGKARGCB_MAPCONTEXTALLOCATION wanted{};
  wanted.hAllocation = allocation;
  wanted.SizeInPages = 1;
  as_driver(
      [&] { EXPECT_EQ(callbacks_.DxgkCbMapContextAllocation(device_handle(), &wanted), 0U); });
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  EXPECT_THAT(found(), IsEmpty());
}

}  // namespace
}  // namespace drydock::testing
