#include "src/verify/base/start_help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "src/nt/base/windows_version.h"
#include "src/nt/driver/elf_imports.h"
#include "src/nt/driver/load_error.h"
#include "src/nt/rtl/names.h"

namespace drydock::verify {
namespace {

// What a driver can look at that --windows and --profile change.
constexpr std::string_view kVersionRoutines[] = {"RtlGetVersion",
                                                 "RtlVerifyVersionInfo",
                                                 "PsGetVersion",
                                                 "IoIsWdmVersionAvailable",
                                                 "RtlIsNtDdiVersionAvailable",
                                                 "MmGetSystemRoutineAddress",
                                                 "GetVersionExA",
                                                 "GetVersionExW"};
constexpr std::string_view kRegistryRoutines[] = {"ZwOpenKey",
                                                  "ZwOpenKeyEx",
                                                  "ZwQueryValueKey",
                                                  "RtlQueryRegistryValues",
                                                  "RtlQueryRegistryValuesEx",
                                                  "RtlCheckRegistryKey",
                                                  "IoOpenDeviceRegistryKey",
                                                  "IoOpenDriverRegistryKey"};

struct Looks {
  bool at_version = false;
  bool at_registry = false;
};

Looks looks_of(const std::filesystem::path& driver) {
  try {
    const std::vector<std::string> imports = nt::read_elf(driver).undefined;
    const auto has_any = [&](std::span<const std::string_view> names) {
      return std::ranges::any_of(names, [&](std::string_view each) {
        return std::ranges::find(imports, each) != imports.end();
      });
    };
    return {has_any(kVersionRoutines), has_any(kRegistryRoutines)};
  } catch (const nt::LoadError&) {
    return {};
  }
}

std::string advice_from(const std::vector<std::string>& ways) {
  return ways.empty() ? std::string() : fmt::format("; {}", fmt::join(ways, "; "));
}

std::string version_advice() {
  return fmt::format("it looks at the version of Windows, and {} is played (--windows)",
                     nt::to_text(nt::windows_version()));
}

// Of a driver that refused before it saw a device, or one without registers.
std::string advice_of(const Looks& looks) {
  std::vector<std::string> ways;
  if (looks.at_registry) ways.emplace_back("a profile gives values in the registry (--profile)");
  if (looks.at_version) ways.push_back(version_advice());
  return advice_from(ways);
}

std::string advice_of_device(const TestedDrivers& drivers, bool has_registers) {
  std::vector<std::string> ways;
  if (has_registers) {
    ways.emplace_back("a profile says what registers answer (--profile)");
  } else if (drivers.profile.devices.empty()) {
    ways.emplace_back(
        "a profile describes the device that it looks for: its identity, registers, and values in "
        "the registry (--profile)");
  } else {
    ways.emplace_back(
        "it may look for another device than the profile's: by its identity, ranges or interrupt, "
        "or by values in the registry (--profile)");
  }
  if (looks_of(drivers.miniport).at_version) ways.push_back(version_advice());
  return advice_from(ways);
}

std::string advice_for(const TestedDrivers& drivers, const dxgk::StartFailure& failure,
                       bool has_registers) {
  switch (failure.cause) {
    case dxgk::StartFailure::Cause::kDevice:
      return advice_of_device(drivers, has_registers);
    case dxgk::StartFailure::Cause::kQuery:
      return fmt::format("; Windows expects the answer of {}", failure.expected);
    case dxgk::StartFailure::Cause::kNotPlayed:
    case dxgk::StartFailure::Cause::kOther:
      break;
  }
  return {};
}

}  // namespace

std::string why_not_loaded(const std::filesystem::path& driver, std::int32_t status) {
  const std::string answer = nt::answer_text("DriverEntry", status);
  if (status == STATUS_REVISION_MISMATCH && nt::windows_version() != nt::newest_windows())
    return fmt::format(
        "{}: its interface is newer than that of Windows {}; --windows chooses another", answer,
        nt::to_text(nt::windows_version()));
  return answer + advice_of(looks_of(driver));
}

std::string why_not_started(const TestedDrivers& drivers, const dxgk::StartFailure& failure,
                            bool has_registers, const std::string& which) {
  return which + " does not start: " + to_text(failure) +
         advice_for(drivers, failure, has_registers);
}

std::string why_not_started(const std::filesystem::path& driver, const std::string& answer) {
  return "the device does not start: " + answer + advice_of(looks_of(driver));
}

}  // namespace drydock::verify
