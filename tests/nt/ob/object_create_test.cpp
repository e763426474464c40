// Objects that are made and opened by their names.
#include "src/nt/ob/object_create.h"

#include <gtest/gtest.h>

#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

// A name with the attributes by which objects are made and opened.
struct Named {
  explicit Named(std::u16string from, ULONG flags = OBJ_KERNEL_HANDLE) : text(std::move(from)) {
    string.Buffer = text.data();
    string.Length = string.MaximumLength = static_cast<USHORT>(text.size() * sizeof(WCHAR));
    InitializeObjectAttributes(&attributes, &string, flags, nullptr, nullptr);
  }

  std::u16string text;
  UNICODE_STRING string{};
  OBJECT_ATTRIBUTES attributes{};
};

// wdm/nf-wdm-zwcreateevent.md: STATUS_OBJECT_NAME_COLLISION, STATUS_OBJECT_NAME_EXISTS
TEST(ObjectCreate, ANameIsForOneObjectOfOneType) {
  Named name(u"\\BaseNamedObjects\\Made");
  const auto make = [](const std::u16string& called) -> void* {
    auto* const object = new int(5);
    add_object(object, &section_type, description_of("section", called),
               [object] { delete object; });
    return object;
  };
  HANDLE first = nullptr, second = nullptr;
  ASSERT_EQ(create_object(&first, SECTION_ALL_ACCESS, &name.attributes, &section_type, make),
            STATUS_SUCCESS);
  void* const object = object_named(name.text);
  ASSERT_NE(object, nullptr);
  EXPECT_NE(describe_object(object).find("section \\BaseNamedObjects\\Made"), std::string::npos);
  EXPECT_EQ(create_object(&second, 0, &name.attributes, &section_type, make),
            STATUS_OBJECT_NAME_COLLISION);
  EXPECT_EQ(create_object(&second, 0, &name.attributes, &event_type, make),
            STATUS_OBJECT_TYPE_MISMATCH);
  EXPECT_EQ(second, nullptr);
  name.attributes.Attributes |= OBJ_OPENIF;
  EXPECT_EQ(create_object(&second, SECTION_MAP_READ, &name.attributes, &section_type, make),
            STATUS_OBJECT_NAME_EXISTS);
  ZwClose(first);
  EXPECT_TRUE(object_exists(object));
  ZwClose(second);
  EXPECT_FALSE(object_exists(object));
}

TEST(ObjectCreate, WhatCannotBeMadeHasNoNameAndNoHandle) {
  Named name(u"\\BaseNamedObjects\\Unmade"), relative(u"Unmade");
  HANDLE handle = nullptr;
  const auto refuse = [](const std::u16string&) -> void* { return nullptr; };
  EXPECT_EQ(create_object(&handle, 0, &name.attributes, &section_type, refuse),
            STATUS_INSUFFICIENT_RESOURCES);
  EXPECT_EQ(create_object(&handle, 0, &relative.attributes, &section_type, refuse),
            STATUS_OBJECT_PATH_SYNTAX_BAD);
  EXPECT_EQ(handle, nullptr);
  EXPECT_EQ(object_named(name.text), nullptr);
}

TEST(ObjectCreate, OpeningAsksForTheTypeAndMayFail) {
  Named name(u"\\BaseNamedObjects\\Opened"), none(u"\\BaseNamedObjects\\Nobody");
  int object = 0;
  add_object(&object, &section_type, "thing");
  ASSERT_TRUE(name_object(name.text, &object));
  HANDLE handle = nullptr;
  EXPECT_EQ(open_object(&handle, 0, &none.attributes, &section_type), STATUS_OBJECT_NAME_NOT_FOUND);
  EXPECT_EQ(open_object(&handle, 0, &name.attributes, &event_type), STATUS_OBJECT_TYPE_MISMATCH);
  {
    const drydock::sim::FaultInjection injection({.nth = 0});
    EXPECT_EQ(open_object(&handle, 0, &name.attributes, &section_type),
              STATUS_INSUFFICIENT_RESOURCES);
  }
  EXPECT_EQ(handle, nullptr);
  EXPECT_EQ(open_object(&handle, 0, &name.attributes, &section_type), STATUS_SUCCESS);
  EXPECT_EQ(counts_of_object(&object).pins, 1U);
  ZwClose(handle);
  EXPECT_EQ(counts_of_object(&object).pins, 0U);
  unname_object(&object);
  release_object(&object);
}

// What lies below an object is not the object.
TEST(ObjectCreate, OnlyTheWholeNameIsTheObjects) {
  int object = 0;
  add_object(&object, &device_type, "device");
  ASSERT_TRUE(name_object(u"\\Device\\Whole", &object));
  EXPECT_EQ(object_named(u"\\Device\\whole"), &object);
  EXPECT_EQ(object_named(u"\\Device\\Whole\\part"), nullptr);
  EXPECT_EQ(object_named(u""), nullptr);
  EXPECT_EQ(description_of("event", u""), "event");
  unname_object(&object);
  release_object(&object);
}

}  // namespace
