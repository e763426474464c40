// MultiByteToWideChar and WideCharToMultiByte, whose code page is UTF-8.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kTextDriver = R"(
DEED(Converts) {
  WCHAR wide[8];
  char narrow[8];
  HOLDS(MultiByteToWideChar(CP_UTF8, 0, "a\xc3\xa4", -1, NULL, 0) == 3);
  HOLDS(MultiByteToWideChar(CP_ACP, 0, "a\xc3\xa4", -1, wide, 8) == 3);
  HOLDS(wide[0] == 'a' && wide[1] == 0xE4 && wide[2] == 0);
  HOLDS(WideCharToMultiByte(CP_UTF8, 0, wide, 2, narrow, 8, NULL, NULL) == 3);
  HOLDS(memcmp(narrow, "a\xc3\xa4", 3) == 0);
  FAILS(MultiByteToWideChar(CP_UTF8, 0, "abc", -1, wide, 2), ERROR_INSUFFICIENT_BUFFER);
  FAILS(MultiByteToWideChar(CP_UTF8, 8, "\xff", 1, wide, 8), ERROR_NO_UNICODE_TRANSLATION);
  FAILS(MultiByteToWideChar(CP_UTF8, 1, "a", 1, wide, 8), ERROR_INVALID_FLAGS);
  FAILS(MultiByteToWideChar(12345, 0, "a", 1, wide, 8), ERROR_INVALID_PARAMETER);
  FAILS(WideCharToMultiByte(CP_UTF8, 0, L"a", 1, narrow, 8, "?", NULL), ERROR_INVALID_PARAMETER);
  return NULL;
}

DEED(Bounds) {
  WCHAR wide[4] = {9, 9, 9, 9};
  char narrow[4] = {9, 9, 9, 9};
  // Exactly enough, and one too few: what fits is there all the same.
  HOLDS(MultiByteToWideChar(CP_UTF8, 0, "abc", 3, wide, 3) == 3 && wide[2] == 'c' && wide[3] == 9);
  FAILS(MultiByteToWideChar(CP_UTF8, 0, "xyz", 3, wide, 2), ERROR_INSUFFICIENT_BUFFER);
  HOLDS(wide[0] == 'x' && wide[1] == 'y' && wide[2] == 'c');
  HOLDS(WideCharToMultiByte(CP_UTF8, 0, L"abc", 3, narrow, 3, NULL, NULL) == 3 && narrow[3] == 9);
  FAILS(WideCharToMultiByte(CP_UTF8, 0, L"xyz", 3, narrow, 2, NULL, NULL), ERROR_INSUFFICIENT_BUFFER);
  HOLDS(narrow[1] == 'y' && narrow[2] == 'c');
  // Four bytes are two units.
  HOLDS(MultiByteToWideChar(CP_UTF8, 0, "\xf0\x9f\x98\x80", 4, wide, 4) == 2);
  HOLDS(wide[0] == 0xd83d && wide[1] == 0xde00);
  HOLDS(WideCharToMultiByte(CP_UTF8, 0, wide, 2, narrow, 4, NULL, NULL) == 4);
  HOLDS(memcmp(narrow, "\xf0\x9f\x98\x80", 4) == 0);
  return NULL;
}

DEED(Refusals) {
  WCHAR wide[4];
  char narrow[4];
  BOOL used = 7;
  FAILS(MultiByteToWideChar(CP_UTF8, 0, NULL, 1, wide, 4), ERROR_INVALID_PARAMETER);
  FAILS(MultiByteToWideChar(CP_UTF8, 0, "a", 0, wide, 4), ERROR_INVALID_PARAMETER);
  FAILS(MultiByteToWideChar(CP_UTF8, 0, "a", -2, wide, 4), ERROR_INVALID_PARAMETER);
  FAILS(MultiByteToWideChar(CP_UTF8, 0, "a", 1, NULL, 4), ERROR_INVALID_PARAMETER);
  FAILS(MultiByteToWideChar(CP_UTF8, 0, "a", 1, wide, -1), ERROR_INVALID_PARAMETER);
  FAILS(MultiByteToWideChar(CP_UTF8, 0, (char*)wide, 1, wide, 4), ERROR_INVALID_PARAMETER);
  HOLDS(MultiByteToWideChar(CP_ACP, 1, "a", 1, wide, 4) == 1);
  FAILS(MultiByteToWideChar(CP_ACP, 16, "a", 1, wide, 4), ERROR_INVALID_FLAGS);
  FAILS(WideCharToMultiByte(CP_UTF8, 0, L"a", 1, narrow, 4, NULL, &used), ERROR_INVALID_PARAMETER);
  HOLDS(used == 7 && WideCharToMultiByte(CP_ACP, 0, L"a", 1, narrow, 4, "?", &used) == 1 && used == FALSE);
  FAILS(WideCharToMultiByte(CP_UTF8, 1, L"a", 1, narrow, 4, NULL, NULL), ERROR_INVALID_FLAGS);
  FAILS(WideCharToMultiByte(4, 0, L"a", 1, narrow, 4, NULL, NULL), ERROR_INVALID_PARAMETER);
  // Broken text: refused when it is to be whole, otherwise replaced.
  const WCHAR half[] = {0xd83d, 'a'};
  FAILS(WideCharToMultiByte(CP_UTF8, 0x80, half, 2, narrow, 4, NULL, NULL), ERROR_NO_UNICODE_TRANSLATION);
  HOLDS(WideCharToMultiByte(CP_UTF8, 0, half, 2, narrow, 4, NULL, NULL) == 4 && memcmp(narrow, "\xef\xbf\xbd" "a", 4) == 0);
  HOLDS(MultiByteToWideChar(CP_UTF8, 0, "\xff", 1, wide, 4) == 1 && wide[0] == 0xfffd);
  return NULL;
}
)";

TEST(UserText, ConvertsBothWays) { expect_work(kTextDriver, "Converts"); }
TEST(UserText, FillsABufferToItsEnd) { expect_work(kTextDriver, "Bounds"); }
TEST(UserText, RefusesWhatItsPagesRefuse) { expect_work(kTextDriver, "Refusals"); }

}  // namespace
}  // namespace drydock::testing
