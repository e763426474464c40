// The BIOS, which a machine with UEFI firmware does not have.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"

extern "C" {
BOOLEAN x86BiosCall(ULONG, PVOID);
NTSTATUS x86BiosAllocateBuffer(PULONG, PUSHORT, PUSHORT);
}

namespace {

TEST(X86Bios, IsNotThere) {
  ULONG length = 16;
  USHORT segment = 0;
  USHORT offset = 0;
  EXPECT_FALSE(x86BiosCall(0x10, nullptr));
  EXPECT_EQ(x86BiosAllocateBuffer(&length, &segment, &offset), STATUS_NOT_SUPPORTED);
}

}  // namespace
