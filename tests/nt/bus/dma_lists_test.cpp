// Scatter/gather lists: the pages that they name, and pages out of reach.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

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

VOID keep_list(PDEVICE_OBJECT, PIRP, PSCATTER_GATHER_LIST list, PVOID context) {
  *static_cast<PSCATTER_GATHER_LIST*>(context) = list;
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

}  // namespace
