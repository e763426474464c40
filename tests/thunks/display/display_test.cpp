// What clients ask of video present sources.
#include "tests/thunks/display/source_scene.h"

namespace drydock::testing {
namespace {

constexpr NTSTATUS kNoSource = STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE;

class SourceCalls : public SourceScene {
 protected:
  using SourceScene::SourceScene;
};

class TwoSources : public SourceCalls {
 protected:
  TwoSources() : SourceCalls({"-DBOOK_SOURCES=2"}) {}
};

NTSTATUS check_occlusion(std::uintptr_t window) {
  D3DKMT_CHECKOCCLUSION request{};
  request.hWindow = reinterpret_cast<HWND>(window);
  return D3DKMTCheckOcclusion(&request);
}

TEST_F(SourceCalls, D215AWindowIsHiddenByAnExclusiveOwnerOfTheOnlySource) {
  EXPECT_EQ(D3DKMTCheckOcclusion(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(check_occlusion(0), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(check_occlusion(0x10010), STATUS_SUCCESS);
  ASSERT_EQ(own(device, D3DKMT_VIDPNSOURCEOWNER_EMULATED), STATUS_SUCCESS);
  EXPECT_EQ(check_occlusion(0x10010), STATUS_SUCCESS);
  ASSERT_EQ(release(device), STATUS_SUCCESS);
  ASSERT_EQ(own_exclusively(device), STATUS_SUCCESS);
  EXPECT_EQ(check_occlusion(0x10010), STATUS_GRAPHICS_PRESENT_OCCLUDED);
  ASSERT_EQ(release(device), STATUS_SUCCESS);
  EXPECT_EQ(check_occlusion(0x10010), STATUS_SUCCESS);
}

TEST_F(TwoSources, D215AWindowIsNotHiddenOnADesktopOfTwoSources) {
  ASSERT_EQ(own_exclusively(device), STATUS_SUCCESS);
  EXPECT_EQ(check_occlusion(0x10010), STATUS_SUCCESS);
}

TEST_F(SourceCalls, D220InvalidatingTheActiveVidPnIsNotSupported) {
  EXPECT_EQ(D3DKMTInvalidateActiveVidPn(nullptr), STATUS_INVALID_PARAMETER);
  D3DKMT_INVALIDATEACTIVEVIDPN request{};
  EXPECT_EQ(D3DKMTInvalidateActiveVidPn(&request), STATUS_INVALID_PARAMETER);
  request.hAdapter = client.adapter();
  EXPECT_EQ(D3DKMTInvalidateActiveVidPn(&request), STATUS_NOT_SUPPORTED);
}

TEST_F(SourceCalls, NoSourceHasASharedPrimary) {
  EXPECT_EQ(D3DKMTGetSharedPrimaryHandle(nullptr), STATUS_INVALID_PARAMETER);
  D3DKMT_GETSHAREDPRIMARYHANDLE request{0, 0, 77};
  EXPECT_EQ(D3DKMTGetSharedPrimaryHandle(&request), STATUS_INVALID_PARAMETER);
  request = {client.adapter(), 1, 77};
  EXPECT_EQ(D3DKMTGetSharedPrimaryHandle(&request), kNoSource);
  EXPECT_EQ(request.hSharedPrimary, 77U);
  request.VidPnSourceId = 0;
  EXPECT_EQ(D3DKMTGetSharedPrimaryHandle(&request), STATUS_SUCCESS);
  EXPECT_EQ(request.hSharedPrimary, 0U);
}

TEST_F(SourceCalls, LocksOfAPrimaryAreAnnouncedForASourceThatExists) {
  EXPECT_EQ(D3DKMTSharedPrimaryLockNotification(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTSharedPrimaryUnLockNotification(nullptr), STATUS_INVALID_PARAMETER);
  D3DKMT_SHAREDPRIMARYLOCKNOTIFICATION lock{};
  D3DKMT_SHAREDPRIMARYUNLOCKNOTIFICATION unlock{};
  EXPECT_EQ(D3DKMTSharedPrimaryLockNotification(&lock), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTSharedPrimaryUnLockNotification(&unlock), STATUS_INVALID_PARAMETER);
  lock.AdapterLuid = unlock.AdapterLuid = machine.adapter().luid();
  EXPECT_EQ(D3DKMTSharedPrimaryLockNotification(&lock), STATUS_SUCCESS);
  EXPECT_EQ(D3DKMTSharedPrimaryUnLockNotification(&unlock), STATUS_SUCCESS);
  lock.LockRect = {8, 0, 4, 2};
  EXPECT_EQ(D3DKMTSharedPrimaryLockNotification(&lock), STATUS_INVALID_PARAMETER);
  lock = {.AdapterLuid = lock.AdapterLuid, .VidPnSourceId = 1, .LockRect = {}};
  EXPECT_EQ(D3DKMTSharedPrimaryLockNotification(&lock), kNoSource);
}

TEST_F(SourceCalls, PowerOfAMonitorIsAskedOfASourceThatExists) {
  EXPECT_EQ(D3DKMTCheckMonitorPowerState(nullptr), STATUS_INVALID_PARAMETER);
  D3DKMT_CHECKMONITORPOWERSTATE request{};
  EXPECT_EQ(D3DKMTCheckMonitorPowerState(&request), STATUS_INVALID_PARAMETER);
  request = {client.adapter(), 1};
  EXPECT_EQ(D3DKMTCheckMonitorPowerState(&request), kNoSource);
  request.VidPnSourceId = 0;
  EXPECT_EQ(D3DKMTCheckMonitorPowerState(&request), STATUS_SUCCESS);
}

TEST_F(SourceCalls, AGammaRampIsSetByAnOwner) {
  D3DDDI_GAMMA_RAMP_RGB256x3x16 ramp{};
  D3DKMT_SETGAMMARAMP request{};
  const auto set = [&] { return D3DKMTSetGammaRamp(&request); };
  EXPECT_EQ(D3DKMTSetGammaRamp(nullptr), STATUS_INVALID_PARAMETER);
  request.hDevice = device;
  request.Type = D3DDDI_GAMMARAMP_RGB256x3x16;
  request.pGammaRampRgb256x3x16 = &ramp;
  request.Size = sizeof ramp;
  EXPECT_EQ(set(), STATUS_INVALID_PARAMETER) << "the desktop owns the source";
  ASSERT_EQ(own(device, D3DKMT_VIDPNSOURCEOWNER_EMULATED), STATUS_SUCCESS);
  EXPECT_EQ(set(), STATUS_GRAPHICS_GAMMA_RAMP_NOT_SUPPORTED) << "the driver has none";
  request.VidPnSourceId = 1;
  EXPECT_EQ(set(), kNoSource);
  request.VidPnSourceId = 0;
  request.Size -= 1;
  EXPECT_EQ(set(), STATUS_INVALID_PARAMETER);
  request.Size = sizeof ramp;
  request.pGammaRampRgb256x3x16 = nullptr;
  EXPECT_EQ(set(), STATUS_INVALID_PARAMETER);
  request.Type = D3DDDI_GAMMARAMP_UNINITIALIZED;
  EXPECT_EQ(set(), STATUS_INVALID_PARAMETER);
  request.hDevice = 0;
  EXPECT_EQ(set(), STATUS_INVALID_PARAMETER);
}

}  // namespace
}  // namespace drydock::testing
