// References, named events, and references that leak or are released too often.
#include "src/nt/ob/object.h"

#include <gtest/gtest.h>

#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;
using drydock::rules::FindingLog;

UNICODE_STRING string_of(std::u16string& text) {
  UNICODE_STRING out{};
  out.Buffer = text.data();
  out.Length = static_cast<USHORT>(text.size() * sizeof(WCHAR));
  out.MaximumLength = out.Length;
  return out;
}

TEST(Object, GoesWithTheLastWhoHoldsIt) {
  int object = 0;
  int destroyed = 0;
  add_object(&object, &section_type, "thing", [&] { ++destroyed; });
  EXPECT_EQ(ObReferenceObject(&object), 2);
  EXPECT_EQ(ObReferenceObjectWithTag(&object, 0x31546167), 3);
  EXPECT_EQ(ObDereferenceObjectWithTag(&object, 0x31546167), 2);
  release_object(&object);
  EXPECT_EQ(destroyed, 0);
  EXPECT_EQ(ObDereferenceObject(&object), 0);
  EXPECT_EQ(destroyed, 1);
}

TEST(Object, DereferencedTooOftenByTheHostIsReported) {
  int object = 0;
  const FindingLog log;
  add_object(&object, &section_type, "thing");
  ObDereferenceObject(&object);
  ASSERT_EQ(log.findings().size(), 1U);
  EXPECT_EQ(log.findings()[0].rule->id, "N-046");
  EXPECT_TRUE(object_exists(&object));
  release_object(&object);
}

// wdm/nf-wdm-obreferenceobjectbypointer.md: STATUS_OBJECT_TYPE_MISMATCH
TEST(Object, ByPointerChecksTheType) {
  int object = 0;
  add_object(&object, &section_type, "thing");
  EXPECT_EQ(ObReferenceObjectByPointer(&object, 0, *ExEventObjectType, KernelMode),
            STATUS_OBJECT_TYPE_MISMATCH);
  EXPECT_EQ(ObReferenceObjectByPointer(&object, 0, nullptr, KernelMode), STATUS_SUCCESS);
  EXPECT_EQ(ObGetObjectType(&object), *MmSectionObjectType);
  ObDereferenceObject(&object);
  release_object(&object);
}

// wdm/nf-wdm-iocreatenotificationevent.md: created in the signaled state; opened when it exists.
TEST(Object, NamedEventIsMadeSignalledAndShared) {
  std::u16string text = u"\\BaseNamedObjects\\Drydock";
  UNICODE_STRING name = string_of(text);
  HANDLE first = nullptr, second = nullptr;
  const PKEVENT event = IoCreateNotificationEvent(&name, &first);
  ASSERT_NE(event, nullptr);
  EXPECT_EQ(KeReadStateEvent(event), 1);
  KeClearEvent(event);
  EXPECT_EQ(IoCreateNotificationEvent(&name, &second), event);
  EXPECT_EQ(KeReadStateEvent(event), 0);
  ULONG needed = 0;
  alignas(OBJECT_NAME_INFORMATION) char buffer[256];
  auto* info = reinterpret_cast<POBJECT_NAME_INFORMATION>(buffer);
  EXPECT_EQ(ObQueryNameString(event, info, 4, &needed), STATUS_INFO_LENGTH_MISMATCH);
  EXPECT_EQ(ObQueryNameString(event, info, sizeof buffer, &needed), STATUS_SUCCESS);
  EXPECT_EQ(text_of(&info->Name), text);
  ZwClose(first);
  ZwClose(second);
  EXPECT_FALSE(object_exists(event));
  EXPECT_FALSE(find_named(text));
}

// wdm/nf-wdm-zwcreateevent.md: STATUS_OBJECT_NAME_COLLISION, STATUS_OBJECT_NAME_EXISTS with
// OBJ_OPENIF
TEST(Object, EventNameCollides) {
  std::u16string text = u"\\BaseNamedObjects\\Collision";
  UNICODE_STRING name = string_of(text);
  OBJECT_ATTRIBUTES attributes;
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE, nullptr, nullptr);
  HANDLE first = nullptr, second = nullptr;
  ASSERT_EQ(ZwCreateEvent(&first, 0, &attributes, SynchronizationEvent, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(ZwCreateEvent(&second, 0, &attributes, SynchronizationEvent, TRUE),
            STATUS_OBJECT_NAME_COLLISION);
  attributes.Attributes |= OBJ_OPENIF;
  EXPECT_EQ(ZwCreateEvent(&second, 0, &attributes, SynchronizationEvent, TRUE),
            STATUS_OBJECT_NAME_EXISTS);
  LARGE_INTEGER now{};
  EXPECT_EQ(ZwWaitForSingleObject(second, FALSE, &now), STATUS_SUCCESS);
  EXPECT_EQ(ZwWaitForSingleObject(first, FALSE, &now), STATUS_TIMEOUT);
  LONG before = 7;
  EXPECT_EQ(ZwSetEvent(first, &before), STATUS_SUCCESS);
  EXPECT_EQ(before, 0);
  ZwClose(first);
  ZwClose(second);
  EXPECT_EQ(ZwOpenEvent(&first, 0, &attributes), STATUS_OBJECT_NAME_NOT_FOUND);
}

TEST(Object, LinksAreFollowed) {
  int object = 0;
  add_object(&object, &device_type, "device");
  ASSERT_TRUE(name_object(u"\\Device\\Thing", &object));
  ASSERT_TRUE(name_link(u"\\DosDevices\\Thing", u"\\Device\\Thing"));
  const std::optional<Found> found = find_named(u"\\??\\thing\\part");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->object, &object);
  EXPECT_EQ(found->rest, u"\\part");
  EXPECT_TRUE(unname(u"\\??\\Thing"));
  EXPECT_FALSE(find_named(u"\\??\\Thing"));
  ASSERT_TRUE(name_link(u"\\??\\a", u"\\??\\b"));
  ASSERT_TRUE(name_link(u"\\??\\b", u"\\??\\a"));
  EXPECT_FALSE(find_named(u"\\??\\a"));
  unname(u"\\??\\a");
  unname(u"\\??\\b");
  unname_object(&object);
  release_object(&object);
}

TEST(Object, TokensAreReferenced) {
  const PACCESS_TOKEN token = PsReferencePrimaryToken(PsGetCurrentProcess());
  EXPECT_EQ(type_of_object(token), *SeTokenObjectType);
  EXPECT_TRUE(SeTokenIsAdmin(token));
  set_caller_is_admin(false);
  EXPECT_FALSE(SeTokenIsAdmin(token));
  EXPECT_FALSE(SeSinglePrivilegeCheck({SE_TCB_PRIVILEGE, 0}, UserMode));
  EXPECT_TRUE(SeSinglePrivilegeCheck({SE_TCB_PRIVILEGE, 0}, KernelMode));
  set_caller_is_admin(true);
  PsDereferencePrimaryToken(token);
}

constexpr const char* kTakeReference = R"(
  OBJECT_ATTRIBUTES attributes; HANDLE handle; PVOID event;
  InitializeObjectAttributes(&attributes, NULL, OBJ_KERNEL_HANDLE, NULL, NULL);
  if (!NT_SUCCESS(ZwCreateEvent(&handle, EVENT_ALL_ACCESS, &attributes, NotificationEvent, FALSE))) return STATUS_UNSUCCESSFUL;
  if (!NT_SUCCESS(ObReferenceObjectByHandle(handle, 0, *ExEventObjectType, KernelMode, &event, NULL))) return STATUS_UNSUCCESSFUL; // here
)";

TEST(ObjectRules, N045ReferenceLeftIsFound) {
  expect_found("N-045", driver_with(std::string(kTakeReference) + "  ZwClose(handle);\n"));
}

TEST(ObjectRules, N045ReferenceGivenBackIsSilent) {
  expect_silent(driver_with(std::string(kTakeReference) +
                            "  ZwClose(handle);\n  ObDereferenceObject(event);\n"));
}

TEST(ObjectRules, N046DereferencedTooOftenIsFound) {
  std::string body = kTakeReference;
  body.erase(body.find(" // here"), 8);
  expect_found("N-046",
               driver_with(body + "  ObDereferenceObject(event); // before\n"
                                  "  ObDereferenceObject(event); // here\n"
                                  "  ZwClose(handle);\n"),
               "// before");
}

TEST(ObjectRules, N046DereferencedAfterTheObjectWentIsFound) {
  std::string body = kTakeReference;
  body.erase(body.find(" // here"), 8);
  expect_found("N-046", driver_with(body + "  ZwClose(handle);\n  ObDereferenceObject(event);\n"
                                           "  ObDereferenceObject(event); // here\n"));
}

TEST(ObjectRules, N046DereferencedOncePerReferenceIsSilent) {
  expect_silent(driver_with(std::string(kTakeReference) +
                            "  ObReferenceObject(event);\n  ObDereferenceObject(event);\n"
                            "  ObDereferenceObject(event);\n  ZwClose(handle);\n"));
}

}  // namespace
