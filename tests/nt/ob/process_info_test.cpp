// What a driver asks about its process and about the system.
#include <gtest/gtest.h>

#include <string>

#include "tests/nt/life/holds.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

TEST(Routines, TheSystemAndItsProcessAreDescribed) {
  expect_holds(R"(
NTSTATUS ZwQuerySystemInformation(ULONG, PVOID, ULONG, PULONG);)",
               R"(
  PROCESS_BASIC_INFORMATION basic; ULONG session = 7, needed; ULONG_PTR port = 1; UCHAR room[64];
  PUNICODE_STRING image;
  HOLDS(ZwQueryInformationProcess(ZwCurrentProcess(), ProcessBasicInformation, &basic, sizeof basic, &needed) == STATUS_SUCCESS);
  HOLDS((HANDLE)basic.UniqueProcessId == PsGetCurrentProcessId() && needed == sizeof basic);
  HOLDS(basic.AffinityMask == KeQueryActiveProcessors());
  HOLDS(ZwQueryInformationProcess(ZwCurrentProcess(), ProcessSessionInformation, &session, sizeof session, NULL) == STATUS_SUCCESS);
  HOLDS(session == PsGetCurrentProcessSessionId());
  HOLDS(ZwQueryInformationProcess(ZwCurrentProcess(), ProcessDebugPort, &port, sizeof port, NULL) == STATUS_SUCCESS && port == 0);
  HOLDS(ZwQueryInformationProcess(ZwCurrentProcess(), ProcessBasicInformation, &basic, 4, NULL) == STATUS_INFO_LENGTH_MISMATCH);
  HOLDS(ZwQueryInformationProcess((HANDLE)0x7777770, ProcessBasicInformation, &basic, sizeof basic, NULL) == STATUS_INVALID_HANDLE);
  HOLDS(ZwQuerySystemInformation(0, room, 4, &needed) == STATUS_INFO_LENGTH_MISMATCH && needed == 64);
  HOLDS(ZwQuerySystemInformation(0, room, sizeof room, NULL) == STATUS_SUCCESS && *(PULONG)(room + 8) == PAGE_SIZE);
  HOLDS((ULONG)room[56] == KeQueryActiveProcessorCount(NULL));
  HOLDS(ZwQuerySystemInformation(9999, room, sizeof room, NULL) == STATUS_INVALID_INFO_CLASS);
  HOLDS(!PsIsProtectedProcess(PsInitialSystemProcess) && PsGetProcessExitTime().QuadPart == 0);
  HOLDS(ZwTerminateProcess(ZwCurrentProcess(), 0) == STATUS_ACCESS_DENIED);
  HOLDS(SeLocateProcessImageName(PsInitialSystemProcess, &image) == STATUS_SUCCESS && image->Length == 0);
  ExFreePool(image);
  )");
}

TEST(ProcessInfo, CountsTheHandlesThatAreOpen) {
  expect_holds("", R"(
  ULONG before = 0, after = 0; HANDLE event; UNICODE_STRING image; ULONG_PTR wow = 1;
  HOLDS(ZwQueryInformationProcess(ZwCurrentProcess(), ProcessHandleCount, &before, sizeof before, NULL) == STATUS_SUCCESS);
  HOLDS(ZwCreateEvent(&event, EVENT_ALL_ACCESS, NULL, NotificationEvent, FALSE) == STATUS_SUCCESS);
  HOLDS(ZwQueryInformationProcess(ZwCurrentProcess(), ProcessHandleCount, &after, sizeof after, NULL) == STATUS_SUCCESS);
  HOLDS(after == before + 1);
  ZwClose(event);
  HOLDS(ZwQueryInformationProcess(ZwCurrentProcess(), ProcessImageFileName, &image, sizeof image, NULL) == STATUS_SUCCESS && image.Length == 0);
  HOLDS(ZwQueryInformationProcess(ZwCurrentProcess(), ProcessWow64Information, &wow, sizeof wow, NULL) == STATUS_SUCCESS && wow == 0);
  HOLDS(ZwQueryInformationProcess(ZwCurrentProcess(), (PROCESSINFOCLASS)9999, &wow, sizeof wow, NULL) == STATUS_INVALID_INFO_CLASS);
  HOLDS(ZwTerminateProcess((HANDLE)0x7777770, 0) == STATUS_INVALID_HANDLE);)");
}

TEST(ProcessInfo, TheTimeOfDayBeganWhenTheSystemWasStarted) {
  expect_holds("NTSTATUS ZwQuerySystemInformation(ULONG, PVOID, ULONG, PULONG);", R"(
  LARGE_INTEGER times[6], now; ULONG needed = 0; ULONGLONG running;
  HOLDS(ZwQuerySystemInformation(3, times, 8, &needed) == STATUS_INFO_LENGTH_MISMATCH && needed == sizeof times);
  HOLDS(ZwQuerySystemInformation(3, times, sizeof times, NULL) == STATUS_SUCCESS);
  running = KeQueryInterruptTime();
  KeQuerySystemTimePrecise(&now);
  HOLDS(times[0].QuadPart <= times[1].QuadPart && times[1].QuadPart <= now.QuadPart);
  HOLDS(times[0].QuadPart > 0 && (ULONGLONG)(times[1].QuadPart - times[0].QuadPart) <= running);)");
}

}  // namespace
