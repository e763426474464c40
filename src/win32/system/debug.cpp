// Debugging as user-mode drivers see it: OutputDebugString, breakpoints and RaiseException. No
// debugger is ever attached.
#include "src/nt/rtl/debug.h"

#include <algorithm>
#include <atomic>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/seh.h"
#include "src/nt/ob/object_names.h"
#include "wdk/crt/seh/frame.h"

namespace drydock::win32 {
namespace {

// The filter of SetUnhandledExceptionFilter. It is never called, because an unhandled exception
// ends the driver and the process continues.
std::atomic<void*> unhandled_filter = nullptr;

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

VOID OutputDebugStringA(PCSTR lpOutputString) {
  if (lpOutputString != nullptr) nt::debug_output(lpOutputString);
}

VOID OutputDebugStringW(PCWSTR lpOutputString) {
  if (lpOutputString != nullptr) nt::debug_output(nt::to_utf8(nt::text_of(lpOutputString)));
}

LOGICAL IsDebuggerPresent(VOID) { return FALSE; }

VOID DebugBreak(VOID) { nt::hit_breakpoint("DebugBreak", __builtin_return_address(0)); }

// Nothing here may need destruction: raising jumps. The address of an exception that may be
// continued is that of an instruction: the call.
VOID RaiseException(ULONG dwExceptionCode, ULONG dwExceptionFlags, ULONG nNumberOfArguments,
                    const ULONG_PTR* lpArguments) {
  constexpr ULONG kReservedBit = 0x1000'0000;
  const bool final = (dwExceptionFlags & EXCEPTION_NONCONTINUABLE) != 0;
  EXCEPTION_RECORD record{};
  record.ExceptionCode = static_cast<NTSTATUS>(dwExceptionCode & ~kReservedBit);
  record.ExceptionFlags = final ? EXCEPTION_NONCONTINUABLE : 0;
  record.ExceptionAddress = static_cast<char*>(__builtin_return_address(0)) - (final ? 0 : 1);
  if (lpArguments != nullptr)
    record.NumberParameters = std::min<ULONG>(nNumberOfArguments, EXCEPTION_MAXIMUM_PARAMETERS);
  std::copy_n(lpArguments, record.NumberParameters, record.ExceptionInformation);
  drydock_seh_raise(&record, nullptr);
}

PVOID SetUnhandledExceptionFilter(PVOID lpTopLevelExceptionFilter) {
  return unhandled_filter.exchange(lpTopLevelExceptionFilter, std::memory_order_relaxed);
}

}  // extern "C"
