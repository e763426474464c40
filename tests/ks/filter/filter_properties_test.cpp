// Pin types as a filter answers for them: intersections, ranges and instances.
#include <vector>

#include "tests/ks/filter/pin_types.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

TEST(KsRequests, S122IntersectionThatSucceedsWithoutRoomIsFound) {
  Asked asked(3);
  Bytes out;
  asked.intersection(out);
  EXPECT_TRUE(has(asked.end(), "S-122"));
}

// S-121: a type without a handler intersects ranges that need no further description.
TEST(KsPinTypes, S121RangesIntersectWithoutAHandler) {
  PinTypes driver;
  Bytes none, less(sizeof(KSDATAFORMAT) - 1), out(sizeof(KSDATAFORMAT) + 8);
  std::size_t returned = 0;
  EXPECT_EQ(driver.intersect(kSink, List{video()}, none, &returned), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(returned, sizeof(KSDATAFORMAT));
  EXPECT_EQ(driver.intersect(kSink, List{video()}, less), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(driver.intersect(kSink, List{video()}, out, &returned), STATUS_SUCCESS);
  EXPECT_EQ(returned, sizeof(KSDATAFORMAT));
  out.resize(returned);
  EXPECT_EQ(out, plain_format());
  EXPECT_THAT(driver.notes(), Not(HasSubstr("intersects"))) << "the other type has the handler";
  driver.expect_nothing_found();
}

TEST(KsPinTypes, TheFirstRangeThatMatchesIsTheAnswer) {
  PinTypes driver;
  for (const ULONG pin : {kSource, kSink}) {
    Bytes out(sizeof(KSDATAFORMAT));
    EXPECT_EQ(driver.intersect(pin, List{audio(), video()}, out), STATUS_SUCCESS) << pin;
    EXPECT_EQ(out, plain_format()) << pin;
    EXPECT_EQ(driver.status_of(pin, List{audio()}), STATUS_NO_MATCH) << pin;
    EXPECT_EQ(driver.status_of(pin, List{}), STATUS_NO_MATCH) << pin;
  }
  EXPECT_EQ(driver.status_of(2, List{video()}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(driver.status_of(~0U, List{video()}), STATUS_INVALID_PARAMETER);
  driver.expect_nothing_found();
}

// S-112: a client that asks for anything gets what the pin type has.
TEST(KsPinTypes, S112AWildcardGetsThePinsOwnRange) {
  PinTypes driver;
  KSDATARANGE any = video();
  any.MajorFormat = any.SubFormat = any.Specifier = GUID{};
  Bytes out(sizeof(KSDATAFORMAT));
  EXPECT_EQ(driver.intersect(kSink, List{any}, out), STATUS_SUCCESS);
  EXPECT_EQ(out, plain_format());
  driver.expect_nothing_found();
}

TEST(KsPinTypes, AttributesBehindARangeArePassedBy) {
  PinTypes driver;
  KSDATARANGE with_attributes = audio();
  with_attributes.Flags = KSDATARANGE_ATTRIBUTES;
  const KSMULTIPLE_ITEM none{sizeof(KSMULTIPLE_ITEM), 0};
  const List list = List{with_attributes}.add(none).add(video());
  EXPECT_EQ(driver.status_of(kSink, list), STATUS_SUCCESS);
  driver.expect_nothing_found();
}

TEST(KsPinTypes, ListsWhoseSizesDoNotFitAreRefused) {
  PinTypes driver;
  std::vector<List> wrong(4, List{video()});
  wrong[0].head.Size = sizeof(KSMULTIPLE_ITEM) - 1;
  wrong[1].head.Size += 1;
  wrong[2].head.Count = 2;
  wrong[3].head.Count = ~0U;
  for (const ULONG size : {ULONG{sizeof(KSDATARANGE)} - 1, ULONG{sizeof(KSDATARANGE)} + 1, ~0U}) {
    KSDATARANGE range = video();
    range.FormatSize = size;
    wrong.push_back(List{range});
  }
  KSDATARANGE with_attributes = audio();
  with_attributes.Flags = KSDATARANGE_ATTRIBUTES;
  for (const ULONG size : {0U, ULONG{sizeof(KSMULTIPLE_ITEM)} - 1, 1000U})
    wrong.push_back(List{with_attributes}.add(KSMULTIPLE_ITEM{size, 0}).add(video()));
  for (std::size_t i = 0; i < wrong.size(); ++i)
    EXPECT_EQ(driver.status_of(kSink, wrong[i]), STATUS_INVALID_BUFFER_SIZE) << i;
  Bytes out(sizeof(KSDATAFORMAT));
  EXPECT_FALSE(NT_SUCCESS(driver.ask(kSink, KSPROPERTY_PIN_DATAINTERSECTION, out)))
      << "no list at all";
  driver.expect_nothing_found();
}

TEST(KsPinTypes, InstancesAreCountedWhileTheyAreOpen) {
  PinTypes driver;
  const auto count = [&](ULONG pin) {
    Bytes out(sizeof(KSPIN_CINSTANCES));
    EXPECT_EQ(driver.ask(pin, KSPROPERTY_PIN_CINSTANCES, out), STATUS_SUCCESS);
    KSPIN_CINSTANCES instances{};
    std::memcpy(&instances, out.data(), sizeof instances);
    EXPECT_GE(instances.PossibleCount, 1U);
    return instances.CurrentCount;
  };
  EXPECT_EQ(count(kSource), 0U);
  File pin;
  ASSERT_EQ(driver.rig.connect(driver.filter, kSource, plain_format(), pin), STATUS_SUCCESS);
  EXPECT_EQ(count(kSource), 1U);
  EXPECT_EQ(count(kSink), 0U);
  pin.close();
  EXPECT_EQ(count(kSource), 0U);
  driver.expect_nothing_found();
}

}  // namespace
