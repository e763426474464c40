// Routines of the bus: DMA, interrupts, memory of devices.
#include "tests/nt/exports/row_scene.h"

// No header declares them; drivers bring their own declarations.
extern "C" {
BOOLEAN x86BiosCall(ULONG Interrupt, PVOID Registers);
NTSTATUS x86BiosAllocateBuffer(PULONG Size, PUSHORT Segment, PUSHORT Offset);
NTSTATUS x86BiosFreeBuffer(USHORT Segment, USHORT Offset);
NTSTATUS x86BiosReadMemory(USHORT Segment, USHORT Offset, PVOID Buffer, ULONG Size);
NTSTATUS x86BiosWriteMemory(USHORT Segment, USHORT Offset, PVOID Buffer, ULONG Size);
}

namespace {

using namespace drydock::testing;

const ExportRows kBusRows(
    "ExecutiveExports",
    {
        ROW(HalGetBusData, at_any_level(), zeros(gives(0)),
            proven_by("Hal.SlotsOfTheFirstBusAreEmptyAndThereIsNoOther")),
        ROW(HalGetBusDataByOffset, at_any_level(), zeros(gives(0)),
            proven_by("Hal.SlotsOfTheFirstBusAreEmptyAndThereIsNoOther")),
        ROW(HalGetInterruptVector, at_any_level(), zeros(gives(0)),
            proven_by("Hal.AVectorThatNoLineHasIsNone")),
        ROW(HalMakeBeep, at_any_level(), zeros(gives(FALSE)),
            proven_by("Hal.AVectorThatNoLineHasIsNone")),
        ROW(HalSetBusData, at_any_level(), zeros(gives(0)),
            proven_by("Hal.SlotsOfTheFirstBusAreEmptyAndThereIsNoOther")),
        ROW(HalSetBusDataByOffset, at_any_level(), zeros(gives(0)),
            proven_by("Hal.SlotsOfTheFirstBusAreEmptyAndThereIsNoOther")),
        ROW(HalTranslateBusAddress, at_any_level(), zeros(crash()),
            proven_by("Hal.AddressesOfTheBusArePhysical")),
        ROW(IoConnectInterrupt, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Holds.SmallAnswers")),
        ROW(IoConnectInterruptEx, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("InterruptLine.RefusalsAreTheDocumentedOnes",
                      "InterruptLine.VectorThatIsNotSharedIsRefusedToASecond")),
        ROW(IoDisconnectInterrupt, up_to(PASSIVE_LEVEL), zeros(ends_by("N-021")),
            proven_by("InterruptLine.VectorThatIsNotSharedIsRefusedToASecond")),
        ROW(IoDisconnectInterruptEx, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("InterruptLine.MessagesHaveATable")),
        ROW(IoGetAffinityInterrupt, at_any_level(), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("InterruptLine.MessagesHaveATable",
                      "InterruptLine.RefusalsAreTheDocumentedOnes")),
        ROW(IoGetDmaAdapter, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Dma.AdapterVersions")),
        ROW(IoReportInterruptActive, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("InterruptLine.InactiveRoutineIsNotCalled")),
        ROW(IoReportInterruptInactive, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("InterruptLine.InactiveRoutineIsNotCalled")),
        ROW(KeAcquireInterruptSpinLock, at_any_level(), zeros(ends_by("N-021")),
            proven_by("InterruptLine.MessagesHaveATable")),
        ROW(KeReleaseInterruptSpinLock, at_any_level(), zeros(ends_by("N-021")),
            proven_by("InterruptLine.MessagesHaveATable")),
        ROW(KeSynchronizeExecution, at_any_level(), zeros(ends_by("N-021")),
            proven_by("InterruptRules.N018SynchronisedAboveTheInterruptIsFound")),
        ROW(MmAllocateMdlForIoSpace, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("IoSpaceMdl.RefusesNoRangesPartsOfPagesAndWhatIsTooLarge",
                      "Routines.AnMdlDescribesMemoryOfADevice")),
        ROW(MmMapIoSpace, up_to(DISPATCH_LEVEL), zeros(ends_by("N-056")),
            proven_by("IoSpace.FailsAtAFaultPoint")),
        ROW(MmMapIoSpaceEx, up_to(DISPATCH_LEVEL), zeros(gives(nullptr)),
            proven_by("IoSpace.ProtectionOfAMapping",
                      "IoSpace.OnlyDocumentedProtectionsAreMapped")),
        ROW(MmUnmapIoSpace, up_to(DISPATCH_LEVEL), zeros(ends_by("N-055")),
            proven_by("IoSpace.ProtectionOfAMapping")),
        ROW(x86BiosAllocateBuffer, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_NOT_SUPPORTED)),
            proven_by("X86Bios.IsNotThere")),
        ROW(x86BiosCall, up_to(PASSIVE_LEVEL), zeros(gives(FALSE)),
            proven_by("X86Bios.IsNotThere")),
        ROW(x86BiosFreeBuffer, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_NOT_SUPPORTED)),
            works([] { EXPECT_EQ(x86BiosFreeBuffer(0x2000, 0), STATUS_NOT_SUPPORTED); })),
        ROW(x86BiosReadMemory, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_NOT_SUPPORTED)), works([] {
              UCHAR room[4] = {};
              EXPECT_EQ(x86BiosReadMemory(0xC000, 0, room, 4), STATUS_NOT_SUPPORTED);
            })),
        ROW(x86BiosWriteMemory, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_NOT_SUPPORTED)), works([] {
              UCHAR room[4] = {};
              EXPECT_EQ(x86BiosWriteMemory(0xC000, 0, room, 4), STATUS_NOT_SUPPORTED);
            })),
    });

}  // namespace
