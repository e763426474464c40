// Requests whose buffers are too short, or of what is not there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/opened.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsPromises, S243ShortBuffersAreRefusedAndS244SizesAreReturned) {
  Opened opened;
  Bytes out;
  std::size_t needed = 0;
  EXPECT_EQ(opened.filter.get(kNotesSet, 0, out, &needed), STATUS_BUFFER_OVERFLOW);
  EXPECT_GT(needed, 0U);
  out.resize(1);
  EXPECT_EQ(opened.filter.get(KSPROPSETID_Pin, KSPROPERTY_PIN_CTYPES, out),
            STATUS_BUFFER_TOO_SMALL);
  out.resize(4);
  EXPECT_EQ(opened.filter.request(IOCTL_KS_PROPERTY, Bytes(8), out), STATUS_INVALID_BUFFER_SIZE);
  EXPECT_EQ(opened.filter.set(KSPROPSETID_Pin, KSPROPERTY_PIN_CTYPES, Bytes(4)),
            STATUS_INVALID_DEVICE_REQUEST);
  EXPECT_EQ(opened.filter.get(kNotesSet, 99, out), STATUS_NOT_FOUND);
  EXPECT_EQ(opened.filter.get(GUID{}, 0, out), STATUS_PROPSET_NOT_FOUND);
}

}  // namespace
