// Routines of the registry.
#include "tests/win32/exports/row_scene.h"

namespace {

using namespace drydock::testing;

// A key of the user's, which is there from its first use on.
struct OwnKey {
  HKEY handle = nullptr;
  OwnKey() {
    EXPECT_EQ(RegCreateKeyExW(HKEY_CURRENT_USER, u"Software\\Rows", 0, nullptr, 0, KEY_ALL_ACCESS,
                              nullptr, &handle, nullptr),
              ERROR_SUCCESS);
  }
  ~OwnKey() { EXPECT_EQ(RegCloseKey(handle), ERROR_SUCCESS); }
  OwnKey(const OwnKey&) = delete;
  OwnKey& operator=(const OwnKey&) = delete;
  operator HKEY() const { return handle; }

  void set(const WCHAR* name) const {
    const DWORD one = 1;
    EXPECT_EQ(
        RegSetValueExW(handle, name, 0, REG_DWORD, reinterpret_cast<const BYTE*>(&one), sizeof one),
        ERROR_SUCCESS);
  }
};

void reads_values() {
  const OwnKey key;
  key.set(u"V");
  DWORD got = 0, size = sizeof got;
  EXPECT_EQ(RegGetValueW(key, nullptr, u"V", RRF_RT_REG_DWORD, nullptr, &got, &size),
            ERROR_SUCCESS);
  EXPECT_EQ(got, 1u);
  EXPECT_EQ(RegGetValueW(key, nullptr, u"V", RRF_RT_REG_SZ, nullptr, &got, &size), 1630);
}

const ExportRows kWin32RegistryRows(
    "Win32Exports",
    {
        ROW(RegCloseKey, zeros(gives(ERROR_INVALID_HANDLE)),
            proven_by("UserRegistry.AnswersSayHowMuchRoomIsNeeded")),
        ROW(RegCreateKeyExA, zeros(gives(ERROR_INVALID_PARAMETER)),
            proven_by("UserRegistry.AnswersSayHowMuchRoomIsNeeded")),
        ROW(RegCreateKeyExW, zeros(gives(ERROR_INVALID_PARAMETER)),
            proven_by("UserRegistry.KeysAndValuesLiveUntilTheyAreDeleted")),
        ROW(RegDeleteKeyA, zeros(gives(ERROR_INVALID_PARAMETER)),
            proven_by("UserRegistry.AnswersSayHowMuchRoomIsNeeded")),
        ROW(RegDeleteKeyW, zeros(gives(ERROR_INVALID_PARAMETER)), works([] {
              HKEY key = nullptr;
              EXPECT_EQ(RegCreateKeyExW(HKEY_CURRENT_USER, u"Software\\Gone", 0, nullptr, 0,
                                        KEY_ALL_ACCESS, nullptr, &key, nullptr),
                        ERROR_SUCCESS);
              EXPECT_EQ(RegCloseKey(key), ERROR_SUCCESS);
              EXPECT_EQ(RegDeleteKeyW(HKEY_CURRENT_USER, u"Software\\Gone"), ERROR_SUCCESS);
              EXPECT_EQ(RegDeleteKeyW(HKEY_CURRENT_USER, u"Software\\Gone"), ERROR_FILE_NOT_FOUND);
            })),
        ROW(RegDeleteValueA, zeros(gives(ERROR_INVALID_HANDLE)),
            proven_by("UserRegistry.AnswersSayHowMuchRoomIsNeeded")),
        ROW(RegDeleteValueW, zeros(gives(ERROR_INVALID_HANDLE)), works([] {
              const OwnKey key;
              key.set(u"D");
              EXPECT_EQ(RegDeleteValueW(key, u"D"), ERROR_SUCCESS);
              EXPECT_EQ(RegDeleteValueW(key, u"D"), ERROR_FILE_NOT_FOUND);
            })),
        ROW(RegEnumKeyExA, zeros(gives(ERROR_INVALID_HANDLE)),
            proven_by("UserRegistry.AnswersSayHowMuchRoomIsNeeded")),
        ROW(RegEnumKeyExW, zeros(gives(ERROR_INVALID_HANDLE)), works([] {
              const OwnKey key;
              WCHAR name[20];
              DWORD size = 20;
              EXPECT_EQ(RegEnumKeyExW(key, 0, name, &size, nullptr, nullptr, nullptr, nullptr),
                        ERROR_NO_MORE_ITEMS);
            })),
        ROW(RegEnumValueA, zeros(gives(ERROR_INVALID_HANDLE)),
            proven_by("UserRegistry.KeysAndValuesLiveUntilTheyAreDeleted")),
        ROW(RegEnumValueW, zeros(gives(ERROR_INVALID_HANDLE)), works([] {
              const OwnKey key;
              key.set(u"V");
              WCHAR name[20];
              DWORD size = 20, type = 0;
              EXPECT_EQ(RegEnumValueW(key, 0, name, &size, nullptr, &type, nullptr, nullptr),
                        ERROR_SUCCESS);
              EXPECT_EQ(size, 1u);
              EXPECT_EQ(type, DWORD{REG_DWORD});
              size = 20;
              EXPECT_EQ(RegEnumValueW(key, 99, name, &size, nullptr, &type, nullptr, nullptr),
                        ERROR_NO_MORE_ITEMS);
            })),
        ROW(RegFlushKey, zeros(gives(ERROR_INVALID_HANDLE)),
            proven_by("UserRegistry.AnswersSayHowMuchRoomIsNeeded")),
        ROW(RegGetValueA, zeros(gives(ERROR_INVALID_PARAMETER)),
            proven_by("UserRegistry.AnswersSayHowMuchRoomIsNeeded")),
        ROW(RegGetValueW, zeros(gives(ERROR_INVALID_PARAMETER)), works(reads_values)),
        ROW(RegOpenKeyA, zeros(gives(ERROR_INVALID_PARAMETER)), works([] {
              {
                const OwnKey there;
              }
              HKEY key = nullptr;
              EXPECT_EQ(RegOpenKeyA(HKEY_CURRENT_USER, "NoSuchKey", &key), ERROR_FILE_NOT_FOUND);
              EXPECT_EQ(key, nullptr);
              EXPECT_EQ(RegOpenKeyA(HKEY_CURRENT_USER, "Software\\Rows", &key), ERROR_SUCCESS);
              EXPECT_EQ(RegCloseKey(key), ERROR_SUCCESS);
            })),
        ROW(RegOpenKeyExA, zeros(gives(ERROR_INVALID_PARAMETER)),
            proven_by("UserRegistry.AnswersSayHowMuchRoomIsNeeded")),
        ROW(RegOpenKeyExW, zeros(gives(ERROR_INVALID_PARAMETER)), works([] {
              {
                const OwnKey there;
              }
              HKEY key = nullptr;
              EXPECT_EQ(RegOpenKeyExW(HKEY_CURRENT_USER, u"NoSuchKey", 0, KEY_READ, &key),
                        ERROR_FILE_NOT_FOUND);
              EXPECT_EQ(key, nullptr);
              EXPECT_EQ(RegOpenKeyExW(HKEY_CURRENT_USER, u"Software\\Rows", 0, KEY_READ, &key),
                        ERROR_SUCCESS);
              EXPECT_EQ(RegCloseKey(key), ERROR_SUCCESS);
            })),
        ROW(RegOpenKeyW, zeros(gives(ERROR_INVALID_PARAMETER)), works([] {
              {
                const OwnKey there;
              }
              HKEY key = nullptr;
              EXPECT_EQ(RegOpenKeyW(HKEY_CURRENT_USER, u"NoSuchKey", &key), ERROR_FILE_NOT_FOUND);
              EXPECT_EQ(key, nullptr);
              EXPECT_EQ(RegOpenKeyW(HKEY_CURRENT_USER, u"Software\\Rows", &key), ERROR_SUCCESS);
              EXPECT_EQ(RegCloseKey(key), ERROR_SUCCESS);
            })),
        ROW(RegQueryInfoKeyA, zeros(gives(ERROR_INVALID_HANDLE)),
            proven_by("UserRegistry.KeysAndValuesLiveUntilTheyAreDeleted")),
        ROW(RegQueryInfoKeyW, zeros(gives(ERROR_INVALID_HANDLE)), works([] {
              const OwnKey key;
              DWORD keys = 9;
              EXPECT_EQ(RegQueryInfoKeyW(key, nullptr, nullptr, nullptr, &keys, nullptr, nullptr,
                                         nullptr, nullptr, nullptr, nullptr, nullptr),
                        ERROR_SUCCESS);
              EXPECT_EQ(keys, 0u);
            })),
        ROW(RegQueryValueExA, zeros(gives(ERROR_INVALID_HANDLE)),
            proven_by("UserRegistry.AnswersSayHowMuchRoomIsNeeded")),
        ROW(RegQueryValueExW, zeros(gives(ERROR_INVALID_HANDLE)),
            proven_by("UserRegistry.KeysAndValuesLiveUntilTheyAreDeleted")),
        ROW(RegSetValueExA, zeros(gives(ERROR_INVALID_HANDLE)),
            proven_by("UserRegistry.AnswersSayHowMuchRoomIsNeeded")),
        ROW(RegSetValueExW, zeros(gives(ERROR_INVALID_HANDLE)), works(reads_values)),
    });

}  // namespace
