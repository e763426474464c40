// The part of COM that drivers use: apartments, identifiers, task memory.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kComDriver = R"(
DEED(Com) {
  HOLDS(CoInitializeEx(NULL, 0) == S_OK && CoInitializeEx(NULL, 0) == S_FALSE);
  HOLDS(CoInitialize(NULL) == RPC_E_CHANGED_MODE);
  CoUninitialize();
  CoUninitialize();
  GUID guid, again;
  WCHAR text[40];
  HOLDS(CoCreateGuid(&guid) == S_OK);
  HOLDS(StringFromGUID2(guid, text, 38) == 0 && StringFromGUID2(guid, text, 40) == 39);
  HOLDS(CLSIDFromString(text, &again) == S_OK && memcmp(&guid, &again, sizeof guid) == 0);
  HOLDS(CLSIDFromString(L"{no}", &again) == CO_E_CLASSSTRING);
  CoTaskMemFree(CoTaskMemRealloc(CoTaskMemAlloc(16), 64));
  return NULL;
}

DEED(Identifiers) {
  GUID guid = {0x12345678, 0x9abc, 0xdef0, {1, 2, 3, 4, 5, 6, 7, 0xab}};
  GUID again = {};
  WCHAR text[40];
  HOLDS(StringFromGUID2(guid, text, 39) == 39 && text[38] == 0);
  HOLDS(memcmp(text, L"{12345678-9ABC-DEF0-0102-0304050607AB}", 78) == 0);
  HOLDS(CLSIDFromString(L"{12345678-9abc-def0-0102-0304050607ab}", &again) == S_OK);
  HOLDS(memcmp(&guid, &again, sizeof guid) == 0);
  const LPCWSTR bad[] = {L"", L"12345678-9abc-def0-0102-0304050607ab", L"{12345678-9abc-def0-0102-0304050607ab",
                         L"{12345678-9abc-def0-0102-0304050607ag}", L"{12345678+9abc-def0-0102-0304050607ab}",
                         L"{12345678-9abc-def0-0102-0304050607ab}x"};
  GUID zero = {};
  for (LPCWSTR one : bad) {
    again = guid;
    HOLDS(CLSIDFromString(one, &again) == CO_E_CLASSSTRING && memcmp(&again, &zero, sizeof zero) == 0);
  }
  return NULL;
}

DEED(Apartments) {
  const GUID none = {};
  void* made = &made;
  HOLDS(CoCreateInstance(none, NULL, 1, none, &made) == CO_E_NOTINITIALIZED && made == NULL);
  HOLDS(CoInitializeEx(NULL, 0x100) == E_INVALIDARG && CoInitializeEx(&made, 0) == E_INVALIDARG);
  HOLDS(CoInitialize(NULL) == S_OK && CoInitializeEx(NULL, 2) == S_FALSE);
  HOLDS(CoInitializeEx(NULL, 0) == RPC_E_CHANGED_MODE);
  HOLDS(CoCreateInstance(none, NULL, 1, none, &made) == REGDB_E_CLASSNOTREG);
  CoUninitialize();
  HOLDS(CoInitializeEx(NULL, 0) == RPC_E_CHANGED_MODE);  // once more is left
  CoUninitialize();
  CoUninitialize();  // one too many is none
  HOLDS(CoInitializeEx(NULL, 0) == S_OK);
  CoUninitialize();
  return NULL;
}

DEED(TaskMemory) {
  char* block = (char*)CoTaskMemRealloc(NULL, 4);
  memcpy(block, "abc", 4);
  block = (char*)CoTaskMemRealloc(block, 4000);
  HOLDS(memcmp(block, "abc", 4) == 0 && CoTaskMemRealloc(block, 0) == NULL);
  CoTaskMemFree(NULL);
  return NULL;
}

DEED(HeapFreeOfTask) {
  HeapFree(GetProcessHeap(), 0, CoTaskMemAlloc(4)); /*HeapFreeOfTask*/
  return NULL;
}
)";

TEST(UserCom, DoesWhatItsPagesSay) { expect_work(kComDriver, "Com"); }
TEST(UserCom, IdentifiersAreTextInOneForm) { expect_work(kComDriver, "Identifiers"); }
TEST(UserCom, AnApartmentIsLeftAsOftenAsEntered) { expect_work(kComDriver, "Apartments"); }
TEST(UserCom, TaskMemoryIsOfItsOwnKind) {
  expect_work(kComDriver, "TaskMemory");
  expect_end(kComDriver, "HeapFreeOfTask", "N-003");
}

}  // namespace
}  // namespace drydock::testing
