// GPU virtual addresses, virtual contexts, monitored fences and trimming as user-mode drivers use
// them, each rule broken and kept; and what drivers are told where the kernel has none of it.
#include <gtest/gtest.h>

#include <array>

#include "src/d3d/callbacks/callbacks.h"
#include "tests/d3d/support/engine_stand.h"
#include "tests/support/client.h"

namespace drydock::testing {
namespace {

constexpr UINT64 kPage = EngineMiniport::kPage;
constexpr UINT64 kBlock = 64 << 10;
constexpr UINT64 kPages = 4;  // of an allocation
constexpr UINT64 kBytes = kPages * kPage;
constexpr UINT64 kSomewhere = 0x4000'0000;
constexpr UINT kPrivate = 32;  // bytes that the kernel's driver asks for
constexpr EngineMiniport::Settings kWithMmu = {
    .dma_private = kPrivate, .gpu_mmu = true, .version = DXGKDDI_INTERFACE_VERSION_WDDM2_0};

// Callbacks with one argument, as a driver makes them.
template <typename Callback, typename Data>
HRESULT make(EngineStand& stand, Callback D3DDDI_DEVICECALLBACKS::* callback, Data& data) {
  return stand.play([&](const ACTOR& as) { return (as.Callbacks->*callback)(as.Runtime, &data); });
}

// A device with a paging queue and a virtual context.
struct AddressScene : EngineStand {
  explicit AddressScene(const EngineMiniport::Settings& settings = kWithMmu)
      : EngineStand(settings) {
    D3DDDICB_CREATEPAGINGQUEUE made{};
    EXPECT_EQ(make(*this, &D3DDDI_DEVICECALLBACKS::pfnCreatePagingQueueCb, made), S_OK)
        << findings_text();
    queue = made.hPagingQueue;
    fence = made.hSyncObject;
    fence_value = static_cast<volatile UINT64*>(made.FenceValueCPUVirtualAddress);
    D3DDDICB_CREATECONTEXTVIRTUAL create{};
    create.EngineAffinity = 1;
    EXPECT_EQ(make(*this, &D3DDDI_DEVICECALLBACKS::pfnCreateContextVirtualCb, create), S_OK);
    context = create.hContext;
  }
  ~AddressScene() {
    D3DDDICB_DESTROYCONTEXT destroy{context};
    make(*this, &D3DDDI_DEVICECALLBACKS::pfnDestroyContextCb, destroy);
  }

  D3DKMT_HANDLE allocation() const { return resource->allocations.front().value; }

  D3DDDI_MAPGPUVIRTUALADDRESS mapping(UINT64 base = 0) const {
    D3DDDI_MAPGPUVIRTUALADDRESS out{};
    out.hPagingQueue = queue;
    out.BaseAddress = base;
    out.hAllocation = allocation();
    out.SizeInPages = kPages;
    return out;
  }
  HRESULT map(D3DDDI_MAPGPUVIRTUALADDRESS& data) {
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnMapGpuVirtualAddressCb, data);
  }
  // Where it is, when the GPU finds it.
  UINT64 map_and_settle(UINT64 base = 0) {
    D3DDDI_MAPGPUVIRTUALADDRESS data = mapping(base);
    EXPECT_EQ(map(data), E_PENDING) << findings_text();
    settle();
    return data.VirtualAddress;
  }
  void make_resident() {
    D3DKMT_HANDLE one = allocation();
    D3DDDI_MAKERESIDENT data{};
    data.hPagingQueue = queue;
    data.NumAllocations = 1;
    data.AllocationList = &one;
    EXPECT_EQ(make(*this, &D3DDDI_DEVICECALLBACKS::pfnMakeResidentCb, data), E_PENDING)
        << findings_text();
    settle();
  }
  UINT64 reserve() {
    D3DDDI_RESERVEGPUVIRTUALADDRESS data{};
    data.hPagingQueue = queue;
    data.Size = kBlock;
    data.ReservationType = D3DDDIGPUVIRTUALADDRESS_RESERVE_ZERO;
    EXPECT_EQ(make(*this, &D3DDDI_DEVICECALLBACKS::pfnReserveGpuVirtualAddressCb, data), S_OK)
        << findings_text();
    return data.VirtualAddress;
  }
  HRESULT free(UINT64 base, UINT64 bytes) {
    D3DDDICB_FREEGPUVIRTUALADDRESS data{base, bytes};
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnFreeGpuVirtualAddressCb, data);
  }
  HRESULT submit(UINT64 commands, D3DKMT_HANDLE written_primary = 0) {
    D3DDDICB_SUBMITCOMMAND data{};
    data.Commands = commands;
    data.NumPrimaries = written_primary != 0 ? 1 : 0;
    data.WrittenPrimaries[0] = written_primary;
    data.CommandLength = 64;
    data.BroadcastContextCount = 1;
    data.BroadcastContext[0] = context;
    data.RenderCBSequence = ++sequence;
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnSubmitCommandCb, data);
  }
  HRESULT wait_on_context(UINT64 value) {
    D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMGPU data{};
    data.hContext = context;
    data.ObjectCount = 1;
    data.ObjectHandleArray = &fence;
    data.MonitoredFenceValueArray = &value;
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnWaitForSynchronizationObjectFromGpuCb, data);
  }

  D3DKMT_HANDLE queue = 0, fence = 0;
  volatile UINT64* fence_value = nullptr;
  HANDLE context = nullptr;
  UINT sequence = 0;
};

TEST(AddressRules, WorkByAddressReachesTheKernelsDriver) {
  AddressScene scene;
  std::vector<UINT64> seen;
  scene.engine.misdeeds.submit_virtual =
      [&](const DXGKARG_SUBMITCOMMANDVIRTUAL& wanted) -> std::optional<NTSTATUS> {
    seen.push_back(wanted.DmaBufferVirtualAddress);
    return std::nullopt;
  };
  scene.make_resident();
  const UINT64 at = scene.map_and_settle();
  EXPECT_EQ(scene.submit(at + kPage), S_OK) << scene.findings_text();
  EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  scene.settle();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen.front(), at + kPage);
  EXPECT_EQ(scene.findings_text(), "");
}

// A primary that the application has filled, with commands in it.
struct PrimaryScene : AddressScene {
  PrimaryScene() {
    d3d::ResourceSpec spec = textures();
    spec.flags.Primary = 1;
    EXPECT_EQ(device->create_resource(spec, resource), S_OK) << findings_text();
    make_resident();
    at = map_and_settle();
    // The commands of the fill are the test's own, by address.
    door.Plan->Place = PLACE_COLOR_FILL;
    door.Plan->Deed = DEED_RETURN;
    EXPECT_EQ(device->color_fill(*resource, 0, 1), S_OK) << findings_text();
  }

  UINT64 at = 0;
};

TEST(CallbackRules, U148PrimaryThatIsNotNamedIsFound) {
  PrimaryScene scene;
  EXPECT_EQ(scene.submit(scene.at), S_OK) << scene.findings_text();
  EXPECT_EQ(scene.count("U-148"), 1U) << scene.findings_text();
}

TEST(CallbackRules, U148PrimaryThatIsNamedIsSilent) {
  PrimaryScene scene;
  EXPECT_EQ(scene.submit(scene.at, scene.allocation()), S_OK) << scene.findings_text();
  EXPECT_EQ(scene.findings_text(), "");
}

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

// A monitored fence of the driver's own.
struct FenceScene : AddressScene {
  FenceScene() {
    D3DDDICB_CREATESYNCHRONIZATIONOBJECT2 data{};
    data.Info.Type = D3DDDI_MONITORED_FENCE;
    EXPECT_EQ(make(*this, &D3DDDI_DEVICECALLBACKS::pfnCreateSynchronizationObject2Cb, data), S_OK);
    own = data.hSyncObject;
    own_value = static_cast<volatile UINT64*>(data.Info.MonitoredFence.FenceValueCPUVirtualAddress);
  }
  ~FenceScene() {
    D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT data{own};
    make(*this, &D3DDDI_DEVICECALLBACKS::pfnDestroySynchronizationObjectCb, data);
  }
  HRESULT wait_on_cpu(UINT64 value) {
    D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMCPU data{1, &own, &value, nullptr, {}};
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnWaitForSynchronizationObjectFromCpuCb, data);
  }
  HRESULT signal_on_context(HANDLE where, UINT64 value) {
    D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU data{};
    data.hContext = where;
    data.ObjectCount = 1;
    data.ObjectHandleArray = &own;
    data.MonitoredFenceValueArray = &value;
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnSignalSynchronizationObjectFromGpuCb, data);
  }
  HRESULT update(std::span<D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION> operations, UINT64 value) {
    D3DDDICB_UPDATEGPUVIRTUALADDRESS data{};
    data.hContext = context;
    data.hFenceObject = own;
    data.NumOperations = static_cast<UINT>(operations.size());
    data.Operations = operations.data();
    data.FenceValue = value;
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnUpdateGpuVirtualAddressCb, data);
  }
  D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION mapped(UINT64 at) const {
    D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION out{};
    out.OperationType = D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP;
    out.Map.BaseAddress = at;
    out.Map.SizeInBytes = kPage;
    out.Map.hAllocation = allocation();
    return out;
  }
  static D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION copied(UINT64 from, UINT64 to) {
    D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION out{};
    out.OperationType = D3DDDI_UPDATEGPUVIRTUALADDRESS_COPY;
    out.Copy.SourceAddress = from;
    out.Copy.DestAddress = to;
    out.Copy.SizeInBytes = kPage;
    return out;
  }

  D3DKMT_HANDLE own = 0;
  volatile UINT64* own_value = nullptr;
};

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

TEST(AddressRules, U146PatchedWorkOfAVirtualContextIsFound) {
  AddressScene scene;
  D3DDDICB_RENDER data{};
  data.hContext = scene.context;
  EXPECT_EQ(make(scene, &D3DDDI_DEVICECALLBACKS::pfnRenderCb, data), E_INVALIDARG);
  EXPECT_EQ(scene.count("U-146"), 1U) << scene.findings_text();
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

// A resource of five allocations, of which four fit.
struct ShortScene : AddressScene {
  ShortScene() { EXPECT_EQ(device->create_resource(textures(5), large), S_OK) << findings_text(); }
  ~ShortScene() { device->destroy_resource(*large); }

  HRESULT ask(const ACTOR& as, UINT first, UINT count, UINT flags = 0) const {
    std::array<D3DKMT_HANDLE, 5> names{};
    for (UINT i = 0; i < count; ++i) names[i] = large->allocations[first + i].value;
    D3DDDI_MAKERESIDENT data{};
    data.hPagingQueue = queue;
    data.NumAllocations = count;
    data.AllocationList = names.data();
    data.Flags.Value = flags;
    return as.Callbacks->pfnMakeResidentCb(as.Runtime, &data);
  }
  HRESULT evict(const ACTOR& as, UINT which) const {
    D3DDDICB_EVICT data{};
    data.NumAllocations = 1;
    data.AllocationList = &large->allocations[which].value;
    return as.Callbacks->pfnEvictCb(as.Runtime, &data);
  }

  static constexpr UINT kCantTrimFurther = 1;
  d3d::Resource* large = nullptr;
};

TEST(AddressRules, U273WhoGivesUpIsFound) {
  ShortScene scene;
  EXPECT_EQ(scene.play([&](const ACTOR& as) { return scene.ask(as, 0, 5); }), E_OUTOFMEMORY);
  EXPECT_EQ(scene.count("U-273"), 1U) << scene.findings_text();
}

TEST(AddressRules, U273WhoAsksAgainWithoutTrimmingIsFound) {
  ShortScene scene;
  scene.play([&](const ACTOR& as) {
    scene.ask(as, 0, 5);
    scene.ask(as, 0, 5);
    return scene.ask(as, 0, 5, ShortScene::kCantTrimFurther);
  });
  EXPECT_EQ(scene.count("U-273"), 1U) << scene.findings_text();
}

TEST(AddressRules, U273WhoTrimsAndAsksAgainIsSilent) {
  ShortScene scene;
  const HRESULT result = scene.play([&](const ACTOR& as) {
    EXPECT_EQ(scene.ask(as, 0, 4), E_PENDING);
    EXPECT_EQ(scene.ask(as, 4, 1), E_OUTOFMEMORY);
    EXPECT_EQ(scene.evict(as, 0), S_OK);
    return scene.ask(as, 4, 1);
  });
  EXPECT_EQ(result, E_PENDING) << scene.findings_text();
  scene.settle();
  EXPECT_EQ(scene.findings_text(), "");
  scene.play([&](const ACTOR& as) {
    EXPECT_EQ(scene.ask(as, 0, 1), E_OUTOFMEMORY);
    return scene.ask(as, 0, 1, ShortScene::kCantTrimFurther);
  });
  EXPECT_EQ(scene.count("U-273"), 0U) << scene.findings_text();
}

TEST(AddressRules, U279DriverThatCannotBeAskedToTrimIsFound) {
  EngineStand stand(kWithMmu, std::identity(), DEED_NO_TRIM);
  EXPECT_EQ(stand.count("U-279"), 0U) << "it has no paging queue";
  EXPECT_EQ(stand.call(CALLBACK_CREATE_QUEUE), S_OK);
  EXPECT_EQ(stand.count("U-279"), 1U) << stand.findings_text();
}

constexpr D3DDDI_TRIMRESIDENCYSET_FLAGS trim_flags(UINT value) {
  D3DDDI_TRIMRESIDENCYSET_FLAGS out{};
  out.Value = value;
  return out;
}
constexpr UINT kPeriodic = 1, kRestart = 2, kToBudget = 4;

TEST(AddressRules, U279DriverThatKeepsWhatNoWorkUsesIsFound) {
  AddressScene scene;
  scene.make_resident();
  EXPECT_EQ(scene.device->trim_residency(trim_flags(kToBudget), kBytes), S_OK);
  EXPECT_EQ(scene.count("U-279"), 1U) << scene.findings_text();
}

TEST(AddressRules, U279DriverThatTrimsIsSilent) {
  AddressScene scene;
  scene.make_resident();
  const EngineStand::Script evict = [&](const ACTOR& as) {
    D3DDDICB_EVICT data{};
    data.NumAllocations = 1;
    data.AllocationList = as.Allocations;
    return as.Callbacks->pfnEvictCb(as.Runtime, &data);
  };
  scene.plan_script(PLACE_TRIM_RESIDENCY, evict);
  EXPECT_EQ(scene.device->trim_residency(trim_flags(kToBudget), 2 * kBytes), S_OK) << "all it has";
  *scene.door.Plan = {};
  EXPECT_EQ(scene.device->trim_residency(trim_flags(kPeriodic)), S_OK);
  EXPECT_EQ(scene.device->trim_residency(trim_flags(kPeriodic | kRestart)), E_INVALIDARG);
  EXPECT_EQ(scene.device->trim_residency(trim_flags(kToBudget)), E_INVALIDARG);
  EXPECT_EQ(scene.door.Plan->Trims, 1U) << "what cannot be is not asked";
  EXPECT_EQ(scene.findings_text(), "");
}

TEST(AddressRules, U279ShrunkenBudgetIsPassedOn) {
  ShortScene scene;
  scene.play([&](const ACTOR& as) { return scene.ask(as, 0, 4); });
  scene.settle();
  const std::unique_ptr<dxgk::Process> other = scene.dock.new_process();
  {
    const dxgk::ProcessScope scope(other.get());
    D3DKMT_CHANGEVIDEOMEMORYRESERVATION data{};
    data.hAdapter = open_adapter(scene.kernel->luid());
    data.MemorySegmentGroup = D3DKMT_MEMORY_SEGMENT_GROUP_LOCAL;
    data.Reservation = kBytes;
    ASSERT_EQ(D3DKMTChangeVideoMemoryReservation(&data), STATUS_SUCCESS);
  }
  *scene.door.Plan = {};
  scene.device->flush();
  EXPECT_EQ(scene.door.Plan->Trims, 1U);
  EXPECT_EQ(scene.door.Plan->TrimFlags, kToBudget);
  EXPECT_EQ(scene.door.Plan->TrimBytes, kBytes);
  scene.device->flush();
  EXPECT_EQ(scene.door.Plan->Trims, 1U) << "once";
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
