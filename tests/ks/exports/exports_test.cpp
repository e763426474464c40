// Services of the class driver that drivers call which dispatch some of their files themselves:
// queues of IRPs, events under locks of their own, default clocks, forwarding, the registry.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/ks/object/header.h"
#include "src/nt/ob/object.h"
#include "src/sim/schedule.h"
#include "tests/ks/exports/exports_driver.h"
#include "tests/ks/minidriver.h"
#include "tests/ks/signal.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
using ::testing::Not;
namespace ks = drydock::ks;

namespace {

std::filesystem::path driver() {
  static const std::filesystem::path built = minidriver(
      {"ON_START=StartOwn(Device);", "ON_SWITCH=RunSwitch(Irp);", "FRAMES=0",
       "PIN_FLAGS=KSPIN_FLAG_IMPLEMENT_CLOCK", "DEVICE_DISPATCH=&OwnDevice",
       "NotesSetForIt={0x0DDBA11, 0x1, 0x2, {3, 4, 5, 6, 7, 8, 9, 10}}",
       "MORE=static const KSDEVICE_DISPATCH OwnDevice = {DeviceAdd, DeviceStart, NULL, NULL, NULL, "
       "NULL, NULL, NULL, RemoveOwn};"},
      kExportsDriver);
  return built;
}

constexpr ULONG kForward = CTL_CODE(FILE_DEVICE_KS, 0x900, METHOD_NEITHER, FILE_ANY_ACCESS);
constexpr GUID kOwnSet = {0x0DDBA11, 9, 9, {9, 9, 9, 9, 9, 9, 9, 9}};

struct Scene {
  Rig rig{driver()};
  File filter, own;

  Scene() {
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(u"Own", own), STATUS_SUCCESS) << text_of(rig.findings());
  }
  void go(ULONG way) const { EXPECT_EQ(filter.set(kNotesSet, 1, bytes_of(way)), STATUS_SUCCESS); }
  std::string notes() const {
    const std::string all = notes_of(filter);
    EXPECT_THAT(all, Not(HasSubstr("WRONG")));
    return all;
  }
  // The driver tries something by itself, and all of it is right.
  void expect(ULONG way, const char* last) {
    go(way);
    EXPECT_THAT(notes(), HasSubstr(last));
    end();
  }
  void end() {
    own.close();
    filter.close();
    rig.finish();
    EXPECT_TRUE(rig.findings().empty()) << text_of(rig.findings());
  }
};

// KsReadFile with an event: not answered yet.
struct Reading {
  KEVENT done;
  IO_STATUS_BLOCK block{};
  Bytes buffer = Bytes(4);

  explicit Reading(const File& file) {
    KeInitializeEvent(&done, NotificationEvent, FALSE);
    EXPECT_EQ(KsReadFile(file.object(), &done, nullptr, &block, buffer.data(), 4, 0, KernelMode),
              STATUS_PENDING);
  }
  bool is_done() { return KeReadStateEvent(&done) != 0; }
};

TEST(KsExports, ACancelableQueueGivesItsIrpsInOrder) {
  Scene scene;
  Reading first(scene.own);
  Reading second(scene.own);
  scene.go(1);
  EXPECT_TRUE(first.is_done());
  EXPECT_EQ(first.block.Status, STATUS_SUCCESS);
  EXPECT_EQ(first.block.Information, 1U);
  EXPECT_FALSE(second.is_done());
  scene.go(6);
  EXPECT_TRUE(second.is_done());
  EXPECT_EQ(second.block.Status, STATUS_CANCELLED);
  scene.notes();
  scene.end();
}

TEST(KsExports, AnIrpThatIsAcquiredIsCancelledWhenItIsReleased) {
  Scene scene;
  Reading read(scene.own);
  scene.go(2);
  scene.go(16);
  EXPECT_FALSE(read.is_done());
  scene.go(3);
  EXPECT_TRUE(read.is_done());
  EXPECT_EQ(read.block.Status, STATUS_CANCELLED);
  scene.notes();
  scene.end();
}

TEST(KsExports, ADriversOwnCancelRoutineIsCalled) {
  Scene scene;
  scene.go(20);
  Reading read(scene.own);
  scene.go(6);
  EXPECT_TRUE(read.is_done());
  EXPECT_THAT(scene.notes(), HasSubstr("own-cancel queue-empty"));
  scene.end();
}

TEST(KsExports, IrpsMoveBetweenQueuesAsACallbackSays) {
  Scene scene;
  Reading reads[] = {Reading(scene.own), Reading(scene.own), Reading(scene.own)};
  scene.go(4);
  scene.go(5);
  EXPECT_TRUE(reads[0].is_done());
  EXPECT_FALSE(reads[1].is_done());
  EXPECT_TRUE(reads[2].is_done());
  scene.go(1);
  EXPECT_EQ(reads[1].block.Status, STATUS_SUCCESS);
  EXPECT_THAT(scene.notes(), HasSubstr("end-of-list moved"));
  scene.end();
}

TEST(KsExports, AWriteReachesTheDriver) {
  Scene scene;
  IO_STATUS_BLOCK block{};
  Bytes data(3, std::byte{42});
  EXPECT_EQ(
      KsWriteFile(scene.own.object(), nullptr, nullptr, &block, data.data(), 3, 0, KernelMode),
      STATUS_SUCCESS);
  EXPECT_EQ(block.Information, 3U);
  EXPECT_THAT(scene.notes(), HasSubstr("written"));
  scene.end();
}

// Tests of what the driver does by itself.
TEST(KsExports, ADefaultClockRunsInRun) {
  const drydock::sim::SeededSchedule schedule(1);
  Scene().expect(7, "clock-stands");
}
TEST(KsExports, ADeviceWithoutABusHasNoBusData) { Scene().expect(8, "set-bus"); }
TEST(KsExports, AnAggregatedUnknownIsAskedAndKept) { Scene().expect(9, "asked"); }
TEST(KsExports, PropertiesAreUnserializedFromTheRegistry) { Scene().expect(10, "refused"); }
TEST(KsExports, FastHandlersAnswerAtOnce) { Scene().expect(11, "fast-none"); }
TEST(KsExports, TheRegistryKnowsMediaAndModules) { Scene().expect(12, "module"); }
TEST(KsExports, InformationOfAFileIsTheDrivers) { Scene().expect(13, "set-information set"); }

// A framing that the driver wrote.
std::vector<drydock::rules::Finding> ask_framing(ULONG way) {
  Scene scene;
  scene.go(way);
  Bytes out(sizeof(KSALLOCATOR_FRAMING));
  EXPECT_EQ(scene.own.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_ALLOCATORFRAMING, out),
            STATUS_SUCCESS);
  scene.own.close();
  scene.filter.close();
  scene.rig.finish();
  return scene.rig.findings();
}
TEST(KsExports, S027ReservedFieldOfAFramingIsFound) { EXPECT_TRUE(has(ask_framing(17), "S-027")); }
TEST(KsExports, S027FramingWithoutItIsSilent) {
  const auto findings = ask_framing(18);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(KsExports, RequestsAreForwardedAndCaught) {
  Scene scene;
  File second;
  ASSERT_EQ(scene.rig.open(u"Own", second), STATUS_SUCCESS);
  for (const ULONG way : {40, 41, 42, 43}) {
    scene.go(way);
    Bytes none;
    std::size_t returned = 0;
    EXPECT_EQ(scene.own.request(kForward, {}, none, &returned), STATUS_SUCCESS) << way;
    EXPECT_EQ(returned, way < 42 ? 8U : 7U) << way;
  }
  EXPECT_THAT(scene.notes(),
              HasSubstr("arrived caught location arrived caught location arrived arrived"));
  second.close();
  scene.end();
}

NTSTATUS control(const File& file, ULONG code, void* in, ULONG in_size, void* out, ULONG out_size,
                 ULONG& returned) {
  return KsSynchronousIoControlDevice(file.object(), KernelMode, code, in, in_size, out, out_size,
                                      &returned);
}

struct AwaitedSignal : Signal {
  AwaitedSignal() : Signal(SynchronizationEvent) {}
  bool wait(LONGLONG most) {
    LARGE_INTEGER until{.QuadPart = -most};
    return KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, &until) == STATUS_SUCCESS;
  }
};

KSEVENT event_of(const GUID& set, ULONG id, ULONG flags) {
  KSEVENT out{};
  out.Set = set;
  out.Id = id;
  out.Flags = flags;
  return out;
}

TEST(KsExports, EventsLiveUnderEveryKindOfLock) {
  for (const KSEVENTS_LOCKTYPE type :
       {KSEVENTS_NONE, KSEVENTS_SPINLOCK, KSEVENTS_MUTEX, KSEVENTS_FMUTEX, KSEVENTS_FMUTEXUNSAFE,
        KSEVENTS_ERESOURCE}) {
    Scene scene;
    scene.go(50 + static_cast<ULONG>(type));
    AwaitedSignal signal;
    KSEVENT wanted = event_of(kOwnSet, 5, KSEVENT_TYPE_ENABLE);
    ULONG returned = 0;
    EXPECT_EQ(control(scene.own, IOCTL_KS_ENABLE_EVENT, &wanted, sizeof wanted, &signal.data,
                      sizeof signal.data, returned),
              STATUS_SUCCESS);
    scene.go(30);
    EXPECT_NE(KeReadStateEvent(&signal.event), 0) << type;
    EXPECT_EQ(control(scene.own, IOCTL_KS_DISABLE_EVENT, &signal.data, sizeof signal.data, nullptr,
                      0, returned),
              STATUS_SUCCESS);
    KeClearEvent(&signal.event);
    scene.go(30);
    EXPECT_EQ(KeReadStateEvent(&signal.event), 0) << type;
    scene.end();
  }
}

TEST(KsExports, ABufferedEventKeepsItsData) {
  Scene scene;
  AwaitedSignal signal;
  KSEVENT wanted = event_of(kOwnSet, 5, KSEVENT_TYPE_ENABLEBUFFERED);
  ULONG returned = 0;
  ASSERT_EQ(control(scene.own, IOCTL_KS_ENABLE_EVENT, &wanted, sizeof wanted, &signal.data,
                    sizeof signal.data, returned),
            STATUS_SUCCESS);
  KSQUERYBUFFER query{};
  query.Event = event_of(kOwnSet, 5, KSEVENT_TYPE_QUERYBUFFER);
  query.EventData = &signal.data;
  ULONG number = 0;
  const auto fetch = [&](ULONG room) {
    return control(scene.own, IOCTL_KS_ENABLE_EVENT, &query, sizeof query,
                   room == 0 ? nullptr : &number, room, returned);
  };
  EXPECT_EQ(fetch(sizeof number), STATUS_NO_MORE_ENTRIES);
  scene.go(31);
  scene.go(31);
  EXPECT_EQ(fetch(0), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(returned, sizeof number);
  EXPECT_EQ(fetch(2), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(fetch(sizeof number), STATUS_SUCCESS);
  EXPECT_EQ(number, 101U);
  EXPECT_EQ(fetch(sizeof number), STATUS_SUCCESS);
  EXPECT_EQ(number, 102U);
  EXPECT_EQ(fetch(sizeof number), STATUS_NO_MORE_ENTRIES);
  scene.end();
}

TEST(KsExports, ADefaultClockIsOpenedBelowADriversFile) {
  Scene scene;
  scene.go(14);
  File clock;
  ASSERT_EQ(scene.rig.open_below(scene.own, ks::kClockClass, bytes_of(KSCLOCK_CREATE{}), clock),
            STATUS_SUCCESS);
  Bytes time(sizeof(LONGLONG));
  EXPECT_EQ(clock.get(KSPROPSETID_Clock, KSPROPERTY_CLOCK_TIME, time), STATUS_SUCCESS);
  EXPECT_EQ(time, bytes_of(LONGLONG{5000}));
  clock.close();
  scene.go(15);
  scene.end();
}

// The clock of a pin: made by a handle, and its events.
TEST(KsExports, AClockTellsItsMarks) {
  const drydock::sim::SeededSchedule schedule(3);
  Scene scene;
  File pin;
  ASSERT_EQ(scene.rig.connect(scene.filter, 0, plain_format(), pin), STATUS_SUCCESS);
  HANDLE handle = nullptr;
  KSCLOCK_CREATE create{};
  ASSERT_EQ(KsCreateClock(pin.handle(), &create, &handle), STATUS_SUCCESS);
  EXPECT_EQ(ZwClose(handle), STATUS_SUCCESS);
  File clock;
  ASSERT_EQ(scene.rig.open_below(pin, ks::kClockClass, bytes_of(create), clock), STATUS_SUCCESS);

  AwaitedSignal once;
  KSEVENT_TIME_MARK mark{once.data, 5'000'000};
  KSEVENT wanted = event_of(KSEVENTSETID_Clock, KSEVENT_CLOCK_POSITION_MARK, KSEVENT_TYPE_ENABLE);
  ULONG returned = 0;
  ASSERT_EQ(
      control(clock, IOCTL_KS_ENABLE_EVENT, &wanted, sizeof wanted, &mark, sizeof mark, returned),
      STATUS_SUCCESS);
  AwaitedSignal again;
  KSEVENT_TIME_INTERVAL every{again.data, 1'000'000, 2'000'000};
  wanted.Id = KSEVENT_CLOCK_INTERVAL_MARK;
  ASSERT_EQ(
      control(clock, IOCTL_KS_ENABLE_EVENT, &wanted, sizeof wanted, &every, sizeof every, returned),
      STATUS_SUCCESS);
  KSEVENT_TIME_INTERVAL never{again.data, 0, 0};
  EXPECT_EQ(
      control(clock, IOCTL_KS_ENABLE_EVENT, &wanted, sizeof wanted, &never, sizeof never, returned),
      STATUS_INVALID_PARAMETER);

  EXPECT_FALSE(again.wait(20'000'000)) << "the clock stands";
  ASSERT_EQ(pin.set_state(KSSTATE_RUN), STATUS_SUCCESS);
  const drydock::sim::Time began = drydock::sim::now();
  EXPECT_TRUE(again.wait(20'000'000));
  EXPECT_TRUE(again.wait(20'000'000));
  EXPECT_TRUE(once.wait(20'000'000));
  EXPECT_LE(drydock::sim::now() - began, 6'000'000);
  EXPECT_FALSE(once.wait(20'000'000)) << "it was";
  ASSERT_EQ(pin.set_state(KSSTATE_STOP), STATUS_SUCCESS);
  clock.close();
  pin.close();
  scene.end();
}

}  // namespace
