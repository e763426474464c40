// A registry with a few values, and names for its calls.
#pragma once

#include <gtest/gtest.h>

#include "src/nt/ob/handle.h"
#include "src/nt/ob/registry.h"
#include "src/sim/faults.h"
#include "tests/nt/sync/lock_drivers.h"
#include "tests/support/temp_folder.h"

namespace drydock::testing {

inline constexpr std::u16string_view kPath = u"\\Registry\\Machine\\Software\\Drydock";

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

class RegistryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    nt::Registry::instance().clear();
    nt::Registry::instance().set_dword(kPath, u"Depth", 4);
    nt::Registry::instance().set_string(kPath, u"Mode", u"fast");
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

}  // namespace drydock::testing
