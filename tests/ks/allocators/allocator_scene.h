// Minidrivers with allocators of their own.
#pragma once

#include <gtest/gtest.h>

#include <cstring>

#include "src/ks/description/framing.h"
#include "src/ks/object/header.h"
#include "src/sim/schedule.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

inline constexpr const char* kAllocator = R"(
typedef struct { PKSPIN Pin; KSALLOCATOR_FRAMING Framing; PVOID Frame; HANDLE Event; PMDL Mdl; } CONTEXT;
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

// An allocator below a pin gives one frame and takes it back, three times.
inline std::vector<drydock::rules::Finding> one_frame(ULONG way, const KSALLOCATOR_FRAMING& wanted,
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

inline void found(const char* rule, ULONG way, KIRQL level = PASSIVE_LEVEL) {
  const auto findings = one_frame(way, pool_framing(2), level);
  EXPECT_TRUE(has(findings, rule)) << text_of(findings);
}

}  // namespace drydock::testing
