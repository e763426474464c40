// Deferred contexts and command lists of Direct3D 11 (src/d3d/d3d10/table_deferred.cpp), and the
// threads that may be inside the driver together.
#include <gmock/gmock.h>

#include "drydock/d3d.h"
#include "drydock/dock.h"
#include "src/sim/schedule.h"
#include "tests/d3d/d3d10/recording.h"
#include "tests/d3d/support/stand10.h"

namespace drydock::testing {
namespace {

using d3d::CommandList;
using d3d::DeferredContext;
using d3d::Resource;

// Returns the first pixel after the GPU's work.
std::uint32_t pixel_of(Recording& stand) {
  d3d::LockedSurface locked;
  D3DDDI_LOCKFLAGS flags{};
  flags.ReadOnly = 1;
  EXPECT_EQ(stand.device->lock(*stand.resource, 0, flags, locked), S_OK);
  const std::uint32_t out = *static_cast<const std::uint32_t*>(locked.data);
  EXPECT_EQ(stand.device->unlock(*stand.resource, 0), S_OK);
  return out;
}

TEST(DeferredContexts, AListDoesWhatItsContextRecorded) {
  Recording stand;
  DeferredContext& context = stand.record();
  EXPECT_EQ(context.bind(*stand.view), S_OK);
  EXPECT_EQ(context.clear(*stand.view, kColor), S_OK);
  EXPECT_EQ(context.draw(3), S_OK);
  CommandList* list = nullptr;
  ASSERT_EQ(context.finish(list), S_OK) << stand.findings_text();
  EXPECT_EQ(pixel_of(stand), 0U);
  EXPECT_EQ(stand.device->execute(*list), S_OK);
  EXPECT_EQ(pixel_of(stand), 255U);
  EXPECT_EQ(stand.device->destroy_list(*list), S_OK);
  EXPECT_EQ(stand.device->destroy_list(*list), E_INVALIDARG);
  EXPECT_EQ(stand.device->execute(*list), E_INVALIDARG);
  // The context is an application's for the next list.
  EXPECT_EQ(context.create(), S_OK);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
  EXPECT_EQ(stand.plan().Lists, 1U);
  EXPECT_EQ(stand.plan().ListsGone, 1U);
  EXPECT_EQ(stand.plan().Deferreds, 2U);
  EXPECT_EQ(stand.plan().DeferredsGone, 2U);
  EXPECT_EQ(stand.plan().Opened, 2U);
  EXPECT_EQ(stand.plan().Closed, 2U);
}

// The same by drydock/d3d.h; what was recorded outlives the application's interest in it.
TEST(DeferredContexts, AProgramRecordsAndExecutes) {
  Dock dock;
  const AdapterId gpu = dock.plug(Dock::software_gpu());
  Process client = dock.process();
  const Process::Scope inside = client.enter();
  Direct3D direct3d(
      build_sample("fitter",
                   {"--kind umd", "-I" DRYDOCK_SOURCE_DIR "/drivers/softgpu/include",
                    "-I" DRYDOCK_SOURCE_DIR "/tests/drivers/fitter", "-DFITTER_WITH_LISTS"}),
      gpu);
  Direct3D::Device device = direct3d.create_device();
  const Direct3D::Resource from = device.create({.surfaces = {{16, 16}}});
  const Direct3D::Resource to = device.create({.surfaces = {{16, 16}}});
  {
    Direct3D::Recording recording = device.record();
    EXPECT_EQ(recording.fill(from, 0, 0xff000044), Direct3D::kOk);
    EXPECT_EQ(recording.copy(to, from), Direct3D::kOk);
    EXPECT_NE(device.execute(recording), Direct3D::kOk);  // is not finished
    EXPECT_EQ(recording.finish(), Direct3D::kOk);
    EXPECT_EQ(device.destroy(from), Direct3D::kOk);
    EXPECT_EQ(device.execute(recording), Direct3D::kOk);
    EXPECT_EQ(*static_cast<std::uint32_t*>(device.lock(to, 0).data), 0x44U);
    EXPECT_EQ(device.unlock(to, 0), Direct3D::kOk);
    EXPECT_EQ(device.flush(), Direct3D::kOk);
  }
  device.record();  // and forgotten
  EXPECT_EQ(device.destroy(), Direct3D::kOk);
  EXPECT_EQ(direct3d.close(), Direct3D::kOk);
  EXPECT_THAT(direct3d.findings(), ::testing::IsEmpty());
}

TEST(DeferredContexts, U034EveryContextHasAHandleOfItsOwn) {
  Recording stand;
  DeferredContext& first = stand.record();
  DeferredContext& second = stand.record();
  for (DeferredContext* each : {&first, &second}) {
    EXPECT_EQ(each->clear(*stand.view, kColor), S_OK);
    EXPECT_EQ(each->clear(*stand.view, kColor), S_OK);
  }
  EXPECT_EQ(stand.plan().Opened, 4U);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  EXPECT_EQ(first.abandon(), S_OK);
  EXPECT_EQ(stand.plan().Destroys, 0U);
  EXPECT_EQ(second.abandon(), S_OK);
  EXPECT_EQ(stand.plan().Destroys, 1U);
  EXPECT_EQ(stand.plan().OpenAtDestroy, 0U);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(DeferredContexts, U035AllocatingWhileAHandleIsOpenedIsFound) {
  Recording stand;
  DeferredContext& context = stand.record();
  stand.plan_deed(AT_OPEN_LOCAL, DO_ALLOCATE);
  EXPECT_EQ(context.clear(*stand.view, kColor), S_OK);
  EXPECT_GE(stand.count("U-035"), 1U) << stand.findings_text();
}

TEST(DeferredContexts, U035ReleasingWhileAHandleIsClosedIsFound) {
  Recording stand;
  DeferredContext& context = stand.record();
  EXPECT_EQ(context.clear(*stand.view, kColor), S_OK);
  stand.plan_deed(AT_CLOSE_LOCAL, DO_RELEASE);
  EXPECT_EQ(context.abandon(), S_OK);
  EXPECT_EQ(stand.count("U-035"), 1U) << stand.findings_text();
}

TEST(DeferredContexts, U035HandlesThatAreOpenedAndClosedAreSilent) {
  Recording stand;
  DeferredContext& context = stand.record();
  Resource* other = nullptr;
  ASSERT_EQ(stand.device->create_resource10(Stand10::target(), other), S_OK);
  EXPECT_EQ(context.clear(*stand.view, kColor), S_OK);
  EXPECT_EQ(context.copy(*other, *stand.resource), S_OK);
  EXPECT_EQ(context.abandon(), S_OK);
  EXPECT_EQ(stand.plan().Opened, 3U);
  EXPECT_EQ(stand.plan().Closed, 3U);
  EXPECT_EQ(stand.plan().Described, 0U);
  EXPECT_EQ(stand.plan().ViewsAtClose, 0U);
  EXPECT_EQ(stand.plan().BlockMoved, 0U);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(DeferredContexts, U229HandlesAreClosedBeforeTheContextGoes) {
  Recording stand;
  DeferredContext& finished = stand.record();
  EXPECT_EQ(finished.bind(*stand.view), S_OK);
  CommandList* list = nullptr;
  EXPECT_EQ(finished.finish(list), S_OK);
  EXPECT_EQ(stand.plan().Abandons, 0U);
  EXPECT_EQ(stand.plan().DeferredsGone, 1U);
  DeferredContext& abandoned = stand.record();
  EXPECT_EQ(abandoned.bind(*stand.view), S_OK);
  EXPECT_EQ(abandoned.abandon(), S_OK);
  EXPECT_EQ(stand.plan().Abandons, 1U);
  EXPECT_EQ(stand.plan().BoundAtAbandon, 1U);  // it is unbound only then
  EXPECT_EQ(stand.plan().DeferredsGone, 2U);
  EXPECT_EQ(stand.plan().OpenAtGone, 0U);
  EXPECT_EQ(abandoned.abandon(), E_INVALIDARG);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(DeferredContexts, U229AListThatCannotBeMadeAbandonsItsContext) {
  Recording stand;
  DeferredContext& context = stand.record();
  EXPECT_EQ(context.clear(*stand.view, kColor), S_OK);
  stand.plan_deed(AT_CREATE_LIST, DO_SET_ERROR, E_OUTOFMEMORY);
  CommandList* list = nullptr;
  EXPECT_EQ(context.finish(list), E_OUTOFMEMORY);
  EXPECT_EQ(list, nullptr);
  EXPECT_EQ(stand.plan().Abandons, 1U);
  EXPECT_EQ(stand.plan().ListsGone, 0U);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(DeferredContexts, U245NoMemoryForARecordLosesTheListAndNotTheDevice) {
  Recording stand;
  DeferredContext& context = stand.record();
  stand.plan_deed(AT_RECORD, DO_SET_ERROR, E_OUTOFMEMORY);
  EXPECT_EQ(context.draw(3), S_OK);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  const ULONG draws = stand.plan().Draws;
  EXPECT_EQ(context.draw(3), S_OK);  // of a list that is lost
  EXPECT_EQ(stand.plan().Draws, draws);
  CommandList* list = nullptr;
  EXPECT_EQ(context.finish(list), E_OUTOFMEMORY);
  EXPECT_FALSE(stand.device->is_removed());
  EXPECT_EQ(stand.plan().Abandons, 1U);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(DeferredContexts, U234ErrorOfADeferredContextSetOnTheImmediateOneIsFound) {
  Recording stand;
  DeferredContext& context = stand.record();
  stand.plan_deed(AT_RECORD, DO_SET_ERROR_IMMEDIATE, E_OUTOFMEMORY);
  EXPECT_EQ(context.draw(3), S_OK);
  EXPECT_EQ(stand.count("U-234"), 1U) << stand.findings_text();
}

TEST(DeferredContexts, U261SubmissionOnADeferredContextIsFound) {
  Recording stand;
  DeferredContext& context = stand.record();
  stand.plan_deed(AT_RECORD, DO_RENDER);
  EXPECT_EQ(context.draw(3), S_OK);
  EXPECT_EQ(stand.count("U-261"), 1U) << stand.findings_text();
}

TEST(DeferredContexts, U261DisplayModeThatWasNotRequestedIsFound) {
  Stand10 stand;
  stand.begin();
  stand.plan_deed(AT_DRAW, DO_SET_MODE);
  stand.device->draw(3);
  EXPECT_EQ(stand.count("U-261"), 1U) << stand.findings_text();
}

TEST(DeferredContexts, U049AContextThatCannotRecordIsFound) {
  Recording stand;
  stand.plan_deed(AT_CREATE_DEFERRED, DO_SHORT_TABLE);
  DeferredContext* made = nullptr;
  EXPECT_EQ(stand.device->create_deferred(made), E_FAIL);
  EXPECT_EQ(stand.count("U-049"), 1U) << stand.findings_text();
}

// Two threads record, and one of them executes; the other creates meanwhile.
TEST(DeferredContexts, AProperDriverIsSilentOnSeveralThreads) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const sim::SeededSchedule schedule(seed);
    Recording stand;
    sim::Thread other = sim::spawn("application", [&] {
      for (int i = 0; i < 3; ++i) {
        DeferredContext& context = stand.record();
        EXPECT_EQ(context.clear(*stand.view, kColor), S_OK);
        CommandList* list = nullptr;
        EXPECT_EQ(context.finish(list), S_OK);
        Resource* made = nullptr;
        EXPECT_EQ(stand.device->create_resource10(Stand10::target(), made), S_OK);
      }
    });
    for (int i = 0; i < 3; ++i) {
      DeferredContext& context = stand.record();
      EXPECT_EQ(context.clear(*stand.view, kColor), S_OK);
      CommandList* list = nullptr;
      EXPECT_EQ(context.finish(list), S_OK);
      EXPECT_EQ(stand.device->execute(*list), S_OK);
      EXPECT_EQ(stand.device->destroy_list(*list), S_OK);
    }
    other.join();
    EXPECT_EQ(stand.device->flush(), S_OK);
    stand.end();
    EXPECT_EQ(stand.findings_text(), "") << "seed " << seed;
  }
}

// Sizes are asked for on two threads at once.
std::size_t count_of_crowd(std::uint64_t seed, DEED10 deed) {
  const sim::SeededSchedule schedule(seed);
  Stand10 stand({.crowd_calculations = true});
  stand.begin();
  stand.plan_deed(AT_CALC_RESOURCE, deed);
  Resource* made = nullptr;
  stand.device->create_resource10(Stand10::target(), made);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.end();
  if (deed == DO_NOTHING) EXPECT_EQ(stand.findings_text(), "") << "seed " << seed;
  return stand.count("U-263");
}

TEST(DeferredContexts, U263SizeThatThreadsAddUpTogetherIsFound) {
  std::size_t found = 0;
  for (std::uint64_t seed = 1; found == 0 && seed <= 40; ++seed)
    found = count_of_crowd(seed, DO_SHARED_SCRATCH);
  EXPECT_EQ(found, 1U);
}

TEST(DeferredContexts, U263SizesOfAProperDriverAreTheSame) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) EXPECT_EQ(count_of_crowd(seed, DO_NOTHING), 0U);
}

// One thread flushes while another creates a resource. In the creation the driver uses its context
// or not.
std::size_t use_context_beside(std::uint64_t seed, DEED10 deed) {
  const sim::SeededSchedule schedule(seed);
  Recording stand;
  stand.plan_deed(AT_CREATE_RESOURCE, deed);
  sim::Thread other = sim::spawn("application", [&] {
    Resource* made = nullptr;
    for (int i = 0; i < 4; ++i) stand.device->create_resource10(Stand10::target(), made);
  });
  for (int i = 0; i < 4; ++i) {
    stand.device->clear(*stand.view, kColor);
    stand.device->flush();
  }
  other.join();
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.end();
  if (deed == DO_NOTHING) EXPECT_EQ(stand.findings_text(), "") << "seed " << seed;
  return stand.count("U-259");
}

TEST(DeferredContexts, U259TwoThreadsInCallbacksOfOneContextAreFound) {
  std::size_t found = 0;
  for (std::uint64_t seed = 1; found == 0 && seed <= 40; ++seed)
    found = use_context_beside(seed, DO_USE_CONTEXT);
  EXPECT_GE(found, 1U);
}

TEST(DeferredContexts, U259CallbacksWithoutAContextBesideOthersAreSilent) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    EXPECT_EQ(use_context_beside(seed, DO_NOTHING), 0U);
}

void start_thread(Stand10& stand, PLACE10 place) {
  if (place != AT_CREATE_DEVICE) stand.begin();
  stand.plan_deed(place, DO_START_THREAD);
  if (place == AT_CREATE_DEVICE) stand.begin();
  if (place == AT_DRAW) EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.plan().Got, S_OK);
  EXPECT_EQ(stand.plan().Value, 1U);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.end();
}

TEST(DeferredContexts, U266ThreadThatCreateDeviceForbadeIsFound) {
  for (const PLACE10 place : {AT_CREATE_DEVICE, AT_DRAW}) {
    Stand10 stand({.device_flags10 = D3D10DDI_CREATEDEVICE_FLAG_DISABLE_EXTRA_THREAD_CREATION});
    start_thread(stand, place);
    EXPECT_EQ(stand.count("U-266"), 1U) << stand.findings_text();
  }
}

TEST(DeferredContexts, U266ThreadThatIsAllowedIsSilent) {
  Stand10 stand;
  start_thread(stand, AT_DRAW);
  EXPECT_EQ(stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
