// Keys: opened, created and deleted by system calls.
#include <gtest/gtest.h>

#include "src/nt/ob/handle.h"
#include "src/nt/ob/registry.h"
#include "src/sim/faults.h"
#include "tests/nt/ob/registry_scene.h"
#include "tests/nt/sync/lock_drivers.h"
#include "tests/support/temp_folder.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

// wdm/nf-wdm-zwopenkey.md
TEST_F(RegistryTest, OpenFindsWithoutRegardToCase) {
  ZwClose(open(u"\\REGISTRY\\machine\\SOFTWARE\\drydock"));
  HANDLE handle = nullptr;
  Name absent(u"\\Registry\\Machine\\Software\\Nothing");
  EXPECT_EQ(ZwOpenKey(&handle, KEY_READ, &absent.attributes), STATUS_OBJECT_NAME_NOT_FOUND);
  Name relative(u"Software\\Drydock");
  EXPECT_EQ(ZwOpenKey(&handle, KEY_READ, &relative.attributes), STATUS_OBJECT_PATH_SYNTAX_BAD);
  const HANDLE root = open(u"\\Registry\\Machine");
  Name below(u"Software\\Drydock", root);
  EXPECT_EQ(ZwOpenKeyEx(&handle, KEY_READ, &below.attributes, 0), STATUS_SUCCESS);
  ZwClose(handle);
  ZwClose(root);
}

// wdm/nf-wdm-zwcreatekey.md: the disposition; only the last key of a path is made
TEST_F(RegistryTest, CreateMakesOneLevel) {
  HANDLE handle = nullptr;
  ULONG disposition = 0;
  Name deep(u"\\Registry\\Machine\\Software\\Drydock\\a\\b");
  EXPECT_EQ(ZwCreateKey(&handle, KEY_ALL_ACCESS, &deep.attributes, 0, nullptr, 0, &disposition),
            STATUS_OBJECT_NAME_NOT_FOUND);
  Name one(u"\\Registry\\Machine\\Software\\Drydock\\a");
  EXPECT_EQ(ZwCreateKey(&handle, KEY_ALL_ACCESS, &one.attributes, 0, nullptr, 0, &disposition),
            STATUS_SUCCESS);
  EXPECT_EQ(disposition, static_cast<ULONG>(REG_CREATED_NEW_KEY));
  ZwClose(handle);
  EXPECT_EQ(ZwCreateKey(&handle, KEY_ALL_ACCESS, &one.attributes, 0, nullptr, 0, &disposition),
            STATUS_SUCCESS);
  EXPECT_EQ(disposition, static_cast<ULONG>(REG_OPENED_EXISTING_KEY));
  EXPECT_EQ(ZwFlushKey(handle), STATUS_SUCCESS);
  ZwClose(handle);
}

// wdm/nf-wdm-zwdeletekey.md: STATUS_CANNOT_DELETE with subkeys; later calls see STATUS_KEY_DELETED
TEST_F(RegistryTest, DeleteKey) {
  Registry::instance().set_dword(u"\\Registry\\Machine\\Software\\Drydock\\Sub", u"x", 1);
  const HANDLE key = open();
  const HANDLE sub = open(u"\\Registry\\Machine\\Software\\Drydock\\Sub");
  EXPECT_EQ(ZwDeleteKey(key), STATUS_CANNOT_DELETE);
  EXPECT_EQ(ZwDeleteKey(sub), STATUS_SUCCESS);
  EXPECT_EQ(query(sub, u"x", KeyValuePartialInformation, 64), STATUS_KEY_DELETED);
  EXPECT_EQ(ZwDeleteKey(key), STATUS_SUCCESS);
  ZwClose(sub);
  ZwClose(key);
}

// wdm/nf-wdm-zwsetvaluekey.md, wdm/nf-wdm-zwdeletevaluekey.md
TEST_F(RegistryTest, SetAndDeleteValue) {
  const HANDLE key = open();
  Name name(u"New");
  ULONG value = 77;
  EXPECT_EQ(ZwSetValueKey(key, &name.string, 0, REG_DWORD, &value, sizeof value), STATUS_SUCCESS);
  EXPECT_EQ(Registry::instance().get(kPath, u"NEW")->data[0], 77);
  EXPECT_EQ(ZwDeleteValueKey(key, &name.string), STATUS_SUCCESS);
  EXPECT_EQ(ZwDeleteValueKey(key, &name.string), STATUS_OBJECT_NAME_NOT_FOUND);
  ZwClose(key);
}

TEST_F(RegistryTest, FailsWhenAFaultIsPlanned) {
  drydock::sim::FaultPlan plan;
  plan.nth = 0;
  const drydock::sim::FaultInjection injection(plan);
  Name name(kPath);
  HANDLE handle = nullptr;
  EXPECT_EQ(ZwOpenKey(&handle, KEY_READ, &name.attributes), STATUS_INSUFFICIENT_RESOURCES);
  EXPECT_EQ(ZwOpenKey(&handle, KEY_READ, &name.attributes), STATUS_SUCCESS);
  ZwClose(handle);
}

}  // namespace
