#include "src/display/scanout/scanned_out.h"

#include <gtest/gtest.h>

#include <array>
#include <span>

namespace drydock::display {
namespace {

TEST(ScannedOut, IsReadLineByLine) {
  const std::array<std::uint32_t, 6> memory = {1, 2, 99, 3, 4, 99};
  const ScannedOut output{{2, 2}, std::as_bytes(std::span(memory)).data(), 12};
  EXPECT_EQ(read_screen(output).pixels(), (std::vector<Picture::Pixel>{1, 2, 3, 4}));
}

TEST(ScannedOut, IsBlackWithoutMemory) {
  EXPECT_EQ(read_screen({{2, 1}, nullptr, 8}).pixels(), (std::vector<Picture::Pixel>{0, 0}));
}

}  // namespace
}  // namespace drydock::display
