// A minidriver's whole life with a fault at every fault point, and drivers that die in the middle
// of it: what clients wait for is answered, and nothing of the host's is lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
#include "src/sim/faults.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
namespace ks = drydock::ks;
namespace sim = drydock::sim;

namespace {

// Everything that can fail: bag, edit, clone, allocator, event.
constexpr const char* kCareful = R"(
typedef struct { ULONG Size; } POOL;
static NTSTATUS Initialize(PKSPIN, PKSALLOCATOR_FRAMING F, PVOID* Context) {
  POOL* Pool = (POOL*)ExAllocatePoolZero(NonPagedPoolNx, sizeof(POOL), TAG);
  if (!Pool) return STATUS_INSUFFICIENT_RESOURCES;
  Pool->Size = F->FrameSize;
  *Context = Pool;
  return STATUS_SUCCESS;
}
static VOID Delete(PVOID Context) { ExFreePool(Context); }
static PVOID Allocate(PVOID Context) { return ExAllocatePoolZero(NonPagedPoolNx, ((POOL*)Context)->Size, TAG); }
static VOID Free(PVOID, PVOID Buffer) { ExFreePool(Buffer); }
static const KSALLOCATOR_DISPATCH Allocator = {Initialize, Delete, Allocate, Free};
#define ALLOCATOR &Allocator
static NTSTATUS Prepare(PKSPIN Pin) {
  PVOID Item = ExAllocatePoolZero(NonPagedPoolNx, 32, TAG);
  if (!Item) return STATUS_INSUFFICIENT_RESOURCES;
  NTSTATUS Status = KsAddItemToObjectBag(Pin->Bag, Item, NULL);
  if (!NT_SUCCESS(Status)) { ExFreePool(Item); return Status; }
  Status = KsEdit(Pin, &Pin->Descriptor, TAG);
  if (!NT_SUCCESS(Status)) return Status;
  return KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
}
#define ON_PIN_CREATE return Prepare(Pin);
static VOID Cancelled(PKSSTREAM_POINTER Clone) { KsStreamPointerDelete(Clone); }
static VOID CloneAndDrop(PKSPIN Pin) {
  PKSSTREAM_POINTER Clone, Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  if (!Leading) return;
  if (NT_SUCCESS(KsStreamPointerClone(Leading, Cancelled, 8, &Clone))) {
    KsStreamPointerUnlock(Clone, FALSE);
    KsStreamPointerDelete(Clone);
  }
  KsStreamPointerUnlock(Leading, FALSE);
}
#define ON_PROCESS if (Pin->DataFlow == KSPIN_DATAFLOW_OUT) CloneAndDrop(Pin);
)";

// A life through a client's reads and a pipe with the minidriver's allocator. What fails is left
// out.
void live(Rig& rig) {
  File filter, pin, sink, source, allocator;
  if (!NT_SUCCESS(rig.added()) || !NT_SUCCESS(rig.device().start())) return;
  if (!NT_SUCCESS(rig.open(kFilterName, filter))) return;
  if (NT_SUCCESS(rig.connect(filter, 0, plain_format(), pin)) &&
      NT_SUCCESS(pin.set_state(KSSTATE_RUN))) {
    const File::Stream read = pin.read(2, 64);
    read.sent->cancel();
  }
  pin.close();
  if (!NT_SUCCESS(rig.connect(filter, 1, plain_format(), sink))) return;
  if (!NT_SUCCESS(rig.connect(filter, 0, plain_format(), source, &sink))) return;
  KSALLOCATOR_FRAMING framing{};
  framing.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY;
  framing.PoolType = NonPagedPoolNx;
  framing.Frames = 2;
  framing.FrameSize = 64;
  if (NT_SUCCESS(rig.open_below(sink, ks::kAllocatorClass, bytes_of(framing), allocator))) {
    source.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR, bytes_of(allocator.handle()));
  }
  if (NT_SUCCESS(sink.set_state(KSSTATE_RUN))) source.set_state(KSSTATE_RUN);
  source.set_state(KSSTATE_STOP);
  sink.set_state(KSSTATE_STOP);
}

// Returns how many fault points the life met. No faults are injected into its end, which is the
// host's work.
std::uint64_t run_with_fault(const std::filesystem::path& driver,
                             std::optional<std::uint64_t> nth) {
  std::optional<sim::FaultInjection> injection(std::in_place, sim::FaultPlan{.nth = nth});
  std::optional<Rig> made;
  try {
    made.emplace(driver);
  } catch (const std::bad_alloc&) {
    return injection->points();  // the bus has no device to begin with
  }
  Rig& rig = *made;
  live(rig);
  const std::uint64_t points = injection->points();
  injection.reset();
  rig.finish();
  EXPECT_TRUE(rig.driver().alive()) << nth.value_or(0);
  EXPECT_TRUE(rig.findings().empty()) << nth.value_or(0) << ": " << text_of(rig.findings());
  return points;
}

TEST(KsFaults, AFaultAtEveryPointLeavesNothing) {
  const std::filesystem::path driver = minidriver({"FRAMES=8"}, kCareful);
  const std::uint64_t points = run_with_fault(driver, {});
  ASSERT_GT(points, 20U);
  for (std::uint64_t at = 0; at < points; ++at) run_with_fault(driver, at);
}

// A second name for the filter, and a note of it in pool. With CARELESS the note is left when the
// name is refused.
constexpr const char* kSecondName = R"(
static PVOID Note2;
static NTSTATUS AddName(PKSDEVICE Device) {
  PKSFILTERFACTORY Factory = (PKSFILTERFACTORY)KsGetFirstChild(Device);
  Note2 = ExAllocatePoolZero(NonPagedPoolNx, 32, TAG);
  if (!Note2) return STATUS_INSUFFICIENT_RESOURCES;
  NTSTATUS Status = KsFilterFactoryAddCreateItem(Factory, (PWSTR)L"Second", NULL, KSCREATE_ITEM_FREEONSTOP);
#ifndef CARELESS
  if (!NT_SUCCESS(Status)) ExFreePoolWithTag(Note2, TAG);
#endif
  if (!NT_SUCCESS(Status)) Note2 = NULL;
  return Status;
}
static VOID DeviceStop(PKSDEVICE, PIRP) {
  if (Note2) ExFreePoolWithTag(Note2, TAG);
  Note2 = NULL;
}
static NTSTATUS DeviceAdd(PKSDEVICE);
static NTSTATUS DeviceStart(PKSDEVICE, PIRP, PCM_RESOURCE_LIST, PCM_RESOURCE_LIST);
static const KSDEVICE_DISPATCH OwnDevice = {DeviceAdd, DeviceStart, NULL, NULL, NULL, DeviceStop, NULL, NULL, DeviceStop};
#define DEVICE_DISPATCH &OwnDevice
#define ON_START return AddName(Device);
)";

// Starts and ends with a fault at each point; how often a note was left.
std::size_t left_notes(const std::filesystem::path& driver) {
  std::size_t left = 0;
  for (std::uint64_t nth = 0;; ++nth) {
    std::optional<sim::FaultInjection> injection(std::in_place, sim::FaultPlan{.nth = nth});
    std::optional<Rig> rig;
    try {
      rig.emplace(driver);
    } catch (const std::bad_alloc&) {
      continue;  // the bus has no device to begin with
    }
    if (NT_SUCCESS(rig->added())) rig->device().start();
    const bool is_over = injection->points() <= nth;
    injection.reset();
    rig->finish();
    EXPECT_EQ(rig->findings().size(), count(rig->findings(), "N-008")) << text_of(rig->findings());
    left += count(rig->findings(), "N-008");
    if (is_over) return left;
  }
}

TEST(KsFaults, WhatARefusedCreateItemLeavesIsFound) {
  EXPECT_EQ(left_notes(minidriver({"CARELESS=1"}, kSecondName)), 1U);
}

TEST(KsFaults, ACreateItemThatIsRefusedProperlyIsSilent) {
  EXPECT_EQ(left_notes(minidriver({}, kSecondName)), 0U);
}

// The frames that wait for a driver that dies are answered.
TEST(KsFaults, RequestsOfADriverThatDiesAreAnswered) {
  Rig rig(minidriver({"FRAMES=0"}, R"(
#define ON_SWITCH *(volatile ULONG*)8 = 0;
)"));
  File filter, pin, allocator;
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  ASSERT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  // The test owns the event of the request, whichever thread completes it.
  KEVENT done;
  KeInitializeEvent(&done, NotificationEvent, FALSE);
  IO_STATUS_BLOCK block{};
  Bytes data(64);
  KSSTREAM_HEADER header{};
  header.Size = sizeof header;
  header.FrameExtent = 64;
  header.Data = data.data();
  ASSERT_EQ(KsStreamIo(pin.object(), &done, nullptr, nullptr, nullptr, KsInvokeOnSuccess, &block,
                       &header, sizeof header, KSSTREAM_READ, KernelMode),
            STATUS_PENDING);
  EXPECT_EQ(filter.set(kNotesSet, 1, bytes_of(ULONG{1})), STATUS_DEVICE_REMOVED);
  EXPECT_FALSE(rig.driver().alive());
  EXPECT_EQ(KeWaitForSingleObject(&done, Executive, KernelMode, FALSE, nullptr), STATUS_SUCCESS);
  EXPECT_EQ(block.Status, STATUS_DEVICE_REMOVED);
}

// A driver that dies where the class driver calls it from a destructor.
TEST(KsFaults, ADriverThatDiesInDeleteAllocatorEndsItsCall) {
  Rig rig(minidriver({}, R"(
static NTSTATUS Initialize(PKSPIN Pin, PKSALLOCATOR_FRAMING, PVOID* Context) { *Context = Pin; return STATUS_SUCCESS; }
static VOID Delete(PVOID) { *(volatile ULONG*)8 = 0; }
static PVOID Allocate(PVOID) { return NULL; }
static VOID Free(PVOID, PVOID) {}
static const KSALLOCATOR_DISPATCH Allocator = {Initialize, Delete, Allocate, Free};
#define ALLOCATOR &Allocator
)"));
  File filter, pin, allocator;
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  ASSERT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
  KSALLOCATOR_FRAMING framing{};
  framing.FrameSize = 64;
  ASSERT_EQ(rig.open_below(pin, ks::kAllocatorClass, bytes_of(framing), allocator), STATUS_SUCCESS);
  allocator.close();
  EXPECT_FALSE(rig.driver().alive());
  EXPECT_TRUE(has(rig.findings(), "N-061")) << text_of(rig.findings());
}

}  // namespace
