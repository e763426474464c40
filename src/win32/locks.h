// The locks that user-mode drivers keep in structures of their own.
#pragma once

#include <cstddef>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

// RTL_CRITICAL_SECTION, which the headers of kernel drivers do not have.
struct UserCriticalSection {
  void* debug;
  LONG lock;
  LONG recursion;
  HANDLE owner;  // the number of the thread
  HANDLE semaphore;
  ULONG_PTR spin;
};
static_assert(sizeof(UserCriticalSection) == 40 && offsetof(UserCriticalSection, lock) == 8 &&
              offsetof(UserCriticalSection, owner) == 16 &&
              offsetof(UserCriticalSection, spin) == 32);

// RTL_SRWLOCK and RTL_CONDITION_VARIABLE: zero is ready for use.
struct UserSrwLock {
  ULONG_PTR word;
};
struct UserConditionVariable {
  void* unused;  // who waits is known by its address
};
static_assert(sizeof(UserSrwLock) == 8 && sizeof(UserConditionVariable) == 8);

}  // namespace drydock::nt

extern "C" {
VOID EnterCriticalSection(drydock::nt::UserCriticalSection* lpCriticalSection);
VOID LeaveCriticalSection(drydock::nt::UserCriticalSection* lpCriticalSection);
VOID AcquireSRWLockExclusive(drydock::nt::UserSrwLock* SRWLock);
VOID AcquireSRWLockShared(drydock::nt::UserSrwLock* SRWLock);
VOID ReleaseSRWLockExclusive(drydock::nt::UserSrwLock* SRWLock);
VOID ReleaseSRWLockShared(drydock::nt::UserSrwLock* SRWLock);
}
