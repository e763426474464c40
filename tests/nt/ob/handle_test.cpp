// Handles: values, types, closing, and what is left open at unload.
#include "src/nt/ob/handle.h"

#include <gtest/gtest.h>

#include <set>

#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

HANDLE event_handle(ULONG attributes = OBJ_KERNEL_HANDLE) {
  OBJECT_ATTRIBUTES object;
  InitializeObjectAttributes(&object, nullptr, attributes, nullptr, nullptr);
  HANDLE handle = nullptr;
  EXPECT_EQ(ZwCreateEvent(&handle, EVENT_ALL_ACCESS, &object, NotificationEvent, FALSE),
            STATUS_SUCCESS);
  return handle;
}

TEST(Handle, IsAMultipleOfFourAndNotSoonUsedAgain) {
  std::set<HANDLE> seen;
  for (int i = 0; i < 1000; ++i) {
    const HANDLE handle = event_handle(i % 2 == 0 ? 0 : OBJ_KERNEL_HANDLE);
    EXPECT_EQ(reinterpret_cast<ULONG_PTR>(handle) % 4, 0U);
    EXPECT_TRUE(seen.insert(handle).second);
    EXPECT_EQ(ZwClose(handle), STATUS_SUCCESS);
  }
}

// wdm/nf-wdm-zwclose.md: STATUS_INVALID_HANDLE
TEST(Handle, ClosedTwiceIsInvalid) {
  const HANDLE handle = event_handle();
  EXPECT_EQ(ZwClose(handle), STATUS_SUCCESS);
  EXPECT_EQ(ZwClose(handle), STATUS_INVALID_HANDLE);
  EXPECT_EQ(ZwClose(nullptr), STATUS_INVALID_HANDLE);
}

// wdm/nf-wdm-obreferenceobjectbyhandle.md: STATUS_OBJECT_TYPE_MISMATCH, STATUS_INVALID_HANDLE
TEST(Handle, TypeIsChecked) {
  const HANDLE handle = event_handle();
  void* object = nullptr;
  EXPECT_EQ(ObReferenceObjectByHandle(handle, 0, *CmKeyObjectType, KernelMode, &object, nullptr),
            STATUS_OBJECT_TYPE_MISMATCH);
  EXPECT_EQ(object, nullptr);
  EXPECT_EQ(ObReferenceObjectByHandle(handle, 0, *ExEventObjectType, KernelMode, &object, nullptr),
            STATUS_SUCCESS);
  ObDereferenceObject(object);
  EXPECT_EQ(ZwClose(handle), STATUS_SUCCESS);
  EXPECT_EQ(ObReferenceObjectByHandle(handle, 0, nullptr, KernelMode, &object, nullptr),
            STATUS_INVALID_HANDLE);
}

// wdm/nf-wdm-obreferenceobjectbyhandle.md: STATUS_ACCESS_DENIED, for user mode only
TEST(Handle, AccessIsCheckedForUserMode) {
  OBJECT_ATTRIBUTES attributes;
  InitializeObjectAttributes(&attributes, nullptr, 0, nullptr, nullptr);
  HANDLE handle = nullptr;
  ASSERT_EQ(ZwCreateEvent(&handle, SYNCHRONIZE, &attributes, NotificationEvent, FALSE),
            STATUS_SUCCESS);
  void* object = nullptr;
  EXPECT_EQ(
      ObReferenceObjectByHandle(handle, EVENT_MODIFY_STATE, nullptr, UserMode, &object, nullptr),
      STATUS_ACCESS_DENIED);
  OBJECT_HANDLE_INFORMATION facts{};
  EXPECT_EQ(ObReferenceObjectByHandle(handle, SYNCHRONIZE, nullptr, UserMode, &object, &facts),
            STATUS_SUCCESS);
  EXPECT_EQ(facts.GrantedAccess, static_cast<ACCESS_MASK>(SYNCHRONIZE));
  ObDereferenceObject(object);
  ZwClose(handle);
}

// A reference outlives the handle.
TEST(Handle, ReferenceKeepsTheObject) {
  const HANDLE handle = event_handle();
  void* object = nullptr;
  ASSERT_EQ(ObReferenceObjectByHandle(handle, 0, nullptr, KernelMode, &object, nullptr),
            STATUS_SUCCESS);
  ZwClose(handle);
  EXPECT_TRUE(object_exists(object));
  EXPECT_EQ(KeSetEvent(static_cast<PKEVENT>(object), 0, FALSE), 0);
  ObDereferenceObject(object);
  EXPECT_FALSE(object_exists(object));
}

TEST(Handle, CloseCallsBackOnce) {
  int object = 0;
  int closed = 0;
  const HANDLE handle = make_handle(&object, &section_type, 0, 0, [&] { ++closed; });
  EXPECT_TRUE(close_handle(handle));
  EXPECT_FALSE(close_handle(handle));
  EXPECT_EQ(closed, 1);
}

// wdm/nf-wdm-obopenobjectbypointer.md; ntifs/nf-ntifs-zwduplicateobject.md
TEST(Handle, OpenedByPointerAndDuplicated) {
  const HANDLE handle = event_handle();
  void* object = nullptr;
  ASSERT_EQ(ObReferenceObjectByHandle(handle, 0, nullptr, KernelMode, &object, nullptr),
            STATUS_SUCCESS);
  HANDLE second = nullptr;
  EXPECT_EQ(ObOpenObjectByPointer(object, OBJ_KERNEL_HANDLE, nullptr, 0, *CmKeyObjectType,
                                  KernelMode, &second),
            STATUS_OBJECT_TYPE_MISMATCH);
  ASSERT_EQ(ObOpenObjectByPointer(object, OBJ_KERNEL_HANDLE, nullptr, 0, *ExEventObjectType,
                                  KernelMode, &second),
            STATUS_SUCCESS);
  HANDLE third = nullptr;
  ASSERT_EQ(
      ZwDuplicateObject(NtCurrentProcess(), second, NtCurrentProcess(), &third, 0, 0,
                        DUPLICATE_SAME_ACCESS | DUPLICATE_SAME_ATTRIBUTES | DUPLICATE_CLOSE_SOURCE),
      STATUS_SUCCESS);
  EXPECT_EQ(ZwClose(second), STATUS_INVALID_HANDLE);
  EXPECT_EQ(ZwSetEvent(third, nullptr), STATUS_SUCCESS);
  EXPECT_EQ(KeReadStateEvent(static_cast<PKEVENT>(object)), 1);
  ObDereferenceObject(object);
  ZwClose(third);
  ZwClose(handle);
  EXPECT_FALSE(object_exists(object));
}

TEST(HandleRules, N044HandleLeftIsFound) {
  expect_found("N-044", driver_with(R"(
  OBJECT_ATTRIBUTES attributes; HANDLE key;
  UNICODE_STRING name = RTL_CONSTANT_STRING(L"\\Registry\\Machine\\System");
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE, NULL, NULL);
  if (!NT_SUCCESS(ZwOpenKey(&key, KEY_READ, &attributes))) return STATUS_UNSUCCESSFUL; // here
)"));
}

TEST(HandleRules, N044HandleClosedIsSilent) {
  expect_silent(driver_with(R"(
  OBJECT_ATTRIBUTES attributes; HANDLE key;
  UNICODE_STRING name = RTL_CONSTANT_STRING(L"\\Registry\\Machine\\System");
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE, NULL, NULL);
  if (!NT_SUCCESS(ZwOpenKey(&key, KEY_READ, &attributes))) return STATUS_UNSUCCESSFUL;
  ZwClose(key);
)"));
}

// debugger/bug-check-0x93--invalid-kernel-handle.md
TEST(HandleRules, N073HandleClosedTwiceIsFound) {
  const std::string source = driver_with(R"(
  OBJECT_ATTRIBUTES attributes; HANDLE key;
  UNICODE_STRING name = RTL_CONSTANT_STRING(L"\\Registry\\Machine\\System");
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE, NULL, NULL);
  if (!NT_SUCCESS(ZwOpenKey(&key, KEY_READ, &attributes))) return STATUS_UNSUCCESSFUL;
  ZwClose(key);  // first
  ZwClose(key);  // here
)");
  expect_found("N-073", source);
  const Life life = life_of(source);
  EXPECT_TRUE(life.alive);
  EXPECT_NE(text_of(life.findings).find("closed"), std::string::npos) << text_of(life.findings);
}

// A handle without OBJ_KERNEL_HANDLE could be a client's, but the driver has opened and closed it.
TEST(HandleRules, N073HandleOfItsOwnClosedTwiceIsFound) {
  expect_found("N-073", driver_with(R"(
  HANDLE event, other;
  if (!NT_SUCCESS(ZwCreateEvent(&event, EVENT_ALL_ACCESS, NULL, NotificationEvent, FALSE)))
    return STATUS_UNSUCCESSFUL;
  if (!NT_SUCCESS(ZwCreateEvent(&other, EVENT_ALL_ACCESS, NULL, NotificationEvent, FALSE)))
    return STATUS_UNSUCCESSFUL;
  ZwClose(event);
  ZwClose(other);
  ZwClose(event);  // here
)"));
}

TEST(HandleRules, N073WhatIsNoHandleIsFound) {
  expect_found("N-073", driver_with(R"(
  ObCloseHandle((HANDLE)(ULONG_PTR)0xCCCCCCCCCCCCCCCC, KernelMode);  // here
)"));
}

// A NULL handle and handles that a client may have closed have only their status, and so has a
// kernel handle that is closed for a client.
TEST(HandleRules, N073ClosedOnceAndForClientsIsSilent) {
  expect_silent(driver_with(R"(
  OBJECT_ATTRIBUTES attributes; HANDLE event, clients;
  InitializeObjectAttributes(&attributes, NULL, OBJ_KERNEL_HANDLE, NULL, NULL);
  if (!NT_SUCCESS(ZwCreateEvent(&event, EVENT_ALL_ACCESS, &attributes, NotificationEvent, FALSE)))
    return STATUS_UNSUCCESSFUL;
  if (!NT_SUCCESS(ZwCreateEvent(&clients, EVENT_ALL_ACCESS, NULL, NotificationEvent, FALSE)))
    return STATUS_UNSUCCESSFUL;
  if (ObCloseHandle(event, UserMode) != STATUS_INVALID_HANDLE) return STATUS_UNSUCCESSFUL;
  if (ObCloseHandle(event, KernelMode) != STATUS_SUCCESS) return STATUS_UNSUCCESSFUL;
  if (ObCloseHandle(clients, UserMode) != STATUS_SUCCESS) return STATUS_UNSUCCESSFUL;
  if (ObCloseHandle(clients, UserMode) != STATUS_INVALID_HANDLE) return STATUS_UNSUCCESSFUL;
  if (ZwClose(clients) != STATUS_INVALID_HANDLE) return STATUS_UNSUCCESSFUL;
  if (ZwClose(NULL) != STATUS_INVALID_HANDLE) return STATUS_UNSUCCESSFUL;
)"));
}

}  // namespace
