// Values of a profile and their places.
#include "src/verify/base/profile_blob.h"

#include <gtest/gtest.h>

#include "src/verify/base/profile_file.h"

using namespace drydock::verify;
using Json = nlohmann::json;

namespace {

Blob blob_from(const std::string& text) {
  const Json json = Json::parse(text);
  return blob_of({json, "blob"});
}

std::string error_of(const std::string& text) {
  try {
    blob_from(text);
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ProfileBlob, NumbersAreLittleEndian) {
  Blob blob;
  append(blob, 0x0102'0304, 4);
  append(blob, 0xff05, 1);
  EXPECT_EQ(blob, (Blob{std::byte{4}, std::byte{3}, std::byte{2}, std::byte{1}, std::byte{5}}));
  EXPECT_EQ(blob_from(R"({"u64": "0xffffffffffffffff"})"), Blob(8, std::byte{0xff}));
}

TEST(ProfileBlob, SpacesBetweenDigitsDoNotCount) {
  EXPECT_EQ(blob_from(R"("0 1fF ")"), (Blob{std::byte{1}, std::byte{0xff}}));
  EXPECT_TRUE(blob_from(R"("")").empty());
  EXPECT_TRUE(blob_from("[]").empty());
}

TEST(ProfileBlob, ErrorsNameThePartAndItsPlace) {
  EXPECT_EQ(error_of(R"(["00", {"u16": [1, 65536]}])"), "blob[1].u16[1]: 65536 is more than 65535");
  EXPECT_EQ(error_of(R"({"zero": 16777217})"), "blob.zero: 16777217 is more than 16777216");
  EXPECT_EQ(error_of("7"),
            "blob: hexadecimal digits, or one of u8, u16, u32, u64, zero, text, text16");
  EXPECT_EQ(error_of(R"({"text": 7})"), "blob.text: a string is expected, not number");
}

TEST(ProfileNode, NumbersMayBeHexadecimalTexts) {
  const Json json = Json::parse(R"({"a": "0x1F", "b": 31, "c": "1F", "d": true})");
  const Node root{json, ""};
  EXPECT_EQ(root.member("a").number(), 31U);
  EXPECT_EQ(root.member("b").number(), 31U);
  EXPECT_THROW(root.member("c").number(), ProfileError);
  EXPECT_TRUE(root.member("d").truth());
  EXPECT_THROW(root.member("b").truth(), ProfileError);
  EXPECT_THROW(root.member("a").array(), ProfileError);
}

}  // namespace
