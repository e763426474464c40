// Private formats of sources, from their owner to the driver.
#include "src/dxgk/submit/display_format.h"

#include "tests/support/raises.h"
#include "tests/thunks/display/source_scene.h"

namespace drydock::testing {
namespace {

class SourceFormats : public SourceScene {
 protected:
  SourceFormats() : SourceScene({"-DBOOK_SOURCES=1", "-DBOOK_FORMATS=3"}) {}

  NTSTATUS set_format(UINT format, D3DDDI_VIDEO_PRESENT_SOURCE_ID source = 0) const {
    const D3DKMT_SETDISPLAYPRIVATEDRIVERFORMAT request{device, source, format};
    return D3DKMTSetDisplayPrivateDriverFormat(&request);
  }
};

class SourceWithoutFormats : public SourceScene {};

TEST_F(SourceFormats, D216FormatOfASourceOfOthersIsRefused) {
  const Raises raises({"D-216"});
  EXPECT_EQ(D3DKMTSetDisplayPrivateDriverFormat(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(set_format(1), STATUS_GRAPHICS_NOT_EXCLUSIVE_MODE_OWNER);
  ASSERT_EQ(own(device, D3DKMT_VIDPNSOURCEOWNER_EMULATED), STATUS_SUCCESS);
  EXPECT_EQ(set_format(1), STATUS_GRAPHICS_NOT_EXCLUSIVE_MODE_OWNER);
  EXPECT_EQ(machine.book().FormatCalls, 0);
}

TEST_F(SourceFormats, D216FormatOfAnOwnSourceReachesTheDriver) {
  const StaysSilent silent({"D-216", "D-195"});
  ASSERT_EQ(own_exclusively(device), STATUS_SUCCESS);
  EXPECT_EQ(set_format(1, 1), STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
  EXPECT_EQ(set_format(2), STATUS_SUCCESS);
  EXPECT_EQ(machine.book().Format, 2U);
  EXPECT_EQ(machine.book().FormatSource, 0U);
  EXPECT_EQ(set_format(3), STATUS_UNSUCCESSFUL) << "the driver has three";
  EXPECT_EQ(machine.book().FormatCalls, 2);
}

TEST_F(SourceFormats, D195AnotherStatusOfTheDriverIsReported) {
  const Raises raises({"D-195"});
  ASSERT_EQ(own_exclusively(device), STATUS_SUCCESS);
  machine.set_fault(BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_FORMAT);
  EXPECT_EQ(set_format(1), STATUS_UNSUCCESSFUL);
}

TEST_F(SourceWithoutFormats, ADriverWithoutFormatsIsNotAsked) {
  ASSERT_EQ(own_exclusively(device), STATUS_SUCCESS);
  const D3DKMT_SETDISPLAYPRIVATEDRIVERFORMAT request{device, 0, 1};
  EXPECT_EQ(D3DKMTSetDisplayPrivateDriverFormat(&request), STATUS_NOT_SUPPORTED);
}

}  // namespace
}  // namespace drydock::testing
