// The device of the software GPU: its addresses, its registers and its message.
#include "src/dxgk/dock/software_gpu_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace drydock::dxgk {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Generation = SoftwareGpuDevice::Generation;

constexpr std::size_t kMemory = std::size_t{64} << 20;

bool are_apart(const DeviceModel::Range& one, const DeviceModel::Range& other) {
  return one.physical + one.size <= other.physical || other.physical + other.size <= one.physical;
}

TEST(SoftwareGpuDeviceTest, RegistersAndMemoryAreRanges) {
  const auto ranges = SoftwareGpuDevice(kMemory).ranges();
  ASSERT_EQ(ranges.size(), 2U);
  EXPECT_EQ(ranges[1].size, kMemory);
  EXPECT_FALSE(ranges[1].callbacks.read) << "plain memory";
  EXPECT_TRUE(are_apart(ranges[0], ranges[1]));
  for (const auto& range : ranges) EXPECT_FALSE(range.is_port);
}

TEST(SoftwareGpuDeviceTest, DevicesThatLiveTogetherLieApart) {
  auto first = std::make_unique<SoftwareGpuDevice>(std::size_t{1} << 30);
  const SoftwareGpuDevice second;
  for (const auto& one : first->ranges()) {
    for (const auto& other : second.ranges()) EXPECT_TRUE(are_apart(one, other));
  }
  const std::uint64_t lowest = first->ranges()[0].physical;
  first = nullptr;
  EXPECT_EQ(SoftwareGpuDevice().ranges()[0].physical, lowest) << "free addresses are used again";
}

TEST(SoftwareGpuDeviceTest, ARegisterSaysTheGeneration) {
  for (const Generation generation : {Generation::kWddm2, Generation::kWddm1}) {
    const auto registers = SoftwareGpuDevice(kMemory, generation).ranges()[0];
    EXPECT_EQ(registers.callbacks.read(4, 4), static_cast<std::uint64_t>(generation));
    EXPECT_EQ(registers.callbacks.read(0, 4), 0U);
  }
}

TEST(SoftwareGpuDeviceTest, ARegisterSendsTheMessageWhileThereIsPower) {
  SoftwareGpuDevice device(kMemory);
  const auto ring = device.ranges()[0].callbacks.write;
  std::vector<ULONG> messages;
  ring(0, 4, 1);
  EXPECT_THAT(messages, IsEmpty());
  device.power_on({}, [&](ULONG message) {
    messages.push_back(message);
    return true;
  });
  ring(4, 4, 1);
  EXPECT_THAT(messages, IsEmpty()) << "another register";
  ring(0, 4, 1);
  EXPECT_THAT(messages, ElementsAre(0U));
  device.power_off();
  ring(0, 4, 1);
  EXPECT_EQ(messages.size(), 1U);
  const auto interrupt = device.interrupt();
  ASSERT_TRUE(interrupt.has_value());
  EXPECT_TRUE(interrupt->message_based);
  EXPECT_EQ(interrupt->messages, 1U);
}

// A driver may have registers mapped that outlive their device.
TEST(SoftwareGpuDeviceTest, RegistersMayOutliveTheDevice) {
  std::function<void(std::uint64_t, unsigned, std::uint64_t)> ring;
  int sent = 0;
  {
    SoftwareGpuDevice device(kMemory);
    ring = device.ranges()[0].callbacks.write;
    device.power_on({}, [&](ULONG) { return ++sent != 0; });
    device.power_off();
  }
  ring(0, 4, 1);
  EXPECT_EQ(sent, 0);
}

}  // namespace
}  // namespace drydock::dxgk
