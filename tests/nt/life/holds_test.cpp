// Drivers that state what holds on Windows, in the words of their authors.
#include "tests/nt/life/holds.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

TEST(Holds, NamesOfADriverEndWhereTheirLengthSays) {
  expect_holds("", R"(
  HOLDS(path->MaximumLength == path->Length);
  HOLDS(driver->DriverName.MaximumLength == driver->DriverName.Length);)");
}

// A driver that takes the name for a C string gets another name, and finds no key by it.
TEST(Holds, WhatLiesBehindTheRegistryPathIsNotItsEnd) {
  expect_holds("", R"(
  UNICODE_STRING as_text = *path;
  OBJECT_ATTRIBUTES attributes;
  HANDLE key;
  HOLDS(path->Buffer[path->Length / sizeof(WCHAR)] != L'\0');
  as_text.Length = path->Length + sizeof(WCHAR);
  InitializeObjectAttributes(&attributes, &as_text, OBJ_CASE_INSENSITIVE | OBJ_KERNEL_HANDLE, NULL, NULL);
  HOLDS(ZwOpenKey(&key, KEY_READ, &attributes) == STATUS_OBJECT_NAME_NOT_FOUND);
  attributes.ObjectName = path;
  HOLDS(ZwOpenKey(&key, KEY_READ, &attributes) == STATUS_SUCCESS);
  ZwClose(key);)");
}

TEST(Holds, AClearedDispatchRoutineRefusesRequests) {
  bool refuses = false;
  expect_holds("", "  driver->MajorFunction[IRP_MJ_READ] = NULL;",
               {.seed = 1, .between = [&](drydock::nt::LoadedDriver& driver) {
                  refuses = driver.driver().object().MajorFunction[IRP_MJ_READ] != nullptr;
                }});
  EXPECT_TRUE(refuses);
}

// ntstrsafe/nf-ntstrsafe-rtlunicodestringprintfex.md
TEST(Holds, FormattingIntoCountedStrings) {
  expect_holds("", R"(
  WCHAR text[4]; UNICODE_STRING none = {0, 0, NULL}, some, rest;
  HOLDS(RtlUnicodeStringPrintf(&none, L"x") == STATUS_BUFFER_OVERFLOW);
  HOLDS(RtlUnicodeStringPrintf(&none, L"") == STATUS_SUCCESS);
  HOLDS(RtlUnicodeStringPrintfEx(&none, NULL, 0, L"x") == STATUS_INVALID_PARAMETER);
  some.Buffer = text; some.Length = 0; some.MaximumLength = sizeof text;
  HOLDS(RtlUnicodeStringPrintfEx(&some, &rest, 0, L"12345") == STATUS_BUFFER_OVERFLOW);
  HOLDS(some.Length == sizeof text && rest.Buffer == text + 4 && rest.MaximumLength == 0);
  HOLDS(RtlUnicodeStringPrintfEx(&some, &rest, STRSAFE_FILL_BEHIND | 0x41, L"1") == STATUS_SUCCESS);
  HOLDS(some.Length == 2 && text[1] == 0x4141 && text[3] == 0x4141 && rest.Buffer == text + 1);)");
}

TEST(Holds, ADeviceIsNamedInADirectoryThatExists) {
  expect_holds("C_ASSERT(sizeof(DEVICE_OBJECT) == 0x150);", R"(
  UNICODE_STRING nowhere = RTL_CONSTANT_STRING(L"\\Device\\Nowhere\\Thing");
  UNICODE_STRING folder = RTL_CONSTANT_STRING(L"\\Device\\Nowhere");
  OBJECT_ATTRIBUTES attributes; HANDLE directory, again; PDEVICE_OBJECT device = (PVOID)1;
  InitializeObjectAttributes(&attributes, &folder, OBJ_KERNEL_HANDLE, NULL, NULL);
  HOLDS(IoCreateDevice(driver, 0, &nowhere, FILE_DEVICE_UNKNOWN, 0, FALSE, &device) ==
        STATUS_OBJECT_PATH_NOT_FOUND);
  HOLDS(device == NULL);
  HOLDS(ZwOpenDirectoryObject(&directory, DIRECTORY_QUERY, &attributes) ==
        STATUS_OBJECT_NAME_NOT_FOUND);
  HOLDS(ZwCreateDirectoryObject(&directory, DIRECTORY_ALL_ACCESS, &attributes) == STATUS_SUCCESS);
  HOLDS(ZwOpenDirectoryObject(&again, DIRECTORY_QUERY, &attributes) == STATUS_SUCCESS);
  HOLDS(ZwClose(again) == STATUS_SUCCESS);
  HOLDS(IoCreateDevice(driver, 0, &nowhere, FILE_DEVICE_UNKNOWN, 0, FALSE, &device) ==
        STATUS_SUCCESS);
  IoDeleteDevice(device);
  ZwClose(directory);)");
}

TEST(Holds, SmallAnswers) {
  expect_holds(R"(
static BOOLEAN OnInterrupt(PKINTERRUPT interrupt, PVOID context) { return FALSE; })",
               R"(
  PKINTERRUPT interrupt = (PKINTERRUPT)1; UUID id, other; KSPIN_LOCK lock = 2;
  HOLDS(!NT_SUCCESS(IoConnectInterrupt(&interrupt, OnInterrupt, NULL, NULL, 0xFFFF, 5, 5,
                                       LevelSensitive, TRUE, 1, FALSE)));
  HOLDS(interrupt == NULL);
  HOLDS(MmAllocateMappingAddress(PAGE_SIZE, 0) == NULL);
  HOLDS(ExUuidCreate(&id) == STATUS_SUCCESS && ExUuidCreate(&other) == STATUS_SUCCESS);
  HOLDS((id.Data3 & 0xF000) == 0x1000 && (id.Data4[0] & 0xC0) == 0x80);
  HOLDS(RtlCompareMemory(&id, &other, sizeof id) != sizeof id);
  HOLDS(!KeTestSpinLock(&lock));
  HOLDS(PsInitialSystemProcess == PsGetCurrentProcess() && PsGetCurrentProcessSessionId() == 0);)");
}

TEST(Holds, MemoryStringsAndSeconds) {
  expect_holds("", R"(
  ULONG words[4] = {7, 7, 7, 8}; ULONG seconds; LARGE_INTEGER time;
  char buffer[8] = "ab"; STRING text = {2, 8, buffer}; STRING more;
  HOLDS(RtlCompareMemoryUlong(words, sizeof words, 7) == 12);
  HOLDS(RtlCompareMemoryUlong(words, 7, 7) == 4);
  RtlFillMemoryUlong(words, 8, 9);
  HOLDS(words[1] == 9 && words[2] == 7);
  RtlInitString(&more, "ABcd");
  HOLDS(RtlPrefixString(&text, &more, TRUE) && !RtlPrefixString(&text, &more, FALSE));
  HOLDS(!RtlPrefixString(&more, &text, TRUE));
  HOLDS(RtlAppendStringToString(&text, &more) == STATUS_SUCCESS && text.Length == 6);
  HOLDS(RtlAppendStringToString(&text, &more) == STATUS_BUFFER_TOO_SMALL && text.Length == 6);
  time.QuadPart = 0x019DB1DED53E8000;
  HOLDS(RtlTimeToSecondsSince1970(&time, &seconds) && seconds == 0);
  time.QuadPart -= 1;
  HOLDS(!RtlTimeToSecondsSince1970(&time, &seconds));
  RtlSecondsSince1970ToTime(86400, &time);
  HOLDS(RtlTimeToSecondsSince1970(&time, &seconds) && seconds == 86400);
  HOLDS(!RtlTimeToSecondsSince1980(&time, &seconds));)");
}

// ntifs/nf-ntifs-rtlconvertsidtounicodestring.md, nf-ntifs-rtladdaccessallowedace.md
TEST(Holds, IdentifiersAndListsOfAccess) {
  expect_holds("", R"(
  SID_IDENTIFIER_AUTHORITY nt = {{0, 0, 0, 0, 0, 5}};
  UCHAR first[SECURITY_MAX_SID_SIZE], second[SECURITY_MAX_SID_SIZE]; ULONG space[16];
  UNICODE_STRING text, expected = RTL_CONSTANT_STRING(L"S-1-5-32-544"); PACL acl = (PACL)space;
  HOLDS(RtlInitializeSid(first, &nt, 16) == STATUS_INVALID_PARAMETER);
  HOLDS(RtlInitializeSid(first, &nt, 2) == STATUS_SUCCESS);
  *RtlSubAuthoritySid(first, 0) = 32;
  *RtlSubAuthoritySid(first, 1) = 544;
  HOLDS(RtlValidSid(first) && RtlLengthSid(first) == 16 && RtlLengthRequiredSid(2) == 16);
  HOLDS(RtlCopySid(12, second, first) == STATUS_BUFFER_TOO_SMALL);
  HOLDS(RtlCopySid(sizeof second, second, first) == STATUS_SUCCESS && RtlEqualSid(first, second));
  HOLDS(RtlConvertSidToUnicodeString(&text, first, TRUE) == STATUS_SUCCESS);
  HOLDS(RtlEqualUnicodeString(&text, &expected, FALSE));
  RtlFreeUnicodeString(&text);
  HOLDS(RtlCreateAcl(acl, 4, ACL_REVISION) == STATUS_BUFFER_TOO_SMALL);
  HOLDS(RtlCreateAcl(acl, sizeof space, ACL_REVISION) == STATUS_SUCCESS);
  HOLDS(RtlAddAccessAllowedAce(acl, ACL_REVISION, GENERIC_ALL, first) == STATUS_SUCCESS);
  HOLDS(RtlAddAccessAllowedAce(acl, ACL_REVISION, GENERIC_ALL, first) == STATUS_SUCCESS);
  HOLDS(RtlAddAccessAllowedAce(acl, ACL_REVISION, GENERIC_ALL, first) ==
        STATUS_ALLOTTED_SPACE_EXCEEDED);
  HOLDS(acl->AceCount == 2);)");
}

// ntifs/nf-ntifs-keremovequeue.md
TEST(Holds, QueuesHandOverTheirEntriesInOrder) {
  expect_holds(R"(
static KQUEUE Queue; static LIST_ENTRY Entries[3]; static PLIST_ENTRY Taken;
static KSTART_ROUTINE Take;
static VOID Take(PVOID context) {
  Taken = KeRemoveQueue(&Queue, KernelMode, NULL);
  PsTerminateSystemThread(STATUS_SUCCESS);
})",
               R"(
  LARGE_INTEGER none; HANDLE handle; PVOID thread;
  none.QuadPart = 0;
  KeInitializeQueue(&Queue, 0);
  HOLDS(KeRemoveQueue(&Queue, KernelMode, &none) == (PLIST_ENTRY)(LONG_PTR)STATUS_TIMEOUT);
  HOLDS(KeInsertQueue(&Queue, &Entries[0]) == 0 && KeInsertQueue(&Queue, &Entries[1]) == 1);
  HOLDS(KeInsertHeadQueue(&Queue, &Entries[2]) == 2 && KeReadStateQueue(&Queue) == 3);
  HOLDS(KeRemoveQueue(&Queue, KernelMode, NULL) == &Entries[2]);
  HOLDS(KeRemoveQueue(&Queue, KernelMode, NULL) == &Entries[0]);
  HOLDS(KeRundownQueue(&Queue) == &Entries[1] && KeRundownQueue(&Queue) == NULL);
  HOLDS(NT_SUCCESS(PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, NULL, NULL, NULL, Take, NULL)));
  ObReferenceObjectByHandle(handle, THREAD_ALL_ACCESS, *PsThreadType, KernelMode, &thread, NULL);
  ZwClose(handle);
  KeInsertQueue(&Queue, &Entries[1]);
  KeWaitForSingleObject(thread, Executive, KernelMode, FALSE, NULL);
  ObDereferenceObject(thread);
  HOLDS(Taken == &Entries[1]);)");
}

// wdm/nf-wdm-kesetevent.md: the increment raises the priority of the thread that waits.
TEST(Holds, AnEventsIncrementRaisesThePriorityOfItsWaiter) {
  expect_holds(R"(
static KEVENT Ready, Event; static KPRIORITY Seen, Again;
static KSTART_ROUTINE Wait;
static VOID Wait(PVOID context) {
  LARGE_INTEGER none; none.QuadPart = 0;
  KeSetEvent(&Ready, IO_NO_INCREMENT, FALSE);
  KeWaitForSingleObject(&Event, Executive, KernelMode, FALSE, NULL);
  Seen = KeQueryPriorityThread(KeGetCurrentThread());
  KeWaitForSingleObject(&Event, Executive, KernelMode, FALSE, &none);
  Again = KeQueryPriorityThread(KeGetCurrentThread());
  PsTerminateSystemThread(STATUS_SUCCESS);
})",
               R"(
  HANDLE handle; PVOID thread; LARGE_INTEGER soon;
  KeInitializeEvent(&Ready, SynchronizationEvent, FALSE);
  KeInitializeEvent(&Event, SynchronizationEvent, FALSE);
  HOLDS(NT_SUCCESS(PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, NULL, NULL, NULL, Wait, NULL)));
  ObReferenceObjectByHandle(handle, THREAD_ALL_ACCESS, *PsThreadType, KernelMode, &thread, NULL);
  ZwClose(handle);
  KeWaitForSingleObject(&Ready, Executive, KernelMode, FALSE, NULL);
  soon.QuadPart = -10000;
  KeDelayExecutionThread(KernelMode, FALSE, &soon);
  KeSetEvent(&Event, 3, FALSE);
  KeWaitForSingleObject(thread, Executive, KernelMode, FALSE, NULL);
  ObDereferenceObject(thread);
  HOLDS(Seen == 11 && Again == 8);)");
}

// wdm/nf-wdm-kewaitforsingleobject.md: STATUS_MUTANT_LIMIT_EXCEEDED is raised.
TEST(Holds, AMutexIsTakenOnlySoOften) {
  expect_holds("", R"(
  KMUTEX mutex; NTSTATUS status = STATUS_SUCCESS; LARGE_INTEGER none;
  none.QuadPart = 0;
  KeInitializeMutex(&mutex, 0);
  HOLDS(KeWaitForSingleObject(&mutex, Executive, KernelMode, FALSE, NULL) == STATUS_SUCCESS);
  mutex.Header.SignalState = MINLONG + 1;
  HOLDS(KeWaitForSingleObject(&mutex, Executive, KernelMode, FALSE, &none) == STATUS_SUCCESS);
  __try {
    KeWaitForSingleObject(&mutex, Executive, KernelMode, FALSE, &none);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    status = GetExceptionCode();
  }
  HOLDS(status == STATUS_MUTANT_LIMIT_EXCEEDED);
  mutex.Header.SignalState = -1;
  KeReleaseMutex(&mutex, FALSE);
  KeReleaseMutex(&mutex, FALSE);)");
}

TEST(Holds, MemoryThatIsMappedForARoutine) {
  expect_holds(R"(
static PVOID Seen;
static VOID See(PVOID context, PVOID address) { *(PULONG)address = 7; Seen = context; })",
               R"(
  PHYSICAL_ADDRESS low = {0}, high, none = {0}; SIZE_T bytes = 100; PVOID base; PMDL mdl;
  high.QuadPart = -1;
  HOLDS(MmAllocateContiguousMemoryEx(&bytes, low, high, none, MM_ANY_NODE_OK, PAGE_READWRITE, NULL,
                                     0, 0, &base) == STATUS_INVALID_PARAMETER_8);
  HOLDS(MmAllocateContiguousMemoryEx(&bytes, low, high, none, MM_ANY_NODE_OK, PAGE_READWRITE, NULL,
                                     'tseT', 0, &base) == STATUS_SUCCESS);
  HOLDS(bytes == PAGE_SIZE);
  mdl = IoAllocateMdl(base, 64, FALSE, FALSE, NULL);
  HOLDS(mdl != NULL);
  MmBuildMdlForNonPagedPool(mdl);
  HOLDS(MmMapMdl(mdl, PAGE_READWRITE, See, &bytes) == STATUS_SUCCESS);
  HOLDS(Seen == &bytes && *(PULONG)base == 7);
  IoFreeMdl(mdl);
  MmFreeContiguousMemory(base);)");
}

TEST(Holds, AThreadIsSetByItsHandle) {
  expect_holds("", R"(
  KPRIORITY priority = 12; KAFFINITY one = 1, no = 0;
  HOLDS(ZwSetInformationThread(ZwCurrentThread(), ThreadPriority, &priority, 1) ==
        STATUS_INFO_LENGTH_MISMATCH);
  HOLDS(ZwSetInformationThread(ZwCurrentThread(), ThreadPriority, &priority, sizeof priority) ==
        STATUS_SUCCESS);
  HOLDS(KeQueryPriorityThread(KeGetCurrentThread()) == 12);
  HOLDS(ZwSetInformationThread(ZwCurrentThread(), ThreadAffinityMask, &no, sizeof no) ==
        STATUS_INVALID_PARAMETER);
  HOLDS(ZwSetInformationThread(ZwCurrentThread(), ThreadAffinityMask, &one, sizeof one) ==
        STATUS_SUCCESS);
  HOLDS(KeGetCurrentProcessorNumberEx(NULL) == 0);
  KeRevertToUserAffinityThread();)");
}

TEST(Holds, DevicesByNameAndAtTheBaseOfTheirStack) {
  expect_holds(R"(
NTSTATUS ObReferenceObjectByName(PUNICODE_STRING, ULONG, PACCESS_STATE, ACCESS_MASK, POBJECT_TYPE,
                                 KPROCESSOR_MODE, PVOID, PVOID*);)",
               R"(
  UNICODE_STRING name = RTL_CONSTANT_STRING(L"\\Device\\Base");
  UNICODE_STRING other = RTL_CONSTANT_STRING(L"\\Device\\None");
  PDEVICE_OBJECT base, top, found; PVOID object;
  HOLDS(IoCreateDevice(driver, 0, &name, FILE_DEVICE_UNKNOWN, 0, FALSE, &base) == STATUS_SUCCESS);
  HOLDS(IoCreateDevice(driver, 0, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &top) == STATUS_SUCCESS);
  base->Flags &= ~DO_DEVICE_INITIALIZING;
  HOLDS(IoAttachDeviceToDeviceStack(top, base) == base);
  found = IoGetDeviceAttachmentBaseRef(top);
  HOLDS(found == base);
  ObDereferenceObject(found);
  HOLDS(ObReferenceObjectByName(&name, 0, NULL, 0, NULL, KernelMode, NULL, &object) ==
        STATUS_SUCCESS);
  HOLDS(object == base);
  ObDereferenceObject(object);
  HOLDS(ObReferenceObjectByName(&other, 0, NULL, 0, NULL, KernelMode, NULL, &object) ==
        STATUS_OBJECT_NAME_NOT_FOUND);
  IoDetachDevice(base);
  IoDeleteDevice(top);
  IoDeleteDevice(base);)");
}

}  // namespace
