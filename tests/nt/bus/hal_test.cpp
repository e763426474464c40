// Buses as drivers of before plug and play see them.
#include <gtest/gtest.h>

#include <cstring>

#include "src/nt/base/wdk.h"

namespace {

TEST(Hal, SlotsOfTheFirstBusAreEmptyAndThereIsNoOther) {
  UCHAR bytes[4] = {1, 2, 3, 4};
  EXPECT_EQ(HalGetBusData(PCIConfiguration, 1, 0, bytes, 4), 0U);
  EXPECT_EQ(HalGetBusData(Cmos, 0, 0, bytes, 4), 0U);
  EXPECT_EQ(HalGetBusDataByOffset(PCIConfiguration, 0, 0, bytes, 0, 1), 0U);  // too short to say so
  EXPECT_EQ(bytes[0], 1);
  EXPECT_EQ(HalGetBusDataByOffset(PCIConfiguration, 0, 0, bytes, 0, 2), 2U);
  const UCHAR nobody[] = {0xFF, 0xFF, 3, 4};
  EXPECT_EQ(std::memcmp(bytes, nobody, 4), 0);
  bytes[0] = 1;
  EXPECT_EQ(HalGetBusData(PCIConfiguration, 0, 31, bytes, 4), 2U);
  EXPECT_EQ(std::memcmp(bytes, nobody, 4), 0);
  EXPECT_EQ(HalSetBusData(PCIConfiguration, 0, 0, bytes, 4), 0U);
  EXPECT_EQ(HalSetBusDataByOffset(PCIConfiguration, 0, 0, bytes, 0, 4), 0U);
}

TEST(Hal, AddressesOfTheBusArePhysical) {
  PHYSICAL_ADDRESS from{}, to{};
  ULONG space = 0;
  from.QuadPart = 0xE0001234;
  EXPECT_FALSE(HalTranslateBusAddress(PCIBus, 1, from, &space, &to));
  EXPECT_EQ(to.QuadPart, 0);
  EXPECT_TRUE(HalTranslateBusAddress(PCIBus, 0, from, &space, &to));
  EXPECT_EQ(to.QuadPart, 0xE0001234);
}

TEST(Hal, AVectorThatNoLineHasIsNone) {
  KIRQL irql = 77;
  KAFFINITY affinity = 77;
  EXPECT_EQ(HalGetInterruptVector(PCIBus, 0, 9, 0xABCD, &irql, &affinity), 0U);
  EXPECT_EQ(irql, 77);
  EXPECT_FALSE(HalMakeBeep(1000));
}

}  // namespace
