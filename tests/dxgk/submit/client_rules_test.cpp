// Rules of clients of the GPU: fences, shared and offered allocations, replaced buffers; and the
// promises of the graphics kernel to a driver meanwhile.
#include <array>
#include <climits>
#include <limits>
#include <map>

#include "src/wdk/hostile.h"
#include "tests/sched/gpu_fixture.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

using ::testing::IsEmpty;

constexpr sim::Time kSecond = 10'000'000;
constexpr UINT64 kEnd = std::numeric_limits<UINT64>::max();

// Under virtual time, with a GPU that works by itself.
class ClientRules : public Gpu {
 protected:
  GpuWorld& start(const EngineMiniport::Settings& settings = {}) {
    GpuWorld& gpu = make(settings);
    gpu.run();
    return gpu;
  }
  // Ends the world and returns the number of findings of the rule.
  std::size_t count_at_end(std::string_view rule) {
    wait_for_idle(world->device);
    world->end();
    return world->count(rule);
  }
  // Submitted and over.
  static NTSTATUS work(GpuWorld& gpu, D3DKMT_HANDLE allocation) {
    const NTSTATUS status = gpu.fill(allocation, 1);
    return NT_SUCCESS(status) ? wait_for_idle(gpu.device) : status;
  }
  static void hang(GpuWorld& gpu) {
    ASSERT_EQ(render(gpu.context, {gpu.one()}, {{Op::kHang, 0, 0}}), STATUS_SUCCESS);
    wait_for_idle(gpu.device);
  }
  void TearDown() override {
    if (expects_driver_breach) {
      world->end();
    } else {
      Gpu::TearDown();
    }
    world.reset();
    schedule.reset();
  }

  bool expects_driver_breach = false;  // the driver was made to break something
  std::unique_ptr<sim::SeededSchedule> schedule = std::make_unique<sim::SeededSchedule>(5);
};

TEST_F(ClientRules, K026WorkThatComesAfterTheDestroyIsRefused) {
  const Raises raises({"K-026"});
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(allocation, 1), STATUS_INVALID_HANDLE);
}

TEST_F(ClientRules, K026WorkThatCameBeforeTheDestroyIsDone) {
  const StaysSilent silent({"K-026"});
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  ASSERT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
}

TEST_F(ClientRules, K054SubmitWithoutRoomIsFound) {
  GpuWorld& gpu = start();
  expects_driver_breach = true;
  gpu.engine.misdeeds.submit = [](const DXGKARG_SUBMITCOMMAND&) { return STATUS_NO_MEMORY; };
  work(gpu, gpu.one());
  EXPECT_EQ(gpu.count("K-054"), 1U) << gpu.findings_text();
}

TEST_F(ClientRules, K054RoomForAllThatIsQueuedIsSilent) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  for (int i = 0; i < 100; ++i) ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  EXPECT_EQ(count_at_end("K-054"), 0U);
}

// A resource that is shared by an NT handle of these rights, opened on another device.
struct ReadOnly {
  ReadOnly(GpuWorld& gpu, DWORD access) {
    Label label;
    D3DDDI_ALLOCATIONINFO2 info{};
    info.pPrivateDriverData = &label;
    info.PrivateDriverDataSize = sizeof label;
    D3DKMT_CREATEALLOCATION data{};
    data.hDevice = gpu.device;
    data.NumAllocations = 1;
    data.pAllocationInfo2 = &info;
    data.Flags.CreateResource = data.Flags.CreateShared = data.Flags.NtSecuritySharing = 1;
    EXPECT_EQ(D3DKMTCreateAllocation2(&data), STATUS_SUCCESS);
    HANDLE handle = nullptr;
    EXPECT_EQ(D3DKMTShareObjects(1, &data.hResource, nullptr, access, &handle), STATUS_SUCCESS);
    EXPECT_EQ(create_device(gpu.opened, device), STATUS_SUCCESS);
    EXPECT_EQ(create_context(device, 0, context), STATUS_SUCCESS);
    D3DDDI_OPENALLOCATIONINFO2 opened{};
    std::array<std::byte, sizeof label> room{};
    D3DKMT_OPENRESOURCEFROMNTHANDLE open{};
    open.hDevice = device;
    open.hNtHandle = handle;
    open.NumAllocations = 1;
    open.pOpenAllocationInfo2 = &opened;
    open.pTotalPrivateDriverDataBuffer = room.data();
    open.TotalPrivateDriverDataBufferSize = room.size();
    EXPECT_EQ(D3DKMTOpenResourceFromNtHandle(&open), STATUS_SUCCESS);
    allocation = opened.hAllocation;
  }

  NTSTATUS write() { return render(context, {allocation}, {{Op::kFill, 0, 1}}); }

  D3DKMT_HANDLE device = 0, allocation = 0;
  ClientContext context;
};

TEST_F(ClientRules, K208OpenedReadOnlyCannotBeWritten) {
  const Raises raises({"K-208"});
  GpuWorld& gpu = start();
  EXPECT_EQ(ReadOnly(gpu, STANDARD_RIGHTS_READ).write(), STATUS_INVALID_PARAMETER);
}

TEST_F(ClientRules, K208OpenedForWritingIsWritten) {
  const StaysSilent silent({"K-208"});
  GpuWorld& gpu = start();
  ReadOnly opened(gpu, STANDARD_RIGHTS_READ | SHARED_ALLOCATION_WRITE);
  EXPECT_EQ(opened.write(), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(opened.device), STATUS_SUCCESS);
}

TEST_F(ClientRules, K372ReplacedBufferThatIsWrittenIsFound) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  const ClientContext before = gpu.context;
  ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  ASSERT_NE(gpu.context.commands, before.commands);
  static_cast<UserCommand*>(before.commands)->value = 7;  // its next command, so it thinks
  ASSERT_EQ(gpu.fill(allocation, 2), STATUS_SUCCESS);
  EXPECT_EQ(count_at_end("K-372"), 1U);
}

TEST_F(ClientRules, K372ReplacedPatchListThatIsWrittenIsFound) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  const ClientContext before = gpu.context;
  ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  before.patches[0].PatchOffset = 8;
  ASSERT_EQ(gpu.fill(allocation, 2), STATUS_SUCCESS);
  EXPECT_EQ(count_at_end("K-372"), 1U);
}

TEST_F(ClientRules, K372BuffersThatAreReadAgainAreSilent) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  for (std::uint32_t i = 0; i < 5; ++i) ASSERT_EQ(gpu.fill(allocation, i), STATUS_SUCCESS);
  EXPECT_EQ(count_at_end("K-372"), 0U);
}

TEST_F(ClientRules, K269OfferedAllocationIsNotSubmitted) {
  const Raises raises({"K-269"});
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(offer(gpu.device, allocation), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(allocation, 1), STATUS_INVALID_PARAMETER);
}

TEST_F(ClientRules, K269ReclaimedAllocationIsSubmitted) {
  const StaysSilent silent({"K-269"});
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(offer(gpu.device, allocation), STATUS_SUCCESS);
  ASSERT_EQ(reclaim(gpu.device, allocation), STATUS_SUCCESS);
  EXPECT_EQ(work(gpu, allocation), STATUS_SUCCESS);
}

TEST_F(ClientRules, K271OfferOfWhatIsInTheListIsFound) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  gpu.context.allocations[3].hAllocation = allocation;
  EXPECT_EQ(offer(gpu.device, allocation), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-271"), 1U) << gpu.findings_text();
}

// Old entries from the last use of a list do not count as being built.
TEST_F(ClientRules, K271OfferAfterTheSubmissionIsSilent) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE allocation = gpu.one();
  for (int i = 0; i < 3; ++i) ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  EXPECT_EQ(offer(gpu.device, allocation), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-271"), 0U) << gpu.findings_text();
}

TEST_F(ClientRules, K348EngineThatIsNotThereIsRefused) {
  const Raises raises({"K-348"});
  GpuWorld& gpu = start();
  for (const UINT affinity : {0U, 2U, 3U, 0x80000000U}) {
    D3DKMT_CREATECONTEXT data{};
    data.hDevice = gpu.device;
    data.EngineAffinity = affinity;
    EXPECT_EQ(D3DKMTCreateContext(&data), STATUS_INVALID_PARAMETER) << affinity;
  }
}

NTSTATUS submit_command(D3DKMT_HANDLE context) {
  D3DKMT_SUBMITCOMMAND data{};
  data.BroadcastContextCount = 1;
  data.BroadcastContext[0] = context;
  return D3DKMTSubmitCommand(&data);
}

TEST_F(ClientRules, K374SubmitCommandOnAPatchedContextIsRefused) {
  const Raises raises({"K-374"});
  GpuWorld& gpu = start();
  EXPECT_EQ(submit_command(gpu.context.handle), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(gpu.engine.take_calls(), IsEmpty());
}

TEST_F(ClientRules, K374RenderOnAPatchedContextIsServed) {
  const StaysSilent silent({"K-374"});
  GpuWorld& gpu = start();
  EXPECT_EQ(work(gpu, gpu.one()), STATUS_SUCCESS);
}

// K-089: what lies beside a DMA buffer is the driver's, from the zeros that it begins with.
TEST_F(ClientRules, K089PrivateDataAreTheDriversOwn) {
  constexpr UINT kBytes = 32;
  GpuWorld& gpu = start({.dma_private = kBytes});
  std::map<void*, UINT> marks;  // a buffer's private data, and what was last written there
  std::size_t wrong = 0, again = 0;
  const auto expect = [&](const void* data, UINT size, UINT mark) {
    const auto* const bytes = static_cast<const std::uint8_t*>(data);
    const bool is_so = size == kBytes && std::all_of(bytes, bytes + size, [&](std::uint8_t each) {
                         return each == static_cast<std::uint8_t>(mark);
                       });
    wrong += is_so ? 0 : 1;
  };
  gpu.engine.misdeeds.render = [&](DXGKARG_RENDER& arguments) {
    void* const data = arguments.pDmaBufferPrivateData;
    again += marks.contains(data) ? 1 : 0;
    expect(data, arguments.DmaBufferPrivateDataSize, marks[data]);
    marks[data] += 1;
    std::memset(data, static_cast<int>(marks[data]), kBytes);
    return std::optional<NTSTATUS>();
  };
  gpu.engine.misdeeds.patch = [&](const DXGKARG_PATCH& arguments) {
    void* const data = arguments.pDmaBufferPrivateData;
    expect(data, arguments.DmaBufferPrivateDataSize, marks[data]);
    return std::optional<NTSTATUS>();
  };
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& arguments) {
    void* const data = arguments.pDmaBufferPrivateData;
    if (arguments.Flags.Paging == 0) expect(data, arguments.DmaBufferPrivateDataSize, marks[data]);
    return std::optional<NTSTATUS>();
  };
  const D3DKMT_HANDLE allocation = gpu.one();
  for (int round = 0; round < 4; ++round) {
    for (std::uint32_t i = 0; i < 8; ++i) ASSERT_EQ(gpu.fill(allocation, i), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  }
  EXPECT_EQ(wrong, 0U);
  EXPECT_GT(marks.size(), 1U);
  EXPECT_GT(again, 0U) << "a buffer came back with what the driver had left in it";
}

// K-236: every handle that a driver is given in paging and submission is one that it still has.
TEST_F(ClientRules, K236NothingNamesWhatTheDriverHasDestroyed) {
  GpuWorld& gpu = start();
  std::size_t named = 0, dead = 0;
  const auto look = [&](bool is_there) {
    ++named;
    dead += is_there ? 0 : 1;
  };
  const LedgerMiniport& ledger = gpu.engine.ledger();
  gpu.engine.misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& arguments) {
    HANDLE handle = nullptr;
    switch (arguments.Operation) {
      case DXGK_OPERATION_TRANSFER:
        handle = arguments.Transfer.hAllocation;
        break;
      case DXGK_OPERATION_FILL:
        handle = arguments.Fill.hAllocation;
        break;
      case DXGK_OPERATION_DISCARD_CONTENT:
        handle = arguments.DiscardContent.hAllocation;
        break;
      default:
        break;
    }
    if (handle != nullptr) look(ledger.has_allocation(handle));
    return std::optional<NTSTATUS>();
  };
  gpu.engine.misdeeds.patch = [&](const DXGKARG_PATCH& arguments) {
    for (UINT i = 0; i < arguments.AllocationListSize; ++i)
      look(ledger.has_binding(arguments.pAllocationList[i].hDeviceSpecificAllocation));
    return std::optional<NTSTATUS>();
  };
  // Three times as many as fit; each is destroyed while others are paged and used.
  for (int i = 0; i < 12; ++i) {
    const D3DKMT_HANDLE allocation = gpu.one();
    ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
    ASSERT_EQ(destroy(gpu.device, 0, {allocation}), STATUS_SUCCESS);
  }
  std::vector<D3DKMT_HANDLE> retained;
  for (int i = 0; i < 12; ++i) {
    retained.push_back(gpu.one());
    ASSERT_EQ(gpu.fill(retained.back(), 1), STATUS_SUCCESS);
  }
  ASSERT_EQ(destroy(gpu.device, 0, retained), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  world->end();
  EXPECT_GT(named, 36U);
  EXPECT_EQ(dead, 0U);
}

// Offers in the list of a submission.
class ListOffer : public ClientRules {
 protected:
  static NTSTATUS fill_and_offer(GpuWorld& gpu, D3DKMT_HANDLE allocation, UINT priority) {
    gpu.context.allocations[0] = {};
    gpu.context.allocations[0].hAllocation = allocation;
    gpu.context.allocations[0].OfferPriority = priority;
    *static_cast<UserCommand*>(gpu.context.commands) = {Op::kFill, 0, 1};
    D3DKMT_RENDER data{};
    data.hContext = gpu.context.handle;
    data.CommandLength = sizeof(UserCommand);
    data.AllocationCount = 1;
    const NTSTATUS status = D3DKMTRender(&data);
    if (!NT_SUCCESS(status)) return status;
    gpu.context.commands = data.pNewCommandBuffer;
    gpu.context.allocations = data.pNewAllocationList;
    return status;
  }
};

TEST_F(ListOffer, K275OfferedWhenTheBufferIsProcessed) {
  GpuWorld& gpu = make({.version = DXGKDDI_INTERFACE_VERSION_WDDM1_3});  // by hand
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(fill_and_offer(gpu, allocation, D3DDDI_OFFER_PRIORITY_LOW), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(allocation, 2), STATUS_SUCCESS) << "it is not offered before";
  gpu.run();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(allocation, 3), STATUS_INVALID_PARAMETER) << "now it is";
  EXPECT_EQ(reclaim(gpu.device, allocation), STATUS_SUCCESS);
  EXPECT_EQ(work(gpu, allocation), STATUS_SUCCESS);
}

TEST_F(ListOffer, K275OthersThanWddm12And13HaveNone) {
  for (const ULONG version : {DXGKDDI_INTERFACE_VERSION_WIN7, DXGKDDI_INTERFACE_VERSION_WDDM2_0}) {
    GpuWorld& gpu = start({.version = version});
    const D3DKMT_HANDLE allocation = gpu.one();
    EXPECT_EQ(work(gpu, allocation), STATUS_SUCCESS);
    EXPECT_EQ(fill_and_offer(gpu, allocation, D3DDDI_OFFER_PRIORITY_LOW), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(work(gpu, allocation), STATUS_SUCCESS) << "it is not offered";
    world.reset();
  }
}

// Monitored fences on contexts.
class FenceWork : public ClientRules {
 protected:
  struct Fence {
    D3DKMT_HANDLE handle = 0;
    const volatile UINT64* value = nullptr;
  };
  static Fence new_fence(D3DKMT_HANDLE device, bool stays_after_reset = false) {
    D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
    data.hDevice = device;
    data.Info.Type = D3DDDI_MONITORED_FENCE;
    data.Info.Flags.NoSignalMaxValueOnTdr = stays_after_reset;
    EXPECT_EQ(D3DKMTCreateSynchronizationObject2(&data), STATUS_SUCCESS);
    return {data.hSyncObject, static_cast<const volatile UINT64*>(
                                  data.Info.MonitoredFence.FenceValueCPUVirtualAddress)};
  }
  static NTSTATUS signal_on(const ClientContext& context, const Fence& fence, UINT64 value) {
    return signal_on_gpu(context.handle, fence.handle, value);
  }
  static NTSTATUS wait_on(const ClientContext& context, const Fence& fence, UINT64 value) {
    return wait_on_gpu(context.handle, fence.handle, value);
  }
  static NTSTATUS wait_here(D3DKMT_HANDLE device, const Fence& fence, UINT64 value) {
    return wait_on_cpu(device, fence.handle, value);
  }
  static NTSTATUS signal_here(D3DKMT_HANDLE device, const Fence& fence, UINT64 value) {
    return signal_on_cpu(device, fence.handle, value);
  }
};

TEST_F(FenceWork, ContextSignalsWhenItsWorkIsDone) {
  GpuWorld& gpu = start();
  const Fence fence = new_fence(gpu.device);
  ASSERT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
  ASSERT_EQ(signal_on(gpu.context, fence, 9), STATUS_SUCCESS);
  EXPECT_EQ(wait_here(gpu.device, fence, 9), STATUS_SUCCESS);
  EXPECT_EQ(*fence.value, 9U);
}

// Each context signals when its own work is done: the value comes with the last of them.
TEST_F(FenceWork, EveryContextOfABroadcastSignalsBehindItsWork) {
  GpuWorld& gpu = start(wddm2());
  ClientContext second;
  ASSERT_EQ(create_context(gpu.device, 0, second), STATUS_SUCCESS);
  const Fence one = new_fence(gpu.device), other = new_fence(gpu.device);
  const Fence gate = new_fence(gpu.device);
  ASSERT_EQ(wait_on(second, gate, 1), STATUS_SUCCESS);
  const D3DKMT_HANDLE fences[] = {one.handle, other.handle};
  const UINT64 values[] = {5, 6};
  const D3DKMT_HANDLE contexts[] = {gpu.context.handle, second.handle};
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2 data{};
  data.ObjectCount = 2;
  data.ObjectHandleArray = fences;
  data.MonitoredFenceValueArray = values;
  data.BroadcastContextCount = 2;
  data.BroadcastContextArray = contexts;
  ASSERT_EQ(D3DKMTSignalSynchronizationObjectFromGpu2(&data), STATUS_SUCCESS);
  EXPECT_EQ(wait_here(gpu.device, one, 5), STATUS_SUCCESS);
  EXPECT_EQ(wait_here(gpu.device, other, 6), STATUS_SUCCESS);
  ASSERT_EQ(signal_here(gpu.device, gate, 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(*one.value, 5U);
  EXPECT_EQ(*other.value, 6U);
  const D3DKMT_HANDLE nothing = gpu.device;
  data.BroadcastContextArray = &nothing;
  data.BroadcastContextCount = 1;
  EXPECT_EQ(D3DKMTSignalSynchronizationObjectFromGpu2(&data), STATUS_INVALID_PARAMETER);
}

TEST_F(FenceWork, ContextWaitsForACpu) {
  GpuWorld& gpu = start();
  const Fence fence = new_fence(gpu.device);
  ASSERT_EQ(wait_on(gpu.context, fence, 4), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
  sim::park(sim::now() + kSecond);
  EXPECT_THAT(gpu.engine.take_calls(), IsEmpty()) << "nothing goes before the fence";
  ASSERT_EQ(signal_here(gpu.device, fence, 4), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ::testing::Contains("submit"));
}

TEST_F(FenceWork, K437ResetEndsFencesOfTheDevice) {
  GpuWorld& gpu = start();
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  const Fence ended = new_fence(gpu.device), retained = new_fence(gpu.device, true);
  const Fence foreign = new_fence(other);
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  sim::Thread waiter = sim::spawn("waiter", [&] {
    const dxgk::ProcessScope scope(gpu.process.get());
    status = wait_here(gpu.device, ended, 1000);
  });
  hang(gpu);
  waiter.join();
  EXPECT_EQ(status, STATUS_SUCCESS) << "nobody waits for a lost device for ever";
  EXPECT_EQ(*ended.value, kEnd);
  EXPECT_EQ(*retained.value, 0U) << "it said NoSignalMaxValueOnTdr";
  EXPECT_EQ(*foreign.value, 0U);
}

// A thread that is inside the driver when the adapter is to be reset.
class SlowDriver : public ClientRules {
 protected:
  void reset_beside_a_thread(sim::Time inside) {
    GpuWorld& gpu = start({.engine_reset = false});
    const D3DKMT_HANDLE slow = gpu.one();
    ClientContext context;
    ASSERT_EQ(create_context(gpu.device, 0, context), STATUS_SUCCESS);
    ASSERT_EQ(render(gpu.context, {gpu.one()}, {{Op::kHang, 0, 0}}), STATUS_SUCCESS);
    const sim::Time until = sim::now() + inside;
    gpu.engine.misdeeds.render = [until](DXGKARG_RENDER&) {
      while (sim::now() < until) sim::park(until);
      return std::optional<NTSTATUS>();
    };
    sim::Thread thread = sim::spawn("inside", [&] {
      const dxgk::ProcessScope scope(gpu.process.get());
      render(context, {slow}, {{Op::kFill, 0, 1}});
    });
    wait_for_idle(gpu.device);
    thread.join();
  }
};

TEST_F(SlowDriver, K446FiveSecondsAreTheMost) {
  expects_driver_breach = true;
  reset_beside_a_thread(12 * kSecond);
  EXPECT_EQ(world->count("K-446"), 1U) << world->findings_text();
  EXPECT_FALSE(world->adapter->driver().alive());
}

TEST_F(SlowDriver, K446ResetWaitsForAThreadThatLeavesInTime) {
  reset_beside_a_thread(7 * kSecond);
  EXPECT_EQ(world->count("K-446"), 0U) << world->findings_text();
  EXPECT_THAT(world->engine.take_calls(), ::testing::IsSupersetOf({"reset", "restart"}));
}

// K-202: the places of the parts in the buffer do not matter.
class OpenedData : public ClientRules {
 protected:
  static constexpr UINT kCount = 4, kSpare = 64;

  struct Seen {
    std::array<D3DDDI_OPENALLOCATIONINFO2, kCount> infos{};
    std::array<std::byte, kCount * sizeof(Label) + kSpare> room{};

    std::size_t offset(UINT i) const {
      return static_cast<std::size_t>(static_cast<const std::byte*>(infos[i].pPrivateDriverData) -
                                      room.data());
    }
  };
  // Opens what four allocations were created with, and looks whether the pointers are right.
  void open(GpuWorld& gpu, D3DKMT_HANDLE global, UINT spare, Seen& out) {
    D3DKMT_OPENRESOURCE data{};
    data.hDevice = gpu.device;
    data.hGlobalShare = global;
    data.NumAllocations = kCount;
    data.pOpenAllocationInfo2 = out.infos.data();
    data.pTotalPrivateDriverDataBuffer = out.room.data();
    data.TotalPrivateDriverDataBufferSize = kCount * sizeof(Label) + spare;
    ASSERT_EQ(D3DKMTOpenResource2(&data), STATUS_SUCCESS);
    EXPECT_EQ(data.TotalPrivateDriverDataBufferSize, kCount * sizeof(Label)) << "what was written";
    for (UINT i = 0; i < kCount; ++i) {
      ASSERT_LE(out.offset(i), (kCount - 1) * sizeof(Label) + spare);
      ASSERT_EQ(out.infos[i].PrivateDriverDataSize, sizeof(Label));
      Label label;
      std::memcpy(&label, out.infos[i].pPrivateDriverData, sizeof label);
      EXPECT_EQ(label.index, i);
      EXPECT_EQ(label.body, 77U);
    }
    EXPECT_EQ(destroy(gpu.device, data.hResource, {}), STATUS_SUCCESS);
  }
};

TEST_F(OpenedData, K202PartsLieAnywhereWhileArgumentsAreHostile) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE global = create(gpu.device, Kind::kShared, kCount, 77).global;
  const HostileArguments hostile;
  int out_of_order = 0, with_gaps = 0;
  for (int i = 0; i < 20; ++i) {
    Seen seen;
    open(gpu, global, i % 2 == 0 ? 0 : kSpare, seen);
    bool is_in_order = true;
    std::size_t last = 0;
    for (UINT each = 0; each < kCount; ++each) {
      is_in_order &= each == 0 || seen.offset(each) > seen.offset(each - 1);
      last = std::max(last, seen.offset(each));
    }
    out_of_order += is_in_order ? 0 : 1;
    with_gaps += last > (kCount - 1) * sizeof(Label) ? 1 : 0;
  }
  EXPECT_GT(out_of_order, 10);
  EXPECT_GT(with_gaps, 5);
}

TEST_F(OpenedData, K202PartsLieInOrderOtherwise) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE global = create(gpu.device, Kind::kShared, kCount, 77).global;
  Seen seen;
  open(gpu, global, kSpare, seen);
  for (UINT i = 0; i < kCount; ++i) EXPECT_EQ(seen.offset(i), i * sizeof(Label));
}

TEST_F(FenceWork, K438ValueThatIsTooFarIsFound) {
  GpuWorld& gpu = start({.atomics64 = false});
  const Fence fence = new_fence(gpu.device);
  EXPECT_EQ(signal_here(gpu.device, fence, 10), STATUS_SUCCESS);
  EXPECT_EQ(signal_here(gpu.device, fence, 10 + UINT64{1} + UINT_MAX / 2), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-438"), 1U) << gpu.findings_text();
}

TEST_F(FenceWork, K438NearValuesAndWholeAtomicsAreSilent) {
  for (const bool atomics64 : {false, true}) {
    GpuWorld& gpu = start({.atomics64 = atomics64});
    const Fence fence = new_fence(gpu.device);
    const UINT64 far = atomics64 ? UINT64{1} << 40 : UINT_MAX / 2;
    EXPECT_EQ(signal_here(gpu.device, fence, far), STATUS_SUCCESS);
    EXPECT_EQ(signal_on(gpu.context, fence, far + 5), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    EXPECT_EQ(gpu.count("K-438"), 0U) << gpu.findings_text();
    Gpu::TearDown();
    world.reset();
  }
}

}  // namespace
}  // namespace drydock::testing
