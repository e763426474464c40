// GPU virtual addresses, virtual contexts, monitored fences and trimming as user-mode drivers use
// them, each rule broken and kept; and what drivers are told where the kernel has none of it.
#include <gtest/gtest.h>

#include <array>

#include "src/d3d/callbacks/callbacks.h"
#include "tests/d3d/callbacks/address_scene.h"
#include "tests/d3d/support/engine_stand.h"
#include "tests/support/client.h"

namespace drydock::testing {
namespace {

TEST(AddressRules, U282CommandsThatWentWithTheirAllocationAreFound) {
  AddressScene scene;
  scene.make_resident();
  const UINT64 at = scene.map_and_settle();
  const UINT64 reserved = scene.reserve();
  EXPECT_EQ(scene.map_and_settle(reserved), reserved);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.submit(at), S_OK);
  EXPECT_EQ(scene.count("U-282"), 1U) << scene.findings_text();
  EXPECT_EQ(scene.submit(reserved), S_OK);
  EXPECT_EQ(scene.count("U-282"), 2U) << scene.findings_text();
}

TEST(AddressRules, U206AnAddressThatAnotherGotSinceIsSilent) {
  AddressScene scene;
  scene.make_resident();
  const UINT64 at = scene.map_and_settle();
  EXPECT_EQ(scene.submit(at), S_OK);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.device->create_resource(textures(), scene.resource), S_OK);
  scene.make_resident();
  EXPECT_EQ(scene.map_and_settle(at), at) << "it is free";
  EXPECT_EQ(scene.submit(at), S_OK);
  EXPECT_EQ(scene.findings_text(), "");
}

TEST(AddressRules, U281ArgumentsThatCannotBeAreFound) {
  AddressScene scene;
  D3DDDI_MAPGPUVIRTUALADDRESS nothing = scene.mapping();
  nothing.Protection.NoAccess = 1;
  EXPECT_EQ(scene.map(nothing), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-281"), 1U) << scene.findings_text();
  D3DDDI_MAPGPUVIRTUALADDRESS crooked = scene.mapping(kSomewhere + 1);
  EXPECT_EQ(scene.map(crooked), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-281"), 2U) << scene.findings_text();
  EXPECT_EQ(scene.map_and_settle(kSomewhere), kSomewhere);
  D3DDDI_MAPGPUVIRTUALADDRESS taken = scene.mapping(kSomewhere + 2 * kPage);
  EXPECT_EQ(scene.map(taken), E_INVALIDARG) << "half of it is free";
  EXPECT_EQ(scene.count("U-281"), 3U) << scene.findings_text();
  EXPECT_EQ(scene.count("K-299") + scene.count("K-300"), 0U) << "the runtime is no program";
}

TEST(AddressRules, U281CommandsBeforeTheFenceAreFound) {
  AddressScene scene;
  scene.make_resident();
  const Stillness still(*scene.kernel, *scene.process, scene.queue);
  D3DDDI_MAPGPUVIRTUALADDRESS data = scene.mapping();
  EXPECT_EQ(scene.map(data), E_PENDING);
  EXPECT_EQ(scene.submit(data.VirtualAddress), S_OK);
  EXPECT_EQ(scene.count("U-281"), 1U) << scene.findings_text();
}

TEST(AddressRules, U281CommandsBehindTheFenceAreSilent) {
  AddressScene scene;
  scene.make_resident();
  {
    const Stillness still(*scene.kernel, *scene.process, scene.queue);
    D3DDDI_MAPGPUVIRTUALADDRESS data = scene.mapping();
    EXPECT_EQ(scene.map(data), E_PENDING);
    EXPECT_EQ(scene.wait_on_context(data.PagingFenceValue), S_OK);
    EXPECT_EQ(scene.submit(data.VirtualAddress), S_OK) << "the context waits";
  }
  const UINT64 reserved = scene.reserve();
  D3DDDI_MAPGPUVIRTUALADDRESS nothing = scene.mapping(reserved);
  nothing.hAllocation = 0;
  nothing.Protection.Zero = 1;
  EXPECT_EQ(scene.map(nothing), E_PENDING) << "a part of a reservation";
  EXPECT_EQ(scene.map_and_settle(reserved + kPage), reserved + kPage);
  EXPECT_EQ(scene.submit(reserved + kPage), S_OK) << "the fence has come to it";
  EXPECT_EQ(scene.findings_text(), "");
}

// A driver that may move its allocations, and one of them on its way into the aperture.
struct MovingScene : AddressScene {
  MovingScene()
      : AddressScene({.segments = 3,
                      .dma_private = kPrivate,
                      .gpu_mmu = true,
                      .version = DXGKDDI_INTERFACE_VERSION_WDDM2_1}) {
    make_resident();
    at = map_and_settle();
    still.emplace(*kernel, *process, queue);
    move.hPagingQueue = queue;
    move.hAllocation = allocation();
    move.SetPreferredSegment = 1;
    move.PreferredSegment.SegmentId0 = 2;
    EXPECT_EQ(make(*this, &D3DDDI_DEVICECALLBACKS::pfnUpdateAllocationPropertyCb, move), E_PENDING)
        << findings_text();
  }

  UINT64 at = 0;
  std::optional<Stillness> still;
  D3DDDI_UPDATEALLOCPROPERTY move{};
};

TEST(AddressRules, U285WorkBeforeTheNewPropertiesIsFound) {
  MovingScene scene;
  EXPECT_EQ(scene.submit(scene.at), S_OK);
  EXPECT_EQ(scene.count("U-285"), 1U) << scene.findings_text();
}

TEST(AddressRules, U285WorkBehindTheFenceIsSilent) {
  MovingScene scene;
  EXPECT_EQ(scene.wait_on_context(scene.move.PagingFenceValue), S_OK);
  EXPECT_EQ(scene.submit(scene.at), S_OK) << "the context waits";
  scene.still.reset();
  scene.settle();
  EXPECT_EQ(scene.submit(scene.at), S_OK) << "the fence has come to it";
  EXPECT_EQ(scene.findings_text(), "");
}

TEST(AddressRules, U149CommandsThatAreNotResidentAreFound) {
  AddressScene scene;
  const UINT64 at = scene.map_and_settle();
  scene.submit(at);
  EXPECT_EQ(scene.count("U-149"), 1U) << scene.findings_text();
}

TEST(AddressRules, U282SecondFreesAreFound) {
  AddressScene scene;
  const UINT64 reserved = scene.reserve();
  EXPECT_EQ(scene.free(reserved, kBlock), S_OK);
  EXPECT_EQ(scene.free(reserved, kBlock), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-282"), 1U) << scene.findings_text();
  const UINT64 at = scene.map_and_settle();
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  scene.settle();
  EXPECT_EQ(scene.free(at, kBytes), E_INVALIDARG) << "it went with the allocation";
  EXPECT_EQ(scene.count("U-282"), 2U) << scene.findings_text();
  EXPECT_EQ(scene.count("K-229"), 0U) << "the runtime is no program";
}

TEST(AddressRules, U282FreeUnderWorkIsFound) {
  AddressScene scene;
  scene.make_resident();
  const UINT64 at = scene.map_and_settle();
  scene.engine.stop_engine();
  EXPECT_EQ(scene.submit(at + kPage), S_OK) << scene.findings_text();
  EXPECT_EQ(scene.free(at, kBytes), S_OK);
  EXPECT_EQ(scene.count("U-282"), 1U) << scene.findings_text();
  scene.engine.start_engine(*scene.kernel);
}

TEST(AddressRules, U282CommandsInWhatIsFreedAreFound) {
  AddressScene scene;
  scene.make_resident();
  const UINT64 at = scene.map_and_settle();
  EXPECT_EQ(scene.free(at, kBytes), S_OK);
  EXPECT_EQ(scene.submit(at), S_OK);
  EXPECT_EQ(scene.count("U-282"), 1U) << scene.findings_text();
}

// Waits until the GPU has done what the context was given.
void wait_for_gpu(AddressScene& scene) {
  const dxgk::ProcessScope scope(scene.process.get());
  D3DKMT_WAITFORIDLE data{};
  data.hDevice = scene.device->kernel().value;
  EXPECT_EQ(D3DKMTWaitForIdle(&data), STATUS_SUCCESS);
}

TEST(AddressRules, U282FreeAfterTheWorkAndBeforeTheReleaseIsSilent) {
  AddressScene scene;
  scene.make_resident();
  const UINT64 at = scene.map_and_settle();
  EXPECT_EQ(scene.submit(at), S_OK) << scene.findings_text();
  wait_for_gpu(scene);
  EXPECT_EQ(scene.free(at, kBytes), S_OK);
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  EXPECT_EQ(scene.findings_text(), "");
}

TEST(AddressRules, U283UpdatesOfSeveralReservationsAreFound) {
  FenceScene scene;
  const UINT64 first = scene.reserve(), second = scene.reserve();
  std::array both{scene.mapped(first), scene.mapped(second)};
  EXPECT_EQ(scene.update(both, 0), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-283"), 1U) << scene.findings_text();
  std::array copies{FenceScene::copied(first, first + kPage),
                    FenceScene::copied(second, first + 2 * kPage)};
  EXPECT_EQ(scene.update(copies, 0), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-283"), 2U) << scene.findings_text();
}

TEST(AddressRules, U283UpdatesOfOneReservationAreSilent) {
  FenceScene scene;
  const UINT64 first = scene.reserve(), second = scene.reserve();
  std::array some{scene.mapped(first), scene.mapped(first + kPage),
                  FenceScene::copied(second, first + 2 * kPage)};
  EXPECT_EQ(scene.update(some, 1), S_OK) << scene.findings_text();
  EXPECT_EQ(scene.signal_on_context(scene.context, 1), S_OK);
  EXPECT_EQ(scene.wait_on_cpu(2), S_OK) << "the update brings the fence to the next value";
  EXPECT_EQ(*scene.own_value, 2U);
  EXPECT_EQ(scene.findings_text(), "");
}

// More than that many block the caller until another thread lets them go on.
TEST(AddressRules, U283TooManyUpdatesWaitForAnotherThread) {
  constexpr UINT64 kMost = 128;
  FenceScene scene;
  const UINT64 at = scene.reserve();
  sim::Completion is_full;
  sim::Thread signaller = sim::spawn("signaller", [&] {
    is_full.wait();
    scene.driver->driver().run("worker", [&] {
      UINT64 value = 1;
      const D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMCPU data{1, &scene.own, &value};
      d3d::device_callbacks().pfnSignalSynchronizationObjectFromCpuCb(
          scene.device->handle().as_given(), &data);
    });
  });
  scene.play([&](const ACTOR& as) {
    D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION one = scene.mapped(at);
    D3DDDICB_UPDATEGPUVIRTUALADDRESS data{};
    data.hContext = scene.context;
    data.hFenceObject = scene.own;
    data.NumOperations = 1;
    data.Operations = &one;
    data.FenceValue = 1;
    for (UINT64 i = 0; i < kMost; ++i)
      EXPECT_EQ(as.Callbacks->pfnUpdateGpuVirtualAddressCb(as.Runtime, &data), S_OK);
    is_full.complete();
    return as.Callbacks->pfnUpdateGpuVirtualAddressCb(as.Runtime, &data);
  });
  signaller.join();
  EXPECT_EQ(scene.count("U-283"), 0U) << scene.findings_text();
}

TEST(AddressRules, U280WriteToTheFenceOfAQueueIsFound) {
  AddressScene scene;
  scene.play([&](const ACTOR&) {
    *scene.fence_value = 1;
    return S_OK;
  });
  EXPECT_EQ(scene.count("U-280"), 1U) << scene.findings_text();
  EXPECT_FALSE(scene.driver->driver().alive());
}

TEST(AddressRules, U280SeveralQueuesAreReadSilently) {
  AddressScene scene;
  D3DDDICB_CREATEPAGINGQUEUE another{};
  EXPECT_EQ(make(scene, &D3DDDI_DEVICECALLBACKS::pfnCreatePagingQueueCb, another), S_OK);
  EXPECT_NE(another.FenceValueCPUVirtualAddress, const_cast<UINT64*>(scene.fence_value));
  const UINT64 at = scene.map_and_settle();
  EXPECT_NE(at, 0U);
  scene.play([&](const ACTOR&) { return *scene.fence_value == 0 ? E_FAIL : S_OK; });
  EXPECT_EQ(scene.findings_text(), "");
}

// What every callback of WDDM 2.0 answers to structures that are all zeros.
template <typename Callback>
struct ZeroCall;
template <typename Data>
struct ZeroCall<HRESULT(APIENTRY*)(HANDLE, Data*)> {
  static HRESULT make(HRESULT(APIENTRY* callback)(HANDLE, Data*), HANDLE device) {
    std::remove_const_t<Data> data{};
    return callback(device, &data);
  }
};
template <typename Callback>
HRESULT call_with_zeros(Callback callback, const ACTOR& as) {
  return ZeroCall<Callback>::make(callback, as.Runtime);
}

void expect_no_addresses(const ACTOR& as) {
  const D3DDDI_DEVICECALLBACKS& table = *as.Callbacks;
  EXPECT_EQ(call_with_zeros(table.pfnReserveGpuVirtualAddressCb, as), E_NOTIMPL);
  EXPECT_EQ(call_with_zeros(table.pfnMapGpuVirtualAddressCb, as), E_NOTIMPL);
  EXPECT_EQ(call_with_zeros(table.pfnFreeGpuVirtualAddressCb, as), E_NOTIMPL);
  EXPECT_EQ(call_with_zeros(table.pfnUpdateGpuVirtualAddressCb, as), E_NOTIMPL);
  EXPECT_EQ(call_with_zeros(table.pfnCreateContextVirtualCb, as), E_NOTIMPL);
}

TEST(AddressRules, AKernelOfWddm1HasNoneOfIt) {
  EngineStand stand({});
  stand.play([&](const ACTOR& as) {
    const D3DDDI_DEVICECALLBACKS& table = *as.Callbacks;
    expect_no_addresses(as);
    EXPECT_EQ(call_with_zeros(table.pfnSubmitCommandCb, as), E_NOTIMPL);
    EXPECT_EQ(call_with_zeros(table.pfnWaitForSynchronizationObjectFromCpuCb, as), E_NOTIMPL);
    EXPECT_EQ(call_with_zeros(table.pfnSignalSynchronizationObjectFromCpuCb, as), E_NOTIMPL);
    EXPECT_EQ(call_with_zeros(table.pfnWaitForSynchronizationObjectFromGpuCb, as), E_NOTIMPL);
    EXPECT_EQ(call_with_zeros(table.pfnSignalSynchronizationObjectFromGpuCb, as), E_NOTIMPL);
    EXPECT_EQ(call_with_zeros(table.pfnSignalSynchronizationObjectFromGpu2Cb, as), E_NOTIMPL);
    EXPECT_EQ(call_with_zeros(table.pfnOfferAllocations2Cb, as), E_NOTIMPL);
    EXPECT_EQ(call_with_zeros(table.pfnInvalidateCacheCb, as), E_NOTIMPL);
    EXPECT_EQ(call_with_zeros(table.pfnUpdateAllocationPropertyCb, as), E_NOTIMPL);
    EXPECT_EQ(call_with_zeros(table.pfnCreatePagingQueueCb, as), E_NOTIMPL);
    EXPECT_EQ(call_with_zeros(table.pfnMakeResidentCb, as), E_NOTIMPL);
    return S_OK;
  });
}

TEST(AddressRules, AKernelWithoutAGpuMmuHasNoAddresses) {
  EngineStand stand({.version = DXGKDDI_INTERFACE_VERSION_WDDM2_0});
  stand.play([&](const ACTOR& as) {
    expect_no_addresses(as);
    EXPECT_EQ(call_with_zeros(as.Callbacks->pfnSignalSynchronizationObjectFromCpuCb, as),
              E_INVALIDARG);
    return S_OK;
  });
}

}  // namespace
}  // namespace drydock::testing
