// Methods: which way the data go, and what is refused before a handler is called.
#include "tests/ks/automation/own_sets.h"

namespace drydock::testing {
namespace {

using ::testing::HasSubstr;

TEST(KsMethods, DataGoTheWayThatTheItemSays) {
  const struct {
    ULONG id;
    ULONG after;  // in the client's buffer, where 7 was
  } kinds[] = {{1, 7}, {2, 12}, {3, 12}};
  OwnSets driver;
  for (const auto& [id, after] : kinds) {
    Bytes data = bytes_of(ULONG{7});
    EXPECT_EQ(driver.method(id, KSMETHOD_TYPE_SEND, data), STATUS_SUCCESS) << id;
    EXPECT_EQ(number_in(data), after) << id;
  }
  EXPECT_THAT(driver.notes(), HasSubstr("handled handled handled"));
  driver.expect_nothing_found();
}

// The flags of the request are only a way to say "send": the item says which way.
TEST(KsMethods, FlagsOfTheRequestDoNotChangeTheWay) {
  OwnSets driver;
  for (const ULONG flags :
       {KSMETHOD_TYPE_NONE, KSMETHOD_TYPE_READ, KSMETHOD_TYPE_WRITE, KSMETHOD_TYPE_MODIFY}) {
    Bytes data = bytes_of(ULONG{7});
    EXPECT_EQ(driver.method(3, flags, data), STATUS_SUCCESS) << flags;
    EXPECT_EQ(number_in(data), 12U) << flags;
  }
  driver.notes();
  driver.expect_nothing_found();
}

TEST(KsMethods, NoDataReachAMethodWithoutAny) {
  OwnSets driver;
  Bytes data = bytes_of(ULONG{7});
  EXPECT_EQ(driver.method(0, KSMETHOD_TYPE_SEND, data), STATUS_SUCCESS);
  EXPECT_EQ(number_in(data), 7U);
  EXPECT_THAT(driver.notes(), HasSubstr("no-data"));
  driver.expect_nothing_found();
}

TEST(KsMethods, S244ShortDataAreRefusedBeforeTheHandler) {
  OwnSets driver;
  Bytes none, three(sizeof(ULONG) - 1);
  std::size_t needed = 0;
  EXPECT_EQ(driver.method(2, KSMETHOD_TYPE_SEND, none, &needed), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(needed, sizeof(ULONG));
  EXPECT_EQ(driver.method(2, KSMETHOD_TYPE_SEND, three), STATUS_BUFFER_TOO_SMALL);
  EXPECT_THAT(driver.notes(), ::testing::Not(HasSubstr("handled")));
  driver.expect_nothing_found();
}

TEST(KsMethods, IdentifierMustBeAsLongAsTheItemSays) {
  OwnSets driver;
  Bytes none;
  EXPECT_EQ(driver.method(5, KSMETHOD_TYPE_SEND, none, nullptr, sizeof(KSMETHOD) + 7),
            STATUS_INVALID_BUFFER_SIZE);
  EXPECT_THAT(driver.notes(), ::testing::Not(HasSubstr("no-data")));
  EXPECT_EQ(driver.method(5, KSMETHOD_TYPE_SEND, none, nullptr, sizeof(KSMETHOD) + 8),
            STATUS_SUCCESS);
  EXPECT_EQ(driver.method(0, KSMETHOD_TYPE_SEND, none, nullptr, sizeof(KSMETHOD) - 1),
            STATUS_INVALID_BUFFER_SIZE);
  driver.expect_nothing_found();
}

TEST(KsMethods, WhatIsNotThereIsRefused) {
  OwnSets driver;
  Bytes data = bytes_of(ULONG{7});
  EXPECT_EQ(driver.method(6, KSMETHOD_TYPE_SEND, data), STATUS_NOT_FOUND);
  EXPECT_EQ(driver.method(4, KSMETHOD_TYPE_SEND, data), STATUS_INVALID_DEVICE_REQUEST);
  for (const ULONG flags : {ULONG{KSMETHOD_TYPE_SOURCE}, ULONG{0x400}, ~0U})
    EXPECT_EQ(driver.method(1, flags & ~ULONG{KSMETHOD_TYPE_TOPOLOGY}, data),
              STATUS_INVALID_PARAMETER)
        << flags;
  KSMETHOD other{};
  other.Set = {1, 2, 3, {4}};
  other.Flags = KSMETHOD_TYPE_SEND;
  EXPECT_EQ(driver.filter.request(IOCTL_KS_METHOD, bytes_of(other), data),
            STATUS_PROPSET_NOT_FOUND);
  EXPECT_THAT(driver.notes(), ::testing::Not(HasSubstr("handled")));
  driver.expect_nothing_found();
}

// S-245: a set is supported; of an item the table says its flags, unless it has a handler for that.
TEST(KsMethods, S245SupportIsAnsweredByTheTableOrItsHandler) {
  OwnSets driver;
  Bytes nothing, flags(sizeof(ULONG)), three(3);
  EXPECT_EQ(driver.method(0, KSMETHOD_TYPE_SETSUPPORT, nothing), STATUS_SUCCESS);
  EXPECT_EQ(driver.method(3, KSMETHOD_TYPE_BASICSUPPORT, flags), STATUS_SUCCESS);
  EXPECT_EQ(number_in(flags), ULONG{KSMETHOD_TYPE_MODIFY});
  std::size_t needed = 0;
  EXPECT_EQ(driver.method(3, KSMETHOD_TYPE_BASICSUPPORT, nothing, &needed), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(needed, sizeof(ULONG));
  EXPECT_EQ(driver.method(3, KSMETHOD_TYPE_BASICSUPPORT, three), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(driver.method(4, KSMETHOD_TYPE_BASICSUPPORT, flags), STATUS_SUCCESS);
  EXPECT_EQ(number_in(flags), 0x55U);
  driver.expect_nothing_found();
}

TEST(KsMethods, AllSetsAreListedOnRequest) {
  OwnSets driver;
  KSMETHOD all{};
  all.Flags = KSMETHOD_TYPE_SETSUPPORT;
  Bytes none;
  std::size_t needed = 0;
  EXPECT_EQ(driver.filter.request(IOCTL_KS_METHOD, bytes_of(all), none, &needed),
            STATUS_BUFFER_OVERFLOW);
  ASSERT_EQ(needed, sizeof(GUID));
  Bytes out(needed);
  EXPECT_EQ(driver.filter.request(IOCTL_KS_METHOD, bytes_of(all), out), STATUS_SUCCESS);
  EXPECT_EQ(out, bytes_of(kOwnSet));
  driver.expect_nothing_found();
}

}  // namespace
}  // namespace drydock::testing
