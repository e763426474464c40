// Rules of a minidriver's own allocator. One driver has several behaviours, one for each test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/ks/description/framing.h"
#include "src/ks/object/header.h"
#include "src/nt/mm/physical_user.h"
#include "src/sim/schedule.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
namespace ks = drydock::ks;

namespace {

constexpr const char* kAllocator = R"(
typedef struct { PKSPIN Pin; KSALLOCATOR_FRAMING Framing; PVOID Frame; } CONTEXT;
static CONTEXT Shared;
static NTSTATUS Initialize(PKSPIN Pin, PKSALLOCATOR_FRAMING F, PVOID* Out) {
  CONTEXT* Context;
  if (Switch == 1) return STATUS_PENDING;
  if (Switch == 2) { *Out = NULL; Shared.Framing = *F; return STATUS_SUCCESS; }
  Context = (CONTEXT*)ExAllocatePoolZero(NonPagedPoolNx, sizeof(CONTEXT), TAG);
  if (!Context) return STATUS_INSUFFICIENT_RESOURCES;
  Context->Pin = Pin;
  Context->Framing = *F;
  if (Switch == 7) Context->Frame = ExAllocatePoolZero(PagedPool, F->FrameSize, TAG);
  if (Switch >= 8 && Switch <= 10) {
    PHYSICAL_ADDRESS Highest;
    Highest.QuadPart = -1;
    Context->Frame = MmAllocateContiguousMemory(F->FrameSize, Highest);
  }
  *Out = Context;
  return STATUS_SUCCESS;
}
static VOID Delete(PVOID Context) { Note("Delete"); if (Switch == 7) ExFreePool(((CONTEXT*)Context)->Frame);
  if (Switch == 10) MmFreeContiguousMemory(((CONTEXT*)Context)->Frame);
  if (Context && Switch != 3) ExFreePool(Context); }
static PVOID Allocate(PVOID Out) {
  CONTEXT* Context = Out ? (CONTEXT*)Out : &Shared;
  SIZE_T Size = Context->Framing.FrameSize;
  if (Switch == 4) return ExAllocatePoolZero(NonPagedPoolNx, Size / 2, TAG);
  if (Switch == 5) return ExAllocatePoolZero(PagedPool, Size, TAG);
  if (Switch == 6) return (PVOID)UserFrame;
  if (Switch == 7 || Switch == 9 || Switch == 10) return Context->Frame;
  return ExAllocatePoolZero(NonPagedPoolNx, Size, TAG);
}
static VOID Free(PVOID, PVOID Buffer) {
  static PVOID Gone;
  if (Switch == 9 && Gone != Buffer) MmFreeContiguousMemory(Gone = Buffer);
  if (Switch < 6 || Switch == 8) ExFreePool(Buffer);
}
static const KSALLOCATOR_DISPATCH Allocator = {Initialize, Delete, Allocate, Free};
#define ALLOCATOR &Allocator
)";

// The framing of the minidriver: exact, so that a size that it excludes is one.
constexpr const char* kExact = R"(
static const KSALLOCATOR_FRAMING_EX Exact = {1, 0, {1, 1, 0}, 0, {{{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)},
  {STATIC_KS_TYPE_DONT_CARE}, 0, 0, FLAGS, 2, {0}, 0, {64, 64, 0}, {{64, 64, 0}, 0, 0}}}};
#define FRAMING &Exact
)";

alignas(64) std::byte user_frame[64];

std::filesystem::path driver() {
  static const std::filesystem::path built = minidriver(
      {"FLAGS=KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY",
       "UserFrame=" + std::to_string(reinterpret_cast<std::uintptr_t>(user_frame)) + "ULL"},
      std::string(kAllocator) + kExact);
  return built;
}

// An allocator below a pin gives one frame and takes it back, three times.
std::vector<drydock::rules::Finding> one_frame(ULONG way, const KSALLOCATOR_FRAMING& wanted,
                                               KIRQL level = PASSIVE_LEVEL) {
  Rig rig(driver());
  {
    File filter, pin, allocator;
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(filter.set(kNotesSet, 1, bytes_of(way)), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
    if (NT_SUCCESS(rig.open_below(pin, ks::kAllocatorClass, bytes_of(wanted), allocator))) {
      KSSTREAMALLOCATOR_FUNCTIONTABLE table;
      Bytes out(sizeof table);
      EXPECT_EQ(
          allocator.get(KSPROPSETID_StreamAllocator, KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE, out),
          STATUS_SUCCESS);
      std::memcpy(&table, out.data(), sizeof table);
      PVOID frame = nullptr;
      KIRQL irql = PASSIVE_LEVEL;
      KeRaiseIrql(level, &irql);
      for (int i = 0; i < 3; ++i) {
        const NTSTATUS status = table.AllocateFrame(allocator.object(), &frame);
        if (NT_SUCCESS(status)) table.FreeFrame(allocator.object(), frame);
      }
      KeLowerIrql(irql);
    }
  }
  rig.finish();
  return rig.findings();
}

void found(const char* rule, ULONG way, KIRQL level = PASSIVE_LEVEL) {
  const auto findings = one_frame(way, pool_framing(2), level);
  EXPECT_TRUE(has(findings, rule)) << text_of(findings);
}

TEST(KsAllocatorRules, S014PendingInitializeIsFound) { found("S-014", 1); }
TEST(KsAllocatorRules, S015NoContextIsFound) { found("S-015", 2); }
TEST(KsAllocatorRules, S006ContextLeftByDeleteIsFound) { found("S-006", 3); }
TEST(KsAllocatorRules, S006BufferLeftByDeleteIsFound) { found("S-006", 8); }
TEST(KsAllocatorRules, S006FrameLeftByDeleteIsFound) { found("S-006", 11); }
TEST(KsAllocatorRules, S017FrameOfMemoryThatWentIsFound) {
  KSALLOCATOR_FRAMING anywhere = pool_framing(2);
  anywhere.OptionsFlags = 0;
  EXPECT_TRUE(has(one_frame(9, anywhere), "S-017"));
  const auto findings = one_frame(10, anywhere);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}
TEST(KsAllocatorRules, S029ShortFrameIsFound) { found("S-029", 4); }
TEST(KsAllocatorRules, S031FrameOfTheOtherPoolIsFound) { found("S-031", 5); }
TEST(KsAllocatorRules, S031FrameOutsideAnyPoolIsFound) { found("S-031", 10); }
TEST(KsAllocatorRules, S064PagedFrameAtDispatchLevelIsFound) { found("S-064", 7, DISPATCH_LEVEL); }
TEST(KsAllocatorRules, S016FrameOfAClientsMemoryIsFound) {
  const drydock::nt::UserRange users(user_frame, sizeof user_frame);
  found("S-016", 6);
}
TEST(KsAllocatorRules, S056AcceptedSizeThatTheFramingExcludesIsFound) {
  KSALLOCATOR_FRAMING large = pool_framing(2);
  large.FrameSize = 128;
  EXPECT_TRUE(has(one_frame(0, large), "S-056"));
}
TEST(KsAllocatorRules, ACorrectAllocatorIsSilent) {
  for (const KIRQL level : {KIRQL{PASSIVE_LEVEL}, KIRQL{DISPATCH_LEVEL}}) {
    const auto findings = one_frame(0, pool_framing(2), level);
    EXPECT_TRUE(findings.empty()) << text_of(findings);
  }
}

// S-033: a sink that writes into the frames of a source which asks for their integrity. Time is the
// schedule's, so that every frame has made its way when the pins stop.
std::vector<drydock::rules::Finding> pipe_of(bool writes) {
  const drydock::sim::SeededSchedule schedule(5);
  Rig rig(minidriver(
      {"FRAMES=4",
       "FLAGS=(KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY | "
       "KSALLOCATOR_REQUIREMENTF_FRAME_INTEGRITY)",
       std::string("ON_PROCESS=if (Pin->DataFlow == KSPIN_DATAFLOW_IN) { "
                   "PKSSTREAM_POINTER E = KsPinGetLeadingEdgeStreamPointer(Pin, "
                   "KSSTREAM_POINTER_STATE_LOCKED); if (E) { ") +
           (writes ? "E->Offset->Data[0]++; " : "") + "KsStreamPointerUnlock(E, FALSE); } }"},
      kExact));
  {
    File filter, sink, source;
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 1, plain_format(), sink), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), source, &sink), STATUS_SUCCESS);
    EXPECT_EQ(sink.set_state(KSSTATE_RUN), STATUS_SUCCESS);
    EXPECT_EQ(source.set_state(KSSTATE_RUN), STATUS_SUCCESS);
    LARGE_INTEGER second{.QuadPart = -10'000'000};
    KeDelayExecutionThread(KernelMode, FALSE, &second);
    EXPECT_EQ(source.set_state(KSSTATE_STOP), STATUS_SUCCESS);
    EXPECT_EQ(sink.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  }
  rig.finish();
  return rig.findings();
}
TEST(KsAllocatorRules, S033FrameChangedDownstreamIsFound) {
  EXPECT_TRUE(has(pipe_of(true), "S-033"));
}
TEST(KsAllocatorRules, S033FrameLeftAloneIsSilent) {
  const auto findings = pipe_of(false);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

// S-043, S-054, S-074: what two framings agree on.
TEST(KsAllocatorRules, S043TheSizeIsTheSourcesAndTheCountTheLarger) {
  KSALLOCATOR_FRAMING_EX source{};
  KSALLOCATOR_FRAMING_EX sink{};
  INITIALIZE_SIMPLE_FRAMING_EX(&source, KSMEMORY_TYPE_KERNEL_NONPAGED, 2, 2, 7, 64, 64);
  INITIALIZE_SIMPLE_FRAMING_EX(&sink, KSMEMORY_TYPE_KERNEL_NONPAGED, 2, 5, 15, 4096, 4096);
  const auto both = ks::agree(&source, &sink);
  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(both->FrameSize, 64U);
  EXPECT_EQ(both->Frames, 5U);
  EXPECT_EQ(both->FileAlignment, 15U);
  EXPECT_NE(both->OptionsFlags & KSALLOCATOR_OPTIONF_SYSTEM_MEMORY, 0U);
  sink.FramingItem[0].MemoryType = KSMEMORY_TYPE_USER;
  EXPECT_FALSE(ks::agree(&source, &sink).has_value());
}

}  // namespace
