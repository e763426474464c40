// Pin types of a driver that dispatches for itself: values, lists, intersections and connections.
#include <cstring>

#include "tests/ks/exports/legacy.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

struct PinTypes : Legacy {
  using Legacy::Legacy;

  NTSTATUS ask(ULONG id, Bytes& out, std::size_t* returned = nullptr, ULONG pin = 0,
               const Bytes& behind = {}) const {
    KSP_PIN request{};
    request.Property.Set = KSPROPSETID_Pin;
    request.Property.Id = id;
    request.Property.Flags = KSPROPERTY_TYPE_GET;
    request.PinId = pin;
    Bytes in = bytes_of(request);
    in.insert(in.end(), behind.begin(), behind.end());
    return file.request(IOCTL_KS_PROPERTY, in, out, returned);
  }
  // What a client may have, of samples of this size.
  NTSTATUS intersect(Bytes& out, std::size_t* returned = nullptr, ULONG sample = 64,
                     ULONG pin = 0) const {
    KSDATARANGE range{};
    std::memcpy(&range, plain_format().data(), sizeof range);
    range.SampleSize = sample;
    const KSMULTIPLE_ITEM head{sizeof(KSMULTIPLE_ITEM) + sizeof range, 1};
    Bytes list = bytes_of(head);
    const Bytes one = bytes_of(range);
    list.insert(list.end(), one.begin(), one.end());
    return ask(KSPROPERTY_PIN_DATAINTERSECTION, out, returned, pin, list);
  }
  void expect_silent_end() {
    const auto findings = end();
    EXPECT_TRUE(findings.empty()) << text_of(findings);
  }
};

TEST(KsPinTypeExports, ValuesComeFromTheDescriptors) {
  PinTypes driver;
  Bytes number(sizeof(ULONG));
  EXPECT_EQ(driver.ask(KSPROPERTY_PIN_CTYPES, number), STATUS_SUCCESS);
  EXPECT_EQ(number, bytes_of(ULONG{1}));
  EXPECT_EQ(driver.ask(KSPROPERTY_PIN_DATAFLOW, number), STATUS_SUCCESS);
  EXPECT_EQ(number, bytes_of(ULONG{KSPIN_DATAFLOW_IN}));
  EXPECT_EQ(driver.ask(KSPROPERTY_PIN_DATAFLOW, number, nullptr, 1), STATUS_INVALID_PARAMETER);
  driver.expect_silent_end();
}

TEST(KsPinTypeExports, AListReturnsItsSizeFirst) {
  constexpr ULONG kBytes = sizeof(KSMULTIPLE_ITEM) + 3 * sizeof(ULONG);
  PinTypes driver;
  Bytes none, size(sizeof(ULONG)), less(kBytes - 1), all(kBytes);
  std::size_t returned = 0;
  EXPECT_EQ(driver.ask(KSPROPERTY_PIN_MEDIUMS, none, &returned), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(returned, kBytes);
  EXPECT_EQ(driver.ask(KSPROPERTY_PIN_MEDIUMS, size), STATUS_SUCCESS);
  EXPECT_EQ(size, bytes_of(kBytes));
  EXPECT_EQ(driver.ask(KSPROPERTY_PIN_MEDIUMS, less), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(driver.ask(KSPROPERTY_PIN_MEDIUMS, all), STATUS_SUCCESS);
  ULONG words[5];
  std::memcpy(words, all.data(), sizeof words);
  EXPECT_THAT(words, ::testing::ElementsAre(kBytes, 3U, 4U, 5U, 6U));
  driver.expect_silent_end();
}

// The older handler returns the size by its IRP, the newer one by an argument.
TEST(KsPinTypeExports, EitherHandlerIntersects) {
  for (const ULONG way : {0U, 6U}) {
    PinTypes driver(way);
    Bytes none, format(sizeof(KSDATAFORMAT));
    std::size_t returned = 0;
    EXPECT_EQ(driver.intersect(none, &returned), STATUS_BUFFER_OVERFLOW) << way;
    EXPECT_EQ(returned, sizeof(KSDATAFORMAT)) << way;
    EXPECT_EQ(driver.intersect(format), STATUS_SUCCESS) << way;
    EXPECT_EQ(format, plain_format()) << way;
    EXPECT_EQ(driver.intersect(format, nullptr, 64, 1), STATUS_INVALID_PARAMETER) << way;
    EXPECT_THAT(driver.notes(), HasSubstr(way == 0 ? "intersect intersect" : "intersect-ex"));
    driver.expect_silent_end();
  }
}

TEST(KsPinTypeExports, ARefusedRangeIsNoMatch) {
  PinTypes driver;
  Bytes format(sizeof(KSDATAFORMAT));
  EXPECT_EQ(driver.intersect(format, nullptr, 1), STATUS_NO_MATCH);
  driver.expect_silent_end();
}

TEST(KsPinTypeExports, AConnectionIsCheckedBeforeTheDriverSeesIt) {
  PinTypes driver;
  File pin;
  EXPECT_EQ(driver.rig.connect(driver.file, 0, plain_format(), pin), STATUS_CANCELLED);
  EXPECT_THAT(driver.notes(), HasSubstr("connect"));
  EXPECT_EQ(driver.rig.connect(driver.file, 1, plain_format(), pin), STATUS_INVALID_PARAMETER);
  Bytes audio = plain_format();
  reinterpret_cast<KSDATAFORMAT*>(audio.data())->MajorFormat = KSDATAFORMAT_TYPE_AUDIO;
  EXPECT_EQ(driver.rig.connect(driver.file, 0, audio, pin), STATUS_NO_MATCH);
  EXPECT_THAT(driver.notes(), Not(HasSubstr("connect connect")));
  driver.expect_silent_end();
}

}  // namespace
