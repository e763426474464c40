// Callback objects: who is called, and who may register.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;
using ::testing::ElementsAre;

struct Attributes {
  explicit Attributes(const char16_t* text) {
    RtlInitUnicodeString(&name, reinterpret_cast<PCWSTR>(text));
    InitializeObjectAttributes(&attributes, &name, OBJ_CASE_INSENSITIVE, nullptr, nullptr);
  }
  UNICODE_STRING name{};
  OBJECT_ATTRIBUTES attributes{};
};

VOID note_call(PVOID context, PVOID first, PVOID second) {
  auto* calls = static_cast<std::vector<ULONG_PTR>*>(context);
  calls->push_back(reinterpret_cast<ULONG_PTR>(first));
  calls->push_back(reinterpret_cast<ULONG_PTR>(second));
}
PVOID value(ULONG_PTR number) { return reinterpret_cast<PVOID>(number); }

// wdm/nf-wdm-exnotifycallback.md: called in order of their registration, at the caller's IRQL.
TEST(ExCallback, RegisteredRoutinesAreCalled) {
  Attributes name(u"\\Callback\\Test");
  PCALLBACK_OBJECT object = nullptr;
  EXPECT_EQ(ExCreateCallback(&object, &name.attributes, FALSE, TRUE), STATUS_OBJECT_NAME_NOT_FOUND);
  ASSERT_EQ(ExCreateCallback(&object, &name.attributes, TRUE, TRUE), STATUS_SUCCESS);
  PCALLBACK_OBJECT again = nullptr;
  ASSERT_EQ(ExCreateCallback(&again, &name.attributes, FALSE, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(again, object);
  std::vector<ULONG_PTR> calls;
  PVOID one = ExRegisterCallback(object, note_call, &calls);
  PVOID two = ExRegisterCallback(object, note_call, &calls);
  ASSERT_NE(one, nullptr);
  ASSERT_NE(two, nullptr);
  ExNotifyCallback(object, value(1), value(2));
  EXPECT_THAT(calls, ElementsAre(1, 2, 1, 2));
  ExUnregisterCallback(one);
  ExNotifyCallback(object, value(3), nullptr);
  EXPECT_THAT(calls, ElementsAre(1, 2, 1, 2, 3, 0));
  ExUnregisterCallback(two);
  ObDereferenceObject(object);
  ObDereferenceObject(again);
  EXPECT_EQ(ExCreateCallback(&object, &name.attributes, FALSE, TRUE), STATUS_OBJECT_NAME_NOT_FOUND);
}

// wdm/nf-wdm-exregistercallback.md: NULL when the object allows one routine and has it.
TEST(ExCallback, SecondRoutineIsRefusedWhereOneIsAllowed) {
  Attributes name(u"\\Callback\\Single");
  PCALLBACK_OBJECT object = nullptr;
  ASSERT_EQ(ExCreateCallback(&object, &name.attributes, TRUE, FALSE), STATUS_SUCCESS);
  std::vector<ULONG_PTR> calls;
  PVOID one = ExRegisterCallback(object, note_call, &calls);
  EXPECT_EQ(ExRegisterCallback(object, note_call, &calls), nullptr);
  ExUnregisterCallback(one);
  ObDereferenceObject(object);
}

// wdm/nf-wdm-excreatecallback.md: "Unnamed callback objects are not permitted".
TEST(ExCallback, ObjectNeedsAName) {
  OBJECT_ATTRIBUTES attributes;
  InitializeObjectAttributes(&attributes, nullptr, 0, nullptr, nullptr);
  PCALLBACK_OBJECT object = nullptr;
  EXPECT_EQ(ExCreateCallback(&object, &attributes, TRUE, TRUE), STATUS_UNSUCCESSFUL);
}

std::string callback_driver(const char* unload) {
  return std::string(R"(#include <ntddk.h>
static PCALLBACK_OBJECT Object; static PVOID Handle;
static VOID Called(PVOID Context, PVOID First, PVOID Second) {
    UNREFERENCED_PARAMETER(Context); UNREFERENCED_PARAMETER(First); UNREFERENCED_PARAMETER(Second);
}
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { UNREFERENCED_PARAMETER(Driver); )") +
         unload + R"( ObDereferenceObject(Object); }
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    UNICODE_STRING Name; OBJECT_ATTRIBUTES Attributes;
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    RtlInitUnicodeString(&Name, L"\\Callback\\OfTheDriver");
    InitializeObjectAttributes(&Attributes, &Name, OBJ_CASE_INSENSITIVE, NULL, NULL);
    if (!NT_SUCCESS(ExCreateCallback(&Object, &Attributes, TRUE, TRUE))) return STATUS_UNSUCCESSFUL;
    Handle = ExRegisterCallback(Object, Called, NULL);
    return STATUS_SUCCESS;
}
)";
}
TEST(ExCallbackRules, N047CallbackLeftAtUnloadIsFound) {
  const Life life = life_of(callback_driver(""));
  EXPECT_TRUE(has(life.findings, "N-047")) << text_of(life.findings);
}
TEST(ExCallbackRules, N047UnregisteredCallbackIsSilent) {
  const Life life = life_of(callback_driver("ExUnregisterCallback(Handle);"));
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
