// DMA adapters and their common buffers.
#include "src/nt/bus/dma.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"
#include "src/rules/finding.h"
#include "tests/nt/bus/dma_scene.h"
#include "tests/nt/memory_calls.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using drydock::rules::FindingLog;
using namespace drydock::testing;

// wdm/nf-wdm-iogetdmaadapter.md: null for a version that is not supported; Version is always 1.
TEST_F(Dma, AdapterVersions) {
  ULONG registers = 0;
  PDMA_ADAPTER adapter = get_adapter(true, true, &registers);
  ASSERT_NE(adapter, nullptr);
  EXPECT_EQ(adapter->Version, 1);
  EXPECT_GE(registers, 4U);
  adapter->DmaOperations->PutDmaAdapter(adapter);
  DEVICE_DESCRIPTION device{};
  device.Version = DEVICE_DESCRIPTION_VERSION3;
  EXPECT_EQ(IoGetDmaAdapter(nullptr, &device, &registers), nullptr);
}

// wdm/nc-wdm-pallocate_common_buffer.md
TEST_F(Dma, CommonBufferIsWithinReach) {
  ULONG registers = 0;
  PDMA_ADAPTER adapter = get_adapter(false, true, &registers);
  PHYSICAL_ADDRESS logical{};
  auto* const memory = static_cast<char*>(
      adapter->DmaOperations->AllocateCommonBuffer(adapter, 5000, &logical, TRUE));
  ASSERT_NE(memory, nullptr);
  EXPECT_LT(logical.QuadPart + 5000, LONGLONG{1} << 32);
  EXPECT_EQ(MmGetPhysicalAddress(memory).QuadPart, logical.QuadPart);
  EXPECT_TRUE(nt::write_physical(static_cast<std::uint64_t>(logical.QuadPart) + 4999, "d", 1));
  EXPECT_EQ(memory[4999], 'd');
  adapter->DmaOperations->FreeCommonBuffer(adapter, 5000, logical, memory, TRUE);
  adapter->DmaOperations->PutDmaAdapter(adapter);
}

std::string driver(const std::string& unload) {
  return driver_with_unload(R"(static PDMA_ADAPTER adapter;
static PVOID memory;
static PHYSICAL_ADDRESS logical;)",
                            unload, "  DEVICE_DESCRIPTION device;\n  ULONG registers;", R"(
  RtlZeroMemory(&device, sizeof device);
  device.Version = DEVICE_DESCRIPTION_VERSION;
  device.Master = TRUE;
  device.ScatterGather = TRUE;
  device.Dma32BitAddresses = TRUE;
  device.InterfaceType = PCIBus;
  device.MaximumLength = 65536;
  adapter = IoGetDmaAdapter(NULL, &device, &registers);
  if (adapter == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  memory = adapter->DmaOperations->AllocateCommonBuffer(adapter, 4096, &logical, FALSE); // common
  return memory == NULL ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;)");
}

TEST(DmaRules, N057CommonBufferLeftIsFound) {
  const std::string source = driver("adapter->DmaOperations->PutDmaAdapter(adapter);");
  const Life life = life_of(source);
  ASSERT_TRUE(has(life.findings, "N-057")) << text_of(life.findings);
  EXPECT_TRUE(
      mentions_line(first(life.findings, "N-057"), "driver.c", line_of(source, "// common")));
}

TEST(DmaRules, N057EverythingGivenBackIsSilent) {
  const Life life = life_of(driver(R"(
  adapter->DmaOperations->FreeCommonBuffer(adapter, 4096, logical, memory, FALSE);
  adapter->DmaOperations->PutDmaAdapter(adapter);)"));
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
