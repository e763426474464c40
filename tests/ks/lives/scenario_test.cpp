// Scenarios on minidrivers that are no cameras: formats without pictures and without a handler that
// composes them, pins that a client writes, a filter that turns what comes in into what goes out.
// One of them does not recover from a fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drydock/avstream.h"
#include "tests/ks/minidriver.h"
#include "tests/support/run_scenario.h"

using namespace drydock::testing;
namespace verify = drydock::verify;

namespace {

// Plain bytes have no rows, and these drivers no clock.
bool may_be_skipped(std::string_view scenario) {
  return scenario == "minidriver.pitch" || scenario == "minidriver.clocks";
}

void plays_all(const std::filesystem::path& driver) {
  const verify::TestedDrivers subject = camera(driver);
  for (const verify::Scenario& scenario : verify::minidriver_scenarios()) {
    const RunOutcome outcome = run_scenario(scenario, subject, 1);
    EXPECT_EQ(outcome.skipped.empty(), !may_be_skipped(scenario.name))
        << scenario.name << ": " << outcome.skipped;
    EXPECT_EQ(outcome.refused, "") << scenario.name;
    EXPECT_TRUE(outcome.findings.empty()) << scenario.name << "\n" << text_of(outcome.findings);
  }
}

// A pin that sends and a pin that takes, of plain bytes, on one filter.
TEST(AnyMinidriver, PlainBytesGoInAndOut) { plays_all(minidriver()); }

// Copies what comes in (type 1) to what goes out (type 0), where the filter decides.
constexpr const char* kTransform = R"(
static NTSTATUS FilterProcess(PKSFILTER, PKSPROCESSPIN_INDEXENTRY Index) {
  PKSPROCESSPIN Out = Index[0].Count ? Index[0].Pins[0] : NULL;
  PKSPROCESSPIN In = Index[1].Count ? Index[1].Pins[0] : NULL;
  if (!Out || !Out->Data || !In || !In->Data) return STATUS_PENDING;
  ULONG Bytes = min(Out->BytesAvailable, In->BytesAvailable);
  RtlCopyMemory(Out->Data, In->Data, Bytes);
  Out->BytesUsed = In->BytesUsed = Bytes;
  Out->Terminate = In->Terminate = TRUE;
  return STATUS_SUCCESS;
}
static NTSTATUS FilterCreate(PKSFILTER, PIRP);
static NTSTATUS FilterClose(PKSFILTER, PIRP);
static const KSFILTER_DISPATCH OwnFilter = {FilterCreate, FilterClose, FilterProcess, NULL};
)";

TEST(AnyMinidriver, AFilterTurnsWhatComesInIntoWhatGoesOut) {
  plays_all(minidriver({}, std::string(kTransform) + kQuietPins));
}

const verify::Scenario& named(std::string_view name) {
  return *std::ranges::find(verify::minidriver_scenarios(), name, &verify::Scenario::name);
}

// Its input is reached over a medium of the hardware's own, and takes no frames.
constexpr const char* kTuned = R"(
static const KSPIN_MEDIUM OwnMedium = {{{{0xF102C41F, 0x7FA1, 0x4842, {1, 2, 3, 4, 5, 6, 7, 8}}, 0, 0}}};
#define SINK_MEDIUMS 1, &OwnMedium
#define SINK_FLAGS KSPIN_FLAG_DO_NOT_USE_STANDARD_TRANSPORT
)";

std::filesystem::path tuned() {
  static const std::filesystem::path driver = minidriver({}, kTuned);
  return driver;
}

TEST(AnyMinidriver, APinWithAMediumOfItsOwnIsOpened) {
  const drydock::sim::SeededSchedule schedule(1);
  drydock::avstream::Device camera(tuned());
  drydock::avstream::Filter filter = camera.open(0);
  const drydock::avstream::PinType input = filter.pin_types().at(1);
  EXPECT_NO_THROW(filter.connect(1, input.ranges.front()));
}

void plays_frames(const std::filesystem::path& driver) {
  const verify::TestedDrivers subject = camera(driver);
  for (const char* name : {"minidriver.frames", "minidriver.pause-and-resume"}) {
    const RunOutcome outcome = run_scenario(named(name), subject, 1);
    EXPECT_EQ(outcome.skipped, "") << name;
    EXPECT_EQ(outcome.refused, "") << name;
  }
}

TEST(AnyMinidriver, APinWithoutAQueueLeavesTheOthersToStream) { plays_frames(tuned()); }

TEST(AnyMinidriver, APinThatWaitsForATriggerLeavesTheOthersToStream) {
  plays_frames(
      minidriver({"ON_PROCESS=if (Pin->DataFlow == KSPIN_DATAFLOW_IN) return "
                  "STATUS_PENDING;"}));
}

// The driver frees what it took in RUN only when RUN is left.
TEST(AnyMinidriver, APinIsStoppedHoweverItsClientVanishes) {
  const verify::TestedDrivers subject =
      camera(minidriver({"ON_STATE=if (ToState == KSSTATE_RUN) Pin->Context = "
                         "ExAllocatePoolZero(NonPagedPoolNx, 16, TAG); "
                         "if (FromState == KSSTATE_RUN) ExFreePool(Pin->Context);"}));
  const drydock::rules::FindingLog log;
  // Wherever the thread that sets the state is interrupted by the one that closes the handles.
  for (std::uint64_t point = 0; point < 40; ++point) {
    using drydock::sim::SchedulePlan;
    const drydock::sim::SeededSchedule schedule(SchedulePlan{
        .policy = SchedulePlan::Policy::kSwitches, .seed = 7, .switches = {{1, 2, point}}});
    verify::Run run(subject, 7);
    named("minidriver.vanish-in-transition").body(run);
  }
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

// Once without memory it opens no pin any more.
constexpr const char* kSulks = R"(
static BOOLEAN Sulks;
static NTSTATUS Prepare(void) {
  PVOID Memory = Sulks ? NULL : ExAllocatePoolZero(NonPagedPoolNx, 32, TAG);
  if (!Memory) { Sulks = TRUE; return STATUS_INSUFFICIENT_RESOURCES; }
  ExFreePool(Memory);
  return STATUS_SUCCESS;
}
#define ON_PIN_CREATE return Prepare();
)";

TEST(AnyMinidriver, OneThatDoesNotGetOverAFaultIsStillBroken) {
  const verify::TestedDrivers subject = camera(minidriver({}, kSulks));
  const RunOutcome clean = run_scenario(named("minidriver.frames"), subject, 1);
  EXPECT_EQ(clean.refused, "");
  EXPECT_EQ(clean.broken, "");
  std::size_t broken = 0;
  for (std::uint64_t fault = 0; fault < clean.fault_points; ++fault) {
    if (!run_scenario(named("minidriver.frames"), subject, 1, fault).broken.empty()) ++broken;
  }
  EXPECT_GE(broken, 1U);
}

TEST(AnyMinidriver, OneThatGetsOverFaultsIsNotBroken) {
  const verify::TestedDrivers subject = camera(minidriver());
  const RunOutcome clean = run_scenario(named("minidriver.frames"), subject, 1);
  for (std::uint64_t fault = 0; fault < clean.fault_points; ++fault) {
    EXPECT_EQ(run_scenario(named("minidriver.frames"), subject, 1, fault).broken, "") << fault;
  }
}

}  // namespace
