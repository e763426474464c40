// A registry from a file.
#include <gtest/gtest.h>

#include <stdexcept>

#include "src/nt/ob/handle.h"
#include "src/nt/ob/registry.h"
#include "src/sim/faults.h"
#include "tests/nt/ob/registry_scene.h"
#include "tests/nt/sync/lock_drivers.h"
#include "tests/support/temp_folder.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

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

}  // namespace
