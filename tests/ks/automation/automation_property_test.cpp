// Properties: what the tables answer themselves, and what is refused before a handler is called.
#include "tests/ks/automation/own_sets.h"

namespace drydock::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

KSPROPERTY_DESCRIPTION description_in(const Bytes& bytes) {
  KSPROPERTY_DESCRIPTION out{};
  EXPECT_GE(bytes.size(), sizeof out);
  std::memcpy(&out, bytes.data(), sizeof out);
  return out;
}

TEST(KsProperties, ValuesAreSetAndGot) {
  OwnSets driver;
  Bytes value = bytes_of(ULONG{41});
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_SET, value), STATUS_SUCCESS);
  value.assign(sizeof(ULONG), std::byte{});
  std::size_t returned = 0;
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_GET, value, &returned), STATUS_SUCCESS);
  EXPECT_EQ(number_in(value), 41U);
  EXPECT_EQ(returned, sizeof(ULONG));
  EXPECT_THAT(driver.notes(), HasSubstr("set got"));
  driver.expect_nothing_found();
}

TEST(KsProperties, WhatIsNotThereIsRefused) {
  OwnSets driver;
  Bytes value(sizeof(ULONG64));
  EXPECT_EQ(driver.property(1, KSPROPERTY_TYPE_SET, value), STATUS_INVALID_DEVICE_REQUEST);
  EXPECT_EQ(driver.property(2, KSPROPERTY_TYPE_GET, value), STATUS_INVALID_DEVICE_REQUEST);
  EXPECT_EQ(driver.property(4, KSPROPERTY_TYPE_GET, value), STATUS_NOT_FOUND);
  for (const ULONG flags : {ULONG{0}, ULONG{KSPROPERTY_TYPE_GET | KSPROPERTY_TYPE_SET},
                            ULONG{KSPROPERTY_TYPE_DEFAULTVALUES}})
    EXPECT_EQ(driver.property(0, flags, value), STATUS_INVALID_PARAMETER) << flags;
  EXPECT_THAT(driver.notes(), Not(HasSubstr("got")));
  driver.expect_nothing_found();
}

TEST(KsProperties, S244ShortBuffersAreRefusedBeforeTheHandler) {
  OwnSets driver;
  Bytes none, three(3), value(sizeof(ULONG));
  std::size_t needed = 0;
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_GET, none, &needed), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(needed, sizeof(ULONG));
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_GET, three), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_SET, three), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(driver.property(3, KSPROPERTY_TYPE_GET, value, nullptr, sizeof(KSPROPERTY) + 7),
            STATUS_INVALID_BUFFER_SIZE);
  EXPECT_THAT(driver.notes(), Not(HasSubstr("got")));
  EXPECT_EQ(driver.property(3, KSPROPERTY_TYPE_GET, value, nullptr, sizeof(KSPROPERTY) + 8),
            STATUS_SUCCESS);
  driver.expect_nothing_found();
}

// S-245: the access flags for four bytes, the head for its size, everything for all of it.
TEST(KsProperties, S245DescriptionComesInThreeSizes) {
  constexpr std::size_t kAll =
      sizeof(KSPROPERTY_DESCRIPTION) + sizeof(KSPROPERTY_MEMBERSHEADER) + 2 * sizeof(ULONG);
  OwnSets driver;
  const auto ask = [&](std::size_t room, std::size_t& returned) {
    Bytes out(room);
    EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_BASICSUPPORT, out, &returned), STATUS_SUCCESS);
    return out;
  };
  constexpr ULONG kAccess = KSPROPERTY_TYPE_GET | KSPROPERTY_TYPE_SET;
  std::size_t returned = 0;
  for (const std::size_t room : {sizeof(ULONG), sizeof(KSPROPERTY_DESCRIPTION) - 1}) {
    EXPECT_EQ(number_in(ask(room, returned)), kAccess);
    EXPECT_EQ(returned, sizeof(ULONG)) << room;
  }
  for (const std::size_t room : {sizeof(KSPROPERTY_DESCRIPTION), kAll - 1}) {
    const KSPROPERTY_DESCRIPTION head = description_in(ask(room, returned));
    EXPECT_EQ(returned, sizeof head) << room;
    EXPECT_EQ(head.AccessFlags, kAccess);
    EXPECT_EQ(head.DescriptionSize, kAll) << "of all of it";
    EXPECT_EQ(head.MembersListCount, 1U);
    EXPECT_EQ(head.PropTypeSet.Id, ULONG{VT_UI4});
  }
  const Bytes all = ask(kAll + 8, returned);
  EXPECT_EQ(returned, kAll);
  EXPECT_EQ(number_in(all, sizeof(KSPROPERTY_DESCRIPTION)), ULONG{KSPROPERTY_MEMBER_VALUES});
  EXPECT_EQ(number_in(all, kAll - 2 * sizeof(ULONG)), 3U);
  EXPECT_EQ(number_in(all, kAll - sizeof(ULONG)), 4U);
  Bytes three(3);
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_BASICSUPPORT, three), STATUS_BUFFER_TOO_SMALL);
  driver.expect_nothing_found();
}

TEST(KsProperties, S245HandlerOfSupportMayLeaveTheAnswerToTheTable) {
  OwnSets driver;
  Bytes access(sizeof(ULONG));
  EXPECT_EQ(driver.property(2, KSPROPERTY_TYPE_BASICSUPPORT, access), STATUS_SUCCESS);
  EXPECT_EQ(number_in(access), 0x55U) << "the handler's";
  EXPECT_EQ(driver.property(1, KSPROPERTY_TYPE_BASICSUPPORT, access), STATUS_SUCCESS);
  EXPECT_EQ(number_in(access), ULONG{KSPROPERTY_TYPE_GET}) << "the table's";
  driver.expect_nothing_found();
}

TEST(KsProperties, S245RelationsAreAListOfProperties) {
  constexpr std::size_t kBytes = sizeof(KSMULTIPLE_ITEM) + 2 * sizeof(KSPROPERTY);
  OwnSets driver;
  Bytes none, less(kBytes - 1), out(kBytes);
  std::size_t needed = 0;
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_RELATIONS, none, &needed), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(needed, kBytes);
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_RELATIONS, less), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_RELATIONS, out), STATUS_SUCCESS);
  EXPECT_EQ(number_in(out), kBytes);
  EXPECT_EQ(number_in(out, sizeof(ULONG)), 2U);
  KSPROPERTY second{};
  std::memcpy(&second, out.data() + kBytes - sizeof second, sizeof second);
  EXPECT_EQ(second.Id, 2U);
  EXPECT_EQ(bytes_of(second.Set), bytes_of(kOwnSet));
  Bytes head(sizeof(KSMULTIPLE_ITEM));
  EXPECT_EQ(driver.property(1, KSPROPERTY_TYPE_RELATIONS, head), STATUS_SUCCESS);
  EXPECT_EQ(number_in(head, sizeof(ULONG)), 0U) << "it has none";
  driver.expect_nothing_found();
}

}  // namespace
}  // namespace drydock::testing
