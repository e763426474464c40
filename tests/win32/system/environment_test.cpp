// Variables of the environment, and names of folders and the computer.
#include "src/win32/system/environment.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kEnvironmentDriver = R"(
DEED(Variables) {
  char text[64];
  FAILS(GetEnvironmentVariableA("NoSuchThing", text, sizeof text), ERROR_ENVVAR_NOT_FOUND);
  HOLDS(SetEnvironmentVariableW(L"Thing", L"42"));
  HOLDS(GetEnvironmentVariableA("THING", text, sizeof text) == 2 && strcmp(text, "42") == 0);
  HOLDS(GetEnvironmentVariableA("THING", text, 2) == 3);
  HOLDS(SetEnvironmentVariableA("Thing", NULL));
  HOLDS(GetSystemDirectoryA(text, sizeof text) == 19 && GetTempPathA(1, text) == 17);
  DWORD size = 3;
  FAILS(GetComputerNameA(text, &size), ERROR_BUFFER_OVERFLOW);
  HOLDS(size == 8 && GetComputerNameA(text, &size) && size == 7);
  return NULL;
}

DEED(Refusals) {
  WCHAR wide[8];
  FAILS(SetEnvironmentVariableA("Missing", NULL), ERROR_ENVVAR_NOT_FOUND);
  FAILS(SetEnvironmentVariableA("a=b", "c"), ERROR_INVALID_PARAMETER);
  FAILS(SetEnvironmentVariableA("", "c"), ERROR_INVALID_PARAMETER);
  HOLDS(SetEnvironmentVariableA("Empty", ""));
  wide[0] = 7;
  HOLDS(GetEnvironmentVariableW(L"empty", wide, 8) == 0 && GetLastError() == 0 && wide[0] == 0);
  HOLDS(SetEnvironmentVariableW(L"Empty", NULL));
  // One too few, and just enough: the null counts.
  HOLDS(GetWindowsDirectoryW(wide, 8) == 11);
  char text[20];
  HOLDS(GetSystemDirectoryA(text, 19) == 20 && GetSystemDirectoryA(text, 20) == 19);
  HOLDS(strcmp(text, "C:\\Windows\\System32") == 0 && GetSystemDirectoryA(NULL, 0) == 20);
  HOLDS(GetCurrentDirectoryA(20, text) == 19 && GetTempPathA(20, text) == 16 && text[15] == '\\');
  DWORD room = 7;
  FAILS(GetComputerNameA(text, &room), ERROR_BUFFER_OVERFLOW);
  HOLDS(room == 8);
  FAILS(GetComputerNameA(text, NULL), ERROR_INVALID_PARAMETER);
  return NULL;
}
)";

TEST(UserEnvironment, VariablesAreSetReadAndRemoved) {
  expect_work(kEnvironmentDriver, "Variables");
}
TEST(UserEnvironment, AnswersSayHowMuchRoomIsNeeded) {
  expect_work(kEnvironmentDriver, "Refusals");
}

TEST(UserEnvironment, TextIsExpandedWhereThereIsAVariable) {
  for (const auto& [text, expanded] :
       std::initializer_list<std::pair<const char16_t*, const char16_t*>>{
           {u"", u""},
           {u"plain", u"plain"},
           {u"%windir%\\x", u"C:\\Windows\\x"},
           {u"a%SYSTEMDRIVE%b%OS%", u"aC:bWindows_NT"},
           {u"%none%", u"%none%"},
           {u"%none%windir%", u"%noneC:\\Windows"},
           {u"50%", u"50%"},
           {u"%%", u"%%"}})
    EXPECT_EQ(win32::expand_environment(text), expanded);
}

}  // namespace
}  // namespace drydock::testing
