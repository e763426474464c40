// Answers a driver's questions about the power of the system.
#include <cstring>
#include <optional>

#include "ntddk.h"
#include "ntpoapi.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"

using namespace drydock::nt;

namespace {

// The machine has never slept, and nothing asks it to stay awake.
std::optional<std::size_t> size_of_level(POWER_INFORMATION_LEVEL level) {
  switch (level) {
    case LastWakeTime:
    case LastSleepTime:
      return sizeof(ULONGLONG);
    case SystemExecutionState:
      return sizeof(ULONG);
    default:
      return std::nullopt;
  }
}

}  // namespace

extern "C" {

NTSTATUS ZwPowerInformation(POWER_INFORMATION_LEVEL PowerInformationLevel, PVOID InputBuffer, ULONG,
                            PVOID OutputBuffer, ULONG OutputBufferLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwPowerInformation");
  const std::optional<std::size_t> size = size_of_level(PowerInformationLevel);
  if (!size || InputBuffer != nullptr || OutputBuffer == nullptr) return STATUS_INVALID_PARAMETER;
  if (OutputBufferLength < *size) return STATUS_BUFFER_TOO_SMALL;
  std::memset(OutputBuffer, 0, *size);
  return STATUS_SUCCESS;
}

NTSTATUS NtPowerInformation(POWER_INFORMATION_LEVEL InformationLevel, PVOID InputBuffer,
                            ULONG InputBufferLength, PVOID OutputBuffer, ULONG OutputBufferLength) {
  return ZwPowerInformation(InformationLevel, InputBuffer, InputBufferLength, OutputBuffer,
                            OutputBufferLength);
}

}  // extern "C"
