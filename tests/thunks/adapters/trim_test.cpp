// Registering for trim notifications.
#include "tests/dxgk/memory/residency_scene.h"
#include "tests/dxgk/memory/trim_scene.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

TEST_F(Residency, K094CallbackThatIsLeftIsFound) {
  GpuWorld& gpu = make();
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(gpu.opened, device), STATUS_SUCCESS);
  TrimLog log;
  ASSERT_EQ(log.register_for(gpu, device), STATUS_SUCCESS);
  EXPECT_EQ(log.register_for(gpu, 0), STATUS_INVALID_PARAMETER);
  ASSERT_EQ(destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-094"), 1U) << gpu.findings_text();
}

TEST_F(Residency, K094CallbackThatIsUnregisteredIsSilent) {
  const StaysSilent silent({"K-094"});
  GpuWorld& gpu = make();
  D3DKMT_HANDLE device = 0;
  ASSERT_EQ(create_device(gpu.opened, device), STATUS_SUCCESS);
  TrimLog log;
  ASSERT_EQ(log.register_for(gpu, device), STATUS_SUCCESS);
  EXPECT_EQ(log.unregister(), STATUS_SUCCESS);
  ASSERT_EQ(destroy_device(device), STATUS_SUCCESS);
  EXPECT_EQ(gpu.findings_text(), "");
}

TEST_F(Residency, RegistrationsThatCannotBeAreRefused) {
  GpuWorld& gpu = make();
  TrimLog log;
  const auto register_with = [&](auto&& edit) {
    D3DKMT_REGISTERTRIMNOTIFICATION data{};
    data.AdapterLuid = gpu.adapter->luid();
    data.hDevice = gpu.device;
    data.Callback = TrimLog::note;
    data.Context = &log;
    edit(data);
    const NTSTATUS status = D3DKMTRegisterTrimNotification(&data);
    EXPECT_EQ(data.Handle, nullptr);
    return status;
  };
  EXPECT_EQ(D3DKMTRegisterTrimNotification(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(register_with([](auto& data) { data.Callback = nullptr; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(register_with([](auto& data) { data.hDevice = 0; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(register_with([&](auto& data) { data.hDevice = gpu.opened; }),
            STATUS_INVALID_PARAMETER);
  EXPECT_EQ(register_with([](auto& data) { data.AdapterLuid.LowPart ^= 1; }),
            STATUS_INVALID_PARAMETER);
  EXPECT_EQ(register_with([](auto& data) { data.AdapterLuid.HighPart ^= 1; }),
            STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTUnregisterTrimNotification(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(log.unregister(), STATUS_INVALID_PARAMETER) << "nothing was registered";
}

TEST_F(Residency, AnotherProcessEndsNoRegistration) {
  GpuWorld& gpu = make();
  TrimLog log;
  ASSERT_EQ(log.register_for(gpu, gpu.device), STATUS_SUCCESS);
  {
    const auto other = gpu.dock->new_process();
    const dxgk::ProcessScope scope(other.get());
    EXPECT_EQ(log.unregister(), STATUS_INVALID_PARAMETER);
  }
  EXPECT_EQ(log.unregister(), STATUS_SUCCESS);
}

TEST_F(Residency, OlderDriversHaveNoTrims) {
  GpuWorld& gpu = Gpu::make();
  TrimLog log;
  EXPECT_EQ(log.register_for(gpu, gpu.device), STATUS_NOT_SUPPORTED);
}

}  // namespace
}  // namespace drydock::testing
