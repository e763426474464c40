// Monitored fences of a driver, and what is offered and cached beside them.
#include <gtest/gtest.h>

#include "tests/d3d/callbacks/address_scene.h"

namespace drydock::testing {
namespace {

TEST(AddressRules, FencesAreSignalledAndWaitedForByBothSides) {
  FenceScene scene;
  UINT64 value = 3;
  D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMCPU by_cpu{1, &scene.own, &value};
  EXPECT_EQ(make(scene, &D3DDDI_DEVICECALLBACKS::pfnSignalSynchronizationObjectFromCpuCb, by_cpu),
            S_OK);
  EXPECT_EQ(scene.wait_on_cpu(3), S_OK);
  EXPECT_EQ(scene.signal_on_context(scene.context, 5), S_OK);
  EXPECT_EQ(scene.wait_on_cpu(5), S_OK);
  value = 7;
  D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2 broadcast{};
  broadcast.ObjectCount = 1;
  broadcast.ObjectHandleArray = &scene.own;
  broadcast.BroadcastContextCount = 1;
  broadcast.BroadcastContextArray = &scene.context;
  broadcast.MonitoredFenceValueArray = &value;
  EXPECT_EQ(
      make(scene, &D3DDDI_DEVICECALLBACKS::pfnSignalSynchronizationObjectFromGpu2Cb, broadcast),
      S_OK);
  EXPECT_EQ(scene.wait_on_cpu(7), S_OK);
  EXPECT_EQ(scene.findings_text(), "");
  EXPECT_EQ(scene.signal_on_context(nullptr, 9), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-133"), 1U) << scene.findings_text();
}

TEST(AddressRules, OffersAndCachesAreServed) {
  AddressScene scene;
  D3DKMT_HANDLE one = scene.allocation();
  D3DDDICB_OFFERALLOCATIONS2 offer{nullptr, &one, 1, D3DDDI_OFFER_PRIORITY_LOW, {}};
  offer.Flags.AllowDecommit = 1;
  EXPECT_EQ(make(scene, &D3DDDI_DEVICECALLBACKS::pfnOfferAllocations2Cb, offer), S_OK);
  offer.Flags.Reserved = 1;
  EXPECT_EQ(make(scene, &D3DDDI_DEVICECALLBACKS::pfnOfferAllocations2Cb, offer), E_INVALIDARG);
  D3DDDICB_RECLAIMALLOCATIONS reclaim{nullptr, &one, nullptr, 1};
  EXPECT_EQ(make(scene, &D3DDDI_DEVICECALLBACKS::pfnReclaimAllocationsCb, reclaim), S_OK);
  D3DDDICB_INVALIDATECACHE part{one, kPage, kBytes - kPage};
  EXPECT_EQ(make(scene, &D3DDDI_DEVICECALLBACKS::pfnInvalidateCacheCb, part), S_OK);
  part.Length = kBytes;
  EXPECT_EQ(make(scene, &D3DDDI_DEVICECALLBACKS::pfnInvalidateCacheCb, part), E_INVALIDARG);
}

}  // namespace
}  // namespace drydock::testing
