// Blocks of descriptors that the registry has.
#include "src/display/edid/stored_descriptor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/ob/registry.h"
#include "tests/display/edid/edid_scene.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Key;

constexpr std::u16string_view kMonitor =
    u"\\Registry\\Machine\\SYSTEM\\CurrentControlSet\\Enum\\DISPLAY\\DYD1234\\0&0&UID7\\Device "
    u"Parameters\\EDID_Override";
constexpr std::u16string_view kUnknown =
    u"\\Registry\\Machine\\SYSTEM\\CurrentControlSet\\Enum\\DISPLAY\\Default_Monitor\\0&0&"
    u"UID7\\Device "
    u"Parameters\\EDID_Override";

class StoredDescriptor : public ::testing::Test {
 protected:
  ~StoredDescriptor() override { nt::Registry::instance().clear(); }
  static void store(std::u16string_view key, std::u16string_view name, std::size_t bytes,
                    ULONG type = REG_BINARY) {
    nt::Registry::instance().set(key, name, type, std::vector<std::uint8_t>(bytes, 0x17));
  }
  const std::optional<display::Edid> edid = display::parse_edid(sample_edid());
};

TEST_F(StoredDescriptor, BlocksAreFoundByMonitorAndTarget) {
  store(kMonitor, u"0", 128);
  store(kMonitor, u"4", 128);
  const auto blocks = display::stored_blocks(edid, 7);
  EXPECT_THAT(blocks, ElementsAre(Key(0U), Key(4U)));
  EXPECT_EQ(blocks.at(4)[127], 0x17);
  EXPECT_THAT(display::stored_blocks(edid, 8), IsEmpty());
  EXPECT_THAT(display::stored_blocks(std::nullopt, 7), IsEmpty());
}

TEST_F(StoredDescriptor, MonitorWithoutADescriptorHasAName) {
  store(kUnknown, u"0", 128);
  EXPECT_THAT(display::stored_blocks(std::nullopt, 7), ElementsAre(Key(0U)));
  EXPECT_THAT(display::stored_blocks(edid, 7), IsEmpty());
}

TEST_F(StoredDescriptor, ValuesThatAreNoBlocksAreLeftOut) {
  store(kMonitor, u"0", 127);
  store(kMonitor, u"1", 129);
  store(kMonitor, u"2", 128, REG_SZ);
  store(kMonitor, u"256", 128);
  store(kMonitor, u"base", 128);
  store(kMonitor, u"3", 128);
  EXPECT_THAT(display::stored_blocks(edid, 7), ElementsAre(Key(3U)));
}

}  // namespace
}  // namespace drydock::testing
