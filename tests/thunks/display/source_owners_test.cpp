// D3DKMTSetVidPnSourceOwner and its relatives.
#include "src/dxgk/work/device.h"
#include "tests/support/raises.h"
#include "tests/thunks/display/source_scene.h"

namespace drydock::testing {
namespace {

constexpr auto kUnowned = D3DKMT_VIDPNSOURCEOWNER_UNOWNED;
constexpr auto kShared = D3DKMT_VIDPNSOURCEOWNER_SHARED;
constexpr auto kExclusive = D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE;
constexpr auto kEmulated = D3DKMT_VIDPNSOURCEOWNER_EMULATED;
constexpr NTSTATUS kOccluded = STATUS_GRAPHICS_PRESENT_OCCLUDED;
constexpr NTSTATUS kInUse = STATUS_GRAPHICS_VIDPN_SOURCE_IN_USE;

class SourceOwnership : public SourceScene {};

TEST_F(SourceOwnership, D198CallWithoutDeviceOrListsIsRefused) {
  const Raises raises({"D-198"});
  const D3DKMT_SETVIDPNSOURCEOWNER nothing{};
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner(&nothing), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner(nullptr), STATUS_INVALID_PARAMETER);
  D3DKMT_VIDPNSOURCEOWNER_TYPE type = kExclusive;
  D3DDDI_VIDEO_PRESENT_SOURCE_ID source = 0;
  D3DKMT_SETVIDPNSOURCEOWNER request{device, &type, nullptr, 1};
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner(&request), STATUS_INVALID_PARAMETER);
  request = {device, nullptr, &source, 1};
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner(&request), STATUS_INVALID_PARAMETER);
  request = {device, &type, &source, 0xFFFFFFFF};
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner(&request), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(check(), STATUS_SUCCESS);
}

TEST_F(SourceOwnership, D198ListsOfOneLengthAreAccepted) {
  const StaysSilent silent({"D-198", "D-199"});
  EXPECT_EQ(own(device, kExclusive), STATUS_SUCCESS);
  EXPECT_EQ(release(device), STATUS_SUCCESS);
  EXPECT_EQ(release(device), STATUS_SUCCESS) << "also if it owns nothing";
}

TEST_F(SourceOwnership, D199TypesAndSourcesThatDoNotExistAreRefused) {
  const Raises raises({"D-199"});
  EXPECT_EQ(own(device, D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVEGDI), STATUS_INVALID_PARAMETER);
  for (const int type : {static_cast<int>(kEmulated) + 1, -2})
    EXPECT_EQ(own(device, static_cast<D3DKMT_VIDPNSOURCEOWNER_TYPE>(type)),
              STATUS_INVALID_PARAMETER);
  EXPECT_EQ(own(device, kExclusive, 1), STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
  EXPECT_EQ(own(device, kExclusive, D3DDDI_ID_ALL), STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
  EXPECT_EQ(check(), STATUS_SUCCESS);
}

// A type that is refused for what others own is no mistake of the client.
TEST_F(SourceOwnership, D199TypesOfWindowsAreNoMistake) {
  const StaysSilent silent({"D-198", "D-199", "D-203"});
  EXPECT_EQ(own(device, kShared), kInUse);
  EXPECT_EQ(own(device, kExclusive), STATUS_SUCCESS);
  EXPECT_EQ(own(device, kEmulated), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(own(device, kUnowned), STATUS_SUCCESS);
  EXPECT_EQ(own(device, kEmulated), STATUS_SUCCESS);
}

// A step of one of two devices, and what Windows answers to it and to the check after it.
struct Step {
  bool is_second;
  int type;  // -1: release everything
  NTSTATUS status, check;
};

class OwnershipSteps : public SourceOwnership {
 protected:
  void play(std::span<const Step> steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      SCOPED_TRACE("step " + std::to_string(i));
      const D3DKMT_HANDLE owner = steps[i].is_second ? second : device;
      const NTSTATUS status =
          steps[i].type < 0 ? release(owner)
                            : own(owner, static_cast<D3DKMT_VIDPNSOURCEOWNER_TYPE>(steps[i].type));
      EXPECT_EQ(status, steps[i].status);
      EXPECT_EQ(check(), steps[i].check);
    }
  }
  const D3DKMT_HANDLE second = client.new_device();
};

TEST_F(OwnershipSteps, D200OneDeviceIsAnsweredAsOnWindows) {
  constexpr Step kSteps[] = {
      {false, kUnowned, STATUS_SUCCESS, STATUS_SUCCESS},
      {false, kShared, kInUse, STATUS_SUCCESS},
      {false, kExclusive, STATUS_SUCCESS, kOccluded},
      {false, kExclusive, STATUS_SUCCESS, kOccluded},
      {false, kShared, STATUS_INVALID_PARAMETER, kOccluded},
      {false, kEmulated, STATUS_INVALID_PARAMETER, kOccluded},
      {false, kUnowned, STATUS_SUCCESS, STATUS_SUCCESS},
      {false, kEmulated, STATUS_SUCCESS, STATUS_SUCCESS},
      {false, kEmulated, STATUS_SUCCESS, STATUS_SUCCESS},
      {false, kShared, kInUse, STATUS_SUCCESS},
      {false, kExclusive, STATUS_INVALID_PARAMETER, STATUS_SUCCESS},
      {false, -1, STATUS_SUCCESS, STATUS_SUCCESS},
      {false, kExclusive, STATUS_SUCCESS, kOccluded},
      {false, -1, STATUS_SUCCESS, STATUS_SUCCESS},
  };
  play(kSteps);
}

TEST_F(OwnershipSteps, D201TwoDevicesAreAnsweredAsOnWindows) {
  constexpr Step kSteps[] = {
      {false, kUnowned, STATUS_SUCCESS, STATUS_SUCCESS},
      {true, kExclusive, STATUS_SUCCESS, kOccluded},
      {false, kUnowned, STATUS_SUCCESS, kOccluded},
      {false, kShared, kInUse, kOccluded},
      {false, kExclusive, kInUse, kOccluded},
      {false, kEmulated, kInUse, kOccluded},
      {true, -1, STATUS_SUCCESS, STATUS_SUCCESS},
      {false, kShared, kInUse, STATUS_SUCCESS},
      {true, kEmulated, STATUS_SUCCESS, STATUS_SUCCESS},
      {false, kUnowned, STATUS_SUCCESS, STATUS_SUCCESS},
      {false, kShared, kInUse, STATUS_SUCCESS},
      {false, kExclusive, kInUse, STATUS_SUCCESS},
      {false, kEmulated, kInUse, STATUS_SUCCESS},
  };
  play(kSteps);
}

TEST_F(OwnershipSteps, D202OnlyTheOwnerReleasesAndItsEndDoes) {
  constexpr Step kSteps[] = {
      {false, kExclusive, STATUS_SUCCESS, kOccluded},
      {true, -1, STATUS_SUCCESS, kOccluded},
      {false, -1, STATUS_SUCCESS, STATUS_SUCCESS},
      {false, kExclusive, STATUS_SUCCESS, kOccluded},
  };
  play(kSteps);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(check(), STATUS_SUCCESS);
  EXPECT_EQ(own(second, kExclusive), STATUS_SUCCESS);
}

TEST_F(OwnershipSteps, D202AProcessReleasesEverythingItOwns) {
  ASSERT_EQ(own_exclusively(second), STATUS_SUCCESS);
  EXPECT_EQ(D3DKMTReleaseProcessVidPnSourceOwners(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTReleaseProcessVidPnSourceOwners(reinterpret_cast<HANDLE>(0xdeadbeef)),
            STATUS_INVALID_HANDLE);
  EXPECT_EQ(check(), kOccluded);
  {
    const Client stranger(machine);
    EXPECT_EQ(D3DKMTReleaseProcessVidPnSourceOwners(ZwCurrentProcess()), STATUS_SUCCESS);
  }
  EXPECT_EQ(check(), kOccluded) << "of another process";
  EXPECT_EQ(D3DKMTReleaseProcessVidPnSourceOwners(ZwCurrentProcess()), STATUS_SUCCESS);
  EXPECT_EQ(check(), STATUS_SUCCESS);
}

TEST_F(SourceOwnership, D202TheEndOfAProcessReleases) {
  {
    Client dying(machine);
    ASSERT_EQ(own_exclusively(dying.new_device()), STATUS_SUCCESS);
    EXPECT_EQ(own_exclusively(dying.new_device()), kInUse);
    dying.process().vanish();
  }
  EXPECT_EQ(check(), STATUS_SUCCESS);
  EXPECT_EQ(own_exclusively(device), STATUS_SUCCESS);
}

TEST_F(SourceOwnership, D202AStopOfTheAdapterReleases) {
  ASSERT_EQ(own_exclusively(device), STATUS_SUCCESS);
  ASSERT_EQ(machine.dock().restart(machine.adapter()), STATUS_SUCCESS);
  EXPECT_EQ(check(), STATUS_SUCCESS);
  EXPECT_EQ(own_exclusively(device), STATUS_DEVICE_REMOVED) << "the device is lost";
  EXPECT_EQ(own_exclusively(client.new_device()), STATUS_SUCCESS);
}

TEST_F(SourceOwnership, AStoppedAdapterHasNoOwners) {
  machine.expect_end();
  ASSERT_EQ(own_exclusively(device), STATUS_SUCCESS);
  machine.dock().unplug(machine.adapter());
  EXPECT_EQ(check(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(own_exclusively(device), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(release(device), STATUS_DEVICE_REMOVED);
}

D3DKMT_SETVIDPNSOURCEOWNER2 with_flags(D3DKMT_HANDLE device,
                                       const D3DKMT_VIDPNSOURCEOWNER_TYPE& type, UINT flags) {
  static constexpr D3DDDI_VIDEO_PRESENT_SOURCE_ID kSource = 0;
  D3DKMT_SETVIDPNSOURCEOWNER2 request{};
  request.Version1.Version0 = {device, &type, &kSource, 1};
  request.Version1.Flags.Value = flags;
  return request;
}

constexpr UINT kUseNtHandles = 4;

TEST_F(SourceOwnership, D203UnknownFlagsAndMissingHandlesAreRefused) {
  const Raises raises({"D-203"});
  auto request = with_flags(device, kExclusive, 1U << 31);
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner1(&request.Version1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner2(&request), STATUS_INVALID_PARAMETER);
  request = with_flags(device, kExclusive, kUseNtHandles);
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner1(&request.Version1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner2(&request), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner1(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner2(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(check(), STATUS_SUCCESS);
}

TEST_F(SourceOwnership, D203DefinedFlagsAreAccepted) {
  const StaysSilent silent({"D-203"});
  auto request = with_flags(device, kExclusive, /*AllowOutputDuplication*/ 1);
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner1(&request.Version1), STATUS_SUCCESS);
  EXPECT_EQ(check(), kOccluded);
  const D3DKMT_PTR_TYPE handle{};
  request = with_flags(device, kExclusive, kUseNtHandles);
  request.pVidPnSourceNtHandles = &handle;
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner2(&request), STATUS_SUCCESS);
  // A release names no sources, and so no handles.
  request.Version1.Version0 = {device, nullptr, nullptr, 0};
  request.pVidPnSourceNtHandles = nullptr;
  EXPECT_EQ(D3DKMTSetVidPnSourceOwner2(&request), STATUS_SUCCESS);
  EXPECT_EQ(check(), STATUS_SUCCESS);
}

TEST_F(SourceOwnership, D204ChecksSayWhetherThereIsAnExclusiveOwner) {
  EXPECT_EQ(D3DKMTCheckVidPnExclusiveOwnership(nullptr), STATUS_INVALID_PARAMETER);
  const D3DKMT_CHECKVIDPNEXCLUSIVEOWNERSHIP nothing{};
  EXPECT_EQ(D3DKMTCheckVidPnExclusiveOwnership(&nothing), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(check(1), STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
  EXPECT_EQ(check(), STATUS_SUCCESS);
  ASSERT_EQ(own(device, kEmulated), STATUS_SUCCESS);
  EXPECT_EQ(check(), STATUS_SUCCESS);
  ASSERT_EQ(release(device), STATUS_SUCCESS);
  ASSERT_EQ(own(device, kExclusive), STATUS_SUCCESS);
  EXPECT_EQ(check(), kOccluded);
  const Client stranger(machine);
  const D3DKMT_CHECKVIDPNEXCLUSIVEOWNERSHIP theirs{stranger.adapter(), 0};
  EXPECT_EQ(D3DKMTCheckVidPnExclusiveOwnership(&theirs), kOccluded) << "whoever asks";
}

TEST_F(SourceOwnership, AQueryNamesWhatTheProcessOwnsExclusively) {
  D3DKMT_QUERYVIDPNEXCLUSIVEOWNERSHIP query{};
  EXPECT_EQ(D3DKMTQueryVidPnExclusiveOwnership(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTQueryVidPnExclusiveOwnership(&query), STATUS_INVALID_PARAMETER);
  query.hProcess = ZwCurrentProcess();
  ASSERT_EQ(D3DKMTQueryVidPnExclusiveOwnership(&query), STATUS_SUCCESS);
  EXPECT_EQ(query.OwnerType, kUnowned);
  ASSERT_EQ(own(device, kExclusive), STATUS_SUCCESS);
  ASSERT_EQ(D3DKMTQueryVidPnExclusiveOwnership(&query), STATUS_SUCCESS);
  EXPECT_EQ(query.OwnerType, kExclusive);
  EXPECT_EQ(query.VidPnSourceId, 0U);
  EXPECT_EQ(query.AdapterLuid.LowPart, machine.adapter().luid().LowPart);
}

}  // namespace
}  // namespace drydock::testing
