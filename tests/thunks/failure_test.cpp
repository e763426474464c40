// A fault at every point of every creation: what fails leaves nothing, not even a gap in the
// handles.
#include "src/sim/faults.h"
#include "tests/support/open_request.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

// A client's whole life. Calls may fail for want of memory; handles come without a gap all the
// same.
class Life {
 public:
  explicit Life(Machine& machine) : process_(machine.new_process()), scope_(process_.get()) {
    D3DKMT_OPENADAPTERFROMLUID open{};
    open.AdapterLuid = machine.adapter().luid();
    if (succeeds(D3DKMTOpenAdapterFromLuid(&open))) {
      expect_next(open.hAdapter);
      with_adapter(open.hAdapter);
      const D3DKMT_CLOSEADAPTER close{open.hAdapter};
      EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_SUCCESS);
    }
  }

  int failures() const { return failures_; }

 private:
  bool succeeds(NTSTATUS status) {
    if (NT_SUCCESS(status)) return true;
    EXPECT_EQ(status, STATUS_NO_MEMORY);
    ++failures_;
    return false;
  }

  void expect_next(D3DKMT_HANDLE handle) {
    EXPECT_TRUE(last_ == 0 || handle == last_ + 0x40) << std::hex << last_ << " then " << handle;
    last_ = handle;
  }

  void with_adapter(D3DKMT_HANDLE adapter) {
    D3DKMT_CREATEDEVICE create{};
    create.hAdapter = adapter;
    if (!succeeds(D3DKMTCreateDevice(&create))) return;
    expect_next(create.hDevice);
    with_device(create.hDevice);
    const D3DKMT_DESTROYDEVICE destroy{create.hDevice};
    EXPECT_EQ(D3DKMTDestroyDevice(&destroy), STATUS_SUCCESS);
  }

  void with_device(D3DKMT_HANDLE device) {
    D3DKMT_CREATECONTEXT context{};
    context.hDevice = device;
    context.EngineAffinity = 1;
    if (succeeds(D3DKMTCreateContext(&context))) expect_next(context.hContext);
    Creation loose(device, 3);
    if (succeeds(loose.run())) {
      for (const D3DKMT_HANDLE handle : loose.handles()) expect_next(handle);
    }
    share(device);
    Heap heap(device);
    if (succeeds(heap.run())) {
      expect_next(heap.info.hAllocation);
      D3DKMT_DESTROYALLOCATION destroy{};
      destroy.hDevice = device;
      destroy.phAllocationList = &heap.info.hAllocation;
      destroy.AllocationCount = 1;
      EXPECT_EQ(D3DKMTDestroyAllocation(&destroy), STATUS_SUCCESS);
    }
    D3DKMT_CREATESYNCHRONIZATIONOBJECT2 sync{};
    sync.hDevice = device;
    sync.Info.Type = D3DDDI_FENCE;
    sync.Info.Flags.Shared = 1;
    if (!succeeds(D3DKMTCreateSynchronizationObject2(&sync))) return;
    expect_next(sync.hSyncObject);
    D3DKMT_OPENSYNCHRONIZATIONOBJECT open{};
    open.hSharedHandle = sync.Info.SharedHandle;
    if (succeeds(D3DKMTOpenSynchronizationObject(&open))) expect_next(open.hSyncObject);
  }

  void share(D3DKMT_HANDLE device) {
    Creation shared(device, 2);
    shared.request.Flags.CreateResource = shared.request.Flags.CreateShared = 1;
    if (!succeeds(shared.run())) return;
    expect_next(shared.request.hResource);
    for (const D3DKMT_HANDLE handle : shared.handles()) expect_next(handle);
    OpenRequest open(device, shared.request.hGlobalShare, 2);
    if (!succeeds(open.run())) return;
    expect_next(open.resource());
    for (const D3DDDI_OPENALLOCATIONINFO& info : open.infos) expect_next(info.hAllocation);
  }

  std::unique_ptr<dxgk::Process> process_;
  dxgk::ProcessScope scope_;
  D3DKMT_HANDLE last_ = 0;
  int failures_ = 0;
};

TEST(Failure, AtEveryPointLeavesNothing) {
  for (const char* version : {kWddm13, kWddm20}) {
    Machine machine({}, version);
    std::uint64_t points = 0;
    {
      const sim::FaultInjection none;
      EXPECT_EQ(Life(machine).failures(), 0);
      points = none.points();
    }
    EXPECT_GE(points, 15U) << "a life meets many";
    for (std::uint64_t n = 0; n < points; ++n) {
      {
        const sim::FaultInjection faults({.nth = n});
        EXPECT_LE(Life(machine).failures(), 1) << "point " << n;
        EXPECT_EQ(faults.failed(), 1U) << "point " << n;
      }
      const BOOK book = machine.book();
      EXPECT_EQ(book.Allocations + book.Resources + book.Bindings + book.Contexts + book.Devices +
                    book.Processes,
                0)
          << "point " << n;
    }
  }
}

// A client whose handle table is full gets an error, and nothing changes.
TEST(Failure, ForWantOfAHandle) {
  Machine machine;
  Client client(machine);
  const sim::FaultInjection faults({.seed = 1, .one_in = 1, .only = sim::FaultKind::kHandle});
  D3DKMT_OPENADAPTERFROMLUID open{};
  open.AdapterLuid = machine.adapter().luid();
  EXPECT_EQ(D3DKMTOpenAdapterFromLuid(&open), STATUS_NO_MEMORY);
  EXPECT_EQ(open.hAdapter, 0U);
  D3DKMT_CREATEDEVICE create{};
  create.hAdapter = client.adapter();
  EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_NO_MEMORY);
  EXPECT_EQ(create.hDevice, 0U);
}

}  // namespace
}  // namespace drydock::testing
