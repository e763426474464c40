// Transfers through map registers.
#include <gtest/gtest.h>

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

}  // namespace
