// Callbacks of the registry: in which order they are called, and what their answers do.
#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/nt/ob/registry.h"
#include "tests/nt/ob/registry_scene.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

// A driver with two callbacks, whose answers the test chooses; it sets a value between them.
std::string watching(const std::string& body) {
  return driver_of(R"(
static char order[32];
static ULONG calls;
static NTSTATUS before[2], after[2];
static NTSTATUS Watch(PVOID context, PVOID kind, PVOID information) {
  const ULONG who = (ULONG)(ULONG_PTR)context;
  if (calls < sizeof order - 1) order[calls++] = (char)('a' + who);
  if ((ULONG_PTR)kind == RegNtPostSetValueKey) {
    ((PREG_POST_OPERATION_INFORMATION)information)->ReturnStatus = STATUS_NO_MEMORY;
    return after[who];
  }
  return (ULONG_PTR)kind == RegNtPreSetValueKey ? before[who] : STATUS_SUCCESS;
}
static NTSTATUS Set(PUNICODE_STRING path) {
  OBJECT_ATTRIBUTES attributes;
  UNICODE_STRING name = RTL_CONSTANT_STRING(L"Seen");
  HANDLE key;
  ULONG value = 7;
  NTSTATUS status;
  InitializeObjectAttributes(&attributes, path, OBJ_KERNEL_HANDLE, NULL, NULL);
  status = ZwCreateKey(&key, KEY_ALL_ACCESS, &attributes, 0, NULL, 0, NULL);
  if (!NT_SUCCESS(status)) return status;
  calls = 0;
  status = ZwSetValueKey(key, &name, 0, REG_DWORD, &value, sizeof value);
  order[calls] = 0;
  ZwClose(key);
  return status;
}
)",
                   R"(
  LARGE_INTEGER low, high;
  NTSTATUS status;
  UNICODE_STRING first = RTL_CONSTANT_STRING(L"20000.5"), second = RTL_CONSTANT_STRING(L"100000");
  if (!NT_SUCCESS(CmRegisterCallbackEx(Watch, &first, driver, (PVOID)1, &low, NULL))) return STATUS_UNSUCCESSFUL;
  if (!NT_SUCCESS(CmRegisterCallbackEx(Watch, &second, driver, (PVOID)0, &high, NULL))) return STATUS_UNSUCCESSFUL;
)" + body + R"(
  CmUnRegisterCallback(low);
  CmUnRegisterCallback(high);
  return status;
)");
}

void expect_status(const std::string& body, NTSTATUS status) {
  const Life life = life_of(watching(body));
  nt::Registry::instance().clear();
  EXPECT_EQ(life.status, status) << body;
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

constexpr const char* kOrder =
    "  status = Set(path);\n"
    "  if (NT_SUCCESS(status) && RtlCompareMemory(order, \"%s\", sizeof \"%s\") != sizeof \"%s\") "
    "status = STATUS_DATA_ERROR;\n";

std::string in_order(const std::string& letters) {
  std::string out = kOrder;
  for (std::size_t at = out.find("%s"); at != out.npos; at = out.find("%s"))
    out.replace(at, 2, letters);
  return out;
}

TEST(RegistryCallbacks, TheHighestAltitudeIsCalledFirst) {
  expect_status(in_order("abab"), STATUS_SUCCESS);
}

TEST(RegistryCallbacks, ARefusalEndsTheOperationBeforeTheNext) {
  expect_status(
      "  before[0] = STATUS_ACCESS_DENIED; status = Set(path); if (calls != 1) status = "
      "STATUS_DATA_ERROR;",
      STATUS_ACCESS_DENIED);
  expect_status(
      "  before[1] = STATUS_ACCESS_DENIED; status = Set(path); if (calls != 2) status = "
      "STATUS_DATA_ERROR;",
      STATUS_ACCESS_DENIED);
  expect_status("  before[0] = STATUS_CALLBACK_BYPASS; status = Set(path);", STATUS_SUCCESS);
}

TEST(RegistryCallbacks, AfterwardsOnlyABypassChangesTheStatus) {
  expect_status("  status = Set(path);", STATUS_SUCCESS);
  expect_status("  after[1] = STATUS_CALLBACK_BYPASS; status = Set(path);", STATUS_NO_MEMORY);
}

TEST(RegistryCallbacks, WhatIsUnregisteredIsNotCalled) {
  expect_status("  CmUnRegisterCallback(high); high.QuadPart = 1;\n" + in_order("bb"),
                STATUS_SUCCESS);
}

NTSTATUS answers_nothing(PVOID, PVOID, PVOID) { return STATUS_SUCCESS; }

TEST(RegistryCallbacks, AltitudesAreGivenOnceAndCookiesBack) {
  Name altitude(u"30000"), empty(u"");
  LARGE_INTEGER cookie{}, other{}, plain{};
  const auto add = [&](PEX_CALLBACK_FUNCTION routine, Name& at, LARGE_INTEGER& to) {
    return CmRegisterCallbackEx(routine, &at.string, nullptr, nullptr, &to, nullptr);
  };
  EXPECT_EQ(add(nullptr, altitude, cookie), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(add(answers_nothing, empty, cookie), STATUS_INVALID_PARAMETER);
  ASSERT_EQ(add(answers_nothing, altitude, cookie), STATUS_SUCCESS);
  EXPECT_EQ(add(answers_nothing, altitude, other), STATUS_FLT_INSTANCE_ALTITUDE_COLLISION);
  ASSERT_EQ(CmRegisterCallback(answers_nothing, nullptr, &plain), STATUS_SUCCESS);
  ASSERT_EQ(CmRegisterCallback(answers_nothing, nullptr, &other), STATUS_SUCCESS);
  EXPECT_NE(plain.QuadPart, other.QuadPart);
  for (const LARGE_INTEGER one : {cookie, other, plain}) {
    EXPECT_EQ(CmUnRegisterCallback(one), STATUS_SUCCESS);
    EXPECT_EQ(CmUnRegisterCallback(one), STATUS_INVALID_PARAMETER);
  }
  ASSERT_EQ(add(answers_nothing, altitude, cookie), STATUS_SUCCESS);  // it is free again
  EXPECT_EQ(CmUnRegisterCallback(cookie), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
