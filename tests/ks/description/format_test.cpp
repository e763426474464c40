// Matching of formats and ranges, and the request that connects a pin.
#include "src/ks/description/format.h"

#include <gtest/gtest.h>

#include <cstring>

namespace {

using namespace drydock::ks;

constexpr GUID kAny{};
constexpr GUID kMajor{1, 2, 3, {}};
constexpr GUID kSub{4, 5, 6, {}};
constexpr GUID kOther{7, 8, 9, {}};

KSDATAFORMAT format_of(const GUID& major, const GUID& sub, const GUID& specifier) {
  KSDATAFORMAT out{};
  out.FormatSize = sizeof out;
  out.MajorFormat = major;
  out.SubFormat = sub;
  out.Specifier = specifier;
  return out;
}

std::vector<std::byte> connect_bytes(const KSDATAFORMAT& format, std::size_t more = 0) {
  std::vector<std::byte> out(sizeof(KSPIN_CONNECT) + sizeof format + more);
  std::memcpy(out.data() + sizeof(KSPIN_CONNECT), &format, sizeof format);
  return out;
}

TEST(KsFormat, S112AWildcardEndsTheComparison) {
  const KSDATAFORMAT format = format_of(kMajor, kSub, kOther);
  EXPECT_TRUE(matches(format_of(kAny, kOther, kSub), format));
  EXPECT_TRUE(matches(format_of(kMajor, kAny, kSub), format));
  EXPECT_TRUE(matches(format_of(kMajor, kSub, kAny), format));
  EXPECT_FALSE(matches(format_of(kMajor, kSub, kSub), format));
  EXPECT_FALSE(matches(format_of(kOther, kSub, kOther), format));
}

TEST(KsFormat, RangesOverlapWhereEitherIsAWildcard) {
  EXPECT_TRUE(overlaps(format_of(kMajor, kAny, kOther), format_of(kMajor, kSub, kAny)));
  EXPECT_FALSE(overlaps(format_of(kMajor, kSub, kAny), format_of(kMajor, kOther, kAny)));
}

TEST(KsFormat, ARequestThatSaysMoreThanItHasIsRefused) {
  ConnectRequest request;
  KSDATAFORMAT format = format_of(kMajor, kSub, kOther);
  EXPECT_EQ(parse_connect(connect_bytes(format), request), STATUS_SUCCESS);
  EXPECT_EQ(request.format.size(), sizeof format);
  format.FormatSize = sizeof format + 1;
  EXPECT_EQ(parse_connect(connect_bytes(format), request), STATUS_INVALID_BUFFER_SIZE);
  format.FormatSize = sizeof format - 1;
  EXPECT_EQ(parse_connect(connect_bytes(format), request), STATUS_INVALID_BUFFER_SIZE);
  EXPECT_EQ(parse_connect({}, request), STATUS_INVALID_BUFFER_SIZE);
}

TEST(KsFormat, AttributesFollowTheFormatAtAMultipleOfEight) {
  ConnectRequest request;
  KSDATAFORMAT format = format_of(kMajor, kSub, kOther);
  format.Flags = KSDATAFORMAT_ATTRIBUTES;
  std::vector<std::byte> bytes = connect_bytes(format, sizeof(KSMULTIPLE_ITEM));
  KSMULTIPLE_ITEM attributes{sizeof attributes, 0};
  std::memcpy(bytes.data() + sizeof(KSPIN_CONNECT) + sizeof format, &attributes, sizeof attributes);
  EXPECT_EQ(parse_connect(bytes, request), STATUS_SUCCESS);
  EXPECT_EQ(request.attributes.size(), sizeof attributes);
  bytes.pop_back();
  EXPECT_EQ(parse_connect(bytes, request), STATUS_INVALID_BUFFER_SIZE);
}

}  // namespace
