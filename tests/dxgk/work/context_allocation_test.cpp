// Memory that a miniport takes for contexts and devices, and how it leaves.
#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/adapter/initialize.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/callbacks/kernel_interface.h"
#include "tests/sched/virtual_client.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr UINT kMemory = 1;
constexpr UINT kAperture = 2;

// The handles that the driver gets in CreateDevice and CreateContext, and its action in
// DestroyContext.
struct Given {
  HANDLE device = nullptr;
  HANDLE context = nullptr;
  std::function<void(HANDLE context)> in_create_context;
  std::function<void()> in_destroy_context, in_destroy_device;
  PDXGKDDI_CREATEDEVICE create_device = nullptr;
  PDXGKDDI_CREATECONTEXT create_context = nullptr;
  PDXGKDDI_DESTROYCONTEXT destroy_context = nullptr;
  PDXGKDDI_DESTROYDEVICE destroy_device = nullptr;
};
Given* given = nullptr;

NTSTATUS note_device(HANDLE adapter, DXGKARG_CREATEDEVICE* wanted) {
  given->device = wanted->hDevice;
  return given->create_device(adapter, wanted);
}

NTSTATUS note_context(HANDLE device, DXGKARG_CREATECONTEXT* wanted) {
  given->context = wanted->hContext;
  if (given->in_create_context) given->in_create_context(wanted->hContext);
  return given->create_context(device, wanted);
}

NTSTATUS end_context(HANDLE context) {
  if (given->in_destroy_context) given->in_destroy_context();
  return given->destroy_context(context);
}

NTSTATUS end_device(HANDLE device) {
  if (given->in_destroy_device) given->in_destroy_device();
  return given->destroy_device(device);
}

class ContextAllocation : public ::testing::Test {
 protected:
  ContextAllocation() { given = &given_; }
  ~ContextAllocation() override { given = nullptr; }

  void SetUp() override {
    engine_ = std::make_unique<EngineMiniport>(settings());
    dxgk::Miniport miniport = engine_->miniport();
    given_.create_device = std::exchange(miniport.table.DxgkDdiCreateDevice, note_device);
    given_.create_context = std::exchange(miniport.table.DxgkDdiCreateContext, note_context);
    given_.destroy_context = std::exchange(miniport.table.DxgkDdiDestroyContext, end_context);
    given_.destroy_device = std::exchange(miniport.table.DxgkDdiDestroyDevice, end_device);
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    adapter_ = dock_->plug(miniport, std::make_shared<dxgk::DeviceModel>(), status);
    ASSERT_EQ(status, STATUS_SUCCESS);
    callbacks_ = dxgk::kernel_interface(adapter_->version(), device_handle());
    engine_->misdeeds.build = [this](DXGKARG_BUILDPAGINGBUFFER& operation) {
      return watch(operation);
    };
    engine_->start_engine(*adapter_);
    process_ = dock_->new_process();
    scope_ = std::make_unique<dxgk::ProcessScope>(process_.get());
    opened_ = open_adapter(adapter_->luid());
    ASSERT_EQ(create_device(opened_, device_), STATUS_SUCCESS);
    kernel_device_ = given_.device;
  }
  void TearDown() override { end(); }
  virtual EngineMiniport::Settings settings() const { return wddm2(); }

  void end() {
    scope_.reset();
    process_.reset();
    dock_.reset();
    if (engine_) engine_->stop_engine();
  }

  HANDLE device_handle() const { return adapter_->hardware().device_handle(); }

  // Records paging operations on the driver's own memory. All others take the ordinary way.
  std::optional<NTSTATUS> watch(DXGKARG_BUILDPAGINGBUFFER& operation) {
    if (operation.Operation != DXGK_OPERATION_INIT_CONTEXT_RESOURCE) return {};
    const auto& init = operation.InitContextResource;
    initialised_.push_back(init.hAllocation);
    addresses_.push_back(init.Destination.VirtualAddress);
    return STATUS_SUCCESS;
  }

  // Runs a body as the driver does something of its own accord.
  void as_driver(const std::function<void()>& body) {
    dxgk::Seat seat(*adapter_, nullptr);
    adapter_->call(dxgk::ddi::kEscape, seat, body);
  }

  DXGKARGCB_CREATECONTEXTALLOCATION wanted(HANDLE context) const {
    DXGKARGCB_CREATECONTEXTALLOCATION out{};
    out.hAdapter = device_handle();
    out.hDevice = kernel_device_;
    out.hContext = context;
    out.hDriverAllocation = const_cast<char*>(&mine_);
    out.Size = EngineMiniport::Settings().allocation_bytes;
    out.SupportedSegmentSet = 1U << (kMemory - 1);
    out.PreferredSegment.SegmentId0 = kMemory;
    return out;
  }

  NTSTATUS create(DXGKARGCB_CREATECONTEXTALLOCATION& arguments) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    as_driver([&] { status = callbacks_.DxgkCbCreateContextAllocation(&arguments); });
    return status;
  }
  NTSTATUS destroy_allocation(HANDLE adapter, HANDLE allocation) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    as_driver([&] { status = callbacks_.DxgkCbDestroyContextAllocation(adapter, allocation); });
    return status;
  }

  // A context, and one allocation for it.
  HANDLE make() {
    EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
    DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
    EXPECT_EQ(create(arguments), STATUS_SUCCESS);
    return arguments.hAllocation;
  }
  void work() {
    const Created made = testing::create(device_, Kind::kLoose, 1);
    if (!keeper_) keeper_.emplace(device_);
    keeper_->need(context_.handle, made.allocations);
    EXPECT_EQ(render(context_, made.allocations, {{Op::kFill, 0, 1}}), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(device_), STATUS_SUCCESS);
  }

  std::vector<std::string> found() const {
    std::vector<std::string> out;
    for (const rules::Finding& finding : log_.findings()) {
      if (finding.rule->party != rules::Party::kClient) out.emplace_back(finding.rule->id);
    }
    return out;
  }

  rules::FindingLog log_;
  Given given_;
  std::unique_ptr<EngineMiniport> engine_;
  std::optional<Keeper> keeper_;
  std::unique_ptr<dxgk::Dock> dock_ = std::make_unique<dxgk::Dock>();
  dxgk::Adapter* adapter_ = nullptr;
  DXGKRNL_INTERFACE callbacks_{};
  std::unique_ptr<dxgk::Process> process_;
  std::unique_ptr<dxgk::ProcessScope> scope_;
  D3DKMT_HANDLE opened_ = 0, device_ = 0;
  HANDLE kernel_device_ = nullptr;
  ClientContext context_;
  char mine_ = 0;
  HANDLE created_with_context_ = nullptr;  // of a context that was created with it
  std::vector<HANDLE> initialised_;
  std::vector<void*> addresses_;
};

TEST_F(ContextAllocation, K025TheCallAnswersByItsStatus) {
  const HANDLE allocation = make();
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_INVALID_PARAMETER);
  EXPECT_TRUE(adapter_->driver().alive());
}

TEST_F(ContextAllocation, K020AnotherHandleThanTheDevicesIsFound) {
  const HANDLE allocation = make();
  destroy_allocation(adapter_->context(), allocation);
  EXPECT_THAT(found(), ElementsAre("K-020"));
  EXPECT_FALSE(adapter_->driver().alive());
}

TEST_F(ContextAllocation, K021TheDriversOwnHandleIsFound) {
  make();
  destroy_allocation(device_handle(), &mine_);
  EXPECT_THAT(found(), ElementsAre("K-021"));
}

TEST_F(ContextAllocation, K021AHandleThatNobodyIssuedIsFound) {
  make();
  destroy_allocation(device_handle(), reinterpret_cast<HANDLE>(0x7777));
  EXPECT_THAT(found(), ElementsAre("K-021"));
}

TEST_F(ContextAllocation, K022ASecondDestroyIsFound) {
  const HANDLE allocation = make();
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  destroy_allocation(device_handle(), allocation);
  EXPECT_THAT(found(), ElementsAre("K-022"));
}

TEST_F(ContextAllocation, K023AHighIrqlIsFound) {
  const HANDLE allocation = make();
  as_driver([&] {
    KIRQL old = PASSIVE_LEVEL;
    KeRaiseIrql(DISPATCH_LEVEL, &old);
    callbacks_.DxgkCbDestroyContextAllocation(device_handle(), allocation);
    KeLowerIrql(old);
  });
  EXPECT_THAT(found(), ElementsAre("K-023"));
}

// The rules are kept: the right handles, once, at PASSIVE_LEVEL, whenever the driver likes.
TEST_F(ContextAllocation, K020ToK023AreSilentWhenTheyAreKept) {
  const HANDLE unused = make();
  EXPECT_EQ(destroy_allocation(device_handle(), unused), STATUS_SUCCESS);
  const HANDLE used = make();
  work();
  EXPECT_EQ(destroy_allocation(device_handle(), used), STATUS_SUCCESS);
  work();
  end();
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(ContextAllocation, K359ASystemContextIsFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(nullptr);
  EXPECT_EQ(create(arguments), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(found(), ElementsAre("K-359"));
}

TEST_F(ContextAllocation, K359ASystemDeviceIsFound) {
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(nullptr);
  arguments.hDevice = nullptr;
  arguments.ContextAllocationFlags.SharedAcrossContexts = 1;
  EXPECT_EQ(create(arguments), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(found(), ElementsAre("K-359"));
}

TEST_F(ContextAllocation, K359AHighIrqlIsFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
  as_driver([&] {
    KIRQL old = PASSIVE_LEVEL;
    KeRaiseIrql(DISPATCH_LEVEL, &old);
    EXPECT_EQ(callbacks_.DxgkCbCreateContextAllocation(&arguments), STATUS_INVALID_PARAMETER);
    KeLowerIrql(old);
  });
  EXPECT_THAT(found(), ElementsAre("K-359"));
}

TEST_F(ContextAllocation, K360AContextThatAllShareIsFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
  arguments.ContextAllocationFlags.SharedAcrossContexts = 1;
  EXPECT_EQ(create(arguments), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(found(), ElementsAre("K-360"));
}

TEST_F(ContextAllocation, K361TheDriversHandlesAreFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(&mine_);
  EXPECT_EQ(create(arguments), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(found(), ElementsAre("K-361"));
}

TEST_F(ContextAllocation, K361AContextOfAnotherDeviceIsFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  const HANDLE context = given_.context;
  D3DKMT_HANDLE other = 0;
  EXPECT_EQ(create_device(opened_, other), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(context);
  arguments.hDevice = given_.device;
  EXPECT_EQ(create(arguments), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(found(), ElementsAre("K-361"));
}

// Both forms, from inside DxgkDdiCreateContext and later; each is initialised before the context's
// first command, and K-365 by its own handle.
TEST_F(ContextAllocation, K359ToK361AreSilentForContextsAndDevices) {
  HANDLE early = nullptr;
  char early_mine = 0;
  given_.in_create_context = [&](HANDLE context) {
    DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(context);
    arguments.hDriverAllocation = &early_mine;
    EXPECT_EQ(callbacks_.DxgkCbCreateContextAllocation(&arguments), STATUS_SUCCESS);
    early = arguments.hAllocation;
  };
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION shared = wanted(nullptr);
  shared.ContextAllocationFlags.SharedAcrossContexts = 1;
  EXPECT_EQ(create(shared), STATUS_SUCCESS);
  EXPECT_THAT(initialised_, IsEmpty());
  work();
  EXPECT_THAT(initialised_, ::testing::UnorderedElementsAre(&early_mine, &mine_));
  work();
  EXPECT_EQ(initialised_.size(), 2U) << "once";
  EXPECT_EQ(destroy_allocation(device_handle(), early), STATUS_SUCCESS);
  EXPECT_EQ(destroy_allocation(device_handle(), shared.hAllocation), STATUS_SUCCESS);
  end();
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(ContextAllocation, K364AnAddressWithoutItsFlagsIsFound) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
  arguments.Flags.CpuVisible = 1;
  EXPECT_EQ(create(arguments), STATUS_SUCCESS);
  EXPECT_THAT(found(), ElementsAre("K-364"));
  work();
  EXPECT_THAT(addresses_, ElementsAre(nullptr));
  EXPECT_EQ(destroy_allocation(device_handle(), arguments.hAllocation), STATUS_SUCCESS);
}

TEST_F(ContextAllocation, K364AProtectedApertureGetsAnAddress) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
  arguments.Flags.CpuVisible = 1;
  arguments.Flags.Protected = 1;
  arguments.SupportedSegmentSet = 1U << (kAperture - 1);
  arguments.PreferredSegment.SegmentId0 = kAperture;
  EXPECT_EQ(create(arguments), STATUS_SUCCESS);
  work();
  EXPECT_THAT(addresses_, ElementsAre(::testing::NotNull()));
  // K-339: it is good as long as the allocation.
  if (!addresses_.empty()) std::memset(addresses_.front(), 0x5a, PAGE_SIZE);
  work();
  EXPECT_EQ(destroy_allocation(device_handle(), arguments.hAllocation), STATUS_SUCCESS);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(ContextAllocation, K369WhatAContextLeavesIsFound) {
  make();
  work();
  EXPECT_EQ(destroy_context(context_.handle), STATUS_SUCCESS);
  EXPECT_THAT(found(), ElementsAre("K-369"));
}

TEST_F(ContextAllocation, K369WhatADeviceLeavesIsFound) {
  DXGKARGCB_CREATECONTEXTALLOCATION shared = wanted(nullptr);
  shared.ContextAllocationFlags.SharedAcrossContexts = 1;
  EXPECT_EQ(create(shared), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(device_), STATUS_SUCCESS);
  EXPECT_THAT(found(), ElementsAre("K-369"));
}

TEST_F(ContextAllocation, K369TheLastMomentIsSilent) {
  const HANDLE allocation = make();
  DXGKARGCB_CREATECONTEXTALLOCATION shared = wanted(nullptr);
  shared.ContextAllocationFlags.SharedAcrossContexts = 1;
  EXPECT_EQ(create(shared), STATUS_SUCCESS);
  work();
  given_.in_destroy_context = [&] {
    EXPECT_EQ(callbacks_.DxgkCbDestroyContextAllocation(device_handle(), allocation),
              STATUS_SUCCESS);
  };
  given_.in_destroy_device = [&] {
    EXPECT_EQ(callbacks_.DxgkCbDestroyContextAllocation(device_handle(), shared.hAllocation),
              STATUS_SUCCESS);
  };
  EXPECT_EQ(destroy_context(context_.handle), STATUS_SUCCESS);
  EXPECT_EQ(destroy_device(device_), STATUS_SUCCESS);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(ContextAllocation, SizesAndSegmentsThatCannotBeAreRefused) {
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  for (int way = 0; way < 3; ++way) {
    DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
    if (way == 0) arguments.Size = 0;
    if (way == 1) arguments.SupportedSegmentSet = 1U << 9;
    if (way == 2) arguments.Alignment = 3;
    EXPECT_EQ(create(arguments), STATUS_INVALID_PARAMETER);
  }
  EXPECT_THAT(found(), IsEmpty());
}

// K-368: the operation is over, with the driver's data, when the call returns.
TEST_F(ContextAllocation, K368AnUpdateIsOverWhenItReturns) {
  const HANDLE allocation = make();
  std::vector<std::pair<void*, UINT>> updates;
  engine_->misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& operation) -> std::optional<NTSTATUS> {
    if (operation.Operation != DXGK_OPERATION_UPDATE_CONTEXT_ALLOCATION) return watch(operation);
    updates.emplace_back(operation.UpdateContextAllocation.pDriverPrivateData,
                         operation.UpdateContextAllocation.DriverPrivateDataSize);
    return STATUS_SUCCESS;
  };
  DXGKARGCB_UPDATECONTEXTALLOCATION update{};
  update.hAllocation = allocation;
  update.pPrivateDriverData = &mine_;
  update.PrivateDriverDataSize = 1;
  as_driver([&] {
    EXPECT_EQ(callbacks_.DxgkCbUpdateContextAllocation(device_handle(), &update), STATUS_SUCCESS);
    EXPECT_THAT(updates, ElementsAre(std::pair(static_cast<void*>(&mine_), 1U)));
  });
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  update.hAllocation = nullptr;
  as_driver([&] {
    EXPECT_EQ(callbacks_.DxgkCbUpdateContextAllocation(device_handle(), &update),
              STATUS_INVALID_PARAMETER);
  });
  EXPECT_THAT(found(), IsEmpty());
}

// K-447: the GPU is reset when the driver's threads have left. A thread that waits inside for an
// update gets a failure.
TEST_F(ContextAllocation, AnUpdateDoesNotKeepAReset) {
  const HANDLE allocation = make();
  engine_->stop_engine();  // the paging operation never ends
  engine_->misdeeds.preempt = [](const DXGKARG_PREEMPTCOMMAND&) { return STATUS_SUCCESS; };
  adapter_->scheduler()->set_timeout(10'000);
  DXGKARGCB_UPDATECONTEXTALLOCATION update{};
  update.hAllocation = allocation;
  for (int i = 0; i < 3; ++i) {
    as_driver([&] {
      EXPECT_EQ(callbacks_.DxgkCbUpdateContextAllocation(device_handle(), &update),
                STATUS_UNSUCCESSFUL);
    });
  }
  engine_->await_calls("restart", 1);
  engine_->misdeeds.preempt = {};
  engine_->start_engine(*adapter_);
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  EXPECT_THAT(found(), IsEmpty());
}

// The allocation is created and destroyed before its context can have work.
TEST_F(ContextAllocation, AnUpdateInsideCreateContextLeavesNothing) {
  given_.in_create_context = [&](HANDLE context) {
    DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(context);
    EXPECT_EQ(callbacks_.DxgkCbCreateContextAllocation(&arguments), STATUS_SUCCESS);
    DXGKARGCB_UPDATECONTEXTALLOCATION update{};
    update.hAllocation = arguments.hAllocation;
    EXPECT_EQ(callbacks_.DxgkCbUpdateContextAllocation(device_handle(), &update), STATUS_SUCCESS);
    EXPECT_EQ(callbacks_.DxgkCbDestroyContextAllocation(device_handle(), arguments.hAllocation),
              STATUS_SUCCESS);
  };
  EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  for (int i = 0; i < 6; ++i) work();  // all of the memory and more
  EXPECT_THAT(found(), IsEmpty());
}

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

// Residency lists beside what the driver keeps for contexts. Four pieces are the whole memory.
class Headroom : public ContextAllocation {
 protected:
  // Makes so many allocations of the device resident.
  ResidentAnswer list(const ClientQueue& queue, std::uint32_t count) {
    listed_ = testing::create(device_, Kind::kLoose, count).allocations;
    const ResidentAnswer answer = make_resident(queue, listed_);
    if (answer.status == STATUS_PENDING) {
      EXPECT_EQ(queue.wait(device_, answer.fence), STATUS_SUCCESS);
    }
    return answer;
  }
  void run_nothing() {
    EXPECT_EQ(render(context_, {}, {}), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(device_), STATUS_SUCCESS);
    EXPECT_EQ(state_of(device_), D3DKMT_DEVICEEXECUTION_ACTIVE);
  }

  std::vector<D3DKMT_HANDLE> listed_;
};

TEST_F(Headroom, ListsLeaveRoomForWhatTheDriverKeeps) {
  make();
  const ClientQueue queue(device_);
  const ResidentAnswer full = list(queue, 4);
  EXPECT_EQ(full.status, STATUS_NO_MEMORY) << "then no work could run";
  EXPECT_EQ(full.to_trim, wanted(nullptr).Size);
  EXPECT_EQ(list(queue, 3).status, STATUS_PENDING);
  run_nothing();
  for (const D3DKMT_HANDLE each : listed_) EXPECT_TRUE(is_resident(device_, each));
  EXPECT_EQ(initialised_.size(), 1U);
}

TEST_F(Headroom, WhatIsFreedIsRoomAgain) {
  const HANDLE allocation = make();
  const ClientQueue queue(device_);
  EXPECT_EQ(list(queue, 4).status, STATUS_NO_MEMORY);
  EXPECT_EQ(destroy_allocation(device_handle(), allocation), STATUS_SUCCESS);
  EXPECT_EQ(list(queue, 4).status, STATUS_PENDING);
  run_nothing();
}

// The client gets a notification and makes room.
TEST_F(Headroom, AContextThatComesLaterTrims) {
  const ClientQueue queue(device_);
  ASSERT_EQ(list(queue, 4).status, STATUS_PENDING);
  struct Told {
    D3DKMT_HANDLE device, victim;
    std::vector<UINT64> bytes;
  } trimmed{device_, listed_[0], {}};
  D3DKMT_REGISTERTRIMNOTIFICATION data{};
  data.AdapterLuid = adapter_->luid();
  data.hDevice = device_;
  data.Context = &trimmed;
  data.Callback = [](D3DKMT_TRIMNOTIFICATION* what) {
    Told& log = *static_cast<Told*>(what->Context);
    log.bytes.push_back(what->NumBytesToTrim);
    EXPECT_EQ(what->Flags.TrimToBudget, 1U);
    EXPECT_EQ(evict(log.device, {log.victim}), STATUS_SUCCESS);
  };
  ASSERT_EQ(D3DKMTRegisterTrimNotification(&data), STATUS_SUCCESS);
  given_.in_create_context = [this](HANDLE context) {
    DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(context);
    EXPECT_EQ(callbacks_.DxgkCbCreateContextAllocation(&arguments), STATUS_SUCCESS);
    created_with_context_ = arguments.hAllocation;
  };
  given_.in_destroy_context = [this] {
    EXPECT_EQ(callbacks_.DxgkCbDestroyContextAllocation(device_handle(), created_with_context_),
              STATUS_SUCCESS);
  };
  ASSERT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  EXPECT_THAT(trimmed.bytes, ElementsAre(wanted(nullptr).Size));
  run_nothing();
  D3DKMT_UNREGISTERTRIMNOTIFICATION over{};
  over.Handle = data.Handle;
  EXPECT_EQ(D3DKMTUnregisterTrimNotification(&over), STATUS_SUCCESS);
  EXPECT_EQ(destroy_context(context_.handle), STATUS_SUCCESS);
}

// Memory that is pinned for an idle context does not block others.
TEST_F(Headroom, AnotherProcessMayFillTheMemory) {
  make();
  work();
  const auto other = dock_->new_process();
  const dxgk::ProcessScope scope(other.get());
  const D3DKMT_HANDLE opened = open_adapter(adapter_->luid());
  ASSERT_EQ(create_device(opened, device_), STATUS_SUCCESS);
  ASSERT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
  const ClientQueue queue(device_);
  EXPECT_EQ(list(queue, 4).status, STATUS_PENDING);
  run_nothing();
  for (const D3DKMT_HANDLE each : listed_) EXPECT_TRUE(is_resident(device_, each));
  EXPECT_THAT(found(), IsEmpty());
}

}  // namespace
}  // namespace drydock::testing
