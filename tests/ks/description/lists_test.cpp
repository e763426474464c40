// Lists and values that are answered out of the descriptions of pin types.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/filter/pin_types.h"

using namespace drydock::testing;

namespace {

TEST(KsPinTypes, AnswersComeFromTheDescriptor) {
  PinTypes driver;
  Bytes number(sizeof(ULONG)), guid(sizeof(GUID));
  EXPECT_EQ(driver.ask(99, KSPROPERTY_PIN_CTYPES, number), STATUS_SUCCESS) << "of no type";
  EXPECT_EQ(number, bytes_of(ULONG{2}));
  EXPECT_EQ(driver.ask(kSource, KSPROPERTY_PIN_DATAFLOW, number), STATUS_SUCCESS);
  EXPECT_EQ(number, bytes_of(ULONG{KSPIN_DATAFLOW_OUT}));
  EXPECT_EQ(driver.ask(kSink, KSPROPERTY_PIN_DATAFLOW, number), STATUS_SUCCESS);
  EXPECT_EQ(number, bytes_of(ULONG{KSPIN_DATAFLOW_IN}));
  EXPECT_EQ(driver.ask(kSink, KSPROPERTY_PIN_COMMUNICATION, number), STATUS_SUCCESS);
  EXPECT_EQ(number, bytes_of(ULONG{KSPIN_COMMUNICATION_BOTH}));
  EXPECT_EQ(driver.ask(kSource, KSPROPERTY_PIN_CATEGORY, guid), STATUS_SUCCESS);
  EXPECT_EQ(guid, bytes_of(KSCATEGORY_VIDEO));
  EXPECT_EQ(driver.ask(kSink, KSPROPERTY_PIN_CATEGORY, guid), STATUS_NOT_FOUND);
  for (const ULONG id : {KSPROPERTY_PIN_DATAFLOW, KSPROPERTY_PIN_CINSTANCES,
                         KSPROPERTY_PIN_NECESSARYINSTANCES, KSPROPERTY_PIN_DATARANGES}) {
    Bytes out(64);
    EXPECT_EQ(driver.ask(2, id, out), STATUS_INVALID_PARAMETER) << id;
  }
  driver.expect_nothing_found();
}

TEST(KsPinTypes, ListsComeInTwoSizes) {
  constexpr std::size_t kRanges = sizeof(KSMULTIPLE_ITEM) + sizeof(KSDATARANGE);
  PinTypes driver;
  for (const ULONG id : {KSPROPERTY_PIN_DATARANGES, KSPROPERTY_PIN_CONSTRAINEDDATARANGES}) {
    Bytes size(sizeof(ULONG)), less(kRanges - 1), all(kRanges), none;
    std::size_t returned = 0;
    EXPECT_EQ(driver.ask(kSink, id, none, &returned), STATUS_BUFFER_OVERFLOW);
    EXPECT_EQ(returned, kRanges);
    EXPECT_EQ(driver.ask(kSink, id, size), STATUS_SUCCESS);
    EXPECT_EQ(size, bytes_of(static_cast<ULONG>(kRanges)));
    EXPECT_EQ(driver.ask(kSink, id, less), STATUS_BUFFER_TOO_SMALL);
    EXPECT_EQ(driver.ask(kSink, id, all), STATUS_SUCCESS);
    const KSMULTIPLE_ITEM head{kRanges, 1};
    EXPECT_EQ(std::memcmp(all.data(), &head, sizeof head), 0);
    EXPECT_EQ(Bytes(all.begin() + sizeof head, all.end()), plain_format());
  }
  Bytes interfaces(sizeof(KSMULTIPLE_ITEM) + sizeof(KSIDENTIFIER));
  EXPECT_EQ(driver.ask(kSource, KSPROPERTY_PIN_INTERFACES, interfaces), STATUS_SUCCESS)
      << "a type that names none has the standard one";
  KSIDENTIFIER standard{};
  std::memcpy(&standard, interfaces.data() + sizeof(KSMULTIPLE_ITEM), sizeof standard);
  EXPECT_EQ(bytes_of(standard.Set), bytes_of(KSINTERFACESETID_Standard));
  EXPECT_EQ(standard.Id, 0U);
  driver.expect_nothing_found();
}

}  // namespace
