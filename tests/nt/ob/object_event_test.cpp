// Events by name: created, opened and shared.
#include <gtest/gtest.h>

#include "src/nt/ob/object.h"
#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

UNICODE_STRING string_of(std::u16string& text) {
  UNICODE_STRING out{};
  out.Buffer = text.data();
  out.Length = static_cast<USHORT>(text.size() * sizeof(WCHAR));
  out.MaximumLength = out.Length;
  return out;
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

}  // namespace
