// The registry as drivers see it.
#include "src/nt/ob/registry.h"

#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kUserRegistryDriver = R"driver(
static const LONG kUnsupportedType = 1630;
DEED(Registry) {
  HKEY key = NULL;
  DWORD made = 0, type = 0, size = 0, number = 42;
  HOLDS(RegOpenKeyExA(HKEY_LOCAL_MACHINE, "Software\\None", 0, KEY_READ, &key) ==
        ERROR_FILE_NOT_FOUND);
  HOLDS(RegCreateKeyExW(HKEY_LOCAL_MACHINE, L"Software\\Maker\\Driver", 0, NULL, 0, KEY_ALL_ACCESS,
                        NULL, &key, &made) == ERROR_SUCCESS);
  HOLDS(made == REG_CREATED_NEW_KEY);
  HOLDS(RegSetValueExA(key, "Number", 0, REG_DWORD, (const BYTE*)&number, 4) == ERROR_SUCCESS);
  HOLDS(RegSetValueExA(key, "Folder", 0, REG_EXPAND_SZ, (const BYTE*)"%windir%\\x", 11) ==
        ERROR_SUCCESS);
  WCHAR wide[40];
  size = 4;
  HOLDS(RegQueryValueExW(key, L"folder", NULL, &type, (BYTE*)wide, &size) == ERROR_MORE_DATA);
  HOLDS(size == 22 && type == REG_EXPAND_SZ);
  char text[40];
  size = sizeof text;
  HOLDS(RegGetValueA(HKEY_LOCAL_MACHINE, "Software\\Maker\\Driver", "Folder", RRF_RT_REG_SZ, &type,
                     text, &size) == ERROR_SUCCESS);
  HOLDS(strcmp(text, "C:\\Windows\\x") == 0 && size == 13 && type == REG_SZ);
  HOLDS(RegGetValueA(key, NULL, "Number", RRF_RT_REG_SZ, NULL, NULL, NULL) == kUnsupportedType);
  size = sizeof text;
  HOLDS(RegEnumValueA(key, 0, text, &size, NULL, NULL, NULL, NULL) == ERROR_SUCCESS && size == 6);
  HOLDS(RegEnumValueA(key, 2, text, &size, NULL, NULL, NULL, NULL) == ERROR_NO_MORE_ITEMS);
  DWORD values = 0, longest = 0;
  HOLDS(RegQueryInfoKeyA(key, NULL, NULL, NULL, NULL, NULL, NULL, &values, &longest, NULL, NULL,
                         NULL) == ERROR_SUCCESS);
  HOLDS(values == 2 && longest == 6);
  HOLDS(RegDeleteValueA(key, "Number") == ERROR_SUCCESS);
  HOLDS(RegDeleteKeyA(HKEY_LOCAL_MACHINE, "Software\\Maker") == ERROR_ACCESS_DENIED);
  HOLDS(RegDeleteKeyA(HKEY_LOCAL_MACHINE, "Software\\Maker\\Driver") == ERROR_SUCCESS);
  HOLDS(RegSetValueExA(key, "Late", 0, REG_DWORD, (const BYTE*)&number, 4) == ERROR_KEY_DELETED);
  HOLDS(RegCloseKey(key) == ERROR_SUCCESS && RegCloseKey(key) == ERROR_INVALID_HANDLE);
  return NULL;
}

DEED(Subkeys) {
  HKEY key = NULL, below = NULL;
  DWORD made = 0, size = 4;
  char name[8];
  HOLDS(RegCreateKeyExA(HKEY_CURRENT_USER, "Maker", 0, NULL, 0, KEY_ALL_ACCESS, NULL, &key, NULL) == ERROR_SUCCESS);
  HOLDS(RegCreateKeyExA(key, "Beta", 0, NULL, 0, KEY_ALL_ACCESS, NULL, &below, &made) == ERROR_SUCCESS && made == REG_CREATED_NEW_KEY);
  HOLDS(RegCloseKey(below) == ERROR_SUCCESS);
  HOLDS(RegCreateKeyExA(key, "bETA", 0, NULL, 0, KEY_ALL_ACCESS, NULL, &below, &made) == ERROR_SUCCESS && made == REG_OPENED_EXISTING_KEY);
  // The null counts in the room, and not in the length.
  HOLDS(RegEnumKeyExA(key, 0, name, &size, NULL, NULL, NULL, NULL) == ERROR_MORE_DATA);
  size = 5;
  HOLDS(RegEnumKeyExA(key, 0, name, &size, NULL, NULL, NULL, NULL) == ERROR_SUCCESS && size == 4 && strcmp(name, "Beta") == 0);
  HOLDS(RegEnumKeyExA(key, 1, name, &size, NULL, NULL, NULL, NULL) == ERROR_NO_MORE_ITEMS);
  HOLDS(RegSetValueExA(below, "v", 0, REG_BINARY, (const BYTE*)"ab", 2) == ERROR_SUCCESS);
  BYTE data[4] = {9, 9, 9, 9};
  DWORD type = 0, bytes = 1;
  HOLDS(RegQueryValueExA(below, "v", NULL, &type, data, &bytes) == ERROR_MORE_DATA && bytes == 2 && data[0] == 9);
  HOLDS(RegQueryValueExA(below, "v", NULL, &type, data, &bytes) == ERROR_SUCCESS && data[1] == 'b' && data[2] == 9);
  HOLDS(RegQueryValueExA(below, "v", NULL, &type, data, NULL) == ERROR_INVALID_PARAMETER);
  HOLDS(RegQueryValueExA(below, "none", NULL, &type, data, &bytes) == ERROR_FILE_NOT_FOUND);
  HOLDS(RegSetValueExA(below, "v", 0, REG_BINARY, NULL, 1) == ERROR_INVALID_PARAMETER);
  bytes = 4;
  HOLDS(RegGetValueA(below, NULL, "v", RRF_RT_ANY, &type, data, &bytes) == ERROR_SUCCESS && bytes == 2 && type == REG_BINARY);
  HOLDS(RegGetValueA(below, NULL, "v", 0, &type, data, &bytes) == ERROR_INVALID_PARAMETER);
  HOLDS(RegDeleteValueA(below, "none") == ERROR_FILE_NOT_FOUND && RegDeleteKeyA(key, NULL) == ERROR_INVALID_PARAMETER);
  HOLDS(RegOpenKeyExA((HKEY)(ULONG_PTR)0x80000004, NULL, 0, KEY_READ, &below) == ERROR_INVALID_HANDLE);
  HOLDS(RegFlushKey(key) == ERROR_SUCCESS && RegFlushKey((HKEY)NoHandle) == ERROR_INVALID_HANDLE);
  HOLDS(RegCloseKey(HKEY_LOCAL_MACHINE) == ERROR_SUCCESS);
  return RegCloseKey(below) == ERROR_SUCCESS && RegCloseKey(key) == ERROR_SUCCESS ? NULL : "one does not close";
}
)driver";

void expect_registry_work(const char* deed) {
  const Work work = work_of(kUserRegistryDriver, deed);
  nt::Registry::instance().clear();
  EXPECT_EQ(work.failure, "");
  EXPECT_TRUE(work.findings.empty()) << text_of(work.findings);
}

TEST(UserRegistry, KeysAndValuesLiveUntilTheyAreDeleted) { expect_registry_work("Registry"); }
TEST(UserRegistry, AnswersSayHowMuchRoomIsNeeded) { expect_registry_work("Subkeys"); }

}  // namespace
}  // namespace drydock::testing
