// What a driver asks about an object by its handle.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "ntifs.h"
#include "src/nt/base/wdk.h"
#include "tests/nt/ob/registry_scene.h"

namespace drydock::testing {
namespace {

class ObjectQuery : public ::testing::Test {
 protected:
  void SetUp() override {
    Name name(u"\\BaseNamedObjects\\asked");
    ASSERT_EQ(ZwCreateEvent(&event_, EVENT_ALL_ACCESS, &name.attributes, NotificationEvent, FALSE),
              STATUS_SUCCESS);
  }
  void TearDown() override { EXPECT_EQ(ZwClose(event_), STATUS_SUCCESS); }

  NTSTATUS ask(OBJECT_INFORMATION_CLASS what, ULONG length) {
    return ZwQueryObject(event_, what, buffer_, length, &needed_);
  }
  std::u16string text() const {
    const auto& string = *reinterpret_cast<const UNICODE_STRING*>(buffer_);
    return {reinterpret_cast<const char16_t*>(string.Buffer), string.Length / sizeof(char16_t)};
  }

  HANDLE event_ = nullptr;
  alignas(8) UCHAR buffer_[256] = {};
  ULONG needed_ = 0;
};

TEST_F(ObjectQuery, ReturnsNameAndType) {
  ASSERT_EQ(ask(ObjectNameInformation, sizeof buffer_), STATUS_SUCCESS);
  EXPECT_EQ(text(), u"\\BaseNamedObjects\\asked");
  EXPECT_EQ(needed_, sizeof(OBJECT_NAME_INFORMATION) + 24 * sizeof(char16_t));
  ASSERT_EQ(ask(ObjectTypeInformation, sizeof buffer_), STATUS_SUCCESS);
  EXPECT_EQ(text(), u"Event");
}

TEST_F(ObjectQuery, NeedsRoomForTheCharacters) {
  const ULONG whole = sizeof(OBJECT_NAME_INFORMATION) + 24 * sizeof(char16_t);
  EXPECT_EQ(ask(ObjectNameInformation, 0), STATUS_INFO_LENGTH_MISMATCH);
  EXPECT_EQ(needed_, whole);
  EXPECT_EQ(ask(ObjectNameInformation, whole - 1), STATUS_INFO_LENGTH_MISMATCH);
  EXPECT_EQ(ask(ObjectNameInformation, whole), STATUS_SUCCESS);
  const ULONG basic = sizeof(PUBLIC_OBJECT_BASIC_INFORMATION);
  EXPECT_EQ(ask(ObjectBasicInformation, basic - 1), STATUS_INFO_LENGTH_MISMATCH);
  EXPECT_EQ(ask(ObjectBasicInformation, basic + 1), STATUS_INFO_LENGTH_MISMATCH);
  EXPECT_EQ(ask(static_cast<OBJECT_INFORMATION_CLASS>(77), sizeof buffer_),
            STATUS_INVALID_INFO_CLASS);
}

TEST_F(ObjectQuery, CountsHandlesAndReferences) {
  const auto& facts = *reinterpret_cast<const PUBLIC_OBJECT_BASIC_INFORMATION*>(buffer_);
  ASSERT_EQ(ask(ObjectBasicInformation, sizeof facts), STATUS_SUCCESS);
  const ULONG handles = facts.HandleCount, pointers = facts.PointerCount;
  EXPECT_EQ(facts.GrantedAccess, static_cast<ACCESS_MASK>(EVENT_ALL_ACCESS));
  EXPECT_EQ(handles, 1U);
  void* object = nullptr;
  ASSERT_EQ(ObReferenceObjectByHandle(event_, 0, nullptr, KernelMode, &object, nullptr),
            STATUS_SUCCESS);
  ASSERT_EQ(ask(ObjectBasicInformation, sizeof facts), STATUS_SUCCESS);
  EXPECT_EQ(facts.HandleCount, handles);
  EXPECT_EQ(facts.PointerCount, pointers + 1);
  ObDereferenceObject(object);
}

TEST_F(ObjectQuery, SecurityIsOpenToEverybody) {
  EXPECT_EQ(ZwQuerySecurityObject(event_, OWNER_SECURITY_INFORMATION, buffer_, 19, &needed_),
            STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(needed_, 20U);
  ASSERT_EQ(ZwQuerySecurityObject(event_, OWNER_SECURITY_INFORMATION, buffer_, 20, &needed_),
            STATUS_SUCCESS);
  EXPECT_TRUE(RtlValidRelativeSecurityDescriptor(buffer_, 20, 0));
  EXPECT_EQ(ZwSetSecurityObject(event_, OWNER_SECURITY_INFORMATION, buffer_), STATUS_SUCCESS);
  buffer_[0] = 9;
  EXPECT_EQ(ZwSetSecurityObject(event_, OWNER_SECURITY_INFORMATION, buffer_),
            STATUS_INVALID_SECURITY_DESCR);
}

TEST(ObjectQueryOfNothing, IsRefused) {
  const HANDLE none = reinterpret_cast<HANDLE>(ULONG_PTR{0x7ffffff0});
  UCHAR buffer[64];
  ULONG needed = 77;
  EXPECT_EQ(ZwQueryObject(none, ObjectTypeInformation, buffer, sizeof buffer, &needed),
            STATUS_INVALID_HANDLE);
  EXPECT_EQ(ZwQuerySecurityObject(none, 0, buffer, sizeof buffer, &needed), STATUS_INVALID_HANDLE);
  EXPECT_EQ(ZwSetSecurityObject(none, 0, buffer), STATUS_INVALID_HANDLE);
  EXPECT_EQ(needed, 77U);
}

}  // namespace
}  // namespace drydock::testing
