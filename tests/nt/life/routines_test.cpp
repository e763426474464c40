// Routines that few drivers call, each called by a driver that states what Windows answers.
#include <gtest/gtest.h>

#include <string>

#include "tests/nt/life/holds.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

// ntifs/nf-ntifs-ntqueryobject.md
TEST(Routines, AnObjectIsDescribedByItsHandle) {
  expect_holds("", R"(
  UNICODE_STRING name = RTL_CONSTANT_STRING(L"\\BaseNamedObjects\\Asked"), word = RTL_CONSTANT_STRING(L"Event");
  OBJECT_ATTRIBUTES attributes; HANDLE event; PUBLIC_OBJECT_BASIC_INFORMATION basic; ULONG needed;
  union { OBJECT_NAME_INFORMATION name; PUBLIC_OBJECT_TYPE_INFORMATION type; UCHAR room[256]; } out;
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE, NULL, NULL);
  HOLDS(ZwCreateEvent(&event, EVENT_ALL_ACCESS, &attributes, NotificationEvent, FALSE) == STATUS_SUCCESS);
  HOLDS(ZwQueryObject(event, ObjectBasicInformation, &basic, 1, NULL) == STATUS_INFO_LENGTH_MISMATCH);
  HOLDS(ZwQueryObject(event, ObjectBasicInformation, &basic, sizeof basic, &needed) == STATUS_SUCCESS);
  HOLDS(basic.HandleCount == 1 && basic.GrantedAccess == EVENT_ALL_ACCESS && needed == sizeof basic);
  HOLDS(ZwQueryObject(event, ObjectNameInformation, &out, 4, &needed) == STATUS_INFO_LENGTH_MISMATCH);
  HOLDS(ZwQueryObject(event, ObjectNameInformation, &out, needed, NULL) == STATUS_SUCCESS);
  HOLDS(RtlEqualUnicodeString(&out.name.Name, &name, TRUE));
  HOLDS(ZwQueryObject(event, ObjectTypeInformation, &out, sizeof out, NULL) == STATUS_SUCCESS);
  HOLDS(RtlEqualUnicodeString(&out.type.TypeName, &word, FALSE));
  HOLDS(ZwQueryObject(event, (OBJECT_INFORMATION_CLASS)77, &out, sizeof out, NULL) == STATUS_INVALID_INFO_CLASS);
  HOLDS(ZwQueryObject((HANDLE)0x7777770, ObjectBasicInformation, &basic, sizeof basic, NULL) == STATUS_INVALID_HANDLE);
  ZwClose(event);)");
}

TEST(Routines, TheTokenIsTheSystems) {
  expect_holds("", R"(
  PACCESS_TOKEN token = PsReferencePrimaryToken(PsGetCurrentProcess()); PTOKEN_USER user; LUID id; ULONG needed;
  HANDLE handle; ULONG session = 7; UNICODE_STRING text, expected = RTL_CONSTANT_STRING(L"S-1-5-18");
  union { TOKEN_USER user; UCHAR bytes[64]; } room;
  HOLDS(SeTokenType(token) == TokenPrimary && !SeTokenIsRestricted(token));
  HOLDS(SeQueryAuthenticationIdToken(token, &id) == STATUS_SUCCESS && id.LowPart == 0x3E7);
  HOLDS(SeQuerySessionIdToken(token, &session) == STATUS_SUCCESS && session == 0);
  HOLDS(SeQueryInformationToken(token, TokenUser, (PVOID*)&user) == STATUS_SUCCESS);
  HOLDS(RtlConvertSidToUnicodeString(&text, user->User.Sid, TRUE) == STATUS_SUCCESS);
  HOLDS(RtlEqualUnicodeString(&text, &expected, FALSE));
  RtlFreeUnicodeString(&text);
  ExFreePool(user);
  PsDereferencePrimaryToken(token);
  HOLDS(ZwOpenProcessTokenEx(ZwCurrentProcess(), GENERIC_READ, OBJ_KERNEL_HANDLE, &handle) == STATUS_SUCCESS);
  HOLDS(ZwQueryInformationToken(handle, TokenUser, &room, 1, &needed) == STATUS_BUFFER_TOO_SMALL);
  HOLDS(ZwQueryInformationToken(handle, TokenUser, &room, sizeof room, &needed) == STATUS_SUCCESS);
  HOLDS(RtlValidSid(room.user.User.Sid));
  ZwClose(handle);
  HOLDS(ZwOpenThreadTokenEx(ZwCurrentThread(), GENERIC_READ, TRUE, 0, &handle) == STATUS_NO_TOKEN);)");
}

TEST(Routines, BusesAreAsked) {
  expect_holds("", R"(
  USHORT vendor = 0;
  PHYSICAL_ADDRESS address, translated; ULONG space = 0;
  HOLDS(HalGetBusData(PCIConfiguration, 0, 0, &vendor, sizeof vendor) == 2 && vendor == PCI_INVALID_VENDORID);
  HOLDS(HalGetBusDataByOffset(PCIConfiguration, 9, 0, &vendor, 0, sizeof vendor) == 0);
  HOLDS(HalSetBusData(PCIConfiguration, 0, 0, &vendor, sizeof vendor) == 0);
  address.QuadPart = 0xE0000000;
  HOLDS(HalTranslateBusAddress(PCIBus, 0, address, &space, &translated) && translated.QuadPart == address.QuadPart);
  HOLDS(WmiTraceMessage(1, 0, NULL, 10, NULL, (SIZE_T)0) == STATUS_INVALID_HANDLE);)");
}

// wdm/nf-wdm-cmregistercallbackex.md
TEST(Routines, RegistryCallbacksSeeAndRefuseOperations) {
  expect_holds(R"(
static LONG Before, After; static NTSTATUS Answer = STATUS_SUCCESS;
static NTSTATUS OnRegistry(PVOID context, PVOID what, PVOID information) {
  if ((REG_NOTIFY_CLASS)(ULONG_PTR)what == RegNtPreSetValueKey) {
    PREG_SET_VALUE_KEY_INFORMATION set = information;
    if (set->Type == REG_DWORD && set->DataSize == 4) Before++;
    return Answer;
  }
  if ((REG_NOTIFY_CLASS)(ULONG_PTR)what == RegNtPostSetValueKey) After++;
  return STATUS_SUCCESS;
})",
               R"(
  UNICODE_STRING altitude = RTL_CONSTANT_STRING(L"380010"), value = RTL_CONSTANT_STRING(L"Set");
  UNICODE_STRING name = RTL_CONSTANT_STRING(L"\\Registry\\Machine\\System"); LARGE_INTEGER cookie, other;
  OBJECT_ATTRIBUTES attributes; HANDLE key; ULONG data = 5;
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE, NULL, NULL);
  HOLDS(ZwOpenKey(&key, KEY_ALL_ACCESS, &attributes) == STATUS_SUCCESS);
  HOLDS(CmRegisterCallbackEx(OnRegistry, &altitude, driver, NULL, &cookie, NULL) == STATUS_SUCCESS);
  HOLDS(CmRegisterCallbackEx(OnRegistry, &altitude, driver, NULL, &other, NULL) == STATUS_FLT_INSTANCE_ALTITUDE_COLLISION);
  HOLDS(ZwSetValueKey(key, &value, 0, REG_DWORD, &data, sizeof data) == STATUS_SUCCESS && Before == 1 && After == 1);
  Answer = STATUS_ACCESS_DENIED;
  HOLDS(ZwSetValueKey(key, &value, 0, REG_DWORD, &data, sizeof data) == STATUS_ACCESS_DENIED && Before == 2 && After == 1);
  HOLDS(CmUnRegisterCallback(cookie) == STATUS_SUCCESS && CmUnRegisterCallback(cookie) == STATUS_INVALID_PARAMETER);
  HOLDS(ZwSetValueKey(key, &value, 0, REG_DWORD, &data, sizeof data) == STATUS_SUCCESS && Before == 2);
  HOLDS(ZwDeleteValueKey(key, &value) == STATUS_SUCCESS);
  ZwClose(key);)");
}

// wdm/nf-wdm-cmunregistercallback.md: a routine that is left behind would run after the unload.
TEST(Routines, ARegistryCallbackThatIsLeftIsFound) {
  const Life life = life_of(kHolds + driver_of(R"(
static NTSTATUS OnRegistry(PVOID context, PVOID what, PVOID information) { return STATUS_SUCCESS; })",
                                               R"(
  LARGE_INTEGER cookie;
  return CmRegisterCallback(OnRegistry, NULL, &cookie);)"),
                            ".c", {.seed = 1});
  EXPECT_TRUE(has(life.findings, "N-047")) << text_of(life.findings);
}

// ntddk/nf-ntddk-rtlcreatehashtable.md and its kin
TEST(Routines, HashTablesFindAndEnumerateEntries) {
  expect_holds(R"(
typedef struct { RTL_DYNAMIC_HASH_TABLE_ENTRY Entry; ULONG Value; } ITEM;
static ITEM Items[300];)",
               R"(
  PRTL_DYNAMIC_HASH_TABLE table = NULL; RTL_DYNAMIC_HASH_TABLE_CONTEXT context; RTL_DYNAMIC_HASH_TABLE_ENUMERATOR enumerator;
  PRTL_DYNAMIC_HASH_TABLE_ENTRY entry; ULONG i, seen = 0;
  HOLDS(RtlCreateHashTable(&table, 0, 0) && table != NULL);
  for (i = 0; i < 300; i++) {
    Items[i].Value = i;
    HOLDS(RtlInsertEntryHashTable(table, &Items[i].Entry, i / 2 + 1, NULL));
  }
  HOLDS(RtlTotalEntriesHashTable(table) == 300);
  RtlInitHashTableContext(&context);
  entry = RtlLookupEntryHashTable(table, 8, &context);
  HOLDS(entry == &Items[14].Entry && RtlGetNextEntryHashTable(table, &context) == &Items[15].Entry);
  HOLDS(RtlGetNextEntryHashTable(table, &context) == NULL && RtlLookupEntryHashTable(table, 9999, &context) == NULL);
  HOLDS(RtlInitEnumerationHashTable(table, &enumerator));
  HOLDS(RtlActiveEnumeratorsHashTable(table) == 1);
  while ((entry = RtlEnumerateEntryHashTable(table, &enumerator)) != NULL) {
    if (seen++ % 2 == 0) HOLDS(RtlRemoveEntryHashTable(table, entry, NULL));
  }
  RtlEndEnumerationHashTable(table, &enumerator);
  HOLDS(seen == 300 && RtlTotalEntriesHashTable(table) == 150 && RtlActiveEnumeratorsHashTable(table) == 0);
  RtlDeleteHashTable(table);)");
}

// ntifs/nf-ntifs-pslookupthreadbythreadid.md
TEST(Routines, AThreadIsFoundByItsNumber) {
  expect_holds("", R"(
  PETHREAD thread;
  HOLDS(PsLookupThreadByThreadId(PsGetCurrentThreadId(), &thread) == STATUS_SUCCESS);
  HOLDS(thread == PsGetCurrentThread());
  ObDereferenceObject(thread);
  HOLDS(PsLookupThreadByThreadId((HANDLE)0x77777770, &thread) == STATUS_INVALID_CID);)");
}

// ntifs/nf-ntifs-rtlabsolutetoselfrelativesd.md
TEST(Routines, DescriptorsBecomeSelfRelative) {
  expect_holds("", R"(
  SID_IDENTIFIER_AUTHORITY nt = {{0, 0, 0, 0, 0, 5}}; UCHAR sid[SECURITY_MAX_SID_SIZE]; SECURITY_DESCRIPTOR descriptor;
  ULONG room[32], length = 4;
  RtlInitializeSid(sid, &nt, 1);
  *RtlSubAuthoritySid(sid, 0) = 18;
  HOLDS(RtlCreateSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION) == STATUS_SUCCESS);
  HOLDS(RtlSetOwnerSecurityDescriptor(&descriptor, sid, FALSE) == STATUS_SUCCESS);
  HOLDS(RtlAbsoluteToSelfRelativeSD(&descriptor, room, &length) == STATUS_BUFFER_TOO_SMALL && length == 32);
  HOLDS(RtlAbsoluteToSelfRelativeSD(&descriptor, room, &length) == STATUS_SUCCESS);
  HOLDS(RtlValidRelativeSecurityDescriptor(room, length, OWNER_SECURITY_INFORMATION));
  HOLDS(RtlAbsoluteToSelfRelativeSD(room, room, &length) == STATUS_BAD_DESCRIPTOR_FORMAT);)");
}

// ntintsafe.h and access rights
TEST(Routines, ConstantsAreThere) {
  expect_holds(R"(#include <ntintsafe.h>
C_ASSERT(INT8_ERROR == -1 && USHORT_ERROR == 0xffff && ULONGLONG_ERROR == ~0ULL && SIZE_T_MAX == ~(SIZE_T)0);
C_ASSERT(SHORT_MIN == -32768 && DWORD_MAX == 0xffffffff && BYTE_MAX == 255);
C_ASSERT(TIMER_ALL_ACCESS == 0x1F0003);)",
               "");
}

}  // namespace
