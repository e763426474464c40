// Errors of statuses, and FormatMessage.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kErrorDriver = R"(
DEED(System) {
  char* message = NULL;
  HOLDS(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_ALLOCATE_BUFFER, NULL, 5, 0,
                       (LPSTR)&message, 0, NULL) > 0);
  HOLDS(strstr(message, "5") != NULL);
  HOLDS(LocalFree(message) == NULL);
  return NULL;
}

DEED(Statuses) {
  HMODULE ntdll = GetModuleHandleA("ntdll");
  ULONG (WINAPI *error_of)(LONG) = (ULONG (WINAPI *)(LONG))GetProcAddress(ntdll, "RtlNtStatusToDosError");
  HOLDS(error_of != NULL && error_of(0) == 0);
  const struct { ULONG status, error; } known[] = {
      {0xC0000008, 6}, {0xC0000024, 6}, {0xC0000034, 2}, {0xC000003A, 3}, {0xC0000022, 5}, {0xC000000D, 87},
      {0xC00000EF, 87}, {0xC00000F2, 87}, {0xC00000FA, 87}, {0xC000009A, 1450}, {0xC0000017, 8}, {0xC0000046, 288},
      {0xC0000023, 122}, {0x80000005, 234}, {0xC0000011, 38}};
  for (const auto& one : known) HOLDS(error_of((LONG)one.status) == one.error);
  HOLDS(error_of((LONG)0xC00000EE) == 317 && error_of((LONG)0xC00000FB) != 87);  // beside the twelve
  return NULL;
}

DEED(Inserts) {
  char text[32];
  const char* arguments[] = {"one", "two", NULL, "4", "5", "6", "7", "8", "9", "ten"};
  const DWORD flags = FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_ARGUMENT_ARRAY;
  HOLDS(FormatMessageA(flags, "%2-%1-%10%%%n", 0, 0, text, sizeof text, (va_list*)arguments) == 13);
  HOLDS(strcmp(text, "two-one-ten%\n") == 0);
  HOLDS(FormatMessageA(flags, "a%3b%0c", 0, 0, text, sizeof text, (va_list*)arguments) == 8);
  HOLDS(strcmp(text, "a(null)b") == 0);
  HOLDS(FormatMessageA(flags | FORMAT_MESSAGE_IGNORE_INSERTS, "%1", 0, 0, text, sizeof text, NULL) == 2);
  HOLDS(strcmp(text, "%1") == 0);
  HOLDS(FormatMessageA(flags, "abc", 0, 0, text, 4, NULL) == 3);
  FAILS(FormatMessageA(flags, "abc", 0, 0, text, 3, NULL), ERROR_INSUFFICIENT_BUFFER);
  FAILS(FormatMessageA(0, "abc", 0, 0, text, 32, NULL), ERROR_INVALID_PARAMETER);
  FAILS(FormatMessageA(flags, "abc", 0, 0, NULL, 32, NULL), ERROR_INVALID_PARAMETER);
  FAILS(FormatMessageA(FORMAT_MESSAGE_FROM_HMODULE, NULL, 5, 0, text, 32, NULL), ERROR_MR_MID_NOT_FOUND);
  FAILS(FormatMessageA(FORMAT_MESSAGE_FROM_STRING, "%1", 0, 0, text, 32, (va_list*)arguments), ERROR_NOT_SUPPORTED);
  return NULL;
}
)";

TEST(UserError, TheSystemsMessageIsTheCallersToFree) { expect_work(kErrorDriver, "System"); }
TEST(UserError, StatusesHaveErrors) { expect_work(kErrorDriver, "Statuses"); }
TEST(UserError, MessagesTakeInserts) { expect_work(kErrorDriver, "Inserts"); }

}  // namespace
}  // namespace drydock::testing
