// A device, from its start to its end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/opened.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

TEST(KsPromises, S086ContextsComeFromTheParent) {
  Opened opened({"ON_ADD=if (Device->Context == NULL) Note(\"null\");",
                 "ON_FILTER_CREATE=Filter->Context = (PVOID)9;",
                 "ON_PIN_CREATE=if (Pin->Context == (PVOID)9) Note(\"nine\");"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  EXPECT_EQ(opened.notes(), "Add null Start FilterCreate Format PinCreate nine ");
}

TEST(KsPromises, S090NothingOpensBeforeStartOrAfterStop) {
  Rig rig(minidriver());
  File filter;
  EXPECT_EQ(rig.open(kFilterName, filter), STATUS_DEVICE_NOT_READY);
  ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
  EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
  filter.close();
  ASSERT_EQ(rig.device().stop(), STATUS_SUCCESS);
  EXPECT_EQ(rig.open(kFilterName, filter), STATUS_DEVICE_NOT_READY);
}

TEST(KsPromises, S255SurpriseRemovalFailsWhatIsQueued) {
  Opened opened({"FRAMES=0"});
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  const File::Stream waiting = pin.read(1, 64);
  ASSERT_EQ(opened.rig.device().surprise_remove(), STATUS_SUCCESS);
  EXPECT_EQ(waiting.sent->status(), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(pin.read(1, 64).sent->status(), STATUS_DEVICE_REMOVED);
  File other;
  EXPECT_EQ(opened.rig.open(kFilterName, other), STATUS_DEVICE_REMOVED);
  pin.close();
}

// S-087: the lists of the IRP, or nothing.
TEST(KsPinPromises, S087StartGetsTheResourceLists) {
  CM_RESOURCE_LIST list{};
  list.Count = 1;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&list);
  const drydock::nt::PnpResources resources{{bytes, bytes + sizeof list},
                                            {bytes, bytes + sizeof list}};
  const std::filesystem::path driver = minidriver(
      {"ON_START=Note(Translated && Raw && Raw->Count == 1 ? \"lists\" : Translated || Raw ? "
       "\"WRONG\" : \"none\");"});
  for (const bool some : {true, false}) {
    Rig rig(driver, some ? resources : drydock::nt::PnpResources{});
    File filter;
    ASSERT_EQ(rig.device().start(), STATUS_SUCCESS);
    ASSERT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_THAT(notes_of(filter), HasSubstr(some ? "Start lists" : "Start none"));
  }
}

TEST(KsObjectRules, S088PendingStartIsFound) {
  expect_found("S-088", {"ON_START=return STATUS_PENDING;"});
}

TEST(KsObjectRules, S088StartThatSucceedsIsSilent) { expect_silent(); }

}  // namespace
