// drydock/screen.h, with the reference driver for displays alone.
#include "drydock/screen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/rules/finding.h"

namespace drydock::screen {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

class ScreenTest : public ::testing::Test {
 protected:
  ~ScreenTest() override {
    const auto findings = log.findings();
    EXPECT_THAT(findings, IsEmpty())
        << rules::to_text(findings.empty() ? rules::Finding{} : findings.front());
  }
  const rules::FindingLog log;
};

TEST_F(ScreenTest, ShowsWhatIsPresented) {
  Screen display(DRYDOCK_PANEL);
  EXPECT_EQ(display.mode(), (Size{1024, 768}));
  for (unsigned frame = 0; frame < 3; ++frame) {
    const Picture card = test_card(display.mode(), frame);
    display.show(card);
    EXPECT_TRUE(is_same(display.scanned_out(), card)) << frame;
  }
}

TEST_F(ScreenTest, ShowsWhatIsPresentedInEachMode) {
  Screen display(DRYDOCK_PANEL);
  const std::vector<Size> modes = display.modes();
  EXPECT_THAT(modes, Contains(Size{800, 600}));
  EXPECT_THAT(modes, Contains(Size{640, 480}));
  for (const Size size : modes) {
    display.set_mode(size);
    EXPECT_EQ(display.mode(), size);
    const Picture card = test_card(size);
    display.show(card);
    EXPECT_TRUE(is_same(display.scanned_out(), centred(card, {1024, 768})))
        << size.width << " x " << size.height;
  }
}

TEST_F(ScreenTest, IsBlackBeforeTheFirstPicture) {
  const Screen display(DRYDOCK_PANEL, {320, 200});
  const Picture picture = display.scanned_out();
  EXPECT_EQ(picture.size, (Size{320, 200}));
  EXPECT_TRUE(is_same(picture, {picture.size, std::vector<std::uint32_t>(320 * 200)}));
}

TEST_F(ScreenTest, RefusesPicturesThatFitNoMode) {
  Screen display(DRYDOCK_PANEL);
  display.show(test_card(display.mode()));
  EXPECT_THROW(display.set_mode({1600, 1200}), Error);
  EXPECT_EQ(display.mode(), (Size{1024, 768})) << "the mode stays";
  EXPECT_THROW(display.show(test_card({800, 600})), Error);
  EXPECT_THROW(display.show({{1024, 768}, {}}), Error);
  EXPECT_THROW(centred(test_card({8, 8}), {4, 4}), Error);
  EXPECT_THROW(Screen("/nowhere.so"), Error);
}

}  // namespace
}  // namespace drydock::screen
