// A resource that an adapter shares with another: a second allocation in the same memory.
#include "src/dxgk/creation/open_across.h"

#include "tests/support/open_request.h"
#include "tests/support/private_data.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

// The books of an adapter besides the machine's.
BOOK book_of(D3DKMT_HANDLE adapter) {
  BOOK book{};
  book.Command = BOOK_READ;
  EXPECT_EQ(escape_with(adapter, book), STATUS_SUCCESS);
  return book;
}

TEST(ClientCreates, K178CrossAdapterResourceIsASecondAllocationElsewhere) {
  Machine machine;
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  dxgk::Adapter* const second = machine.dock().plug(machine.adapter().miniport(),
                                                    std::make_shared<dxgk::DeviceModel>(), status);
  ASSERT_NE(second, nullptr);
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  D3DKMT_CREATEDEVICE create{};
  create.hAdapter = client.process().open(*second);
  ASSERT_EQ(D3DKMTCreateDevice(&create), STATUS_SUCCESS);
  Heap heap(device), plain(device);
  for (Heap* each : {&heap, &plain})
    each->request.Flags.CreateResource = each->request.Flags.CreateShared = 1;
  heap.request.Flags.CrossAdapter = 1;
  ASSERT_EQ(heap.run(), STATUS_SUCCESS);
  ASSERT_EQ(plain.run(), STATUS_SUCCESS);
  D3DKMT_QUERYRESOURCEINFO query{};
  query.hDevice = create.hDevice;
  query.hGlobalShare = plain.request.hGlobalShare;
  EXPECT_EQ(D3DKMTQueryResourceInfo(&query), STATUS_INVALID_PARAMETER) << "of one adapter";
  query.hGlobalShare = heap.request.hGlobalShare;
  ASSERT_EQ(D3DKMTQueryResourceInfo(&query), STATUS_SUCCESS);
  EXPECT_EQ(query.NumAllocations, 1U);
  ASSERT_EQ(query.TotalPrivateDriverDataSize, sizeof(BOOK_ALLOCATION));
  OpenRequest open(create.hDevice, heap.request.hGlobalShare);
  ASSERT_EQ(open.run(), STATUS_SUCCESS) << text_of(machine.findings());
  const BOOK there = book_of(create.hAdapter);
  EXPECT_EQ(there.CreateCalls, 1);
  EXPECT_EQ(there.OpenCalls, 1);
  EXPECT_EQ(there.StandardCalls, 4) << "sizes and data, for the query and for the opening";
  EXPECT_EQ(there.Allocations, 1);
  D3DKMT_LOCK2 lock{};
  lock.hDevice = create.hDevice;
  lock.hAllocation = open.allocation();
  ASSERT_EQ(D3DKMTLock2(&lock), STATUS_SUCCESS);
  EXPECT_EQ(lock.pData, heap.memory) << "one memory";
  EXPECT_EQ(client.destroy(device, heap.request.hResource, {}), STATUS_SUCCESS);
  EXPECT_EQ(book_of(create.hAdapter).Allocations, 1) << "each adapter has its own";
  const D3DKMT_UNLOCK2 unlock{create.hDevice, open.allocation()};
  EXPECT_EQ(D3DKMTUnlock2(&unlock), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy(create.hDevice, open.resource(), {}), STATUS_SUCCESS);
  EXPECT_EQ(book_of(create.hAdapter).Allocations, 0);
  EXPECT_EQ(client.destroy_device(create.hDevice), STATUS_SUCCESS);
  EXPECT_TRUE(client.process().close_adapter(create.hAdapter));
  EXPECT_EQ(client.destroy(device, plain.request.hResource, {}), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
