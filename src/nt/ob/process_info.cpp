// Answers a driver's questions about the system's process, and about the system.
#include <cstring>
#include <optional>
#include <vector>

#include "ntifs.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"

namespace drydock::nt {
namespace {

constexpr KPRIORITY kSystemPriority = 8;
constexpr ULONG kNameTag = 0x6E507353;  // "SsPn"

using Bytes = std::vector<UCHAR>;

template <typename Information>
Bytes information_bytes(const Information& information) {
  const auto* from = reinterpret_cast<const UCHAR*>(&information);
  return {from, from + sizeof information};
}

PROCESS_BASIC_INFORMATION basic_information() {
  PROCESS_BASIC_INFORMATION out{};
  out.ExitStatus = STATUS_PENDING;
  out.AffinityMask = all_processors();
  out.BasePriority = kSystemPriority;
  out.UniqueProcessId = reinterpret_cast<ULONG_PTR>(PsGetCurrentProcessId());
  return out;
}

// Returns nothing for an unknown class. The system's process has no debugger, no image file and no
// 32-bit half.
std::optional<Bytes> information_of_process(PROCESSINFOCLASS what) {
  switch (what) {
    case ProcessBasicInformation:
      return information_bytes(basic_information());
    case ProcessDebugPort:
    case ProcessWow64Information:
      return information_bytes(ULONG_PTR{0});
    case ProcessSessionInformation:
      return information_bytes(PROCESS_SESSION_INFORMATION{PsGetCurrentProcessSessionId()});
    case ProcessHandleCount:
      return information_bytes(static_cast<ULONG>(open_handles()));
    case ProcessImageFileName:
      return information_bytes(UNICODE_STRING{});
    default:
      return std::nullopt;
  }
}

// The classes of ZwQuerySystemInformation that are documented and mean something here. No header
// declares them; drivers bring their own declarations.
enum class SystemClass : ULONG { kBasic = 0, kTimeOfDay = 3 };

struct SystemBasicInformation {
  ULONG reserved;
  ULONG timer_resolution;
  ULONG page_size;
  ULONG physical_pages;
  ULONG lowest_page;
  ULONG highest_page;
  ULONG allocation_granularity;
  ULONG_PTR lowest_user_address;
  ULONG_PTR highest_user_address;
  KAFFINITY processors;
  CHAR processor_count;
};
static_assert(sizeof(SystemBasicInformation) == 64);

Bytes basic_information_of_system() {
  SystemBasicInformation out{};
  out.timer_resolution = KeQueryTimeIncrement();
  out.page_size = PAGE_SIZE;
  out.physical_pages = out.highest_page = 1U << 20;
  out.lowest_page = 1;
  out.allocation_granularity = 0x10000;
  out.lowest_user_address = 0x10000;
  out.highest_user_address = 0x7FFF'FFFE'FFFF;
  out.processors = all_processors();
  out.processor_count = static_cast<CHAR>(processor_count());
  return information_bytes(out);
}

struct SystemTimeOfDayInformation {
  LARGE_INTEGER boot_time;
  LARGE_INTEGER current_time;
  LARGE_INTEGER time_zone_bias;
  ULONG time_zone_id;
  ULONG reserved;
  ULONGLONG boot_time_bias;
  ULONGLONG sleep_time_bias;
};

Bytes time_information_of_system() {
  SystemTimeOfDayInformation out{};
  KeQuerySystemTimePrecise(&out.current_time);
  out.boot_time.QuadPart =
      out.current_time.QuadPart - static_cast<LONGLONG>(KeQueryInterruptTime());
  return information_bytes(out);
}

std::optional<Bytes> information_of_system(SystemClass what) {
  switch (what) {
    case SystemClass::kBasic:
      return basic_information_of_system();
    case SystemClass::kTimeOfDay:
      return time_information_of_system();
    default:
      return std::nullopt;
  }
}

// The size must be exact: STATUS_INFO_LENGTH_MISMATCH says which one is.
NTSTATUS answer_with(const std::optional<Bytes>& information, PVOID buffer, ULONG length,
                     PULONG needed) {
  if (!information) return STATUS_INVALID_INFO_CLASS;
  if (needed != nullptr) *needed = static_cast<ULONG>(information->size());
  if (length < information->size()) return STATUS_INFO_LENGTH_MISMATCH;
  std::memcpy(buffer, information->data(), information->size());
  return STATUS_SUCCESS;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

NTSTATUS ZwQueryInformationProcess(HANDLE ProcessHandle, PROCESSINFOCLASS ProcessInformationClass,
                                   PVOID ProcessInformation, ULONG ProcessInformationLength,
                                   PULONG ReturnLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQueryInformationProcess");
  const NTSTATUS status = check_handle(ProcessHandle, &process_type);
  if (!NT_SUCCESS(status)) return status;
  return answer_with(information_of_process(ProcessInformationClass), ProcessInformation,
                     ProcessInformationLength, ReturnLength);
}

// No header declares it; drivers that call it bring their own declaration.
NTSTATUS ZwQuerySystemInformation(ULONG SystemInformationClass, PVOID SystemInformation,
                                  ULONG SystemInformationLength, PULONG ReturnLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQuerySystemInformation");
  return answer_with(information_of_system(static_cast<SystemClass>(SystemInformationClass)),
                     SystemInformation, SystemInformationLength, ReturnLength);
}

// The system's process cannot be ended by a driver.
NTSTATUS ZwTerminateProcess(HANDLE ProcessHandle, NTSTATUS) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwTerminateProcess");
  const NTSTATUS status = check_handle(ProcessHandle, &process_type);
  return NT_SUCCESS(status) ? STATUS_ACCESS_DENIED : status;
}

// Asks about the current process, which runs.
LARGE_INTEGER PsGetProcessExitTime(VOID) {
  advise_irql_at_most(DISPATCH_LEVEL, "PsGetProcessExitTime");
  return LARGE_INTEGER{};
}

// The system's process has no image.
PVOID PsGetProcessSectionBaseAddress(PEPROCESS) { return nullptr; }

BOOLEAN PsIsProtectedProcess(PEPROCESS) { return FALSE; }

// An empty name, which the caller frees: the system's process has no file.
NTSTATUS SeLocateProcessImageName(PEPROCESS, PUNICODE_STRING* ImageFileName) {
  require_irql_at_most(APC_LEVEL, "SeLocateProcessImageName");
  auto* const name = static_cast<PUNICODE_STRING>(
      ExAllocatePoolWithTag(PagedPool, sizeof(UNICODE_STRING), kNameTag));
  if (name == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  *name = {};
  *ImageFileName = name;
  return STATUS_SUCCESS;
}

}  // extern "C"
