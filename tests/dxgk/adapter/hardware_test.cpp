// The device of an adapter: what it is, and what is left of it when it is torn out.
#include "src/dxgk/adapter/hardware.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/dxgk/dock/dock.h"
#include "src/nt/io/device.h"
#include "tests/dxgk/miniport.h"
#include "tests/support/engine_miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using dxgk::Adapter;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// kernel/…/IoOpenDeviceRegistryKey works on the PDO that AddDevice gets.
TEST(Adapter, HasAPhysicalDevice) {
  MiniportOptions options;
  options.started = [](Adapter& adapter) {
    PDEVICE_OBJECT const device = adapter.hardware().physical_device();
    const auto identity = nt::identity_of(device);
    ASSERT_TRUE(identity);
    EXPECT_TRUE(identity->instance_path.starts_with(u"PCI\\VEN_1AF4&DEV_1050"));
    EXPECT_EQ(nt::top_of_stack(device)->DriverObject, &adapter.driver().object());
    HANDLE key = nullptr;
    EXPECT_EQ(IoOpenDeviceRegistryKey(device, PLUGPLAY_REGKEY_DRIVER, KEY_READ, &key),
              STATUS_SUCCESS);
    ZwClose(key);
  };
  EXPECT_EQ(life_with(u"", options).start, STATUS_SUCCESS);
}

MiniportLife removed_by_surprise(std::u16string_view fault, NTSTATUS& status) {
  return life_with_device(fault, [&](Adapter& adapter, RegisterDevice& device) {
    status = adapter.surprise_removal();
    EXPECT_TRUE(device.is_removed());
  });
}

TEST(AdapterRules, K063FailedRemovalNoticeIsFound) {
  NTSTATUS status = STATUS_SUCCESS;
  const MiniportLife life = removed_by_surprise(u"FailRemoval", status);
  EXPECT_EQ(status, STATUS_UNSUCCESSFUL);
  EXPECT_EQ(life.count("K-063"), 1U) << life.findings_text();
  EXPECT_EQ(life.findings.size(), 1U) << life.findings_text();
  EXPECT_FALSE(life.has_said("Unload")) << "nothing is called any more, and nothing has leaked";
}

TEST(AdapterRules, K063TouchedAfterRemovalIsFound) {
  NTSTATUS status = STATUS_SUCCESS;
  const MiniportLife life = removed_by_surprise(u"TouchAfterRemoval", status);
  EXPECT_EQ(life.count("K-063"), 1U) << "once for the place\n" << life.findings_text();
  EXPECT_EQ(life.findings.size(), 1U) << life.findings_text();
  EXPECT_TRUE(life.has_said("RemoveDevice")) << "the life goes on";
  EXPECT_TRUE(life.alive);
}

TEST(AdapterRules, K063UntouchedAfterRemovalIsSilent) {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  const MiniportLife life = removed_by_surprise(u"", status);
  EXPECT_EQ(status, STATUS_SUCCESS);
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

TEST(AdapterPromises, K064TeardownFollowsAnAcceptedRemoval) {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  const MiniportLife life = removed_by_surprise(u"", status);
  EXPECT_THAT(life.said,
              ElementsAre("AddDevice", "StartDevice", "QuerySegment4", "QuerySegment4",
                          "NotifySurpriseRemoval", "StopDevice", "RemoveDevice", "Unload"));
}

TEST(AdapterPromises, K064NothingFollowsARefusedRemoval) {
  NTSTATUS status = STATUS_SUCCESS;
  const MiniportLife life = removed_by_surprise(u"FailRemoval", status);
  EXPECT_EQ(life.said.back(), "NotifySurpriseRemoval") << life.findings_text();
}

TEST(AdapterPromises, K064NothingFollowsARemovalThatIsNotSupported) {
  NTSTATUS status = STATUS_SUCCESS;
  const MiniportLife life = removed_by_surprise(u"NoRemovalSupport", status);
  EXPECT_EQ(status, STATUS_NOT_SUPPORTED);
  EXPECT_FALSE(life.has_said("NotifySurpriseRemoval"));
  EXPECT_FALSE(life.has_said("StopDevice"));
  EXPECT_FALSE(life.has_said("RemoveDevice"));
}

// Nobody stopped it: what it has cannot be asked back.
TEST(AdapterRules, K059DriverThatWasNeverStoppedIsSilent) {
  NTSTATUS status = STATUS_SUCCESS;
  const MiniportLife life = removed_by_surprise(u"NoRemovalSupport", status);
  EXPECT_EQ(status, STATUS_NOT_SUPPORTED);
  EXPECT_FALSE(life.has_said("Unload")) << "Windows keeps it";
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
}

// The HAL finds a device in the slot that its bus address names, for as long as it is there.
TEST(Callbacks, TheHalReadsAndWritesTheSlotOfADevice) {
  class Written : public dxgk::DeviceModel {
   public:
    void configure(std::uint32_t offset, const void*, std::uint32_t size) override {
      written.emplace_back(offset, size);
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> written;
  };
  const auto vendors = [] {
    std::vector<ULONG> found;
    for (ULONG slot = 0; slot < PCI_MAX_DEVICES; ++slot) {
      USHORT vendor = 0;
      EXPECT_EQ(HalGetBusData(PCIConfiguration, 0, slot, &vendor, sizeof vendor), sizeof vendor);
      if (vendor != PCI_INVALID_VENDORID) found.push_back(slot);
    }
    return found;
  };
  EXPECT_THAT(vendors(), IsEmpty());
  {
    EngineMiniport engine;
    const auto device = std::make_shared<Written>();
    dxgk::Dock dock;
    NTSTATUS status = STATUS_SUCCESS;
    dock.plug(engine.miniport(), device, status);
    ASSERT_EQ(status, STATUS_SUCCESS);
    const std::vector<ULONG> slots = vendors();
    ASSERT_EQ(slots.size(), 1U);
    PCI_COMMON_CONFIG space{};
    EXPECT_EQ(HalGetBusData(PCIConfiguration, 0, slots[0], &space, sizeof space), sizeof space);
    EXPECT_EQ(space.VendorID, device->identity().vendor);
    EXPECT_EQ(space.BaseClass, PCI_CLASS_DISPLAY_CTLR);
    USHORT id = 0;
    EXPECT_EQ(HalGetBusDataByOffset(PCIConfiguration, 0, slots[0], &id, 2, 2), 2U);
    EXPECT_EQ(id, space.DeviceID);
    EXPECT_EQ(HalGetBusDataByOffset(PCIConfiguration, 0, slots[0], &space, 254, 8), 2U);
    EXPECT_EQ(HalGetBusDataByOffset(PCIConfiguration, 0, slots[0], &space, 256, 8), 0U);
    EXPECT_EQ(HalSetBusDataByOffset(PCIConfiguration, 0, slots[0], &id, 4, 2), 2U);
    EXPECT_THAT(device->written, ElementsAre(std::pair(4U, 2U)));
  }
  EXPECT_THAT(vendors(), IsEmpty());
}

}  // namespace
