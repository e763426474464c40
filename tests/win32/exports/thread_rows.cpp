// Routines of threads and their storage.
#include "tests/win32/exports/row_scene.h"

// Declared here, because the header that declares them has the name of another header of the kit.
extern "C" {
uintptr_t _beginthreadex(void* security, unsigned stack_size, unsigned (*start)(void*),
                         void* argument, unsigned flags, unsigned* id);
void _endthreadex(unsigned code);
}

namespace {

using namespace drydock::testing;

const ExportRows kWin32ThreadRows(
    "Win32Exports",
    {
        ROW(CreateThread, zeros(gives(nullptr)),
            proven_by("RuntimePromises.U081CreateResourceComesOnTheApplicationsThread")),
        ROW(ExitThread, zeros(ends_by("N-043")),
            proven_by("UserThread.AThreadOfTheHostIsNotTheDriversToEnd")),
        ROW(FlsAlloc, zeros_unchecked("each call gives another index"),
            proven_by("ThreadStorage.EachThreadHasItsValues")),
        ROW(FlsFree, zeros(gives(FALSE)), proven_by("ThreadStorage.EachThreadHasItsValues")),
        ROW(FlsGetValue, zeros(gives(nullptr)), proven_by("ThreadStorage.EachThreadHasItsValues")),
        ROW(FlsSetValue, zeros(gives(FALSE)), proven_by("ThreadStorage.EachThreadHasItsValues")),
        ROW(GetCurrentProcess, zeros(passes()),
            proven_by("ThreadState.NumbersNameThreadsAndTheProcess")),
        ROW(GetCurrentProcessId, zeros(gives(4)),
            proven_by("ThreadState.NumbersNameThreadsAndTheProcess")),
        ROW(GetCurrentThread, zeros(passes()),
            proven_by("ThreadState.NumbersNameThreadsAndTheProcess")),
        ROW(GetCurrentThreadId, zeros(passes()),
            proven_by("ThreadState.NumbersNameThreadsAndTheProcess")),
        ROW(GetExitCodeThread, zeros(gives(FALSE)),
            proven_by("ThreadState.NumbersNameThreadsAndTheProcess")),
        ROW(GetProcessId, zeros(gives(0)),
            proven_by("ThreadState.NumbersNameThreadsAndTheProcess")),
        ROW(GetThreadId, zeros(gives(0)), proven_by("ThreadState.NumbersNameThreadsAndTheProcess")),
        ROW(GetThreadPriority, zeros(passes()),
            proven_by("ThreadState.PrioritiesAreTheDocumentedOnes")),
        ROW(OpenProcess, zeros(gives(nullptr)),
            proven_by("ThreadState.NumbersNameThreadsAndTheProcess")),
        ROW(ResumeThread, zeros(passes()), proven_by("UserThread.WhatIsNoThreadIsRefused")),
        ROW(SetThreadAffinityMask, zeros(gives(0)),
            proven_by("ThreadState.AThreadChoosesAmongTheProcessors")),
        ROW(SetThreadPriority, zeros(gives(FALSE)),
            proven_by("ThreadState.PrioritiesAreTheDocumentedOnes")),
        ROW(SuspendThread, zeros(passes()), proven_by("UserThread.WhatIsNoThreadIsRefused")),
        ROW(TerminateThread, zeros(gives(FALSE)), proven_by("UserThread.WhatIsNoThreadIsRefused")),
        ROW(TlsAlloc, zeros_unchecked("each call gives another index"),
            proven_by("ThreadStorage.AllocationCanFail")),
        ROW(TlsFree, zeros(gives(FALSE)), proven_by("ThreadStorage.AllocationCanFail")),
        ROW(TlsGetValue, zeros(gives(nullptr)), proven_by("ThreadStorage.EachThreadHasItsValues")),
        ROW(TlsSetValue, zeros(gives(FALSE)), proven_by("ThreadStorage.EachThreadHasItsValues")),
        ROW(_beginthreadex, zeros(passes()), proven_by("UserThread.MayEndItself")),
        ROW(_endthreadex, zeros(ends_by("N-043")), proven_by("UserThread.MayEndItself")),
    });

}  // namespace
