// DMA adapters.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"
#include "src/rules/finding.h"
#include "tests/nt/memory_calls.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using drydock::rules::FindingLog;
using namespace drydock::testing;

alignas(PAGE_SIZE) char buffer[3 * PAGE_SIZE];

PDMA_ADAPTER get_adapter(bool reaches_everything, bool scatter_gather, ULONG* registers) {
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

  FindingLog log_;
  PMDL mdl_ = nullptr;
};

VOID keep_list(PDEVICE_OBJECT, PIRP, PSCATTER_GATHER_LIST list, PVOID context) {
  *static_cast<PSCATTER_GATHER_LIST*>(context) = list;
}

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

// wdm/nc-wdm-pget_scatter_gather_list.md
TEST_F(Dma, ListNamesThePages) {
  ULONG registers = 0;
  PDMA_ADAPTER adapter = get_adapter(true, true, &registers);
  PSCATTER_GATHER_LIST list = nullptr;
  const KIRQL old = KeRaiseIrqlToDpcLevel();
  EXPECT_EQ(adapter->DmaOperations->GetScatterGatherList(adapter, nullptr, mdl_, buffer + 100,
                                                         PAGE_SIZE, keep_list, &list, TRUE),
            STATUS_SUCCESS);
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->NumberOfElements, 2U);
  EXPECT_EQ(list->Elements[0].Address.QuadPart, MmGetPhysicalAddress(buffer + 100).QuadPart);
  EXPECT_EQ(list->Elements[0].Length, ULONG{PAGE_SIZE - 100});
  EXPECT_EQ(list->Elements[1].Length, 100U);
  adapter->DmaOperations->PutScatterGatherList(adapter, list, TRUE);
  EXPECT_EQ(adapter->DmaOperations->GetScatterGatherList(adapter, nullptr, mdl_, buffer + PAGE_SIZE,
                                                         sizeof buffer, keep_list, &list, TRUE),
            STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(adapter->DmaOperations->GetScatterGatherList(adapter, nullptr, mdl_, buffer,
                                                         100 * PAGE_SIZE, keep_list, &list, TRUE),
            STATUS_INSUFFICIENT_RESOURCES);
  KeLowerIrql(old);
  adapter->DmaOperations->PutDmaAdapter(adapter);
}

// wdm/nc-wdm-pput_scatter_gather_list.md: the data is in the buffer after it; pages that the device
// cannot reach are bounced.
TEST_F(Dma, PagesOutOfReachAreBounced) {
  ULONG registers = 0;
  PDMA_ADAPTER adapter = get_adapter(false, true, &registers);
  PSCATTER_GATHER_LIST list = nullptr;
  const KIRQL old = KeRaiseIrqlToDpcLevel();
  ASSERT_EQ(adapter->DmaOperations->GetScatterGatherList(adapter, nullptr, mdl_, buffer,
                                                         sizeof buffer, keep_list, &list, FALSE),
            STATUS_SUCCESS);
  for (ULONG i = 0; i < list->NumberOfElements; ++i) {
    const auto address = static_cast<std::uint64_t>(list->Elements[i].Address.QuadPart);
    ASSERT_LT(address + list->Elements[i].Length, std::uint64_t{1} << 32);
    const std::vector<char> data(list->Elements[i].Length, static_cast<char>('0' + i));
    ASSERT_TRUE(nt::write_physical(address, data.data(), data.size()));
  }
  EXPECT_EQ(buffer[0], 'b');
  adapter->DmaOperations->PutScatterGatherList(adapter, list, FALSE);
  EXPECT_EQ(buffer[0], '0');
  EXPECT_EQ(buffer[sizeof buffer - 1], '2');
  KeLowerIrql(old);
  adapter->DmaOperations->PutDmaAdapter(adapter);
}

// wdm/nc-wdm-pget_scatter_gather_list.md: a device that cannot reach the buffer reads a copy of it,
// from the middle of one MDL of a chain to the middle of the next.
TEST_F(Dma, DataForTheDeviceIsBounced) {
  ULONG registers = 0;
  PDMA_ADAPTER adapter = get_adapter(false, true, &registers);
  alignas(PAGE_SIZE) static char tail[PAGE_SIZE];
  std::memset(tail, 't', sizeof tail);
  for (std::size_t i = 0; i < sizeof buffer; ++i) buffer[i] = static_cast<char>(i % 251);
  PMDL second = IoAllocateMdl(tail, sizeof tail, FALSE, FALSE, nullptr);
  MmBuildMdlForNonPagedPool(second);
  mdl_->Next = second;
  char* const from = buffer + PAGE_SIZE + 100;
  const ULONG in_first = static_cast<ULONG>(buffer + sizeof buffer - from);
  PSCATTER_GATHER_LIST list = nullptr;
  const KIRQL old = KeRaiseIrqlToDpcLevel();
  ASSERT_EQ(adapter->DmaOperations->GetScatterGatherList(adapter, nullptr, mdl_, from,
                                                         in_first + 50, keep_list, &list, TRUE),
            STATUS_SUCCESS);
  std::string seen;
  for (ULONG i = 0; i < list->NumberOfElements; ++i) {
    const auto address = static_cast<std::uint64_t>(list->Elements[i].Address.QuadPart);
    ASSERT_LT(address + list->Elements[i].Length, std::uint64_t{1} << 32);
    std::string piece(list->Elements[i].Length, 0);
    ASSERT_TRUE(nt::read_physical(address, piece.data(), piece.size()));
    seen += piece;
  }
  EXPECT_EQ(seen, std::string(from, in_first) + std::string(50, 't'));
  // The device's writes to its copy do not change the buffer.
  const auto copy = static_cast<std::uint64_t>(list->Elements[0].Address.QuadPart);
  ASSERT_TRUE(nt::write_physical(copy, "x", 1));
  adapter->DmaOperations->PutScatterGatherList(adapter, list, TRUE);
  EXPECT_EQ(*from, seen[0]);
  // The copy's pages are free again.
  EXPECT_FALSE(nt::in_use(copy / PAGE_SIZE, 1));
  KeLowerIrql(old);
  mdl_->Next = nullptr;
  IoFreeMdl(second);
  adapter->DmaOperations->PutDmaAdapter(adapter);
}

// wdm/nc-wdm-pcalculate_scatter_gather_list.md, wdm/nc-wdm-pbuild_scatter_gather_list.md
TEST_F(Dma, ListInTheDriversMemory) {
  ULONG registers = 0, size = 0, needed = 0;
  PDMA_ADAPTER adapter = get_adapter(true, true, &registers);
  EXPECT_EQ(adapter->DmaOperations->CalculateScatterGatherList(adapter, mdl_, buffer, sizeof buffer,
                                                               &size, &needed),
            STATUS_SUCCESS);
  EXPECT_EQ(needed, 3U);
  std::vector<char> memory(size);
  PSCATTER_GATHER_LIST list = nullptr;
  const KIRQL old = KeRaiseIrqlToDpcLevel();
  EXPECT_EQ(adapter->DmaOperations->BuildScatterGatherList(adapter, nullptr, mdl_, buffer,
                                                           sizeof buffer, keep_list, &list, TRUE,
                                                           memory.data(), size - 1),
            STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(
      adapter->DmaOperations->BuildScatterGatherList(adapter, nullptr, mdl_, buffer, sizeof buffer,
                                                     keep_list, &list, TRUE, memory.data(), size),
      STATUS_SUCCESS);
  EXPECT_EQ(static_cast<void*>(list), memory.data());
  PMDL target = nullptr;
  EXPECT_EQ(adapter->DmaOperations->BuildMdlFromScatterGatherList(adapter, list, mdl_, &target),
            STATUS_SUCCESS);
  EXPECT_EQ(target, mdl_);
  adapter->DmaOperations->PutScatterGatherList(adapter, list, TRUE);
  KeLowerIrql(old);
  adapter->DmaOperations->PutDmaAdapter(adapter);
}

IO_ALLOCATION_ACTION keep_registers(PDEVICE_OBJECT, PIRP, PVOID base, PVOID context) {
  *static_cast<PVOID*>(context) = base;
  return DeallocateObjectKeepRegisters;
}

// wdm/nc-wdm-pmap_transfer.md: without scatter/gather, Length comes back as it was.
TEST_F(Dma, MapTransferGivesOneBlock) {
  ULONG registers = 0;
  PDMA_ADAPTER adapter = get_adapter(false, false, &registers);
  PVOID base = nullptr;
  const KIRQL old = KeRaiseIrqlToDpcLevel();
  ASSERT_EQ(
      adapter->DmaOperations->AllocateAdapterChannel(adapter, nullptr, 3, keep_registers, &base),
      STATUS_SUCCESS);
  ULONG length = sizeof buffer;
  buffer[2 * PAGE_SIZE] = 'q';
  const PHYSICAL_ADDRESS logical =
      adapter->DmaOperations->MapTransfer(adapter, mdl_, base, buffer, &length, TRUE);
  EXPECT_EQ(length, sizeof buffer);
  char seen = 0;
  EXPECT_TRUE(
      nt::read_physical(static_cast<std::uint64_t>(logical.QuadPart) + 2 * PAGE_SIZE, &seen, 1));
  EXPECT_EQ(seen, 'q');
  EXPECT_TRUE(
      adapter->DmaOperations->FlushAdapterBuffers(adapter, mdl_, base, buffer, length, TRUE));
  adapter->DmaOperations->FreeMapRegisters(adapter, base, 3);
  KeLowerIrql(old);
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
