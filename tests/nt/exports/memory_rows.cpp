// Routines of sections and virtual memory.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kMemoryRows(
    "ExecutiveExports",
    {
        ROW(MmMapViewInSessionSpace, up_to(APC_LEVEL), zeros(gives(STATUS_OBJECT_TYPE_MISMATCH)),
            works([] {
              HANDLE handle = nullptr;
              LARGE_INTEGER most{.QuadPart = PAGE_SIZE};
              EXPECT_EQ(ZwCreateSection(&handle, SECTION_ALL_ACCESS, nullptr, &most, PAGE_READWRITE,
                                        SEC_COMMIT, nullptr),
                        STATUS_SUCCESS);
              PVOID section = nullptr, base = nullptr;
              SIZE_T size = 0;
              EXPECT_EQ(ObReferenceObjectByHandle(handle, SECTION_MAP_READ, nullptr, KernelMode,
                                                  &section, nullptr),
                        STATUS_SUCCESS);
              EXPECT_EQ(MmMapViewInSessionSpace(section, &base, &size), STATUS_SUCCESS);
              EXPECT_EQ(size, PAGE_SIZE);
              static_cast<UCHAR*>(base)[9] = 1;
              EXPECT_EQ(MmUnmapViewInSessionSpace(base), STATUS_SUCCESS);
              ObDereferenceObject(section);
              ZwClose(handle);
            })),
        ROW(MmMapViewInSystemSpace, up_to(APC_LEVEL), zeros(gives(STATUS_OBJECT_TYPE_MISMATCH)),
            proven_by("Section.SystemViewIsOfAReferencedObject")),
        ROW(MmSecureVirtualMemory, up_to(APC_LEVEL), zeros(gives(nullptr)),
            proven_by("Probe.SecureAnswersNullForBadMemory")),
        ROW(MmSecureVirtualMemoryEx, up_to(APC_LEVEL), zeros(gives(nullptr)), works([] {
              EXPECT_EQ(MmSecureVirtualMemoryEx(nullptr, PAGE_SIZE, PAGE_READWRITE, 0), nullptr);
            })),
        ROW(MmUnmapViewInSessionSpace, up_to(APC_LEVEL), zeros(gives(STATUS_NOT_MAPPED_VIEW)),
            answers(STATUS_NOT_MAPPED_VIEW,
                    [] { return MmUnmapViewInSessionSpace(&this_driver()); })),
        ROW(MmUnmapViewInSystemSpace, up_to(APC_LEVEL), zeros(gives(STATUS_NOT_MAPPED_VIEW)),
            proven_by("Section.SystemViewIsOfAReferencedObject")),
        ROW(MmUnsecureVirtualMemory, up_to(APC_LEVEL), zeros(passes()),
            proven_by("Probe.SecureAnswersNullForBadMemory")),
        ROW(ProbeForRead, up_to(APC_LEVEL), zeros(passes()),
            proven_by("UserMemoryRules.N058TouchedAtDispatchLevelIsFound")),
        ROW(ProbeForWrite, up_to(APC_LEVEL), zeros(passes()), proven_by("Probe.DriversCatchIt")),
        ROW(ZwAllocateVirtualMemory, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INVALID_PAGE_PROTECTION)),
            proven_by("VirtualMemory.RefusalsAreTheDocumentedOnes")),
        ROW(ZwCreateSection, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PAGE_PROTECTION)),
            proven_by("Section.NamedSectionIsOpened", "Section.EveryStepIsAFaultPoint")),
        ROW(ZwFlushVirtualMemory, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("Routines.MemoryOfAProcessIsDescribed",
                      "MemoryQuery.RefusesOtherQuestionsProcessesAndAddresses")),
        ROW(ZwFreeVirtualMemory, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER_4)),
            proven_by("Routines.MemoryOfAProcessIsDescribed")),
        ROW(ZwMapViewOfSection, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Section.RefusalsAreTheDocumentedOnes")),
        ROW(ZwOpenSection, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Section.NamedSectionIsOpened")),
        ROW(ZwQueryVirtualMemory, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INFO_LENGTH_MISMATCH)),
            proven_by("Routines.MemoryOfAProcessIsDescribed",
                      "MemoryQuery.RefusesOtherQuestionsProcessesAndAddresses")),
        ROW(ZwUnmapViewOfSection, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("Section.ViewsShowTheSameBytes",
                      "Section.ViewAtAnAddressIsRefusedWhereSomethingIsAndUnlessItIsAligned")),
    });

}  // namespace
