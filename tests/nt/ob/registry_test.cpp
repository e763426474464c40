// The registry: documented outcomes of its system calls and of the run-time library's routines.
#include "src/nt/ob/registry.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "src/nt/ob/handle.h"
#include "src/sim/faults.h"
#include "tests/nt/sync/lock_drivers.h"
#include "tests/support/temp_folder.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

constexpr std::u16string_view kPath = u"\\Registry\\Machine\\Software\\Drydock";

struct Name {
  std::u16string text;
  UNICODE_STRING string{};
  OBJECT_ATTRIBUTES attributes{};

  explicit Name(std::u16string_view from, HANDLE root = nullptr) : text(from) {
    string.Buffer = text.data();
    string.Length = static_cast<USHORT>(text.size() * sizeof(WCHAR));
    string.MaximumLength = string.Length;
    InitializeObjectAttributes(&attributes, &string, OBJ_CASE_INSENSITIVE | OBJ_KERNEL_HANDLE, root,
                               nullptr);
  }
};

class RegistryTest : public testing::Test {
 protected:
  void SetUp() override {
    Registry::instance().clear();
    Registry::instance().set_dword(kPath, u"Depth", 4);
    Registry::instance().set_string(kPath, u"Mode", u"fast");
  }

  HANDLE open(std::u16string_view path = kPath) {
    Name name(path);
    HANDLE handle = nullptr;
    EXPECT_EQ(ZwOpenKey(&handle, KEY_ALL_ACCESS, &name.attributes), STATUS_SUCCESS);
    return handle;
  }

  NTSTATUS query(HANDLE key, std::u16string_view value, KEY_VALUE_INFORMATION_CLASS form,
                 ULONG length) {
    Name name(value);
    return ZwQueryValueKey(key, &name.string, form, buffer_, length, &needed_);
  }

  alignas(8) UCHAR buffer_[512] = {};
  ULONG needed_ = 0;
};

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

// wdm/nf-wdm-rtlqueryregistryvalues.md: DIRECT, defaults, REQUIRED, TYPECHECK
TEST_F(RegistryTest, TableDirect) {
  ULONG depth = 0, missing = 0, fallback = 9;
  UNICODE_STRING mode{};
  RTL_QUERY_REGISTRY_TABLE table[4] = {};
  table[0].Flags = RTL_QUERY_REGISTRY_DIRECT | RTL_QUERY_REGISTRY_TYPECHECK;
  table[0].Name = const_cast<PWSTR>(u"Depth");
  table[0].EntryContext = &depth;
  table[0].DefaultType = REG_DWORD << RTL_QUERY_REGISTRY_TYPECHECK_SHIFT;
  table[1].Flags = RTL_QUERY_REGISTRY_DIRECT;
  table[1].Name = const_cast<PWSTR>(u"Missing");
  table[1].EntryContext = &missing;
  table[1].DefaultType = REG_DWORD;
  table[1].DefaultData = &fallback;
  table[1].DefaultLength = sizeof fallback;
  table[2].Flags = RTL_QUERY_REGISTRY_DIRECT;
  table[2].Name = const_cast<PWSTR>(u"Mode");
  table[2].EntryContext = &mode;
  const std::u16string path(kPath);
  EXPECT_EQ(RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, path.c_str(), table, nullptr, nullptr),
            STATUS_SUCCESS);
  EXPECT_EQ(depth, 4U);
  EXPECT_EQ(missing, 9U);
  EXPECT_EQ(text_of(&mode), u"fast");
  EXPECT_EQ(mode.MaximumLength, 10);
  ExFreePool(mode.Buffer);
  WCHAR small[2];
  mode = {0, sizeof small, small};
  EXPECT_EQ(RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, path.c_str(), table, nullptr, nullptr),
            STATUS_BUFFER_TOO_SMALL);
  table[0].DefaultType = REG_SZ << RTL_QUERY_REGISTRY_TYPECHECK_SHIFT;
  EXPECT_EQ(RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, path.c_str(), table, nullptr, nullptr),
            STATUS_OBJECT_TYPE_MISMATCH);
  table[0] = table[1];
  table[0].Flags |= RTL_QUERY_REGISTRY_REQUIRED;
  table[0].DefaultType = REG_NONE;
  EXPECT_EQ(RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, path.c_str(), table, nullptr, nullptr),
            STATUS_OBJECT_NAME_NOT_FOUND);
}

struct Seen {
  std::u16string all;
};

NTSTATUS collect(PWSTR name, ULONG type, PVOID data, ULONG length, PVOID context, PVOID) {
  auto* seen = static_cast<Seen*>(context);
  seen->all += name == nullptr ? u"(null)" : name;
  seen->all += u"=";
  if (type == REG_SZ) seen->all += static_cast<PCWSTR>(data);
  if (type == REG_DWORD) seen->all += static_cast<char16_t>(u'0' + *static_cast<PULONG>(data));
  seen->all += length == 0 ? u"!" : u";";
  return STATUS_SUCCESS;
}

// the same page: routines, subkeys, REG_MULTI_SZ one string at a time, NOVALUE, the binary form
TEST_F(RegistryTest, TableRoutines) {
  const std::u16string path(kPath);
  Registry::instance().set(path + u"\\Sub", u"List", REG_MULTI_SZ,
                           {'a', 0, 0, 0, 'b', 0, 'c', 0, 0, 0, 0, 0});
  Registry::instance().set_dword(path + u"\\Sub", u"N", 3);
  Seen seen;
  RTL_QUERY_REGISTRY_TABLE table[5] = {};
  table[0].QueryRoutine = collect;
  table[0].Flags = RTL_QUERY_REGISTRY_NOVALUE;
  table[1].QueryRoutine = collect;
  table[1].Flags = RTL_QUERY_REGISTRY_SUBKEY;
  table[1].Name = const_cast<PWSTR>(u"Sub");
  table[2].QueryRoutine = collect;
  table[2].Name = const_cast<PWSTR>(u"N");
  table[3].QueryRoutine = collect;
  table[3].Flags = RTL_QUERY_REGISTRY_TOPKEY;
  table[3].Name = const_cast<PWSTR>(u"Depth");
  EXPECT_EQ(RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, path.c_str(), table, &seen, nullptr),
            STATUS_SUCCESS);
  EXPECT_EQ(seen.all, u"(null)=!List=a;List=bc;N=3;N=3;Depth=4;");
  struct {
    LONG head[2];
    UCHAR data[16];
  } binary{{-24, 0}, {}};
  Registry::instance().set(path, u"Blob", REG_BINARY, {1, 2, 3, 4, 5, 6, 7, 8});
  RTL_QUERY_REGISTRY_TABLE direct[2] = {};
  direct[0].Flags = RTL_QUERY_REGISTRY_DIRECT;
  direct[0].Name = const_cast<PWSTR>(u"Blob");
  direct[0].EntryContext = &binary;
  EXPECT_EQ(RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, path.c_str(), direct, nullptr, nullptr),
            STATUS_SUCCESS);
  EXPECT_EQ(binary.head[0], 0x04030201);
  binary.head[0] = 24;
  EXPECT_EQ(RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, path.c_str(), direct, nullptr, nullptr),
            STATUS_SUCCESS);
  EXPECT_EQ(binary.head[0], 8);
  EXPECT_EQ(binary.head[1], REG_BINARY);
  EXPECT_EQ(binary.data[7], 8);
  binary.head[0] = 15;
  EXPECT_EQ(RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, path.c_str(), direct, nullptr, nullptr),
            STATUS_BUFFER_TOO_SMALL);
}

// wdm/nf-wdm-rtlwriteregistryvalue.md and its kin
TEST_F(RegistryTest, ByPath) {
  std::u16string services = u"mydrv";
  ULONG value = 5;
  EXPECT_EQ(RtlCheckRegistryKey(RTL_REGISTRY_SERVICES, services.data()),
            STATUS_OBJECT_NAME_NOT_FOUND);
  EXPECT_EQ(RtlCreateRegistryKey(RTL_REGISTRY_SERVICES, services.data()), STATUS_SUCCESS);
  EXPECT_EQ(RtlCheckRegistryKey(RTL_REGISTRY_SERVICES, services.data()), STATUS_SUCCESS);
  EXPECT_EQ(
      RtlWriteRegistryValue(RTL_REGISTRY_SERVICES, services.c_str(), u"V", REG_DWORD, &value, 4),
      STATUS_SUCCESS);
  EXPECT_TRUE(Registry::instance().get(
      u"\\Registry\\Machine\\System\\CurrentControlSet\\Services\\mydrv", u"v"));
  EXPECT_EQ(RtlDeleteRegistryValue(RTL_REGISTRY_SERVICES, services.c_str(), u"V"), STATUS_SUCCESS);
  EXPECT_EQ(RtlDeleteRegistryValue(RTL_REGISTRY_SERVICES, services.c_str(), u"V"),
            STATUS_OBJECT_NAME_NOT_FOUND);
}

TEST_F(RegistryTest, File) {
  const TempFolder folder;
  const auto file = folder.write("r.json", R"({
    "HKLM\\System\\CurrentControlSet\\Services\\d": {
      "s": "text", "d": 4, "q": 4294967296, "b": true, "m": ["a", "b"],
      "x": {"type": "REG_BINARY", "data": "00ff"}, "e": {"type": "REG_EXPAND_SZ", "data": "%SystemRoot%\\x"}},
    "\\Registry\\User\\.Default\\empty": {}})");
  Registry::instance().load(file);
  const auto get = [](std::u16string_view name) {
    return *Registry::instance().get(u"\\Registry\\Machine\\System\\CurrentControlSet\\Services\\d",
                                     name);
  };
  EXPECT_EQ(get(u"s").data.size(), 10U);
  EXPECT_EQ(get(u"d").type, static_cast<ULONG>(REG_DWORD));
  EXPECT_EQ(get(u"q").type, static_cast<ULONG>(REG_QWORD));
  EXPECT_EQ(get(u"b").data[0], 1);
  EXPECT_EQ(get(u"m").data.size(), 10U);
  EXPECT_EQ(get(u"x").data, (std::vector<std::uint8_t>{0, 255}));
  EXPECT_EQ(get(u"e").type, static_cast<ULONG>(REG_EXPAND_SZ));
  EXPECT_THROW(Registry::instance().load(folder.path() / "absent"), std::runtime_error);
  EXPECT_THROW(Registry::instance().load(folder.write("bad.json", "{")), std::runtime_error);
  EXPECT_THROW(Registry::instance().load(folder.write(
                   "hex.json", R"({"HKLM\\a":{"x":{"type":"REG_BINARY","data":"0g"}}})")),
               std::runtime_error);
  EXPECT_THROW(Registry::instance().load(folder.write("path.json", R"({"nowhere":{}})")),
               std::runtime_error);
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

TEST(RegistryDriver, ReadsItsParameters) {
  Registry::instance().clear();
  expect_silent(driver_with(R"(
  RTL_QUERY_REGISTRY_TABLE table[2]; ULONG depth = 0, fallback = 8;
  RtlZeroMemory(table, sizeof(table));
  table[0].Flags = RTL_QUERY_REGISTRY_DIRECT;
  table[0].Name = L"Depth";
  table[0].EntryContext = &depth;
  table[0].DefaultType = REG_DWORD;
  table[0].DefaultData = &fallback;
  table[0].DefaultLength = sizeof(fallback);
  if (!NT_SUCCESS(RtlQueryRegistryValues(RTL_REGISTRY_SERVICES, L"", table, NULL, NULL))) return STATUS_UNSUCCESSFUL;
  if (depth != 8) return STATUS_UNSUCCESSFUL;
)"));
}

}  // namespace
