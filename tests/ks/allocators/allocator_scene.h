// Minidrivers with allocators of their own.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "src/ks/description/framing.h"
#include "src/ks/object/header.h"
#include "src/sim/schedule.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

inline constexpr const char* kAllocator = R"(
typedef struct { PKSPIN Pin; KSALLOCATOR_FRAMING Framing; PVOID Frame; HANDLE Event; PMDL Mdl; } CONTEXT;
static CONTEXT Shared;
static PVOID NoteFrame(const char* What, PVOID Frame) {
  char Word[] = "           0123456789abcdef";
  int Digit;
  strcpy(Word, What);
  for (Digit = 0; Digit < 16; ++Digit) Word[strlen(What) + Digit] = "0123456789abcdef"[((ULONG_PTR)Frame >> (60 - 4 * Digit)) & 15];
  Word[strlen(What) + 16] = 0;
  Note(Word);
  return Frame;
}
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
  if (Switch == 12) KsAddItemToObjectBag(Pin->Bag, Context, NULL);
  if (Switch == 13 || Switch == 15) ZwCreateEvent(&Context->Event, EVENT_ALL_ACCESS, NULL, NotificationEvent, FALSE);
  if (Switch == 14 || Switch == 15) Context->Mdl = IoAllocateMdl(Context, sizeof(CONTEXT), FALSE, FALSE, NULL);
  *Out = Context;
  return STATUS_SUCCESS;
}
static VOID Delete(PVOID Context) { Note("Delete"); if (Switch == 7) ExFreePool(((CONTEXT*)Context)->Frame);
  if (Switch == 10) MmFreeContiguousMemory(((CONTEXT*)Context)->Frame);
  if (Switch == 15) ZwClose(((CONTEXT*)Context)->Event);
  if (Switch == 15) IoFreeMdl(((CONTEXT*)Context)->Mdl);
  if (Context && Switch != 3 && Switch != 12) ExFreePool(Context); }
static PVOID NewFrame(PVOID Out) {
  CONTEXT* Context = Out ? (CONTEXT*)Out : &Shared;
  SIZE_T Size = Context->Framing.FrameSize;
  if (Switch == 4) return ExAllocatePoolZero(NonPagedPoolNx, Size / 2, TAG);
  if (Switch == 5) return ExAllocatePoolZero(PagedPool, Size, TAG);
  if (Switch == 6) return (PVOID)UserFrame;
  if (Switch == 7 || Switch == 9 || Switch == 10) return Context->Frame;
  return ExAllocatePoolZero(NonPagedPoolNx, Size, TAG);
}
static PVOID Allocate(PVOID Out) { return NoteFrame("Allocate:", NewFrame(Out)); }
static VOID Free(PVOID, PVOID Buffer) {
  static PVOID Gone;
  NoteFrame("Free:", Buffer);
  if (Switch == 9 && Gone != Buffer) MmFreeContiguousMemory(Gone = Buffer);
  if (Switch < 6 || Switch == 8 || Switch >= 12) ExFreePool(Buffer);
}
static const KSALLOCATOR_DISPATCH Allocator = {Initialize, Delete, Allocate, Free};
#define ALLOCATOR &Allocator
)";

// The framing of the minidriver: exact, so that a size that it excludes is one.
inline constexpr const char* kExact = R"(
static const KSALLOCATOR_FRAMING_EX Exact = {1, 0, {1, 1, 0}, 0, {{{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)},
  {STATIC_KS_TYPE_DONT_CARE}, 0, 0, FLAGS, 2, {0}, 0, {64, 64, 0}, {{64, 64, 0}, 0, 0}}}};
#define FRAMING &Exact
)";

alignas(64) inline std::byte user_frame[64];

inline std::filesystem::path driver() {
  static const std::filesystem::path built = minidriver(
      {"FLAGS=KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY",
       "UserFrame=" + std::to_string(reinterpret_cast<std::uintptr_t>(user_frame)) + "ULL"},
      std::string(kAllocator) + kExact);
  return built;
}

// What the driver's allocator was called for: which frame it gave, which it got back.
struct FrameCall {
  enum class What { kAllocate, kFree } what;
  std::uintptr_t frame;
  bool operator==(const FrameCall&) const = default;
};

inline std::vector<FrameCall> frame_calls(const std::string& notes) {
  std::vector<FrameCall> out;
  std::istringstream words(notes);
  for (std::string word; words >> word;) {
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos) continue;
    const bool gives = word.starts_with("Allocate");
    out.push_back({gives ? FrameCall::What::kAllocate : FrameCall::What::kFree,
                   std::stoull(word.substr(colon + 1), nullptr, 16)});
  }
  return out;
}

// An allocator of the driver's below a pin, and its function table.
struct FrameScene {
  Rig rig{driver()};
  File filter, pin, allocator;
  KSSTREAMALLOCATOR_FUNCTIONTABLE table{};

  FrameScene(ULONG way, const KSALLOCATOR_FRAMING& wanted) {
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    turn(way);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), pin), STATUS_SUCCESS);
    if (!NT_SUCCESS(rig.open_below(pin, ks::kAllocatorClass, bytes_of(wanted), allocator))) return;
    Bytes out(sizeof table);
    EXPECT_EQ(
        allocator.get(KSPROPSETID_StreamAllocator, KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE, out),
        STATUS_SUCCESS);
    std::memcpy(&table, out.data(), sizeof table);
  }
  void turn(ULONG way) const { EXPECT_EQ(filter.set(kNotesSet, 1, bytes_of(way)), STATUS_SUCCESS); }
  std::vector<FrameCall> calls() const { return frame_calls(notes_of(filter)); }
  std::vector<drydock::rules::Finding> end() {
    allocator.close();
    pin.close();
    filter.close();
    rig.finish();
    return rig.findings();
  }
};

// An allocator below a pin gives one frame and takes it back, three times.
struct Turn {
  NTSTATUS status;
  PVOID frame;
};
inline std::vector<Turn> three_turns(const FrameScene& scene, KIRQL level) {
  std::vector<Turn> out;
  KIRQL irql = PASSIVE_LEVEL;
  KeRaiseIrql(level, &irql);
  for (int i = 0; i < 3; ++i) {
    PVOID frame = &out;
    const NTSTATUS status = scene.table.AllocateFrame(scene.allocator.object(), &frame);
    if (NT_SUCCESS(status)) scene.table.FreeFrame(scene.allocator.object(), frame);
    out.push_back({status, frame});
  }
  KeLowerIrql(irql);
  return out;
}

inline std::vector<drydock::rules::Finding> one_frame(ULONG way, const KSALLOCATOR_FRAMING& wanted,
                                                      KIRQL level = PASSIVE_LEVEL) {
  FrameScene scene(way, wanted);
  if (scene.allocator) three_turns(scene, level);
  return scene.end();
}

inline void found(const char* rule, ULONG way, KIRQL level = PASSIVE_LEVEL) {
  const auto findings = one_frame(way, pool_framing(2), level);
  EXPECT_TRUE(has(findings, rule)) << text_of(findings);
}

}  // namespace drydock::testing
