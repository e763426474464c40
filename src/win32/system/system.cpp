// Queries of user-mode drivers about the machine and their process, and the process's end.
#include <fmt/format.h>

#include <atomic>

#include "src/nt/ob/handle.h"
#include "src/nt/watch/breach.h"
#include "src/win32/base/win32.h"
#include "src/win32/memory/heap_calls.h"

namespace drydock::win32 {
namespace {

constexpr ULONG64 kMegabyte = 1 << 20;

// SYSTEM_INFO.
struct MachineFacts {
  USHORT architecture = 9;  // PROCESSOR_ARCHITECTURE_AMD64
  USHORT reserved = 0;
  ULONG page_size = PAGE_SIZE;
  ULONG_PTR lowest_address = 0x10000;
  ULONG_PTR highest_address = 0x7FFF'FFFE'FFFF;
  ULONG_PTR processor_mask = 0;
  ULONG processors = 0;
  ULONG processor_type = 8664;  // PROCESSOR_AMD_X8664
  ULONG granularity = 0x10000;
  USHORT processor_level = 6;
  USHORT processor_revision = 0;
};
static_assert(sizeof(MachineFacts) == 48);

// MEMORYSTATUSEX. The same in every run: what is free on the machine is no driver's to depend on.
struct MemoryFacts {
  ULONG length = sizeof(MemoryFacts);
  ULONG load_percent = 50;
  ULONG64 physical = 16384 * kMegabyte;
  ULONG64 physical_free = 8192 * kMegabyte;
  ULONG64 page_file = 32768 * kMegabyte;
  ULONG64 page_file_free = 16384 * kMegabyte;
  ULONG64 addresses = 0x7FFF'FFFE'0000;
  ULONG64 addresses_free = 0x7FF0'0000'0000;
  ULONG64 extended_free = 0;
};
static_assert(sizeof(MemoryFacts) == 64);

// OSVERSIONINFOA and OSVERSIONINFOEXA.
struct NarrowVersion {
  ULONG size;
  ULONG major, minor, build, platform;
  char service_pack[128];
};
struct NarrowVersionEx {
  NarrowVersion plain;
  USHORT service_pack_major, service_pack_minor, suites;
  UCHAR product, reserved;
};

std::atomic<UINT> error_mode = 0;

// The process is the host's: a driver that ends it ends itself.
void end_process(const char* call, UINT code) {
  leave_if_dead();
  try {
    nt::Breach("N-061", nt::Offender::running())
        .message(
            "{}({}) was called, which ends the process of whoever uses the "
            "driver",
            call, code)
        .raise();
    return;
  } catch (const nt::DriverEnded&) {
    // Left below, after the exception was destroyed.
  }
  nt::leave_current_driver();
}

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

VOID GetSystemInfo(PVOID lpSystemInfo) {
  MachineFacts facts;
  facts.processor_mask = KeQueryActiveProcessors();
  facts.processors = KeQueryActiveProcessorCountEx(ALL_PROCESSOR_GROUPS);
  std::memcpy(lpSystemInfo, &facts, sizeof facts);
}

VOID GetNativeSystemInfo(PVOID lpSystemInfo) { GetSystemInfo(lpSystemInfo); }

LOGICAL GlobalMemoryStatusEx(PVOID lpBuffer) {
  ULONG length = 0;
  std::memcpy(&length, lpBuffer, sizeof length);
  const MemoryFacts facts;
  if (length != sizeof facts) return fail_call(error::kInvalidParameter);
  std::memcpy(lpBuffer, &facts, sizeof facts);
  return TRUE;
}

LOGICAL GetVersionExW(PRTL_OSVERSIONINFOW lpVersionInformation) {
  const ULONG size = lpVersionInformation->dwOSVersionInfoSize;
  if (size != sizeof(RTL_OSVERSIONINFOW) && size != sizeof(RTL_OSVERSIONINFOEXW))
    return fail_call(error::kInsufficientBuffer);
  return succeed_or_fail(RtlGetVersion(lpVersionInformation));
}

LOGICAL GetVersionExA(PVOID lpVersionInformation) {
  NarrowVersionEx out{};
  std::memcpy(&out.plain.size, lpVersionInformation, sizeof out.plain.size);
  if (out.plain.size != sizeof(NarrowVersion) && out.plain.size != sizeof(NarrowVersionEx))
    return fail_call(error::kInsufficientBuffer);
  RTL_OSVERSIONINFOEXW version{};
  version.dwOSVersionInfoSize = sizeof version;
  RtlGetVersion(reinterpret_cast<PRTL_OSVERSIONINFOW>(&version));
  out.plain.major = version.dwMajorVersion;
  out.plain.minor = version.dwMinorVersion;
  out.plain.build = version.dwBuildNumber;
  out.plain.platform = version.dwPlatformId;
  out.product = version.wProductType;
  std::memcpy(lpVersionInformation, &out, out.plain.size);
  return TRUE;
}

LOGICAL IsProcessorFeaturePresent(ULONG ProcessorFeature) {
  return ExIsProcessorFeaturePresent(ProcessorFeature);
}

ULONG GetCurrentProcessorNumber(VOID) { return KeGetCurrentProcessorNumberEx(nullptr); }

LOGICAL GetProcessAffinityMask(HANDLE hProcess, ULONG_PTR* lpProcessAffinityMask,
                               ULONG_PTR* lpSystemAffinityMask) {
  const NTSTATUS status = nt::check_handle(hProcess, &nt::process_type);
  if (!NT_SUCCESS(status)) return fail_call(win32_code_of(status));
  *lpProcessAffinityMask = KeQueryActiveProcessors();
  *lpSystemAffinityMask = KeQueryActiveProcessors();
  return TRUE;
}

// The text may be written to, as on Windows.
char* GetCommandLineA(VOID) {
  static char text[] = "drydock.exe";
  return text;
}

char16_t* GetCommandLineW(VOID) {
  static char16_t text[] = u"drydock.exe";
  return text;
}

UINT SetErrorMode(UINT uMode) { return error_mode.exchange(uMode, std::memory_order_relaxed); }

// There is no console.
HANDLE GetStdHandle(ULONG nStdHandle) {
  constexpr ULONG kInput = ~ULONG{0} - 9;  // STD_INPUT_HANDLE; the others follow below it
  if (kInput - nStdHandle <= 2) return nullptr;
  SetLastError(error::kInvalidHandle);
  return kNoHandle;
}

VOID ExitProcess(UINT uExitCode) { end_process("ExitProcess", uExitCode); }

LOGICAL TerminateProcess(HANDLE hProcess, UINT uExitCode) {
  const NTSTATUS status = nt::check_handle(hProcess, &nt::process_type);
  if (!NT_SUCCESS(status)) return fail_call(win32_code_of(status));
  end_process("TerminateProcess", uExitCode);
  return TRUE;
}

}  // extern "C"
