// `drydock camera` as scripts see it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

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

const std::string kCamera = "camera --avstream " + std::string(DRYDOCK_VCAM);

TEST(CameraCommand, WritesAnImageForEachFrame) {
  const TempFolder folder;
  const fs::path out = folder.path() / "frames";
  const fs::path json = folder.path() / "summary.json";
  for (const std::string format : {"NV12", "YUY2"}) {
    const Outcome outcome = drydock(kCamera + " --frames 5 --seed 1 --format " + format +
                                    " --out " + out.string() + " --json " + json.string());
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("5 frames, 5 images; 0 findings, 0 lints"));
    EXPECT_EQ(file_text(out / "frame-0001.png").substr(1, 3), "PNG");
    EXPECT_NE(file_text(out / "frame-0004.png"), file_text(out / "frame-0005.png"));
    const auto summary = nlohmann::json::parse(file_text(json));
    EXPECT_EQ(summary["format"], format);
    EXPECT_EQ(summary["width"], 320);
    EXPECT_EQ(summary["height"], 240);
    EXPECT_EQ(summary["frames"], 5);
    EXPECT_EQ(summary["images"], 5);
    EXPECT_TRUE(summary["error"].is_null());
    EXPECT_TRUE(summary["findings"].empty());
    EXPECT_GT(summary["last_time"], summary["first_time"]);
  }
}

TEST(CameraCommand, RefusesWhatItCannotDo) {
  const TempFolder folder;
  const std::string file = (folder.path() / "file").string();
  std::ofstream(file) << "text";
  EXPECT_EQ(drydock("camera").exit_code, 2);
  EXPECT_EQ(drydock("camera --avstream " + file).exit_code, 2);
  EXPECT_EQ(drydock(kCamera + " --frames 0").exit_code, 2);
  EXPECT_EQ(drydock(kCamera + " --frames 1 --seed 1 --out " + file + "/below").exit_code, 2);
  const Outcome outcome = drydock(kCamera + " --seed 1 --format RGB24");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("pin 0 offers NV12, YUY2"));
}

TEST(CameraCommand, AFilterOrPinThatIsNotThereIsAFailure) {
  EXPECT_EQ(drydock(kCamera + " --seed 1 --filter 7").exit_code, 1);
  EXPECT_EQ(drydock(kCamera + " --seed 1 --pin 7").exit_code, 1);
}

TEST(CameraCommand, HelpNamesTheExitCodes) {
  const Outcome outcome = drydock("camera --help");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("Exit: 0 all frames came"));
}

}  // namespace
