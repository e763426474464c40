// Callbacks about addresses of the GPU, and about what the system has.
#include "tests/dxgk/callbacks/callbacks_scene.h"
#include "tests/dxgk/memory/gpu_address_scene.h"

namespace drydock::testing {
namespace {

using dxgk::Adapter;

TEST(CallbackRules, K077ReservationInStartIsFound) {
  EXPECT_EQ(life_with(u"ReserveInStart").count("K-077"), 1U);
}
TEST(CallbackRules, K077ReservationInCreateProcessIsSilent) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    dxgk::Seat seat(adapter, nullptr);
    seat.create_driver_process();
    seat.destroy_driver_process();
  };
  expect_silent(life_with(u"ReserveInProcess", options));
}

// Addresses of a process that the driver reserves for itself.
class DriverAddress : public GpuAddress {
 protected:
  // A process during whose creation the driver asks for this.
  void in_new_process(
      DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE& wanted, const std::function<void()>& body = [] {}) {
    gpu->engine.misdeeds.create_process = [&](const DXGKARG_CREATEPROCESS& process) {
      const DXGKRNL_INTERFACE& kernel = gpu->engine.kernel();
      wanted.hDxgkProcess = process.hDxgkProcess;
      answer = kernel.DxgkCbReserveGpuVirtualAddressRange(kernel.DeviceHandle, &wanted);
    };
    const auto process = gpu->dock->new_process();
    const dxgk::ProcessScope scope(process.get());
    opened = open_adapter(gpu->adapter->luid());
    EXPECT_EQ(create_device(opened, device), STATUS_SUCCESS);
    gpu->engine.misdeeds.create_process = {};
    body();
  }

  NTSTATUS answer = STATUS_UNSUCCESSFUL;
  D3DKMT_HANDLE opened = 0, device = 0;
};

TEST_F(DriverAddress, K078LessThanALeafIsFound) {
  DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE wanted{};
  wanted.SizeInBytes = kPage;
  in_new_process(wanted);
  EXPECT_EQ(answer, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(gpu->count("K-078"), 1U) << gpu->findings_text();
  wanted.SizeInBytes = EngineMiniport::kLeafBytes;
  wanted.Alignment = 3 * EngineMiniport::kLeafBytes;
  in_new_process(wanted);
  EXPECT_EQ(gpu->count("K-078"), 2U) << "no power of two";
  wanted.Alignment = 0;
  wanted.BaseAddress = EngineMiniport::kLeafBytes + kPage;
  in_new_process(wanted);
  EXPECT_EQ(gpu->count("K-078"), 3U);
  gpu->end();
  world.reset();
}

TEST_F(DriverAddress, K078K079WholeLeavesBehindTheFirstEntryAreTheDrivers) {
  DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE wanted{};
  wanted.SizeInBytes = EngineMiniport::kLeafBytes;
  wanted.Alignment = 4 * EngineMiniport::kLeafBytes;
  in_new_process(wanted, [&] {
    ASSERT_EQ(answer, STATUS_SUCCESS);
    EXPECT_EQ(wanted.StartVirtualAddress % wanted.Alignment, 0U);
    EXPECT_GE(wanted.StartVirtualAddress, EngineMiniport::kLeafBytes);
    const ClientQueue own(device);
    const Created made = create(device, Kind::kLoose, 1);
    D3DDDI_MAPGPUVIRTUALADDRESS there =
        mapping(own, made.allocations[0], kPages, wanted.StartVirtualAddress);
    EXPECT_EQ(D3DKMTMapGpuVirtualAddress(&there), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(free_range(opened, wanted.StartVirtualAddress, wanted.SizeInBytes),
              STATUS_INVALID_PARAMETER);
  });
  wanted.AllowUserModeMapping = 1;
  wanted.BaseAddress = 8 * EngineMiniport::kLeafBytes;
  in_new_process(wanted, [&] {
    ASSERT_EQ(answer, STATUS_SUCCESS);
    EXPECT_EQ(wanted.StartVirtualAddress, wanted.BaseAddress);
    const ClientQueue own(device);
    const Created made = create(device, Kind::kLoose, 1);
    D3DDDI_MAPGPUVIRTUALADDRESS there =
        mapping(own, made.allocations[0], kPages, wanted.StartVirtualAddress);
    EXPECT_EQ(D3DKMTMapGpuVirtualAddress(&there), STATUS_PENDING);
  });
}

// The first entry of the root leads nowhere.
TEST_F(DriverAddress, K079TheFirstEntryIsNeverReserved) {
  EXPECT_EQ(reserve_range(kBlock, EngineMiniport::kLeafBytes - kBlock), 0U);
  EXPECT_EQ(map(mapping(*queue, one, kPages, kPage)), 0U);
  EXPECT_EQ(reserve_range(kBlock), EngineMiniport::kLeafBytes);
  DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE wanted{};
  wanted.SizeInBytes = EngineMiniport::kLeafBytes;
  in_new_process(wanted);
  ASSERT_EQ(answer, STATUS_SUCCESS);
  EXPECT_EQ(wanted.StartVirtualAddress, EngineMiniport::kLeafBytes);
}

TEST(GpuCallbacks, FeaturesOfOtherDriversAreOff) {
  with_callbacks([](const DXGKRNL_INTERFACE& callbacks) {
    for (const DXGK_FEATURE_ID feature :
         {DXGK_FEATURE_SHARE_BACKING_STORE_WITH_KMD, DXGK_FEATURE_NATIVE_FENCE,
          static_cast<DXGK_FEATURE_ID>(0x7777)}) {
      DXGKARGCB_ISFEATUREENABLED asked{};
      asked.DeviceHandle = callbacks.DeviceHandle;
      asked.FeatureId = feature;
      asked.Enabled = 7;
      EXPECT_EQ(callbacks.DxgkCbIsFeatureEnabled(&asked), STATUS_SUCCESS);
      EXPECT_EQ(asked.Enabled, FALSE) << feature;
    }
    EXPECT_EQ(callbacks.DxgkCbIsFeatureEnabled(nullptr), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(callbacks.DxgkCbQueryFeatureSupport(nullptr), STATUS_INVALID_PARAMETER);
  });
}

TEST(GpuCallbacks, EventsAndDoorbellsWithoutAnOwnerAreRefused) {
  with_callbacks([](const DXGKRNL_INTERFACE& callbacks) {
    DXGKARGCB_SIGNALEVENT event{};
    event.Reserved = 1;
    EXPECT_EQ(callbacks.DxgkCbSignalEvent(&event), STATUS_INVALID_PARAMETER);
    event.Reserved = 0;
    event.CpuEventObject = 1;
    event.hDxgkProcess = callbacks.DeviceHandle;
    EXPECT_EQ(callbacks.DxgkCbSignalEvent(&event), STATUS_INVALID_PARAMETER)
        << "a CPU event is of no process";
    event.hDxgkProcess = nullptr;
    EXPECT_FALSE(NT_SUCCESS(callbacks.DxgkCbSignalEvent(&event))) << "there is none";
    EXPECT_EQ(callbacks.DxgkCbSignalEvent(nullptr), STATUS_INVALID_PARAMETER);
    DXGKARGCB_DISCONNECTDOORBELL doorbell{};
    doorbell.hHwQueue = callbacks.DeviceHandle;
    doorbell.DisconnectReason = D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY;
    EXPECT_EQ(callbacks.DxgkCbDisconnectDoorbell(&doorbell), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(callbacks.DxgkCbDisconnectDoorbell(nullptr), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(callbacks.DxgkCbReportDiagnostic(callbacks.DeviceHandle, nullptr),
              STATUS_INVALID_PARAMETER);
  });
}

}  // namespace
}  // namespace drydock::testing
