// What queries and enumerations say of keys and values, in every form and size.
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

// wdm/nf-wdm-zwqueryvaluekey.md: success, STATUS_BUFFER_OVERFLOW, STATUS_BUFFER_TOO_SMALL, not
// found, class
TEST_F(RegistryTest, QueryPartial) {
  const HANDLE key = open();
  auto* info = reinterpret_cast<PKEY_VALUE_PARTIAL_INFORMATION>(buffer_);
  EXPECT_EQ(query(key, u"depth", KeyValuePartialInformation, sizeof buffer_), STATUS_SUCCESS);
  EXPECT_EQ(needed_, 16U);
  EXPECT_EQ(info->Type, static_cast<ULONG>(REG_DWORD));
  EXPECT_EQ(info->DataLength, 4U);
  EXPECT_EQ(*reinterpret_cast<PULONG>(info->Data), 4U);
  std::memset(buffer_, 0xEE, sizeof buffer_);
  EXPECT_EQ(query(key, u"Depth", KeyValuePartialInformation, 12), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(needed_, 16U);
  EXPECT_EQ(info->DataLength, 4U);
  EXPECT_EQ(info->Data[0], 0xEE);
  std::memset(buffer_, 0xEE, sizeof buffer_);
  EXPECT_EQ(query(key, u"Depth", KeyValuePartialInformation, 11), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(needed_, 16U);
  EXPECT_EQ(buffer_[0], 0xEE);
  EXPECT_EQ(query(key, u"Depth", KeyValuePartialInformation, 0), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(query(key, u"Nothing", KeyValuePartialInformation, 64), STATUS_OBJECT_NAME_NOT_FOUND);
  EXPECT_EQ(query(key, u"Depth", MaxKeyValueInfoClass, 64), STATUS_INVALID_PARAMETER);
  ZwClose(key);
  EXPECT_EQ(query(key, u"Depth", KeyValuePartialInformation, 64), STATUS_INVALID_HANDLE);
}

TEST_F(RegistryTest, QueryBasicAndFull) {
  const HANDLE key = open();
  auto* basic = reinterpret_cast<PKEY_VALUE_BASIC_INFORMATION>(buffer_);
  EXPECT_EQ(query(key, u"mode", KeyValueBasicInformation, sizeof buffer_), STATUS_SUCCESS);
  EXPECT_EQ(basic->Type, static_cast<ULONG>(REG_SZ));
  EXPECT_EQ(std::u16string(basic->Name, basic->NameLength / 2), u"Mode");
  EXPECT_EQ(needed_, 12U + 8);
  auto* full = reinterpret_cast<PKEY_VALUE_FULL_INFORMATION>(buffer_);
  EXPECT_EQ(query(key, u"Mode", KeyValueFullInformation, sizeof buffer_), STATUS_SUCCESS);
  EXPECT_EQ(full->DataOffset, 28U);
  EXPECT_EQ(full->DataLength, 10U);
  EXPECT_EQ(std::u16string(reinterpret_cast<PCWSTR>(buffer_ + full->DataOffset)), u"fast");
  EXPECT_EQ(needed_, 38U);
  EXPECT_EQ(query(key, u"Mode", KeyValueFullInformation, 37), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(query(key, u"Mode", KeyValueFullInformation, 19), STATUS_BUFFER_TOO_SMALL);
  ZwClose(key);
}

// wdm/nf-wdm-zwenumeratekey.md, wdm/nf-wdm-zwenumeratevaluekey.md: STATUS_NO_MORE_ENTRIES
TEST_F(RegistryTest, Enumerate) {
  for (const std::u16string_view sub : {u"b", u"A", u"c"}) {
    Registry::instance().set_dword(std::u16string(kPath) + u"\\" + std::u16string(sub), u"x", 1);
  }
  const HANDLE key = open();
  std::u16string names;
  auto* basic = reinterpret_cast<PKEY_BASIC_INFORMATION>(buffer_);
  ULONG i = 0;
  NTSTATUS status = STATUS_SUCCESS;
  for (; NT_SUCCESS(
           status = ZwEnumerateKey(key, i, KeyBasicInformation, buffer_, sizeof buffer_, &needed_));
       ++i) {
    names += std::u16string(basic->Name, basic->NameLength / 2);
  }
  EXPECT_EQ(status, STATUS_NO_MORE_ENTRIES);
  EXPECT_EQ(names, u"Abc");
  EXPECT_EQ(
      ZwEnumerateValueKey(key, 1, KeyValueBasicInformation, buffer_, sizeof buffer_, &needed_),
      STATUS_SUCCESS);
  EXPECT_EQ(
      ZwEnumerateValueKey(key, 2, KeyValueBasicInformation, buffer_, sizeof buffer_, &needed_),
      STATUS_NO_MORE_ENTRIES);
  auto* full = reinterpret_cast<PKEY_FULL_INFORMATION>(buffer_);
  EXPECT_EQ(ZwQueryKey(key, KeyFullInformation, buffer_, sizeof buffer_, &needed_), STATUS_SUCCESS);
  EXPECT_EQ(full->SubKeys, 3U);
  EXPECT_EQ(full->Values, 2U);
  EXPECT_EQ(full->MaxValueDataLen, 10U);
  auto* named = reinterpret_cast<PKEY_NAME_INFORMATION>(buffer_);
  EXPECT_EQ(ZwQueryKey(key, KeyNameInformation, buffer_, sizeof buffer_, &needed_), STATUS_SUCCESS);
  EXPECT_EQ(std::u16string(named->Name, named->NameLength / 2),
            u"\\REGISTRY\\MACHINE\\SOFTWARE\\Drydock");
  ZwClose(key);
}

}  // namespace
