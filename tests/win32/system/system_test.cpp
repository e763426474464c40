// Queries about the machine and the process, and what ends the process.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kSystemDriver = R"(
DEED(Facts) {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  HOLDS(info.dwPageSize == 4096 && info.dwAllocationGranularity == 65536);
  HOLDS(info.dwNumberOfProcessors > 0 && GetCurrentProcessorNumber() < info.dwNumberOfProcessors);
  MEMORYSTATUSEX memory = {};
  FAILS(GlobalMemoryStatusEx(&memory), ERROR_INVALID_PARAMETER);
  memory.dwLength = sizeof memory;
  HOLDS(GlobalMemoryStatusEx(&memory) && memory.ullTotalPhys >= memory.ullAvailPhys);
  OSVERSIONINFOEXA version = {};
  FAILS(GetVersionExA((LPOSVERSIONINFOA)&version), ERROR_INSUFFICIENT_BUFFER);
  version.dwOSVersionInfoSize = sizeof version;
  HOLDS(GetVersionExA((LPOSVERSIONINFOA)&version) && version.dwMajorVersion == 10);
  HOLDS(SetErrorMode(1) == 0 && SetErrorMode(0) == 1);
  HOLDS(GetStdHandle(STD_OUTPUT_HANDLE) == NULL && GetCommandLineW()[0] == 'd');
  PROCESS_MEMORY_COUNTERS counters;
  FAILS(GetProcessMemoryInfo((HANDLE)-1, &counters, sizeof counters), ERROR_ACCESS_DENIED);
  return NULL;
}

DEED(Exits) {
  ExitProcess(3); /*Exits*/
  return NULL;
}
DEED(Terminates) {
  TerminateProcess(GetCurrentProcess(), 3); /*Terminates*/
  return NULL;
}
DEED(Refusals) {
  FAILS(TerminateProcess(NoHandle, 3), ERROR_INVALID_HANDLE);
  HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL);
  FAILS(TerminateProcess(event, 3), ERROR_INVALID_HANDLE);
  HOLDS(GetStdHandle((DWORD)-10) == NULL && GetStdHandle((DWORD)-12) == NULL);
  FAILS(GetStdHandle((DWORD)-13) != INVALID_HANDLE_VALUE, ERROR_INVALID_HANDLE);
  FAILS(GetStdHandle((DWORD)-9) != INVALID_HANDLE_VALUE, ERROR_INVALID_HANDLE);
  return CloseHandle(event) ? NULL : "it does not close";
}
)";

TEST(UserSystem, AnswersTheFactsOfTheMachine) { expect_work(kSystemDriver, "Facts"); }
TEST(UserSystem, RefusesHandlesThatAreNone) { expect_work(kSystemDriver, "Refusals"); }
TEST(UserSystem, WhatEndsTheProcessEndsTheDriver) {
  for (const char* deed : {"Exits", "Terminates"}) expect_end(kSystemDriver, deed, "N-061");
}

}  // namespace
}  // namespace drydock::testing
