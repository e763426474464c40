// `drydock screen` as scripts see it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/file_text.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

using ::drydock::testing::drydock;
using ::drydock::testing::file_text;
using ::drydock::testing::Outcome;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

const std::string kScreen = "screen --miniport " + std::string(DRYDOCK_PANEL);

TEST(ScreenCommand, WritesTheScannedOutPicture) {
  const TempFolder folder;
  const fs::path out = folder.path() / "screen.png";
  const Outcome outcome = drydock(kScreen + " --seed 1 --out " + out.string());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("1024 x 768 on a screen of 1024x768: as presented\n"));
  EXPECT_THAT(outcome.output, HasSubstr("0 findings, 0 lints"));
  EXPECT_EQ(file_text(out).substr(1, 3), "PNG");
}

TEST(ScreenCommand, SetsTheModeThatIsWished) {
  const TempFolder folder;
  const fs::path out = folder.path() / "screen.png";
  const Outcome outcome = drydock(kScreen + " --mode 640x480 --out " + out.string());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("640 x 480 on a screen of 1024x768: as presented, in the"));
  const Outcome refused = drydock(kScreen + " --mode 1600x1200 --out " + out.string());
  EXPECT_EQ(refused.exit_code, 1) << refused.output;
  EXPECT_THAT(refused.output, HasSubstr("the mode 1600 x 1200 is refused"));
}

TEST(ScreenCommand, WritesEachFrameOfAnAnimation) {
  const TempFolder folder;
  const fs::path out = folder.path() / "card.png";
  const Outcome outcome = drydock(kScreen + " --firmware 320x200 --frames 3 --out " + out.string());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_NE(file_text(folder.path() / "card-0001.png"), file_text(folder.path() / "card-0003.png"));
  EXPECT_FALSE(fs::exists(out));
}

TEST(ScreenCommand, RefusesWhatItCannotDo) {
  const TempFolder folder;
  const std::string out = " --out " + (folder.path() / "screen.png").string();
  EXPECT_EQ(drydock("screen").exit_code, 2);
  EXPECT_EQ(drydock(kScreen).exit_code, 2);
  EXPECT_EQ(drydock(kScreen + out + " --mode 800").exit_code, 2);
  EXPECT_EQ(drydock(kScreen + out + " --mode 0x600").exit_code, 2);
  EXPECT_EQ(drydock(kScreen + out + " --mode 800x600x2").exit_code, 2);
  EXPECT_EQ(drydock(kScreen + out + " --frames 0").exit_code, 2);
  EXPECT_EQ(drydock("screen --miniport /nowhere.so" + out).exit_code, 2);
  EXPECT_EQ(drydock(kScreen + " --out /nowhere/screen.png").exit_code, 2);
}

}  // namespace
