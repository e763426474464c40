// The system process.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"

namespace {

HANDLE id(ULONG_PTR number) { return reinterpret_cast<HANDLE>(number); }

// ntifs/nf-ntifs-pslookupprocessbyprocessid.md
TEST(Process, IsFoundByItsNumber) {
  PEPROCESS process = nullptr;
  EXPECT_EQ(PsLookupProcessByProcessId(id(0x7770), &process), STATUS_INVALID_CID);
  ASSERT_EQ(PsLookupProcessByProcessId(PsGetCurrentProcessId(), &process), STATUS_SUCCESS);
  EXPECT_EQ(process, IoGetCurrentProcess());
  EXPECT_EQ(PsGetProcessExitStatus(process), STATUS_PENDING);
  ObDereferenceObject(process);
  CLIENT_ID client{PsGetCurrentProcessId(), nullptr};
  HANDLE handle = nullptr;
  OBJECT_ATTRIBUTES attributes;
  InitializeObjectAttributes(&attributes, nullptr, OBJ_KERNEL_HANDLE, nullptr, nullptr);
  ASSERT_EQ(ZwOpenProcess(&handle, PROCESS_ALL_ACCESS, &attributes, &client), STATUS_SUCCESS);
  PVOID base = nullptr;
  SIZE_T size = 1;
  EXPECT_EQ(ZwAllocateVirtualMemory(handle, &base, 0, &size, MEM_COMMIT, PAGE_READWRITE),
            STATUS_SUCCESS);
  size = 0;
  EXPECT_EQ(ZwFreeVirtualMemory(handle, &base, &size, MEM_RELEASE), STATUS_SUCCESS);
  ZwClose(handle);
  EXPECT_EQ(PsGetThreadId(PsGetCurrentThread()), PsGetCurrentThreadId());
  EXPECT_FALSE(PsIsThreadTerminating(PsGetCurrentThread()));
}

}  // namespace
