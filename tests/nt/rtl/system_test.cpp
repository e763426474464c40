// Routines by name, processors and their state.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/sim/faults.h"

namespace {

// wdm/nf-wdm-mmgetsystemroutineaddress.md: the address, or NULL when the name cannot be resolved.
TEST(RtlSystem, SystemRoutines) {
  UNICODE_STRING name;
  RtlInitUnicodeString(&name, u"KeQueryTimeIncrement");
  EXPECT_NE(MmGetSystemRoutineAddress(&name), nullptr);
  RtlInitUnicodeString(&name, u"KeNoSuchRoutine");
  EXPECT_EQ(MmGetSystemRoutineAddress(&name), nullptr);
  RtlInitUnicodeString(&name, u"printf");
  EXPECT_EQ(MmGetSystemRoutineAddress(&name), nullptr);
}

TEST(RtlSystem, Processors) {
  KAFFINITY active = 0;
  const ULONG processors = KeQueryActiveProcessorCount(&active);
  EXPECT_GE(processors, 1u);
  EXPECT_EQ(RtlNumberOfSetBitsUlongPtr(active), processors);
  EXPECT_LT(KeGetCurrentProcessorNumber(), processors);
  PROCESSOR_NUMBER number{};
  EXPECT_EQ(KeGetProcessorNumberFromIndex(0, &number), STATUS_SUCCESS);
  EXPECT_EQ(KeGetProcessorIndexFromNumber(&number), 0u);
  EXPECT_EQ(KeGetProcessorNumberFromIndex(processors, &number), STATUS_INVALID_PARAMETER);
  EXPECT_TRUE(ExIsProcessorFeaturePresent(PF_XMMI64_INSTRUCTIONS_AVAILABLE));
  EXPECT_EQ(ExGetPreviousMode(), KernelMode);
  XSTATE_SAVE save;
  EXPECT_EQ(KeSaveExtendedProcessorState(XSTATE_MASK_LEGACY, &save), STATUS_SUCCESS);
  KeRestoreExtendedProcessorState(&save);
}

// wdm/nf-wdm-kesavefloatingpointstate.md: there may be no memory for the state.
TEST(RtlSystem, StateOfTheProcessorMayBeRefused) {
  const drydock::sim::FaultInjection injection(
      {.seed = 1, .one_in = 1, .only = drydock::sim::FaultKind::kState});
  XSTATE_SAVE extended;
  KFLOATING_SAVE floating;
  EXPECT_EQ(KeSaveExtendedProcessorState(XSTATE_MASK_LEGACY, &extended),
            STATUS_INSUFFICIENT_RESOURCES);
  EXPECT_EQ(KeSaveFloatingPointState(&floating), STATUS_INSUFFICIENT_RESOURCES);
}

}  // namespace
