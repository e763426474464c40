// References: who holds an object, and what is left or given back too often.
#include "src/nt/ob/object.h"

#include <gtest/gtest.h>

#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;
using drydock::rules::FindingLog;

TEST(Object, IsDestroyedWithItsLastReference) {
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
