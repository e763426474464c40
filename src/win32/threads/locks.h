// The locks that user-mode drivers have in structures of their own.
//
// Cost: one compare-and-swap when no thread waits. Owner: the driver's memory. Threads: any.
#pragma once

#include <cstddef>

#include "src/nt/base/wdk.h"

namespace drydock::win32 {

// RTL_CRITICAL_SECTION, which the headers of kernel drivers do not have.
struct CriticalSection {
  void* debug;
  LONG lock;
  LONG recursion;
  HANDLE owner;  // the number of the thread
  HANDLE semaphore;
  ULONG_PTR spin;
};
static_assert(sizeof(CriticalSection) == 40 && offsetof(CriticalSection, lock) == 8 &&
              offsetof(CriticalSection, owner) == 16 && offsetof(CriticalSection, spin) == 32);

// RTL_SRWLOCK and RTL_CONDITION_VARIABLE: zero is ready for use.
struct SrwLock {
  ULONG_PTR word;
};
struct ConditionVariable {
  void* unused;  // waiters are found by its address
};
static_assert(sizeof(SrwLock) == 8 && sizeof(ConditionVariable) == 8);

// Raises what Windows raises when a lock is released that is not held so.
void expect_srw_held(SrwLock& lock, bool exclusive);

}  // namespace drydock::win32

extern "C" {
VOID EnterCriticalSection(drydock::win32::CriticalSection* lpCriticalSection);
VOID LeaveCriticalSection(drydock::win32::CriticalSection* lpCriticalSection);
VOID AcquireSRWLockExclusive(drydock::win32::SrwLock* SRWLock);
VOID AcquireSRWLockShared(drydock::win32::SrwLock* SRWLock);
VOID ReleaseSRWLockExclusive(drydock::win32::SrwLock* SRWLock);
VOID ReleaseSRWLockShared(drydock::win32::SrwLock* SRWLock);
}
