// The author's file of --profile.
#include "src/verify/base/profile_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"

using namespace drydock::verify;

namespace {

Blob bytes(std::initializer_list<int> values) {
  Blob out;
  for (const int value : values) out.push_back(static_cast<std::byte>(value));
  return out;
}

std::string refusal_of(const std::string& text) {
  try {
    parse_profile(text, "p.json");
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ProfileFile, BlobsAreDigitsOrParts) {
  const Profile profile = parse_profile(R"({
    // comments are allowed
    "context_private_data": [{"u16": [1, "0x0203"]}, "aa", {"u32": 7}, {"u64": 1}, {"u8": 9}],
    "commands": [[{"zero": 2}, {"text": "ab"}], [{"text16": "c"}]],
    "formats": ["01 ff"]
  })",
                                        "p.json");
  EXPECT_EQ(profile.context_private_data,
            bytes({1, 0, 3, 2, 0xaa, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9}));
  ASSERT_EQ(profile.commands.size(), 2U);
  EXPECT_EQ(profile.commands[0], bytes({0, 0, 'a', 'b'}));
  EXPECT_EQ(profile.commands[1], bytes({'c', 0}));
  ASSERT_EQ(profile.formats.size(), 1U);
  EXPECT_EQ(profile.formats[0], bytes({1, 255}));
}

TEST(ProfileFile, TheWindowsIsRead) {
  EXPECT_FALSE(parse_profile("{}", "p.json").windows);
  EXPECT_EQ(parse_profile(R"({"windows": "6.2"})", "p.json").windows,
            drydock::nt::windows_version_from("6.2"));
  EXPECT_EQ(
      refusal_of(R"({"windows": "6.9"})"),
      "p.json: windows: '6.9' is none of 6.1, 6.2, 6.3, or 10.0.N with N from 10240 to 26100");
  EXPECT_THAT(refusal_of(R"({"windows": 10})"), ::testing::HasSubstr("p.json: windows: "));
}

TEST(ProfileFile, AllocationsDevicesAndRegistryAreRead) {
  const Profile profile = parse_profile(R"({
    "allocations": [{"name": "surface", "private_data": "00", "renderable": false}],
    "devices": [{"vendor": "0x10de", "device": 1, "revision": 4, "subsystem": "0x11001af4",
      "ranges": [{"size": 4096, "answers": [{"offset": 16, "values": [1, 2]}]},
                 {"size": 8, "port": true}]}],
    "registry": [{"name": "Depth", "type": "REG_DWORD", "data": 5},
                 {"key": "Parameters", "name": "Path", "type": "REG_SZ", "data": "x"},
                 {"name": "List", "type": "REG_MULTI_SZ", "data": ["a", "b"]}]
  })",
                                        "p.json");
  ASSERT_EQ(profile.allocations.size(), 1U);
  EXPECT_FALSE(profile.allocations[0].is_renderable);
  EXPECT_EQ(profile.allocations[0].name, "surface");
  ASSERT_EQ(profile.devices.size(), 1U);
  EXPECT_EQ(profile.devices[0].vendor, 0x10de);
  EXPECT_EQ(profile.devices[0].revision, 4);
  EXPECT_EQ(profile.devices[0].subsystem, 0x11001af4U);
  ASSERT_EQ(profile.devices[0].ranges.size(), 2U);
  EXPECT_EQ(profile.devices[0].ranges[0].answers[0].values, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_TRUE(profile.devices[0].ranges[1].is_port);
  ASSERT_EQ(profile.registry.size(), 3U);
  EXPECT_EQ(profile.registry[0].type, static_cast<std::uint32_t>(REG_DWORD));
  EXPECT_EQ(profile.registry[0].data, bytes({5, 0, 0, 0}));
  EXPECT_EQ(profile.registry[1].key, "Parameters");
  EXPECT_EQ(profile.registry[1].data, bytes({'x', 0, 0, 0}));
  EXPECT_EQ(profile.registry[2].data, bytes({'a', 0, 0, 0, 'b', 0, 0, 0, 0, 0}));
}

TEST(ProfileFile, EscapesAreBytesOrSayMore) {
  using Target = Profile::Escape::Target;
  const Profile profile = parse_profile(R"({
    "escapes": ["0102", [{"u16": 3}],
                {"name": "read", "data": "0000", "target": "context", "status": "0xc000000d",
                 "returns": "0001"}]
  })",
                                        "p.json");
  ASSERT_EQ(profile.escapes.size(), 3U);
  EXPECT_EQ(profile.escapes[0].data, bytes({1, 2}));
  EXPECT_EQ(profile.escapes[0].target, Target::kAdapter);
  EXPECT_FALSE(profile.escapes[0].status || profile.escapes[0].returns);
  EXPECT_EQ(profile.escapes[1].data, bytes({3, 0}));
  EXPECT_EQ(profile.escapes[2].name, "read");
  EXPECT_EQ(profile.escapes[2].target, Target::kContext);
  EXPECT_EQ(profile.escapes[2].status, 0xc000000dU);
  EXPECT_EQ(profile.escapes[2].returns, bytes({0, 1}));
  EXPECT_EQ(refusal_of(R"({"escapes": [{"target": "adapter"}]})"),
            "p.json: escapes[0]: the member data is missing");
  EXPECT_EQ(refusal_of(R"({"escapes": [{"data": "00", "target": "gpu"}]})"),
            "p.json: escapes[0].target: 'gpu' is none of adapter, device and context");
  EXPECT_EQ(refusal_of(R"({"escapes": [{"data": "00", "returns": "0000"}]})"),
            "p.json: escapes[0].returns: 1 bytes are expected, as in data, not 2");
  EXPECT_EQ(refusal_of(R"({"escapes": [{"data": "00", "status": "0x100000000"}]})"),
            "p.json: escapes[0].status: 4294967296 is more than 4294967295");
  EXPECT_EQ(refusal_of(R"({"escapes": "00"})"), "p.json: escapes: a list is expected, not string");
}

TEST(ProfileFile, InterruptsAreLinesOrMessages) {
  const std::string begin = R"({"devices": [{"vendor": 1, "device": 2, "interrupt": )";
  EXPECT_EQ(parse_profile(begin + "\"line\"}]}", "p.json").devices[0].interrupt,
            Profile::Interrupt::kLine);
  EXPECT_EQ(parse_profile(begin + "\"message\"}]}", "p.json").devices[0].interrupt,
            Profile::Interrupt::kMessage);
  EXPECT_EQ(refusal_of(begin + "\"edge\"}]}"),
            "p.json: devices[0].interrupt: 'edge' is neither line nor message");
}

TEST(ProfileFile, ErrorsNameThePlace) {
  EXPECT_EQ(refusal_of("{\n  \"commands\": [,]\n}"), "p.json:2:16: this is no JSON");
  EXPECT_EQ(refusal_of(""), "p.json:1:1: this is no JSON");
  EXPECT_EQ(refusal_of("[]"), "p.json: an object is expected, not array");
  EXPECT_EQ(refusal_of(R"({"alocations": []})"), "p.json: alocations: there is no such member");
  EXPECT_EQ(refusal_of(R"({"allocations": {}})"),
            "p.json: allocations: a list is expected, not object");
  EXPECT_EQ(refusal_of(R"({"allocations": [{"name": "x"}]})"),
            "p.json: allocations[0]: the member private_data is missing");
  EXPECT_EQ(refusal_of(R"({"allocations": [{"private_data": "0g"}]})"),
            "p.json: allocations[0].private_data: 'g' is no hexadecimal digit");
  EXPECT_EQ(refusal_of(R"({"allocations": [{"private_data": "012"}]})"),
            "p.json: allocations[0].private_data: an odd number of hexadecimal digits");
  EXPECT_EQ(refusal_of(R"({"commands": [[{"u8": 256}]]})"),
            "p.json: commands[0][0].u8: 256 is more than 255");
  EXPECT_EQ(refusal_of(R"({"commands": [[{"u9": 1}]]})"),
            "p.json: commands[0][0].u9: is no kind of part: u8, u16, u32, u64, zero, text and "
            "text16 are");
  EXPECT_EQ(refusal_of(R"({"devices": [{"vendor": 65536, "device": 1}]})"),
            "p.json: devices[0].vendor: 65536 is more than 65535");
  EXPECT_EQ(refusal_of(R"({"devices": [{"vendor": -1, "device": 1}]})"),
            "p.json: devices[0].vendor: a number that is not negative is expected, not -1");
  EXPECT_EQ(refusal_of(R"({"devices": [{"vendor": "17", "device": 1}]})"),
            "p.json: devices[0].vendor: a number or \"0x…\" is expected, not \"17\"");
  EXPECT_EQ(refusal_of(R"({"devices": [{"vendor": 1, "device": 1, "ranges":
        [{"size": 8, "answers": [{"offset": 8, "values": [1]}]}]}]})"),
            "p.json: devices[0].ranges[0].answers[0]: its offset lies outside of the range");
  EXPECT_EQ(refusal_of(R"({"registry": [{"name": "a", "type": "DWORD", "data": 1}]})"),
            "p.json: registry[0].type: 'DWORD' is none of REG_SZ, REG_EXPAND_SZ, REG_MULTI_SZ, "
            "REG_DWORD, REG_QWORD and REG_BINARY");
}

TEST(ProfileFile, AFileThatIsNotThereIsRefused) {
  EXPECT_THROW(read_profile("/nonexistent/p.json"), std::runtime_error);
}

TEST(ProfileFile, TheExampleIsAProfile) {
  const Profile profile = read_profile(DRYDOCK_SOURCE_DIR "/docs/profile-example.json");
  EXPECT_FALSE(profile.allocations.empty());
  EXPECT_FALSE(profile.commands.empty());
  EXPECT_FALSE(profile.formats.empty());
  EXPECT_FALSE(profile.devices.empty());
  EXPECT_FALSE(profile.registry.empty());
}

}  // namespace
