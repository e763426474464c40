// The object manager's calls: by name, by handle, directories and links.
#include <gtest/gtest.h>

#include <string>

#include "tests/nt/life/holds.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

TEST(ObjectCalls, AnObjectIsReferencedByItsName) {
  expect_holds(R"(
NTSTATUS ObReferenceObjectByName(PUNICODE_STRING, ULONG, PACCESS_STATE, ACCESS_MASK, POBJECT_TYPE, KPROCESSOR_MODE, PVOID, PVOID*);
static NTSTATUS ByName(PCWSTR text, POBJECT_TYPE type, PVOID* object) {
  UNICODE_STRING name;
  RtlInitUnicodeString(&name, text);
  *object = &name;
  return ObReferenceObjectByName(&name, 0, NULL, 0, type, KernelMode, NULL, object);
})",
               R"(
  UNICODE_STRING name = RTL_CONSTANT_STRING(L"\\BaseNamedObjects\\ByName"); OBJECT_ATTRIBUTES attributes; HANDLE event; PVOID object;
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE, NULL, NULL);
  HOLDS(ZwCreateEvent(&event, EVENT_ALL_ACCESS, &attributes, NotificationEvent, FALSE) == STATUS_SUCCESS);
  HOLDS(ByName(L"", NULL, &object) == STATUS_OBJECT_NAME_INVALID && object == NULL);
  HOLDS(ByName(L"ByName", NULL, &object) == STATUS_OBJECT_PATH_SYNTAX_BAD);
  HOLDS(ByName(L"\\Nowhere\\ByName", NULL, &object) == STATUS_OBJECT_PATH_NOT_FOUND);
  HOLDS(ByName(L"\\BaseNamedObjects\\Nobody", NULL, &object) == STATUS_OBJECT_NAME_NOT_FOUND);
  HOLDS(ByName(L"\\BaseNamedObjects\\byname", *CmKeyObjectType, &object) == STATUS_OBJECT_TYPE_MISMATCH && object == NULL);
  HOLDS(ByName(L"\\BaseNamedObjects\\byname", *ExEventObjectType, &object) == STATUS_SUCCESS);
  HOLDS(KeSetEvent(object, 0, FALSE) == 0 && ObReferenceObjectSafe(object) && ObDereferenceObject(object) > 0);
  ObDereferenceObjectDeferDelete(object);
  ZwClose(event);
  HOLDS(!ObReferenceObjectSafe(object));)");
}

// ntifs/nf-ntifs-zwduplicateobject.md
TEST(ObjectCalls, ADuplicateHasItsOwnAccessUnlessTheSameIsAskedFor) {
  expect_holds("", R"(
  HANDLE event, less, same; PVOID object; OBJECT_HANDLE_INFORMATION facts;
  HOLDS(ZwCreateEvent(&event, EVENT_ALL_ACCESS, NULL, NotificationEvent, FALSE) == STATUS_SUCCESS);
  HOLDS(ZwDuplicateObject(ZwCurrentProcess(), event, ZwCurrentProcess(), &less, SYNCHRONIZE, OBJ_KERNEL_HANDLE, 0) == STATUS_SUCCESS);
  HOLDS(ZwDuplicateObject(ZwCurrentProcess(), event, ZwCurrentProcess(), &same, 0, 0, DUPLICATE_SAME_ACCESS) == STATUS_SUCCESS);
  HOLDS(ObReferenceObjectByHandle(less, 0, NULL, KernelMode, &object, &facts) == STATUS_SUCCESS && facts.GrantedAccess == SYNCHRONIZE);
  HOLDS((facts.HandleAttributes & OBJ_KERNEL_HANDLE) != 0);
  ObDereferenceObject(object);
  HOLDS(ObReferenceObjectByHandle(same, 0, NULL, KernelMode, &object, &facts) == STATUS_SUCCESS && facts.GrantedAccess == EVENT_ALL_ACCESS);
  HOLDS((facts.HandleAttributes & OBJ_KERNEL_HANDLE) == 0);
  ObDereferenceObject(object);
  HOLDS(ObReferenceObjectByHandle(less, 0, NULL, UserMode, &object, NULL) == STATUS_INVALID_HANDLE && object == NULL);
  HOLDS(ZwDuplicateObject(ZwCurrentProcess(), (HANDLE)0x7777770, ZwCurrentProcess(), &same, 0, 0, 0) == STATUS_INVALID_HANDLE);
  ZwClose(less); ZwClose(event);
  HOLDS(ZwSetEvent(same, NULL) == STATUS_SUCCESS);
  ZwClose(same);)");
}

// wdm/nf-wdm-zwcreatedirectoryobject.md
TEST(ObjectCalls, ADirectoryLastsAsLongAsItsHandle) {
  expect_holds("", R"(
  UNICODE_STRING name = RTL_CONSTANT_STRING(L"\\Shelf"), inside = RTL_CONSTANT_STRING(L"\\Shelf\\Part\\More"), bare = RTL_CONSTANT_STRING(L"Shelf");
  OBJECT_ATTRIBUTES attributes, deeper, relative; HANDLE directory, again;
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE, NULL, NULL);
  InitializeObjectAttributes(&deeper, &inside, OBJ_KERNEL_HANDLE, NULL, NULL);
  InitializeObjectAttributes(&relative, &bare, OBJ_KERNEL_HANDLE, NULL, NULL);
  HOLDS(ZwOpenDirectoryObject(&directory, DIRECTORY_QUERY, &attributes) == STATUS_OBJECT_NAME_NOT_FOUND);
  HOLDS(ZwCreateDirectoryObject(&directory, DIRECTORY_ALL_ACCESS, &relative) == STATUS_OBJECT_PATH_SYNTAX_BAD);
  HOLDS(ZwOpenDirectoryObject(&directory, DIRECTORY_QUERY, &relative) == STATUS_OBJECT_PATH_SYNTAX_BAD);
  HOLDS(ZwCreateDirectoryObject(&directory, DIRECTORY_ALL_ACCESS, &deeper) == STATUS_OBJECT_PATH_NOT_FOUND);
  HOLDS(ZwCreateDirectoryObject(&directory, DIRECTORY_ALL_ACCESS, &attributes) == STATUS_SUCCESS);
  HOLDS(ZwCreateDirectoryObject(&again, DIRECTORY_ALL_ACCESS, &attributes) == STATUS_OBJECT_NAME_COLLISION);
  HOLDS(ZwOpenDirectoryObject(&again, DIRECTORY_QUERY, &attributes) == STATUS_SUCCESS);
  HOLDS(ZwMakeTemporaryObject(again) == STATUS_SUCCESS && ZwClose(directory) == STATUS_SUCCESS);
  attributes.Attributes |= OBJ_OPENIF;
  HOLDS(ZwCreateDirectoryObject(&directory, DIRECTORY_ALL_ACCESS, &attributes) == STATUS_OBJECT_NAME_EXISTS);
  ZwClose(directory); ZwClose(again);
  HOLDS(ZwOpenDirectoryObject(&directory, DIRECTORY_QUERY, &attributes) == STATUS_OBJECT_NAME_NOT_FOUND);
  HOLDS(ZwMakeTemporaryObject((HANDLE)0x7777770) == STATUS_INVALID_HANDLE);)");
}

// wdm/nf-wdm-zwopensymboliclinkobject.md, wdm/nf-wdm-zwquerysymboliclinkobject.md
TEST(ObjectCalls, ALinkSaysItsTargetWhereThereIsRoom) {
  expect_holds("", R"(
  UNICODE_STRING link = RTL_CONSTANT_STRING(L"\\DosDevices\\Linked"), target = RTL_CONSTANT_STRING(L"\\Device\\Target"), out;
  WCHAR room[32]; ULONG needed = 0; OBJECT_ATTRIBUTES attributes; HANDLE handle, event;
  InitializeObjectAttributes(&attributes, &link, OBJ_KERNEL_HANDLE, NULL, NULL);
  HOLDS(ZwOpenSymbolicLinkObject(&handle, GENERIC_READ, &attributes) == STATUS_OBJECT_NAME_NOT_FOUND);
  HOLDS(IoCreateSymbolicLink(&link, &target) == STATUS_SUCCESS);
  HOLDS(ZwOpenSymbolicLinkObject(&handle, GENERIC_READ, &attributes) == STATUS_SUCCESS);
  out.Buffer = room; out.Length = 0; out.MaximumLength = target.Length - 2;
  HOLDS(ZwQuerySymbolicLinkObject(handle, &out, &needed) == STATUS_BUFFER_TOO_SMALL && needed >= target.Length);
  out.MaximumLength = sizeof room;
  HOLDS(ZwQuerySymbolicLinkObject(handle, &out, NULL) == STATUS_SUCCESS && RtlEqualUnicodeString(&out, &target, FALSE));
  HOLDS(ZwCreateEvent(&event, EVENT_ALL_ACCESS, NULL, NotificationEvent, FALSE) == STATUS_SUCCESS);
  HOLDS(ZwQuerySymbolicLinkObject(event, &out, NULL) == STATUS_OBJECT_TYPE_MISMATCH);
  ZwClose(event); ZwClose(handle);
  HOLDS(IoDeleteSymbolicLink(&link) == STATUS_SUCCESS);)");
}

// wdm/nf-wdm-obgetobjectsecurity.md; each call that makes a handle or an object may fail.
TEST(ObjectCalls, WhatCannotBeHadIsALackOfResources) {
  const char* const body = R"(
  UNICODE_STRING name = RTL_CONSTANT_STRING(L"\\Shelf"); OBJECT_ATTRIBUTES attributes; HANDLE directory; NTSTATUS status;
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE, NULL, NULL);
  status = ZwCreateDirectoryObject(&directory, DIRECTORY_ALL_ACCESS, &attributes);
  if (NT_SUCCESS(status)) return ZwClose(directory);
  HOLDS(status == STATUS_INSUFFICIENT_RESOURCES);
  HOLDS(ZwOpenDirectoryObject(&directory, DIRECTORY_QUERY, &attributes) == STATUS_OBJECT_NAME_NOT_FOUND);)";
  const Life whole = expect_holds("", body);
  ASSERT_EQ(whole.fault_points, 1U);
  expect_holds("", body, {.seed = 1, .fault = 0});
}

}  // namespace
