// The routines that connect and disconnect: who may, and what is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/bus/interrupt.h"
#include "src/nt/bus/interrupt_line.h"
#include "src/nt/bus/io_space.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/nt/bus/interrupt_scene.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
namespace sim = drydock::sim;
using namespace drydock::testing;
using ::testing::ElementsAre;
BOOLEAN NTAPI serve_message(PKINTERRUPT, PVOID context, ULONG message) {
  static_cast<std::vector<ULONG>*>(context)->push_back(message);
  return TRUE;
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

TEST(InterruptRules, N048InterruptConnectedAtUnloadIsFound) {
  const std::string source = driver("", "", "", "");
  const InterruptLife outcome = live(source);
  ASSERT_TRUE(has(outcome.life.findings, "N-048")) << text_of(outcome.life.findings);
  EXPECT_TRUE(mentions_line(first(outcome.life.findings, "N-048"), "driver.c",
                            line_of(source, "/* connected */")))
      << text_of(outcome.life.findings);
}
TEST(InterruptRules, N048InterruptDisconnectedAtUnloadIsSilent) {
  const InterruptLife outcome = live(driver("", "", ""));
  EXPECT_TRUE(outcome.life.findings.empty()) << text_of(outcome.life.findings);
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

}  // namespace
