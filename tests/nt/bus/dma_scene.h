// A buffer for DMA, and adapters that reach all or part of memory.
#pragma once

#include <gtest/gtest.h>

#include <cstring>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"
#include "src/rules/finding.h"
#include "tests/nt/memory_calls.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

alignas(PAGE_SIZE) inline char buffer[3 * PAGE_SIZE];

inline PDMA_ADAPTER get_adapter(bool reaches_everything, bool scatter_gather, ULONG* registers) {
  DEVICE_DESCRIPTION device{};
  device.Version = DEVICE_DESCRIPTION_VERSION2;
  device.Master = TRUE;
  device.ScatterGather = scatter_gather ? TRUE : FALSE;
  device.Dma32BitAddresses = TRUE;
  device.Dma64BitAddresses = reaches_everything ? TRUE : FALSE;
  device.InterfaceType = PCIBus;
  device.MaximumLength = sizeof buffer;
  return IoGetDmaAdapter(nullptr, &device, registers);
}

class Dma : public ::testing::Test {
 protected:
  void SetUp() override {
    mdl_ = IoAllocateMdl(buffer, sizeof buffer, FALSE, FALSE, nullptr);
    MmBuildMdlForNonPagedPool(mdl_);
    std::memset(buffer, 'b', sizeof buffer);
  }
  void TearDown() override {
    IoFreeMdl(mdl_);
    EXPECT_TRUE(log_.findings().empty()) << text_of(log_.findings());
  }

  rules::FindingLog log_;
  PMDL mdl_ = nullptr;
};

}  // namespace drydock::testing
