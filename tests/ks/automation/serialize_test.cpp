// Property sets as a stream of bytes, which anybody may have written.
#include "tests/ks/automation/own_sets.h"

namespace drydock::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kHead = sizeof(KSPROPERTY_SERIALHDR);
constexpr std::size_t kItem = sizeof(KSPROPERTY_SERIAL);
// Two of the set's items are serialised: one of four bytes, one of eight.
constexpr std::size_t kAll = kHead + kItem + sizeof(ULONG) + kItem + sizeof(ULONG64);
constexpr std::size_t kValue = kHead + kItem;

struct Serial : OwnSets {
  Bytes whole() {
    Bytes out(kAll);
    EXPECT_EQ(property(0, KSPROPERTY_TYPE_SERIALIZESET, out), STATUS_SUCCESS);
    return out;
  }
  NTSTATUS read_back(Bytes stream) { return property(0, KSPROPERTY_TYPE_UNSERIALIZESET, stream); }
  ULONG value() {
    Bytes out(sizeof(ULONG));
    EXPECT_EQ(property(0, KSPROPERTY_TYPE_GET, out), STATUS_SUCCESS);
    return number_in(out);
  }
};

template <class T>
Bytes with(Bytes stream, std::size_t at, const T& value) {
  std::memcpy(stream.data() + at, &value, sizeof value);
  return stream;
}

TEST(KsSerialised, StreamHasEveryItemWithASize) {
  Serial driver;
  Bytes size(sizeof(ULONG));
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_SERIALIZESIZE, size), STATUS_SUCCESS);
  EXPECT_EQ(number_in(size), kAll);
  const Bytes all = driver.whole();
  EXPECT_EQ(std::memcmp(all.data(), &kOwnSet, sizeof kOwnSet), 0);
  EXPECT_EQ(number_in(all, offsetof(KSPROPERTY_SERIALHDR, Count)), 2U);
  KSPROPERTY_SERIAL first{}, second{};
  std::memcpy(&first, all.data() + kHead, kItem);
  std::memcpy(&second, all.data() + kValue + sizeof(ULONG), kItem);
  EXPECT_EQ(first.Id, 0U);
  EXPECT_EQ(first.PropertyLength, sizeof(ULONG));
  EXPECT_EQ(first.PropTypeSet.Id, ULONG{VT_UI4});
  EXPECT_EQ(number_in(all, kValue), 3U);
  EXPECT_EQ(second.Id, 1U);
  EXPECT_EQ(second.PropertyLength, sizeof(ULONG64));
  EXPECT_EQ(number_in(all, kAll - sizeof(ULONG64)), 0x55667788U);
  driver.notes();
  driver.expect_nothing_found();
}

TEST(KsSerialised, S244StreamNeedsItsRoom) {
  Serial driver;
  Bytes none, less(kAll - 1), more(kAll + 8);
  std::size_t returned = 0;
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_SERIALIZESET, none, &returned),
            STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(returned, kAll);
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_SERIALIZESET, less, &returned),
            STATUS_BUFFER_TOO_SMALL);
  EXPECT_THAT(driver.notes(), Not(HasSubstr("got"))) << "no handler is called for nothing";
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_SERIALIZESET, more, &returned), STATUS_SUCCESS);
  EXPECT_EQ(returned, kAll);
  driver.expect_nothing_found();
}

// An item without a handler to set it is passed by.
TEST(KsSerialised, StreamIsReadBack) {
  Serial driver;
  EXPECT_EQ(driver.read_back(with(driver.whole(), kValue, ULONG{77})), STATUS_SUCCESS);
  EXPECT_EQ(driver.value(), 77U);
  driver.notes();
  driver.expect_nothing_found();
}

TEST(KsSerialised, StreamsThatDoNotFitAreRefused) {
  Serial driver;
  const Bytes all = driver.whole();
  const auto cut = [&](std::size_t bytes) {
    return Bytes(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(bytes));
  };
  const std::size_t length_at = kHead + offsetof(KSPROPERTY_SERIAL, PropertyLength);
  EXPECT_EQ(driver.read_back(cut(kHead - 1)), STATUS_INVALID_BUFFER_SIZE);
  EXPECT_EQ(driver.read_back(cut(kHead + kItem - 1)), STATUS_INVALID_BUFFER_SIZE);
  EXPECT_EQ(driver.read_back(cut(kValue + sizeof(ULONG) - 1)), STATUS_INVALID_BUFFER_SIZE);
  EXPECT_EQ(driver.read_back(with(all, 0, GUID{1, 2, 3, {}})), STATUS_INVALID_PARAMETER);
  for (const ULONG length : {0U, 3U, 5U, ~0U})
    EXPECT_EQ(driver.read_back(with(all, length_at, length)), STATUS_INVALID_BUFFER_SIZE) << length;
  EXPECT_EQ(driver.read_back(with(all, kHead + offsetof(KSPROPERTY_SERIAL, Id), ULONG{9})),
            STATUS_NOT_FOUND);
  EXPECT_THAT(driver.notes(), Not(HasSubstr("set")));
  EXPECT_EQ(driver.value(), 3U);
  driver.expect_nothing_found();
}

// What came before the end of the bytes is set.
TEST(KsSerialised, CountBeyondTheBytesIsRefusedAtTheirEnd) {
  Serial driver;
  const Bytes all = with(driver.whole(), kValue, ULONG{8});
  EXPECT_EQ(driver.read_back(with(all, offsetof(KSPROPERTY_SERIALHDR, Count), ~0U)),
            STATUS_INVALID_BUFFER_SIZE);
  EXPECT_EQ(driver.value(), 8U);
  EXPECT_EQ(driver.read_back(with(all, offsetof(KSPROPERTY_SERIALHDR, Count), 0U)), STATUS_SUCCESS)
      << "nothing is nothing";
  driver.expect_nothing_found();
}

TEST(KsSerialised, HandlerThatFailsEndsIt) {
  Serial driver;
  const Bytes all = driver.whole();
  driver.turn(1);
  Bytes out(kAll);
  std::size_t returned = 1;
  EXPECT_EQ(driver.property(0, KSPROPERTY_TYPE_SERIALIZESET, out, &returned), STATUS_DEVICE_BUSY);
  EXPECT_EQ(returned, 0U);
  EXPECT_EQ(driver.read_back(all), STATUS_DEVICE_BUSY);
  driver.turn(0);
  driver.notes();
  driver.expect_nothing_found();
}

}  // namespace
}  // namespace drydock::testing
