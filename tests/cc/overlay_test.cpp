#include "src/cc/overlay.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "src/cc/request.h"

namespace drydock::cc {
namespace {

TEST(Overlay, SaysWhichFileIsReadAndWhichIsNamed) {
  Overlay overlay;
  EXPECT_TRUE(overlay.empty());
  overlay.add("/a/one.h", "/b/first.h", true);
  overlay.add("/a/two.h", "/b/second.h", false);
  overlay.add("/a/one.h", "/b/last.h", true);  // in place of the first
  EXPECT_FALSE(overlay.empty());
  const auto json = nlohmann::json::parse(overlay.to_json());
  EXPECT_EQ(json["version"], 0);
  EXPECT_EQ(json["case-sensitive"], "true");
  ASSERT_EQ(json["roots"].size(), 2U);
  EXPECT_EQ(json["roots"][0]["name"], "/a/one.h");
  EXPECT_EQ(json["roots"][0]["external-contents"], "/b/last.h");
  EXPECT_EQ(json["roots"][0]["use-external-name"], false);
  EXPECT_EQ(json["roots"][1]["use-external-name"], true);
  EXPECT_EQ(json["roots"][1]["type"], "file");
}

TEST(Overlay, APathThatIsNoUtf8IsRefused) {
  Overlay overlay;
  overlay.add("/a/\xff.h", "/b/first.h", true);
  EXPECT_THROW(overlay.to_json(), UsageError);
}

}  // namespace
}  // namespace drydock::cc
