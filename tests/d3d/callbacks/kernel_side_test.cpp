// What the kernel's side of a driver decides about callbacks: where allocations may lie, what its
// commands name, what private data it is shown. The mender runs on a miniport of the test's own.
#include <gtest/gtest.h>

#include <cstring>
#include <optional>

#include "tests/d3d/support/engine_stand.h"

namespace drydock::testing {
namespace {

// What the miniport was given, and shown.
DXGKRNL_INTERFACE the_kernel;
DXGKDDI_START_DEVICE* real_start;
DXGKDDI_OPENALLOCATIONINFO* real_open;
std::vector<UINT> passed_usages;

NTSTATUS start_and_note(PVOID context, PDXGK_START_INFO info, PDXGKRNL_INTERFACE kernel,
                        PULONG sources, PULONG children) {
  the_kernel = *kernel;
  return real_start(context, info, kernel, sources, children);
}

NTSTATUS open_and_note(HANDLE device, const DXGKARG_OPENALLOCATION* wanted) {
  SOFTGPU_RESOURCE_DATA data{};
  if (wanted->PrivateDriverSize == sizeof data) {
    std::memcpy(&data, wanted->pPrivateDriverData, sizeof data);
    passed_usages.push_back(data.Usage);
  }
  return real_open(device, wanted);
}

dxgk::Miniport watched(dxgk::Miniport miniport) {
  real_start = miniport.table.DxgkDdiStartDevice;
  real_open = miniport.table.DxgkDdiOpenAllocation;
  miniport.table.DxgkDdiStartDevice = start_and_note;
  miniport.table.DxgkDdiOpenAllocation = open_and_note;
  passed_usages.clear();
  return miniport;
}

bool is_allocation(D3DKMT_HANDLE handle) {
  DXGKARGCB_GETHANDLEDATA wanted{};
  wanted.hObject = handle;
  wanted.Type = DXGK_HANDLE_ALLOCATION;
  return the_kernel.DxgkCbGetHandleData(&wanted) != nullptr;
}

struct WatchedStand : EngineStand {
  explicit WatchedStand(const EngineMiniport::Settings& settings = {.allocation_bytes = 4096})
      : EngineStand(settings, watched) {}
};

constexpr EngineMiniport::Settings kVideoMemoryOnly = {.allocation_bytes = 4096, .segments = 1};
constexpr EngineMiniport::Settings kAperture = {
    .allocation_bytes = 4096, .segments = 2, .preferred = 2};

TEST(KernelSide, U137LockedAllocationThatFitsIntoNoApertureIsFound) {
  WatchedStand stand(kVideoMemoryOnly);
  EXPECT_EQ(stand.call(CALLBACK_LOCK), S_OK) << stand.findings_text();
  EXPECT_EQ(stand.call(CALLBACK_RENDER), D3DDDIERR_CANTRENDERLOCKEDALLOCATION);
  EXPECT_EQ(stand.count("U-137"), 1U) << stand.findings_text();
  EXPECT_EQ(stand.call(CALLBACK_UNLOCK), S_OK);
}

TEST(KernelSide, U137LockedAllocationInTheApertureIsSilent) {
  WatchedStand stand(kAperture);
  EXPECT_EQ(stand.call(CALLBACK_LOCK), S_OK) << stand.findings_text();
  EXPECT_EQ(stand.call(CALLBACK_RENDER), S_OK);
  EXPECT_EQ(stand.count("U-138"), 1U) << "no application holds the lock";
  EXPECT_EQ(stand.log.findings().size(), 1U) << stand.findings_text();
  EXPECT_EQ(stand.call(CALLBACK_UNLOCK), S_OK);
}

constexpr ULONG kEntireWithoutEviction = 0x10 | 0x20;  // LockEntire, DonotEvict

// An allocation that the GPU has used stays in video memory, which the CPU cannot reach.
TEST(KernelSide, U171LockThatWouldEvictIsRefusedWhenItMayNot) {
  WatchedStand stand(kVideoMemoryOnly);
  EXPECT_EQ(stand.call(CALLBACK_RENDER), S_OK) << stand.findings_text();
  EXPECT_EQ(stand.call(CALLBACK_LOCK, MISTAKE_FLAGS, kEntireWithoutEviction),
            D3DDDIERR_NOTAVAILABLE);
  EXPECT_EQ(stand.call(CALLBACK_LOCK), S_OK);
  EXPECT_EQ(stand.call(CALLBACK_UNLOCK), S_OK);
  // It has left.
  EXPECT_EQ(stand.call(CALLBACK_LOCK, MISTAKE_FLAGS, kEntireWithoutEviction), S_OK);
  EXPECT_EQ(stand.call(CALLBACK_UNLOCK), S_OK);
}

TEST(KernelSide, U171LockOfWhatTheCpuReachesIsGranted) {
  WatchedStand stand(kAperture);
  EXPECT_EQ(stand.call(CALLBACK_RENDER), S_OK) << stand.findings_text();
  EXPECT_EQ(stand.call(CALLBACK_LOCK, MISTAKE_FLAGS, kEntireWithoutEviction), S_OK);
  EXPECT_EQ(stand.call(CALLBACK_UNLOCK), S_OK);
}

// A shared resource takes no further allocations, so the test checks what the kernel-mode driver
// gets.
TEST(KernelSide, U093TheLatestPrivateDataOfAResourceIsOpened) {
  WatchedStand stand(kAperture);
  passed_usages.clear();
  stand.door.Plan->Place = PLACE_CREATE_RESOURCE;
  stand.door.Plan->Deed = DEED_SPLIT;
  d3d::Resource* split = nullptr;
  ASSERT_EQ(stand.device->create_resource(textures(2), split), S_OK) << stand.findings_text();
  *stand.door.Plan = {};
  EXPECT_EQ(passed_usages, (std::vector<UINT>{77, 78}));
}

// Whatever the list says, this batch is refused.
TEST(KernelSide, U139BatchThatIsRefusedForAnotherReasonIsSilent) {
  WatchedStand stand(kAperture);
  stand.engine.misdeeds.render = [](DXGKARG_RENDER&) { return STATUS_INVALID_PARAMETER; };
  stand.door.Plan->Deed = DEED_UNWRITTEN;
  EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, 1), S_OK);
  EXPECT_EQ(stand.device->flush(), E_INVALIDARG);
  EXPECT_EQ(stand.count("U-139"), 0U) << stand.findings_text();
  *stand.door.Plan = {};
}

// The commands hold a kernel handle, which the kernel's driver looks up.
TEST(KernelSide, U028HandleInTheCommandsIsTheKernelDriversToResolve) {
  WatchedStand stand(kAperture);
  stand.engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> std::optional<NTSTATUS> {
    const auto& command = *static_cast<const SOFTGPU_COMMAND*>(wanted.pCommand);
    if (!is_allocation(command.Pattern)) return STATUS_INVALID_HANDLE;
    wanted.MultipassOffset = wanted.CommandLength;
    return STATUS_SUCCESS;
  };
  const D3DKMT_HANDLE known = stand.device->objects.allocations.begin()->first.value;
  EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, known), S_OK);
  EXPECT_EQ(stand.device->flush(), S_OK) << stand.findings_text();
  EXPECT_EQ(stand.findings_text(), "");
  EXPECT_EQ(stand.device->color_fill(*stand.resource, 0, known + 0x4000), S_OK);
  EXPECT_EQ(stand.device->flush(), D3DDDIERR_INVALIDHANDLE) << stand.findings_text();
}

}  // namespace
}  // namespace drydock::testing
