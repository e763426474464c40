// A minidriver's own allocator, which notes what is asked of it, and a connection that uses it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
#include "tests/ks/minidriver.h"
#include "tests/ks/rig.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

// An allocator of the minidriver's own that notes what is asked of it: I, A, F, D.
constexpr const char* kOwnAllocator = R"(
typedef struct { ULONG Size; LONG Out; LONG Deleted; } POOL;
static LONG Live, Out;
static NTSTATUS InitializeAllocator(PKSPIN, PKSALLOCATOR_FRAMING F, PVOID* Context) {
  POOL* Pool = (POOL*)ExAllocatePoolZero(NonPagedPoolNx, sizeof(POOL), TAG);
  if (!Pool) return STATUS_INSUFFICIENT_RESOURCES;
  Pool->Size = F->FrameSize;
  *Context = Pool;
  Note("Initialize");
  return STATUS_SUCCESS;
}
#ifndef ON_DELETE
#define ON_DELETE
#endif
static VOID DeleteAllocator(PVOID Context) {
  POOL* Pool = (POOL*)Context;
  Note(Pool->Out ? "DeleteWithFrames" : "Delete");
  ON_DELETE
  ExFreePool(Pool);
}
#ifndef FRAME
#define FRAME ExAllocatePoolZero(NonPagedPoolNx, Pool->Size, TAG)
#endif
static PVOID Overlap(POOL*) { return NULL; }
static PVOID Allocate(PVOID Context) {
  POOL* Pool = (POOL*)Context;
  PVOID Frame = FRAME;
  if (Frame) Pool->Out++;
  Note("Allocate");
  return Frame;
}
#ifndef FREE_FRAME
#define FREE_FRAME ExFreePool(Buffer);
#endif
static VOID Free(PVOID Context, PVOID Buffer) {
  UNREFERENCED_PARAMETER(Buffer);
  POOL* Pool = (POOL*)Context;
  Pool->Out--;
  Note("Free");
  FREE_FRAME
}
static const KSALLOCATOR_DISPATCH Allocator = {InitializeAllocator, DeleteAllocator, Allocate, Free};
#define ALLOCATOR &Allocator
)";

// A source and a sink pin of one filter, connected, with an allocator of the sink's.
struct Pipe {
  Rig rig;
  File filter, sink, source, allocator;

  explicit Pipe(const std::filesystem::path& driver) : rig(driver) {
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS) << text_of(rig.findings());
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 1, plain_format(), sink), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), source, &sink), STATUS_SUCCESS)
        << text_of(rig.findings());
    EXPECT_EQ(create_allocator(), STATUS_SUCCESS) << text_of(rig.findings());
    EXPECT_EQ(assign(), STATUS_SUCCESS);
  }

  NTSTATUS create_allocator() {
    return rig.open_below(sink, drydock::ks::kAllocatorClass, bytes_of(pool_framing(2)), allocator);
  }
  NTSTATUS assign() {
    return source.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR,
                      bytes_of(allocator.handle()));
  }
  void run() {
    EXPECT_EQ(sink.set_state(KSSTATE_RUN), STATUS_SUCCESS) << text_of(rig.findings());
    EXPECT_EQ(source.set_state(KSSTATE_RUN), STATUS_SUCCESS) << text_of(rig.findings());
  }
  void stop() {
    EXPECT_EQ(source.set_state(KSSTATE_STOP), STATUS_SUCCESS);
    EXPECT_EQ(sink.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  }
};

}  // namespace drydock::testing
