// A user-mode driver whose only job is to work in threads, by what Win32 has for that. Its adapter
// handle is the list of its deeds; a deed answers with the line that did not hold, or 0.
#include <d3dumddi.h>
#include <process.h>
#include <windows.h>

#define HOLDS(what) \
  if (!(what)) return __LINE__
#define FAILS(what, error) \
  SetLastError(0);         \
  if ((what) || GetLastError() != (error)) return __LINE__

namespace {

const HANDLE NoHandle = reinterpret_cast<HANDLE>(0x7ffffff0);

int Events() {
  HANDLE pulse = CreateEventW(NULL, FALSE, FALSE, L"Local\\workman");
  HOLDS(pulse != NULL && GetLastError() == 0);
  HANDLE same = CreateEventA(NULL, TRUE, TRUE, "workman");
  HOLDS(same != NULL && same != pulse && GetLastError() == ERROR_ALREADY_EXISTS);
  HANDLE third = OpenEventW(SYNCHRONIZE, FALSE, L"Global\\workman");
  HOLDS(third != NULL);
  HOLDS(WaitForSingleObject(pulse, 0) == WAIT_TIMEOUT);
  HOLDS(SetEvent(same) && WaitForSingleObject(third, 0) == WAIT_OBJECT_0);
  HOLDS(WaitForSingleObject(third, 5) == WAIT_TIMEOUT);
  FAILS(SetEvent(third), ERROR_ACCESS_DENIED);
  FAILS(CreateMutexA(NULL, FALSE, "workman") != NULL, ERROR_INVALID_HANDLE);
  FAILS(CreateEventA(NULL, FALSE, FALSE, "a\\b") != NULL, ERROR_PATH_NOT_FOUND);
  FAILS(OpenEventA(SYNCHRONIZE, FALSE, "nobody") != NULL, ERROR_FILE_NOT_FOUND);
  HOLDS(CloseHandle(pulse) && CloseHandle(same) && CloseHandle(third));
  FAILS(OpenEventA(SYNCHRONIZE, FALSE, "workman") != NULL, ERROR_FILE_NOT_FOUND);
  FAILS(CloseHandle(pulse), ERROR_INVALID_HANDLE);
  FAILS(SetEvent(NoHandle), ERROR_INVALID_HANDLE);
  FAILS(WaitForSingleObject(NoHandle, 0) != WAIT_FAILED, ERROR_INVALID_HANDLE);
  HANDLE manual = CreateEventExW(NULL, NULL, CREATE_EVENT_MANUAL_RESET | CREATE_EVENT_INITIAL_SET,
                                 EVENT_ALL_ACCESS);
  HOLDS(WaitForSingleObject(manual, 0) == WAIT_OBJECT_0 &&
        WaitForSingleObject(manual, INFINITE) == WAIT_OBJECT_0);
  HOLDS(ResetEvent(manual) && WaitForSingleObject(manual, 0) == WAIT_TIMEOUT);
  HOLDS(PulseEvent(manual) && WaitForSingleObject(manual, 0) == WAIT_TIMEOUT);
  FAILS(CreateEventExA(NULL, NULL, 8, EVENT_ALL_ACCESS) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(ReleaseMutex(manual), ERROR_INVALID_HANDLE);
  return CloseHandle(manual) ? 0 : __LINE__;
}

int Handles() {
  HANDLE one = CreateEventA(NULL, TRUE, FALSE, NULL), two = NULL, me = NULL;
  HANDLE process = GetCurrentProcess();
  HOLDS(DuplicateHandle(process, one, process, &two, SYNCHRONIZE, FALSE, 0));
  HOLDS(SetEvent(one) && WaitForSingleObject(two, 0) == WAIT_OBJECT_0);
  FAILS(ResetEvent(two), ERROR_ACCESS_DENIED);
  HANDLE moved = NULL;
  HOLDS(DuplicateHandle(process, one, process, &moved, 0, FALSE,
                        DUPLICATE_SAME_ACCESS | DUPLICATE_CLOSE_SOURCE));
  FAILS(ResetEvent(one), ERROR_INVALID_HANDLE);
  HOLDS(ResetEvent(moved));
  me = moved;
  FAILS(DuplicateHandle(process, one, process, &me, 0, FALSE, DUPLICATE_SAME_ACCESS),
        ERROR_INVALID_HANDLE);
  FAILS(DuplicateHandle(process, NULL, process, &me, 0, FALSE, DUPLICATE_SAME_ACCESS),
        ERROR_INVALID_HANDLE);
  HOLDS(me == moved);
  FAILS(DuplicateHandle(moved, moved, process, &me, 0, FALSE, DUPLICATE_SAME_ACCESS),
        ERROR_INVALID_HANDLE);
  HOLDS(
      DuplicateHandle(process, GetCurrentThread(), process, &me, 0, FALSE, DUPLICATE_SAME_ACCESS));
  HOLDS(GetThreadId(me) == GetCurrentThreadId() && GetThreadId(me) != 0);
  HOLDS(CloseHandle(GetCurrentThread()) && CloseHandle(process));
  HOLDS(GetProcessId(process) == GetCurrentProcessId());
  return CloseHandle(two) && CloseHandle(moved) && CloseHandle(me) ? 0 : __LINE__;
}

struct Shared {
  HANDLE mutex, semaphore, done, go;
  CRITICAL_SECTION section;
  SRWLOCK lock;
  CONDITION_VARIABLE full, empty;
  int held, items;
  LONG total, word, apcs;
  DWORD slot, fiber;
};

DWORD WINAPI TakesAndDies(LPVOID context) {
  Shared* shared = static_cast<Shared*>(context);
  WaitForSingleObject(shared->mutex, INFINITE);
  ExitThread(7);
  return 8;
}

int MutexesAndSemaphores() {
  Shared shared = {};
  shared.mutex = CreateMutexW(NULL, TRUE, NULL);
  FAILS(CreateSemaphoreW(NULL, 2, 1, NULL) != NULL, ERROR_INVALID_PARAMETER);
  shared.semaphore = CreateSemaphoreA(NULL, 1, 2, NULL);
  HOLDS(WaitForSingleObject(shared.mutex, 0) == WAIT_OBJECT_0);
  HOLDS(ReleaseMutex(shared.mutex) && ReleaseMutex(shared.mutex));
  FAILS(ReleaseMutex(shared.mutex), ERROR_NOT_OWNER);
  LONG before = -1;
  HOLDS(ReleaseSemaphore(shared.semaphore, 1, &before) && before == 1);
  FAILS(ReleaseSemaphore(shared.semaphore, 1, &before), ERROR_TOO_MANY_POSTS);
  FAILS(ReleaseSemaphore(shared.semaphore, 0, NULL), ERROR_INVALID_PARAMETER);
  DWORD id = 0, code = 0;
  HANDLE thread = CreateThread(NULL, 0, TakesAndDies, &shared, 0, &id);
  HOLDS(thread != NULL && GetThreadId(thread) == id && id != GetCurrentThreadId());
  HANDLE both[] = {thread, shared.semaphore};
  HOLDS(WaitForMultipleObjects(2, both, TRUE, INFINITE) == WAIT_OBJECT_0);
  HOLDS(GetExitCodeThread(thread, &code) && code == 7);
  HANDLE any[] = {thread, shared.mutex};
  HOLDS(WaitForMultipleObjectsEx(2, any, FALSE, 0, FALSE) == WAIT_OBJECT_0);
  HOLDS(WaitForSingleObject(shared.mutex, INFINITE) == WAIT_ABANDONED);
  HOLDS(SignalObjectAndWait(shared.mutex, shared.semaphore, 0, FALSE) == WAIT_OBJECT_0);
  HOLDS(SignalObjectAndWait(shared.semaphore, shared.mutex, INFINITE, FALSE) == WAIT_OBJECT_0);
  FAILS(SignalObjectAndWait(thread, shared.mutex, 0, FALSE) != WAIT_FAILED, ERROR_INVALID_HANDLE);
  HANDLE twice[] = {thread, thread};
  FAILS(WaitForMultipleObjects(2, twice, TRUE, 0) != WAIT_FAILED, ERROR_INVALID_PARAMETER);
  FAILS(WaitForMultipleObjects(0, twice, TRUE, 0) != WAIT_FAILED, ERROR_INVALID_PARAMETER);
  HANDLE none[] = {thread, NoHandle};
  FAILS(WaitForMultipleObjects(2, none, FALSE, 0) != WAIT_FAILED, ERROR_INVALID_HANDLE);
  // Still owned.
  return CloseHandle(thread) && CloseHandle(shared.semaphore) && CloseHandle(shared.mutex)
             ? 0
             : __LINE__;
}

int Time() {
  LARGE_INTEGER frequency, early, late, due;
  HOLDS(QueryPerformanceFrequency(&frequency) && frequency.QuadPart == 10000000);
  HOLDS(QueryPerformanceCounter(&early));
  const ULONGLONG ticks = GetTickCount64();
  FILETIME then, now;
  GetSystemTimeAsFileTime(&then);
  Sleep(20);
  HOLDS(SleepEx(0, TRUE) == 0);
  SwitchToThread();
  HOLDS(QueryPerformanceCounter(&late) && late.QuadPart - early.QuadPart >= 200000);
  HOLDS(GetTickCount64() >= ticks + 19);
  GetSystemTimePreciseAsFileTime(&now);
  HOLDS(now.dwHighDateTime > then.dwHighDateTime || now.dwLowDateTime > then.dwLowDateTime);
  SYSTEMTIME day;
  FILETIME known = {0xd53e8000, 0x019db1de};  // the beginning of 1970, a Thursday
  HOLDS(FileTimeToSystemTime(&known, &day) && day.wYear == 1970 && day.wMonth == 1 &&
        day.wDay == 1 && day.wDayOfWeek == 4 && day.wHour == 0 && day.wMilliseconds == 0);
  FILETIME never = {0, 0x80000000};
  FAILS(FileTimeToSystemTime(&never, &day), ERROR_INVALID_PARAMETER);
  GetSystemTime(&day);
  HOLDS(day.wYear >= 2024);
  GetLocalTime(&day);
  HOLDS(day.wYear >= 2023);
  HANDLE timer = CreateWaitableTimerW(NULL, FALSE, NULL);
  HOLDS(timer != NULL && WaitForSingleObject(timer, 0) == WAIT_TIMEOUT);
  due.QuadPart = -50000;
  HOLDS(SetWaitableTimer(timer, &due, 5, NULL, NULL, FALSE));
  HOLDS(WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0 &&
        WaitForSingleObject(timer, INFINITE) == WAIT_OBJECT_0);
  HOLDS(CancelWaitableTimer(timer));
  FAILS(SetWaitableTimer(timer, &due, -1, NULL, NULL, FALSE), ERROR_INVALID_PARAMETER);
  FAILS(SetWaitableTimer(timer, &due, 0, reinterpret_cast<PTIMERAPCROUTINE>(1), NULL, FALSE),
        ERROR_NOT_SUPPORTED);
  FAILS(CancelWaitableTimer(NoHandle), ERROR_INVALID_HANDLE);
  return CloseHandle(timer) ? 0 : __LINE__;
}

// Counts through every lock; what two threads would do at once is lost.
unsigned __stdcall Adds(void* context) {
  Shared* shared = static_cast<Shared*>(context);
  for (int i = 0; i < 50; ++i) {
    EnterCriticalSection(&shared->section);
    EnterCriticalSection(&shared->section);
    ++shared->held;
    LeaveCriticalSection(&shared->section);
    LeaveCriticalSection(&shared->section);
    AcquireSRWLockExclusive(&shared->lock);
    ++shared->items;
    ReleaseSRWLockExclusive(&shared->lock);
    AcquireSRWLockShared(&shared->lock);
    const int items = shared->items;
    ReleaseSRWLockShared(&shared->lock);
    if (items < i) return 1;
  }
  return 5;
}

int Locks() {
  Shared shared = {};
  InitializeSRWLock(&shared.lock);
  HOLDS(InitializeCriticalSectionAndSpinCount(&shared.section, 4000));
  HOLDS(SetCriticalSectionSpinCount(&shared.section, 10) == 4000);
  HANDLE threads[3];
  for (HANDLE& one : threads)
    one = reinterpret_cast<HANDLE>(_beginthreadex(NULL, 0, Adds, &shared, 0, NULL));
  HOLDS(WaitForMultipleObjects(3, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
  for (HANDLE one : threads) {
    DWORD code = 0;
    HOLDS(GetExitCodeThread(one, &code) && code == 5 && CloseHandle(one));
  }
  HOLDS(shared.held == 150 && shared.items == 150);
  HOLDS(TryEnterCriticalSection(&shared.section) && TryEnterCriticalSection(&shared.section));
  HOLDS(shared.section.OwningThread ==
        reinterpret_cast<HANDLE>(static_cast<ULONG_PTR>(GetCurrentThreadId())));
  HOLDS(shared.section.RecursionCount == 2);
  LeaveCriticalSection(&shared.section);
  LeaveCriticalSection(&shared.section);
  LeaveCriticalSection(&shared.section);  // of nobody: it stays free
  HOLDS(shared.section.LockCount == -1 && shared.section.OwningThread == NULL);
  DeleteCriticalSection(&shared.section);
  HOLDS(!TryEnterCriticalSection(&shared.section));
  HOLDS(TryAcquireSRWLockShared(&shared.lock) && !TryAcquireSRWLockExclusive(&shared.lock));
  ReleaseSRWLockShared(&shared.lock);
  HOLDS(TryAcquireSRWLockExclusive(&shared.lock) && !TryAcquireSRWLockShared(&shared.lock));
  ReleaseSRWLockExclusive(&shared.lock);
  FAILS(InitializeCriticalSectionEx(&shared.section, 0, 1), ERROR_INVALID_PARAMETER);
  return 0;
}

DWORD WINAPI Produces(LPVOID context) {
  Shared* shared = static_cast<Shared*>(context);
  for (int i = 1; i <= 20; ++i) {
    EnterCriticalSection(&shared->section);
    while (shared->items != 0) SleepConditionVariableCS(&shared->empty, &shared->section, INFINITE);
    shared->items = i;
    LeaveCriticalSection(&shared->section);
    WakeAllConditionVariable(&shared->full);
  }
  AcquireSRWLockExclusive(&shared->lock);
  shared->held = 1;
  ReleaseSRWLockExclusive(&shared->lock);
  WakeConditionVariable(&shared->full);
  InterlockedExchange(&shared->word, 3);
  WakeByAddressAll(&shared->word);
  return 0;
}

BOOL WINAPI Once(PINIT_ONCE, PVOID parameter, PVOID* context) {
  LONG* times = static_cast<LONG*>(parameter);
  *context = times;
  return InterlockedIncrement(times) > 1;
}

int Conditions() {
  Shared shared = {};
  InitializeCriticalSection(&shared.section);
  InitializeConditionVariable(&shared.full);
  HANDLE thread = CreateThread(NULL, 0, Produces, &shared, 0, NULL);
  int sum = 0;
  EnterCriticalSection(&shared.section);
  for (int i = 0; i < 20; ++i) {
    while (shared.items == 0)
      HOLDS(SleepConditionVariableCS(&shared.full, &shared.section, INFINITE));
    sum += shared.items;
    shared.items = 0;
    WakeConditionVariable(&shared.empty);
  }
  LeaveCriticalSection(&shared.section);
  HOLDS(sum == 210);
  AcquireSRWLockShared(&shared.lock);
  while (!shared.held) HOLDS(SleepConditionVariableSRW(&shared.full, &shared.lock, INFINITE, 1));
  FAILS(SleepConditionVariableSRW(&shared.full, &shared.lock, 5, 1), ERROR_TIMEOUT);
  ReleaseSRWLockShared(&shared.lock);
  FAILS(SleepConditionVariableSRW(&shared.full, &shared.lock, 5, 2), ERROR_INVALID_PARAMETER);
  LONG undesired = 0;
  HOLDS(WaitOnAddress(&shared.word, &undesired, sizeof undesired, INFINITE));
  HOLDS(WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0 && shared.word == 3);
  undesired = 3;
  FAILS(WaitOnAddress(&shared.word, &undesired, sizeof undesired, 5), ERROR_TIMEOUT);
  FAILS(WaitOnAddress(&shared.word, &undesired, 3, 5), ERROR_INVALID_PARAMETER);
  WakeByAddressSingle(&shared.word);
  DeleteCriticalSection(&shared.section);
  INIT_ONCE once = INIT_ONCE_STATIC_INIT;
  LONG times = 0;
  void* context = NULL;
  HOLDS(!InitOnceExecuteOnce(&once, Once, &times, &context));
  HOLDS(InitOnceExecuteOnce(&once, Once, &times, &context) && context == &times);
  context = NULL;
  HOLDS(InitOnceExecuteOnce(&once, Once, &times, &context) && context == &times && times == 2);
  return CloseHandle(thread) ? 0 : __LINE__;
}

LONG Released;
VOID WINAPI Releases(PVOID value) { InterlockedAdd(&Released, *static_cast<LONG*>(value)); }
VOID CALLBACK Apc(ULONG_PTR context) {
  InterlockedIncrement(&reinterpret_cast<Shared*>(context)->apcs);
}

DWORD WINAPI Stores(LPVOID context) {
  Shared* shared = static_cast<Shared*>(context);
  static LONG hundred = 100;
  if (TlsGetValue(shared->slot) != NULL || GetLastError() != 0) return 1;
  if (!TlsSetValue(shared->slot, shared) || TlsGetValue(shared->slot) != shared) return 2;
  if (!FlsSetValue(shared->fiber, &hundred)) return 3;
  SetEvent(shared->done);
  while (shared->apcs < 2)
    if (SleepEx(INFINITE, TRUE) != WAIT_IO_COMPLETION) return 4;
  if (WaitForSingleObjectEx(shared->go, INFINITE, TRUE) != WAIT_OBJECT_0) return 5;
  return 6;
}

int Threads() {
  Shared shared = {};
  shared.done = CreateEventW(NULL, FALSE, FALSE, NULL);
  shared.go = CreateEventW(NULL, FALSE, FALSE, NULL);
  shared.slot = TlsAlloc();
  shared.fiber = FlsAlloc(Releases);
  HOLDS(shared.slot != TLS_OUT_OF_INDEXES && shared.fiber != FLS_OUT_OF_INDEXES);
  HANDLE thread = CreateThread(NULL, 0, Stores, &shared, CREATE_SUSPENDED, NULL);
  HOLDS(thread != NULL && WaitForSingleObject(shared.done, 5) == WAIT_TIMEOUT);
  HOLDS(SetThreadPriority(thread, THREAD_PRIORITY_HIGHEST) && GetThreadPriority(thread) == 2);
  FAILS(SetThreadPriority(thread, 3), ERROR_INVALID_PARAMETER);
  HOLDS(SuspendThread(thread) == 1 && ResumeThread(thread) == 2 && ResumeThread(thread) == 1);
  HOLDS(WaitForSingleObject(shared.done, INFINITE) == WAIT_OBJECT_0 && ResumeThread(thread) == 0);
  FAILS(SuspendThread(thread) != ~0u, ERROR_NOT_SUPPORTED);
  FAILS(TerminateThread(thread, 1), ERROR_NOT_SUPPORTED);
  FAILS(SetThreadAffinityMask(thread, 1) != 0, ERROR_NOT_SUPPORTED);
  const DWORD_PTR first = SetThreadAffinityMask(GetCurrentThread(), 1);
  HOLDS((first & 1) != 0 && SetThreadAffinityMask(GetCurrentThread(), first) == 1);
  FAILS(SetThreadAffinityMask(GetCurrentThread(), 0) != 0, ERROR_INVALID_PARAMETER);
  DWORD code = 0;
  HOLDS(GetExitCodeThread(thread, &code) && code == STILL_ACTIVE);
  HOLDS(QueueUserAPC(Apc, thread, reinterpret_cast<ULONG_PTR>(&shared)));
  HOLDS(QueueUserAPC(Apc, thread, reinterpret_cast<ULONG_PTR>(&shared)));
  FAILS(QueueUserAPC(Apc, GetCurrentThread(), 0), ERROR_NOT_SUPPORTED);
  HOLDS(SetEvent(shared.go) && WaitForSingleObject(thread, INFINITE) == WAIT_OBJECT_0);
  HOLDS(GetExitCodeThread(thread, &code) && code == 6);
  HOLDS(Released == 100 && TlsGetValue(shared.slot) == NULL);
  LONG ten = 10;
  HOLDS(FlsSetValue(shared.fiber, &ten) && FlsGetValue(shared.fiber) == &ten);
  HOLDS(FlsFree(shared.fiber) && Released == 110 && TlsFree(shared.slot));
  Released = 0;
  FAILS(TlsFree(shared.slot), ERROR_INVALID_PARAMETER);
  FAILS(TlsSetValue(TLS_OUT_OF_INDEXES, NULL), ERROR_INVALID_PARAMETER);
  FAILS(FlsGetValue(5000) != NULL, ERROR_INVALID_PARAMETER);
  FAILS(CreateThread(NULL, 0, NULL, NULL, 0, NULL) != NULL, ERROR_INVALID_PARAMETER);
  return CloseHandle(thread) && CloseHandle(shared.done) && CloseHandle(shared.go) ? 0 : __LINE__;
}

int Lists() {
  static SLIST_HEADER head;
  static SLIST_ENTRY one, two;
  InitializeSListHead(&head);
  HOLDS(InterlockedPopEntrySList(&head) == NULL && InterlockedPushEntrySList(&head, &one) == NULL);
  HOLDS(InterlockedPushEntrySList(&head, &two) == &one && QueryDepthSList(&head) == 2);
  HOLDS(InterlockedPopEntrySList(&head) == &two && InterlockedFlushSList(&head) == &one);
  return QueryDepthSList(&head) == 0 ? 0 : __LINE__;
}

// What breaks something.
int LeaveEverything() {
  CreateEventA(NULL, FALSE, FALSE, NULL); /*LeaveEvent*/
  CreateMutexA(NULL, TRUE, NULL);         /*LeaveMutex*/
  TlsAlloc();                             /*LeaveSlot*/
  return 0;
}

struct Keeper {
  CRITICAL_SECTION& section;
  ~Keeper() { EnterCriticalSection(&section); /*Deadlock*/ }
};
DWORD WINAPI Keeps(LPVOID context) {
  EnterCriticalSection(static_cast<CRITICAL_SECTION*>(context));
  return 0;
}
int Deadlock() {
  static CRITICAL_SECTION section;
  InitializeCriticalSection(&section);
  HANDLE thread = CreateThread(NULL, 0, Keeps, &section, 0, NULL);
  WaitForSingleObject(thread, INFINITE);
  Keeper keeper = {section};
  return 0;
}

int ReleaseOfFree() {
  SRWLOCK lock = SRWLOCK_INIT;
  ReleaseSRWLockShared(&lock); /*ReleaseOfFree*/
  return 0;
}

int ExitOfHost() {
  ExitThread(0); /*ExitOfHost*/
  return 0;
}

// Every creation may fail; what was made before is given back.
int Creations() {
  HANDLE made[] = {CreateEventA(NULL, FALSE, FALSE, NULL), CreateMutexA(NULL, FALSE, NULL),
                   CreateSemaphoreA(NULL, 0, 1, NULL), CreateWaitableTimerA(NULL, FALSE, NULL),
                   CreateThread(NULL, 0, [](LPVOID) -> DWORD { return 0; }, NULL, 0, NULL)};
  const DWORD slot = TlsAlloc();
  int missing = slot == TLS_OUT_OF_INDEXES && GetLastError() == ERROR_NO_SYSTEM_RESOURCES;
  if (slot != TLS_OUT_OF_INDEXES) TlsFree(slot);
  if (made[4] != NULL) WaitForSingleObject(made[4], INFINITE);
  for (HANDLE one : made) {
    if (one != NULL) CloseHandle(one);
    missing += one == NULL;
  }
  return missing;
}

struct Deed {
  const char* name;
  int (*run)();
};
#define DEED(name) {#name, name}
const Deed deeds[] = {DEED(Events),
                      DEED(Handles),
                      DEED(MutexesAndSemaphores),
                      DEED(Time),
                      DEED(Locks),
                      DEED(Conditions),
                      DEED(Threads),
                      DEED(Lists),
                      DEED(LeaveEverything),
                      DEED(Deadlock),
                      DEED(ReleaseOfFree),
                      DEED(ExitOfHost),
                      DEED(Creations),
                      {}};

}  // namespace

extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pOpenData) {
  pOpenData->hAdapter = const_cast<Deed*>(deeds);
  return S_OK;
}
