// The registry routines of the run-time library.
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

// the same page: routines, subkeys, REG_MULTI_SZ one string at a time and empty ones too, NOVALUE,
// the binary form
TEST_F(RegistryTest, TableRoutines) {
  const std::u16string path(kPath);
  Registry::instance().set(path + u"\\Sub", u"List", REG_MULTI_SZ,
                           {'a', 0, 0, 0, 0, 0, 'b', 0, 'c', 0, 0, 0, 0, 0});
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
  EXPECT_EQ(seen.all, u"(null)=!List=a;List=;List=bc;N=3;N=3;Depth=4;");
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

}  // namespace
