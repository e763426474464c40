// Interrupts: the routines that serve them, their IRQL and lock, and connections.
#include "src/nt/bus/interrupt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/bus/interrupt_line.h"
#include "src/nt/bus/io_space.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
namespace sim = drydock::sim;
using namespace drydock::testing;
using ::testing::ElementsAre;

constexpr KIRQL kLevel = 7;
constexpr ULONG kVector = 0x51;

std::unique_ptr<nt::InterruptLine> line(ULONG messages = 0, KINTERRUPT_MODE mode = LevelSensitive) {
  return nt::declare_interrupt_line(
      {.vector = kVector, .irql = kLevel, .mode = mode, .messages = messages});
}

TEST(Interrupt, ServiceRunsAtItsLevelAndTheStrandGoesOnAtItsOwn) {
  KIRQL seen = PASSIVE_LEVEL;
  nt::Interrupt interrupt({.irql = kLevel}, [&](ULONG message) {
    seen = KeGetCurrentIrql();
    return message == 3;
  });
  EXPECT_TRUE(interrupt.raise(3));
  EXPECT_EQ(seen, kLevel);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
  EXPECT_FALSE(interrupt.raise(4));
}

// wdm/nf-wdm-kesynchronizeexecution.md: the routine runs at the same level, synchronised by the
// interrupt's lock.
TEST(Interrupt, ServiceAndSynchronisedRoutineNeverOverlap) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const sim::SeededSchedule schedule(seed);
    int inside = 0;
    int calls = 0;
    const auto alone = [&] {
      EXPECT_EQ(++inside, 1);
      EXPECT_EQ(KeGetCurrentIrql(), kLevel);
      sim::switch_point();
      --inside;
      ++calls;
      return true;
    };
    nt::Interrupt interrupt({.irql = kLevel}, [&](ULONG) { return alone(); });
    sim::Thread device = sim::spawn("device", [&] {
      for (int i = 0; i < 4; ++i) interrupt.raise();
    });
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(interrupt.synchronize(alone, "test"));
    device.join();
    EXPECT_EQ(calls, 8);
  }
}

TEST(Interrupt, AtItsLevelItWaitsAndAnotherStrandServesItOnce) {
  const sim::SeededSchedule schedule(3);
  std::vector<ULONG> served;
  nt::Interrupt interrupt({.irql = kLevel}, [&](ULONG message) {
    served.push_back(message);
    return true;
  });
  const KIRQL previous = interrupt.acquire("test");
  EXPECT_FALSE(interrupt.raise(1));
  EXPECT_FALSE(interrupt.raise(1));
  EXPECT_TRUE(served.empty());
  interrupt.release(previous, "test");
  LARGE_INTEGER moment{};
  moment.QuadPart = -10;
  KeDelayExecutionThread(KernelMode, FALSE, &moment);
  // The first may have been under way when the second came.
  ASSERT_FALSE(served.empty());
  EXPECT_LE(served.size(), 2U);
}

TEST(Interrupt, DisconnectWaitsForTheServiceThatRuns) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const sim::SeededSchedule schedule(seed);
    bool connected = true;
    nt::Interrupt interrupt({.irql = kLevel}, [&](ULONG) {
      sim::switch_point();
      EXPECT_TRUE(connected);
      return true;
    });
    sim::Thread device = sim::spawn("device", [&] {
      for (int i = 0; i < 3; ++i) interrupt.raise();
    });
    interrupt.disconnect();
    connected = false;
    device.join();
    EXPECT_FALSE(interrupt.raise());
  }
}

// wdm/ns-wdm-_io_connect_interrupt_parameters.md: a passive-level ISR is called at PASSIVE_LEVEL.
TEST(Interrupt, PassiveLevelServiceRunsAtPassiveLevel) {
  KIRQL seen = HIGH_LEVEL;
  nt::Interrupt interrupt({.irql = PASSIVE_LEVEL}, [&](ULONG) {
    seen = KeGetCurrentIrql();
    return true;
  });
  EXPECT_TRUE(interrupt.raise());
  EXPECT_EQ(seen, PASSIVE_LEVEL);
  EXPECT_TRUE(interrupt.synchronize([] { return true; }, "test"));
}

// The notes of the tests' own service routines.
struct Note {
  std::vector<int>* order;
  int name;
  BOOLEAN claims;
};
BOOLEAN NTAPI serve(PKINTERRUPT, PVOID context) {
  const auto* note = static_cast<const Note*>(context);
  note->order->push_back(note->name);
  return note->claims;
}
BOOLEAN NTAPI serve_message(PKINTERRUPT, PVOID context, ULONG message) {
  static_cast<std::vector<ULONG>*>(context)->push_back(message);
  return TRUE;
}

DEVICE_OBJECT pdo{};

IO_CONNECT_INTERRUPT_PARAMETERS fully_specified(PKINTERRUPT* out, Note* note,
                                                BOOLEAN shared = TRUE) {
  IO_CONNECT_INTERRUPT_PARAMETERS parameters{};
  parameters.Version = CONNECT_FULLY_SPECIFIED;
  auto& given = parameters.FullySpecified;
  given.PhysicalDeviceObject = &pdo;
  given.InterruptObject = out;
  given.ServiceRoutine = serve;
  given.ServiceContext = note;
  given.SynchronizeIrql = given.Irql = kLevel;
  given.ShareVector = shared;
  given.Vector = kVector;
  given.ProcessorEnableMask = 1;
  return parameters;
}

IO_CONNECT_INTERRUPT_PARAMETERS line_based(PKINTERRUPT* out, Note* note) {
  IO_CONNECT_INTERRUPT_PARAMETERS parameters{};
  parameters.Version = CONNECT_LINE_BASED;
  parameters.LineBased.PhysicalDeviceObject = &pdo;
  parameters.LineBased.InterruptObject = out;
  parameters.LineBased.ServiceRoutine = serve;
  parameters.LineBased.ServiceContext = note;
  return parameters;
}

IO_CONNECT_INTERRUPT_PARAMETERS message_based(PVOID* out, std::vector<ULONG>* messages) {
  IO_CONNECT_INTERRUPT_PARAMETERS parameters{};
  parameters.Version = CONNECT_MESSAGE_BASED;
  parameters.MessageBased.PhysicalDeviceObject = &pdo;
  parameters.MessageBased.ConnectionContext.Generic = out;
  parameters.MessageBased.MessageServiceRoutine = serve_message;
  parameters.MessageBased.ServiceContext = messages;
  return parameters;
}

TEST(InterruptLine, SharedLevelLineIsOfferedUntilOneClaims) {
  const auto device = line();
  std::vector<int> order;
  Note first{&order, 1, FALSE};
  Note second{&order, 2, TRUE};
  Note third{&order, 3, TRUE};
  PKINTERRUPT objects[3]{};
  auto one = fully_specified(&objects[0], &first);
  auto two = line_based(&objects[1], &second);
  ASSERT_EQ(IoConnectInterruptEx(&one), STATUS_SUCCESS);
  ASSERT_EQ(IoConnectInterruptEx(&two), STATUS_SUCCESS);
  ASSERT_EQ(IoConnectInterrupt(&objects[2], serve, &third, nullptr, kVector, kLevel, kLevel,
                               LevelSensitive, TRUE, 1, FALSE),
            STATUS_SUCCESS);
  EXPECT_TRUE(device->raise());
  EXPECT_THAT(order, ElementsAre(1, 2));
  IoDisconnectInterrupt(objects[1]);
  EXPECT_TRUE(device->raise());
  EXPECT_THAT(order, ElementsAre(1, 2, 1, 3));
  IoDisconnectInterrupt(objects[2]);
  EXPECT_FALSE(device->raise());
  IoDisconnectInterrupt(objects[0]);
  EXPECT_FALSE(device->raise());
}

TEST(InterruptLine, LatchedLineIsOfferedToAll) {
  const auto device = line(0, Latched);
  std::vector<int> order;
  Note notes[2] = {{&order, 1, TRUE}, {&order, 2, TRUE}};
  PKINTERRUPT objects[2]{};
  for (int i = 0; i < 2; ++i) {
    auto parameters = line_based(&objects[i], &notes[i]);
    ASSERT_EQ(IoConnectInterruptEx(&parameters), STATUS_SUCCESS);
  }
  EXPECT_TRUE(device->raise());
  EXPECT_THAT(order, ElementsAre(1, 2));
  for (PKINTERRUPT object : objects) IoDisconnectInterrupt(object);
}

// wdm/nf-wdm-ioconnectinterrupt.md: ShareVector says whether the vector is sharable.
TEST(InterruptLine, VectorThatIsNotSharedIsRefusedToASecond) {
  const auto device = line();
  std::vector<int> order;
  Note note{&order, 1, TRUE};
  PKINTERRUPT first = nullptr;
  PKINTERRUPT second = nullptr;
  auto alone = fully_specified(&first, &note, FALSE);
  ASSERT_EQ(IoConnectInterruptEx(&alone), STATUS_SUCCESS);
  auto sharing = fully_specified(&second, &note);
  EXPECT_EQ(IoConnectInterruptEx(&sharing), STATUS_INVALID_PARAMETER);
  IoDisconnectInterrupt(first);
  EXPECT_EQ(IoConnectInterruptEx(&sharing), STATUS_SUCCESS);
  IoDisconnectInterrupt(second);
}

// wdm/ns-wdm-_io_interrupt_message_info.md
TEST(InterruptLine, MessagesHaveATable) {
  const auto device = line(4, Latched);
  std::vector<ULONG> messages;
  PVOID context = nullptr;
  auto parameters = message_based(&context, &messages);
  ASSERT_EQ(IoConnectInterruptEx(&parameters), STATUS_SUCCESS);
  EXPECT_EQ(parameters.Version, ULONG{CONNECT_MESSAGE_BASED});
  const auto* table = static_cast<PIO_INTERRUPT_MESSAGE_INFO>(context);
  ASSERT_EQ(table->MessageCount, 4U);
  EXPECT_EQ(table->UnifiedIrql, kLevel);
  EXPECT_EQ(table->MessageInfo[2].Vector, kVector + 2);
  EXPECT_EQ(table->MessageInfo[2].Irql, kLevel);
  EXPECT_EQ(table->MessageInfo[2].Mode, Latched);
  EXPECT_TRUE(device->raise(2));
  EXPECT_TRUE(device->raise(0));
  EXPECT_FALSE(device->raise(4));
  EXPECT_THAT(messages, ElementsAre(2, 0));
  const KIRQL previous = KeAcquireInterruptSpinLock(table->MessageInfo[1].InterruptObject);
  EXPECT_EQ(KeGetCurrentIrql(), kLevel);
  KeReleaseInterruptSpinLock(table->MessageInfo[1].InterruptObject, previous);
  GROUP_AFFINITY affinity{};
  EXPECT_EQ(IoGetAffinityInterrupt(table->MessageInfo[3].InterruptObject, &affinity),
            STATUS_SUCCESS);
  EXPECT_EQ(affinity.Mask, KeQueryActiveProcessors());
  IO_DISCONNECT_INTERRUPT_PARAMETERS gone{};
  gone.Version = parameters.Version;
  gone.ConnectionContext.Generic = context;
  IoDisconnectInterruptEx(&gone);
  EXPECT_FALSE(device->raise(2));
}

// wdm/ns-wdm-_io_connect_interrupt_parameters.md: without messages the fall-back routine is
// registered, and the version says so.
TEST(InterruptLine, FallBackRoutineServesALine) {
  const auto device = line();
  std::vector<int> order;
  Note note{&order, 1, TRUE};
  PVOID context = nullptr;
  auto parameters = message_based(&context, nullptr);
  EXPECT_EQ(IoConnectInterruptEx(&parameters), STATUS_NOT_FOUND);
  parameters.MessageBased.ServiceContext = &note;
  parameters.MessageBased.FallBackServiceRoutine = serve;
  ASSERT_EQ(IoConnectInterruptEx(&parameters), STATUS_SUCCESS);
  EXPECT_EQ(parameters.Version, ULONG{CONNECT_LINE_BASED});
  EXPECT_TRUE(device->raise());
  IoDisconnectInterrupt(static_cast<PKINTERRUPT>(context));
}

// iointex/nf-iointex-wdmlibioconnectinterruptex.md, table of return codes
TEST(InterruptLine, RefusalsAreTheDocumentedOnes) {
  std::vector<int> order;
  Note note{&order, 1, TRUE};
  PKINTERRUPT object = nullptr;
  auto parameters = line_based(&object, &note);
  EXPECT_EQ(IoConnectInterruptEx(&parameters), STATUS_NOT_FOUND);
  parameters = fully_specified(&object, &note);
  EXPECT_EQ(IoConnectInterruptEx(&parameters), STATUS_NOT_FOUND);
  const auto device = line(2, Latched);
  parameters = line_based(&object, &note);
  EXPECT_EQ(IoConnectInterruptEx(&parameters), STATUS_INVALID_DEVICE_REQUEST);
  parameters.LineBased.PhysicalDeviceObject = nullptr;
  EXPECT_EQ(IoConnectInterruptEx(&parameters), STATUS_INVALID_PARAMETER);
  parameters.Version = 77;
  EXPECT_EQ(IoConnectInterruptEx(&parameters), STATUS_INVALID_PARAMETER_1);
  parameters = fully_specified(&object, &note);
  parameters.FullySpecified.ProcessorEnableMask = 0;
  EXPECT_EQ(IoConnectInterruptEx(&parameters), STATUS_INVALID_PARAMETER_10);
  parameters = fully_specified(&object, &note);
  parameters.Version = CONNECT_FULLY_SPECIFIED_GROUP;
  parameters.FullySpecified.Group = 1;
  EXPECT_EQ(IoConnectInterruptEx(&parameters), STATUS_INVALID_PARAMETER);
  parameters.FullySpecified.Group = 0;
  ASSERT_EQ(IoConnectInterruptEx(&parameters), STATUS_SUCCESS);
  IoDisconnectInterrupt(object);
  EXPECT_EQ(IoGetAffinityInterrupt(object, nullptr), STATUS_INVALID_PARAMETER);
}

// kernel/making-an-isr-active-or-inactive.md
TEST(InterruptLine, InactiveRoutineIsNotCalled) {
  const auto device = line();
  std::vector<int> order;
  Note note{&order, 1, TRUE};
  PKINTERRUPT object = nullptr;
  auto parameters = line_based(&object, &note);
  ASSERT_EQ(IoConnectInterruptEx(&parameters), STATUS_SUCCESS);
  IO_REPORT_INTERRUPT_ACTIVE_STATE_PARAMETERS state{};
  state.Version = CONNECT_LINE_BASED;
  state.ConnectionContext.InterruptObject = object;
  IoReportInterruptInactive(&state);
  EXPECT_FALSE(device->raise());
  IoReportInterruptActive(&state);
  IoReportInterruptActive(&state);
  EXPECT_TRUE(device->raise());
  IoDisconnectInterrupt(object);
}

TEST(InterruptLine, ConnectIsAFaultPoint) {
  const auto device = line();
  std::vector<int> order;
  Note note{&order, 1, TRUE};
  PKINTERRUPT object = nullptr;
  auto parameters = line_based(&object, &note);
  const sim::FaultInjection faults({.nth = 0});
  EXPECT_EQ(IoConnectInterruptEx(&parameters), STATUS_INSUFFICIENT_RESOURCES);
  EXPECT_FALSE(device->raise());
}

// A driver that connects in DriverEntry; `isr` and `synch` are bodies, `entry` follows the connect.
std::string driver(const std::string& isr, const std::string& synch, const std::string& entry,
                   const std::string& unload = "    IoDisconnectInterruptEx(&Gone);\n") {
  return "#include <ntddk.h>\n"
         "static PKINTERRUPT Interrupt; static KIRQL SeenIsr, SeenSynch; static ULONG Calls;\n"
         "static IO_DISCONNECT_INTERRUPT_PARAMETERS Gone;\n"
         "KSERVICE_ROUTINE Isr; KSYNCHRONIZE_ROUTINE Synch; DRIVER_UNLOAD Unload;\n"
         "BOOLEAN Isr(PKINTERRUPT Object, PVOID Context)\n{\n"
         "    UNREFERENCED_PARAMETER(Context); SeenIsr = KeGetCurrentIrql(); Calls++;\n" +
         isr +
         "\n    return Object == Interrupt;\n}\n"
         "BOOLEAN Synch(PVOID Context)\n{\n"
         "    UNREFERENCED_PARAMETER(Context); SeenSynch = KeGetCurrentIrql();\n" +
         synch +
         "\n    return TRUE;\n}\n"
         "VOID Unload(PDRIVER_OBJECT Driver)\n{\n    UNREFERENCED_PARAMETER(Driver);\n" +
         unload +
         "}\nNTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path)\n{\n"
         "    IO_CONNECT_INTERRUPT_PARAMETERS Parameters; KIRQL Old;\n"
         "    UNREFERENCED_PARAMETER(Path); UNREFERENCED_PARAMETER(Old);\n"
         "    Driver->DriverUnload = Unload;\n"
         "    RtlZeroMemory(&Parameters, sizeof(Parameters));\n"
         "    Parameters.Version = CONNECT_LINE_BASED;\n"
         "    Parameters.LineBased.PhysicalDeviceObject = (PDEVICE_OBJECT)Driver;\n"
         "    Parameters.LineBased.InterruptObject = &Interrupt;\n"
         "    Parameters.LineBased.ServiceRoutine = Isr;\n"
         "    if (!NT_SUCCESS(IoConnectInterruptEx(&Parameters))) return STATUS_UNSUCCESSFUL; "
         "/* connected */\n"
         "    Gone.Version = Parameters.Version;\n"
         "    Gone.ConnectionContext.InterruptObject = Interrupt;\n" +
         entry + "\n    return STATUS_SUCCESS;\n}\n";
}

struct Outcome {
  Life life;
  bool claimed = false;
};

Outcome live(const std::string& source, std::function<void(nt::LoadedDriver&)> after = {}) {
  const auto device = line();
  Outcome out;
  out.life = life_of(source, ".c", {.between = [&](nt::LoadedDriver& loaded) {
                       out.claimed = device->raise();
                       if (after) after(loaded);
                     }});
  return out;
}

void expect_found(const Outcome& outcome, const std::string& source, const char* rule) {
  const auto& findings = outcome.life.findings;
  ASSERT_TRUE(has(findings, rule)) << text_of(findings);
  EXPECT_TRUE(mentions_line(first(findings, rule), "driver.c", line_of(source, "/* here */")))
      << text_of(findings);
}

TEST(InterruptDriver, LivesCleanly) {
  const Outcome outcome =
      live(driver("", "",
                  "    if (!KeSynchronizeExecution(Interrupt, Synch, NULL)) return "
                  "STATUS_UNSUCCESSFUL;\n"
                  "    if (SeenSynch != 7) return STATUS_UNSUCCESSFUL;\n"
                  "    Old = KeAcquireInterruptSpinLock(Interrupt);\n"
                  "    if (KeGetCurrentIrql() != 7) return STATUS_UNSUCCESSFUL;\n"
                  "    KeReleaseInterruptSpinLock(Interrupt, Old);\n",
                  "    IoDisconnectInterruptEx(&Gone);\n"
                  "    if (SeenIsr != 7 || Calls != 1) KeBugCheck(1);\n"));
  EXPECT_EQ(outcome.life.status, STATUS_SUCCESS);
  EXPECT_TRUE(outcome.claimed);
  EXPECT_TRUE(outcome.life.alive);
  EXPECT_TRUE(outcome.life.findings.empty()) << text_of(outcome.life.findings);
}

TEST(InterruptRules, N048InterruptConnectedAtUnloadIsFound) {
  const std::string source = driver("", "", "", "");
  const Outcome outcome = live(source);
  ASSERT_TRUE(has(outcome.life.findings, "N-048")) << text_of(outcome.life.findings);
  EXPECT_TRUE(mentions_line(first(outcome.life.findings, "N-048"), "driver.c",
                            line_of(source, "/* connected */")))
      << text_of(outcome.life.findings);
}
TEST(InterruptRules, N048InterruptDisconnectedAtUnloadIsSilent) {
  const Outcome outcome = live(driver("", "", ""));
  EXPECT_TRUE(outcome.life.findings.empty()) << text_of(outcome.life.findings);
}
TEST(InterruptRules, AnInterruptLeftBehindIsServedNoMore) {
  const auto device = line();
  const Life life = life_of(driver("", "", "", ""));
  ASSERT_TRUE(has(life.findings, "N-048"));
  EXPECT_FALSE(device->raise());
}

TEST(InterruptRules, N017ServiceThatReturnsAtAnotherIrqlIsFound) {
  const Outcome outcome = live(driver("    KeLowerIrql(PASSIVE_LEVEL);", "", ""));
  EXPECT_TRUE(has(outcome.life.findings, "N-017")) << text_of(outcome.life.findings);
  EXPECT_FALSE(outcome.life.alive);
}
TEST(InterruptRules, N018ConnectAboveItsLevelIsFound) {
  const std::string source =
      driver("", "",
             "    KeRaiseIrql(DISPATCH_LEVEL, &Old);\n"
             "    IoConnectInterruptEx(&Parameters); /* here */\n    KeLowerIrql(Old);");
  expect_found(live(source), source, "N-018");
}
TEST(InterruptRules, N018DisconnectAboveItsLevelIsFound) {
  const std::string source =
      driver("", "",
             "    KeRaiseIrql(DISPATCH_LEVEL, &Old);\n"
             "    IoDisconnectInterruptEx(&Gone); /* here */\n    KeLowerIrql(Old);");
  expect_found(live(source), source, "N-018");
}
TEST(InterruptRules, N018SynchronisedAboveTheInterruptIsFound) {
  const std::string source =
      driver("", "",
             "    KeRaiseIrql(8, &Old);\n"
             "    KeSynchronizeExecution(Interrupt, Synch, NULL); /* here */\n"
             "    KeLowerIrql(Old);");
  expect_found(live(source), source, "N-018");
}
// A routine of the service's own set of calls that is not allowed at its level.
TEST(InterruptRules, N007PoolInTheServiceIsFound) {
  const std::string source =
      driver("    ExFreePool(ExAllocatePoolWithTag(NonPagedPool, 8, 'tini')); /* here */", "", "");
  expect_found(live(source), source, "N-007");
}
TEST(InterruptRules, N021StaleInterruptIsFound) {
  const std::string source =
      driver("", "",
             "    IoDisconnectInterruptEx(&Gone);\n"
             "    KeSynchronizeExecution(Interrupt, Synch, NULL); /* here */\n",
             "");
  expect_found(live(source), source, "N-021");
}
TEST(InterruptRules, N026SynchronisedFromTheServiceIsFound) {
  const std::string source =
      driver("    KeSynchronizeExecution(Interrupt, Synch, NULL); /* here */", "", "");
  expect_found(live(source), source, "N-026");
}
TEST(InterruptRules, N028ReturnWithTheInterruptsLockIsFound) {
  const std::string source =
      driver("", "", "    Old = KeAcquireInterruptSpinLock(Interrupt); KeLowerIrql(Old);");
  const Outcome outcome = live(source);
  EXPECT_TRUE(has(outcome.life.findings, "N-028")) << text_of(outcome.life.findings);
}

// A crash in a service ends its driver; the device, and the strand that raised, go on.
TEST(InterruptDriver, CrashInTheServiceEndsTheDriverOnly) {
  const auto device = line();
  const std::string source =
      driver("    *(volatile ULONG*)(ULONG_PTR)16 = 1; /* here */", "", "", "");
  bool again = true;
  Outcome outcome;
  outcome.life = life_of(source, ".c", {.between = [&](nt::LoadedDriver&) {
                           outcome.claimed = device->raise();
                           again = device->raise();
                         }});
  expect_found(outcome, source, "N-061");
  EXPECT_FALSE(outcome.claimed);
  EXPECT_FALSE(again);
  EXPECT_FALSE(outcome.life.alive);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
}

// wdm/nf-wdm-keacquireinterruptspinlock.md: bug check for a passive-level ISR.
TEST(InterruptRules, N060SpinLockOfAPassiveInterruptStopsTheDriver) {
  const auto device = nt::declare_interrupt_line({.vector = kVector, .irql = PASSIVE_LEVEL});
  const std::string source =
      driver("", "", "    Old = KeAcquireInterruptSpinLock(Interrupt); /* here */");
  Outcome outcome;
  outcome.life = life_of(source);
  expect_found(outcome, source, "N-060");
}

// The driver's register write makes its device interrupt at once, on the driver's own thread.
TEST(InterruptDriver, DeviceAnswersARegisterWriteWithAnInterrupt) {
  const auto device = line();
  const auto registers = nt::declare_io_range(
      0x20'0000'0000, PAGE_SIZE,
      {.read = {}, .write = [&](std::uint64_t, unsigned, std::uint64_t) { device->raise(); }});
  const Life life =
      life_of(driver("", "",
                     "    {\n    PHYSICAL_ADDRESS Where; PULONG Register;\n"
                     "    Where.QuadPart = 0x2000000000LL;\n"
                     "    Register = (PULONG)MmMapIoSpace(Where, PAGE_SIZE, MmNonCached);\n"
                     "    WRITE_REGISTER_ULONG(Register, 1);\n"
                     "    MmUnmapIoSpace(Register, PAGE_SIZE);\n"
                     "    if (Calls != 1 || SeenIsr != 7 || KeGetCurrentIrql() != PASSIVE_LEVEL)\n"
                     "        return STATUS_UNSUCCESSFUL;\n    }"));
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
