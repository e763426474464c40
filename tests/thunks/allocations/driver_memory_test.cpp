// Rules of a miniport about its own memory, state and processes.
#include <xmmintrin.h>

#include <cstring>

#include "tests/support/private_data.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

// A driver may change its handle of a resource whenever it creates in it; from then on it is called
// by the new one.
TEST(DriverMemory, K132ResourceHandleIsTheDriversToChange) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  Creation bare(device, 0);
  bare.request.Flags.CreateResource = 1;
  ASSERT_EQ(bare.run(), STATUS_SUCCESS);
  machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_CREATE, [](void* arguments) {
    auto* const create = static_cast<DXGKARG_CREATEALLOCATION*>(arguments);
    void* const moved = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'RkoB');
    std::memcpy(moved, create->hResource, 8);
    ExFreePoolWithTag(create->hResource, 'RkoB');
    create->hResource = moved;
    static_cast<void**>(create->pAllocationInfo[0].hAllocation)[1] = moved;
  });
  Creation more(device);
  more.request.hResource = bare.request.hResource;
  EXPECT_EQ(more.run(), STATUS_SUCCESS) << text_of(machine.findings());
  EXPECT_EQ(client.destroy(device, bare.request.hResource, {}), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().DestroyHadResource, 1U) << "the driver looked at its tag";
  for (const rules::Finding& finding : machine.findings())
    EXPECT_EQ(finding.rule->party, rules::Party::kClient) << rules::to_text(finding);
}

TEST(DriverState, K044ChangedRoundingIsFoundAndUndone) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const unsigned before = _mm_getcsr();
  machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_CREATE,
                    [](void*) { _MM_SET_ROUNDING_MODE(_MM_ROUND_UP); });
  client.allocate_one(device);
  EXPECT_EQ(machine.count("K-044"), 1U) << text_of(machine.findings());
  EXPECT_EQ(_mm_getcsr() & _MM_ROUND_MASK, before & _MM_ROUND_MASK);
}
TEST(DriverState, K044RestoredRoundingIsSilent) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_CREATE, [](void*) {
    const unsigned before = _mm_getcsr();
    _MM_SET_ROUNDING_MODE(_MM_ROUND_UP);
    volatile float third = 1.0F / 3.0F;
    static_cast<void>(third);
    _mm_setcsr(before);
  });
  client.allocate_one(device);
  EXPECT_EQ(text_of(machine.findings()), "");
}

// An event of the client, which the driver signals.
constexpr char kWddm25[] = "0xA00B";

NTSTATUS signal(D3DKMT_HANDLE adapter, HANDLE event) {
  BOOK book{};
  book.Command = BOOK_SIGNAL;
  book.Event = event;
  return escape_with(adapter, book);
}

TEST(DriverState, K080EventOfAProcessThatIsGoneIsFound) {
  Machine machine({}, kWddm25);
  machine.expect_end();
  {
    Client first(machine);
    EXPECT_EQ(first.destroy_device(first.new_device()), STATUS_SUCCESS);
  }
  Client second(machine);
  EXPECT_EQ(signal(second.adapter(), nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.count("K-080"), 1U) << text_of(machine.findings());
}
TEST(DriverState, K080EventOfALiveProcessIsSignalled) {
  Machine machine({}, kWddm25);
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  HANDLE event = nullptr;
  ASSERT_EQ(ZwCreateEvent(&event, EVENT_ALL_ACCESS, nullptr, NotificationEvent, FALSE),
            STATUS_SUCCESS);
  EXPECT_EQ(signal(client.adapter(), event), STATUS_SUCCESS);
  LARGE_INTEGER now{};
  EXPECT_EQ(ZwWaitForSingleObject(event, FALSE, &now), STATUS_SUCCESS);
  EXPECT_EQ(signal(client.adapter(), nullptr), STATUS_INVALID_HANDLE);
  EXPECT_EQ(machine.count("K-080"), 0U) << text_of(machine.findings());
  EXPECT_EQ(ZwClose(event), STATUS_SUCCESS);
  EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS);
}

// The driver's answers about devices and contexts.
TEST(DriverState, K085DeviceWithoutAHandleOfItsOwnIsFound) {
  for (const BOOK_FAULT fault : {BOOK_FAULT_CALLS_BACK, BOOK_FAULT_GIVEN_DEVICE}) {
    Machine machine;
    machine.expect_end();  // nobody can destroy the device
    Client client(machine);
    machine.set_fault(fault, BOOK_ENTRY_DEVICE, [](void* arguments) {
      static_cast<DXGKARG_CREATEDEVICE*>(arguments)->hDevice = nullptr;
    });
    D3DKMT_CREATEDEVICE create{};
    create.hAdapter = client.adapter();
    EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(machine.count("K-085"), 1U) << text_of(machine.findings());
    EXPECT_EQ(client.destroy_device(client.new_device()), STATUS_SUCCESS) << "life goes on";
  }
}

struct EditedContext {
  explicit EditedContext(void (*edit)(void*)) : client(machine) {
    device = client.new_device();
    machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_CONTEXT, edit);
    D3DKMT_CREATECONTEXT create{};
    create.hDevice = device;
    create.EngineAffinity = 1;
    status = D3DKMTCreateContext(&create);
  }

  Machine machine;
  Client client;
  D3DKMT_HANDLE device;
  NTSTATUS status;
};
DXGK_CONTEXTINFO& context_info(void* arguments) {
  return static_cast<DXGKARG_CREATECONTEXT*>(arguments)->ContextInfo;
}

TEST(DriverState, K351ContextWithoutAHandleOfItsOwnIsFound) {
  EditedContext edited(
      [](void* arguments) { static_cast<DXGKARG_CREATECONTEXT*>(arguments)->hContext = nullptr; });
  edited.machine.expect_end();  // nobody can destroy the context
  EXPECT_FALSE(NT_SUCCESS(edited.status));
  EXPECT_EQ(edited.machine.count("K-351"), 1U) << text_of(edited.machine.findings());
  EXPECT_NE(edited.client.new_context(edited.device), 0U) << "life goes on";
}
TEST(DriverState, K087BuffersInMemorySegmentAreFound) {
  EditedContext edited([](void* arguments) { context_info(arguments).DmaBufferSegmentSet = 2; });
  EXPECT_EQ(edited.status, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(edited.machine.count("K-087"), 1U);
  EXPECT_EQ(edited.machine.book().Contexts, 0);
}
TEST(DriverState, K087BuffersInApertureAreSilent) {
  EditedContext edited([](void* arguments) { context_info(arguments).DmaBufferSegmentSet = 1; });
  EXPECT_EQ(edited.status, STATUS_SUCCESS);
  EXPECT_EQ(text_of(edited.machine.findings()), "");
}
TEST(DriverState, K088BuffersForNoCommandAreFound) {
  void (*const edits[])(void*) = {
      [](void* arguments) { context_info(arguments).DmaBufferSize = 0; },
      [](void* arguments) { context_info(arguments).AllocationListSize = 0; },
      [](void* arguments) { context_info(arguments).PatchLocationListSize = 0; },
  };
  for (auto* const edit : edits) {
    EditedContext edited(edit);
    EXPECT_EQ(edited.status, STATUS_INVALID_PARAMETER);
    EXPECT_EQ(edited.machine.count("K-088"), 1U);
    EXPECT_EQ(edited.machine.book().Contexts, 0);
  }
}
TEST(DriverState, K088BuffersForOneCommandAreSilent) {
  EditedContext edited([](void* arguments) { context_info(arguments).DmaBufferSize = 16; });
  EXPECT_EQ(edited.status, STATUS_SUCCESS);
  EXPECT_EQ(text_of(edited.machine.findings()), "");
}

// The driver has no contexts, so the device's answer describes its buffers.
NTSTATUS create_edited_device(Machine& machine, void (*edit)(void*)) {
  Client client(machine);
  machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_DEVICE, edit);
  D3DKMT_CREATEDEVICE create{};
  create.hAdapter = client.adapter();
  return D3DKMTCreateDevice(&create);
}
DXGK_DEVICEINFO& device_info(void* arguments) {
  return *static_cast<DXGKARG_CREATEDEVICE*>(arguments)->pInfo;
}
TEST(DriverState, K087K088BuffersOfADeviceAreLookedAt) {
  Machine machine({"-DBOOK_NO_CONTEXTS"});
  EXPECT_EQ(create_edited_device(
                machine, [](void* arguments) { device_info(arguments).DmaBufferSegmentSet = 2; }),
            STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.count("K-087"), 1U) << text_of(machine.findings());
  EXPECT_EQ(create_edited_device(machine,
                                 [](void* arguments) { device_info(arguments).DmaBufferSize = 0; }),
            STATUS_INVALID_PARAMETER);
  EXPECT_EQ(machine.count("K-088"), 1U) << text_of(machine.findings());
  EXPECT_EQ(create_edited_device(machine, [](void*) {}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-087") + machine.count("K-088"), 2U);
}

TEST(DriverState, K127CrashOnPrivateDataIsFound) {
  Machine machine;
  machine.expect_end();
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  machine.set_fault(BOOK_FAULT_CREATE_CRASHES);
  EXPECT_EQ(Creation(device).run(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(machine.count("K-127"), 1U) << text_of(machine.findings());
}
TEST(DriverState, K127RefusalOfPrivateDataIsSilent) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  BOOK_ALLOCATION wrong = wanted();
  wrong.Magic = 0;
  EXPECT_EQ(Creation(device, 2, wrong).run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(text_of(machine.findings()), "");
}

// Captures end before what they are captured into.
constexpr ULONG kCapture = 1U << 9;

TEST(StopCapture, K231CaptureIsStoppedBeforeItsDestroy) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE plain = client.allocate_one(device);
  const D3DKMT_HANDLE captured = client.allocate_one(device, wanted(4096, kCapture));
  EXPECT_EQ(client.destroy(device, 0, {plain}), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().StopCaptureCalls, 0);
  EXPECT_EQ(client.destroy(device, 0, {captured}), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().StopCaptureCalls, 1) << "the driver looked at the allocation's tag";
  EXPECT_EQ(machine.count("K-232"), 0U);
}
TEST(StopCapture, K232FailureIsFound) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const D3DKMT_HANDLE captured = client.allocate_one(device, wanted(4096, kCapture));
  machine.set_fault(BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_STOP_CAPTURE);
  EXPECT_EQ(client.destroy(device, 0, {captured}), STATUS_SUCCESS);
  EXPECT_EQ(machine.count("K-232"), 1U) << text_of(machine.findings());
}

}  // namespace
}  // namespace drydock::testing
