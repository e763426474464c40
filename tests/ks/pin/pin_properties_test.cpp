// Properties that the class driver answers for pins: the connection and the stream.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/client_scene.h"
#include "tests/ks/opened.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

TEST(KsClientRules, S144ClockOfAPinThatRunsIsFound) {
  ClientScene scene;
  EXPECT_EQ(scene.pin.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
  EXPECT_EQ(
      scene.pin.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_MASTERCLOCK, bytes_of(HANDLE{nullptr})),
      STATUS_INVALID_DEVICE_STATE);
  expect(scene, "S-144");
}

// S-078, S-143.
TEST(KsClientRules, S078TheAllocatorIsNotNotifiedAndS143OrderIsNotSignificant) {
  ClientScene scene;
  Bytes handle(sizeof(HANDLE), std::byte{1});
  EXPECT_EQ(scene.pin.get(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR, handle), STATUS_SUCCESS);
  EXPECT_EQ(handle, Bytes(sizeof(HANDLE)));
  Bytes order(sizeof(BOOL), std::byte{1});
  EXPECT_EQ(scene.pin.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_ACQUIREORDERING, order),
            STATUS_SUCCESS);
  EXPECT_EQ(order, Bytes(sizeof(BOOL)));
}

TEST(KsPromises, S119FixedFormatCannotBeSet) {
  Opened opened({"PIN_FLAGS=KSPIN_FLAG_FIXED_FORMAT"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  EXPECT_EQ(pin.set(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_DATAFORMAT, plain_format()),
            STATUS_INVALID_DEVICE_REQUEST);
}

TEST(KsPromises, S120AProposalChangesNothing) {
  Opened opened;
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  Bytes other = plain_format();
  reinterpret_cast<KSDATAFORMAT*>(other.data())->SampleSize = 128;
  EXPECT_EQ(pin.set(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_PROPOSEDATAFORMAT, other),
            STATUS_SUCCESS);
  Bytes now(sizeof(KSDATAFORMAT));
  ASSERT_EQ(pin.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_DATAFORMAT, now), STATUS_SUCCESS);
  EXPECT_EQ(now, plain_format());
  ASSERT_EQ(pin.set(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_DATAFORMAT, other),
            STATUS_SUCCESS);
  ASSERT_EQ(pin.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_DATAFORMAT, now), STATUS_SUCCESS);
  EXPECT_EQ(now, other);
  EXPECT_THAT(opened.notes(), HasSubstr("PinCreate NewFormat "));
}

}  // namespace
