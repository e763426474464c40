// Rules of minidrivers about their objects: callbacks, mutexes, bags, handlers.
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsObjectRules, S088PendingStartIsFound) {
  expect_found("S-088", {"ON_START=return STATUS_PENDING;"});
}
TEST(KsObjectRules, S088StartThatSucceedsIsSilent) { expect_silent(); }

TEST(KsObjectRules, S117PendingSetDataFormatIsFound) {
  expect_found("S-117", {"ON_FORMAT=return STATUS_PENDING;"});
}
TEST(KsObjectRules, S117NoMatchIsSilent) {
  expect_silent({"ON_FORMAT=return STATUS_NO_MATCH;"}, "", Reach::kOpened);
}

TEST(KsObjectRules, S271ClockNeverReleasedIsFound) {
  expect_found("S-271",
               {"PIN_FLAGS=KSPIN_FLAG_IMPLEMENT_CLOCK",
                "ON_PIN_CREATE=PIKSREFERENCECLOCK Clock; KsPinGetReferenceClockInterface(Pin, "
                "&Clock);"});
}
TEST(KsObjectRules, S271ReleasedClockIsSilent) {
  expect_silent({"PIN_FLAGS=KSPIN_FLAG_IMPLEMENT_CLOCK",
                 "ON_PIN_CREATE=PIKSREFERENCECLOCK Clock; if "
                 "(NT_SUCCESS(KsPinGetReferenceClockInterface(Pin, &Clock))) Clock->Release();"});
}

constexpr const char* kLoose = R"(
static KSALLOCATOR_FRAMING_EX Loose = {1, 0, {1, 1, 0}, 0, {{{STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)},
  {STATIC_KS_TYPE_DONT_CARE}, 0, 0, 2, 2, {0}, 0, {64, 64, 0}, {{64, 64, 0}, 0, 0}}}};
#define FRAMING &Loose
)";
TEST(KsObjectRules, S046FramingWrittenInPlaceIsFound) {
  expect_found("S-046", {"ON_PIN_CREATE=Loose.FramingItem[0].Frames = 9;"}, kLoose);
}
constexpr const char* kConstant = R"(
DECLARE_SIMPLE_FRAMING_EX(Constant, {STATICGUIDOF(KSMEMORY_TYPE_KERNEL_NONPAGED)}, 2, 2, 0, 64, 64);
#define FRAMING &Constant
)";
TEST(KsObjectRules, S046WriteThatTheConstantFramingRefusesIsFound) {
  expect_found(
      "S-046",
      {"ON_PIN_CREATE=((volatile "
       "KSALLOCATOR_FRAMING_EX*)Pin->Descriptor->AllocatorFraming)->FramingItem[0].Frames = 9;"},
      kConstant);
}
TEST(KsObjectRules, S046FramingEditedIsSilent) {
  expect_silent(
      {"ON_PIN_CREATE=if (NT_SUCCESS(KsEdit(Pin, &Pin->Descriptor, TAG)) && "
       "NT_SUCCESS(KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG))) "
       "((PKSALLOCATOR_FRAMING_EX)Pin->Descriptor->AllocatorFraming)->FramingItem[0].Frames = 9;"},
      kLoose);
}

constexpr const char* kSomeFrames = "PIN_FLAGS=KSPIN_FLAG_SOME_FRAMES_REQUIRED_FOR_PROCESSING";
TEST(KsObjectRules, S190GateOfAPinThatHasOneIsFound) {
  expect_found("S-190", {kSomeFrames,
                         "ON_PIN_CREATE=static KSGATE Gate; KsGateInitializeOr(&Gate, NULL); "
                         "KsPinAttachOrGate(Pin, &Gate);"});
}
TEST(KsObjectRules, S190PinWithoutAGateIsSilent) { expect_silent({kSomeFrames}); }

// A reset of the input of a filter whose topology does, or does not, lead to its output.
std::vector<drydock::rules::Finding> reset_input(const std::vector<std::string>& definitions,
                                                 const std::string& prefix) {
  Rig rig(minidriver(definitions, prefix));
  {
    File filter, out, in;
    Bytes nothing;
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), out), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 1, plain_format(), in), STATUS_SUCCESS);
    EXPECT_EQ(in.set_state(KSSTATE_PAUSE), STATUS_SUCCESS);
    for (const KSRESET to : {KSRESET_BEGIN, KSRESET_END}) {
      EXPECT_EQ(in.request(IOCTL_KS_RESET_STATE, bytes_of(to), nothing), STATUS_SUCCESS);
    }
  }
  rig.finish();
  return rig.findings();
}
TEST(KsObjectRules, S200TopologyThatEndsInANodeIsFound) {
  const auto findings = reset_input({}, R"(
static const GUID NodeType = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
static const KSNODE_DESCRIPTOR Nodes[] = {DEFINE_NODE_DESCRIPTOR(NULL, &NodeType, NULL)};
#define FILTER_NODES DEFINE_KSFILTER_NODE_DESCRIPTORS(Nodes)
static const KSTOPOLOGY_CONNECTION Links[] = {{KSFILTER_NODE, 1, 0, 0}};
#define FILTER_CONNECTIONS DEFINE_KSFILTER_CONNECTIONS(Links)
)");
  EXPECT_TRUE(has(findings, "S-200")) << text_of(findings);
}
TEST(KsObjectRules, S200DefaultTopologyIsSilent) {
  const auto findings = reset_input({}, {});
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
