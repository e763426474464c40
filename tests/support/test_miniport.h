// Miniports in tests: loaded, given a device, started, stopped, unloaded.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/device_model.h"
#include "src/nt/life/loader.h"
#include "src/rules/finding.h"

namespace drydock::testing {

struct MiniportOptions {
  std::shared_ptr<dxgk::DeviceModel> model = std::make_shared<dxgk::DeviceModel>();
  std::optional<std::uint64_t> seed = {};  // lives under this schedule
  // Values of the driver's service key, set before DriverEntry.
  std::vector<std::pair<std::u16string, std::u16string>> settings = {};
  // While the adapter is started.
  std::function<void(dxgk::Adapter&)> started = nullptr;
  // Instead of the ordinary end: stop() and remove().
  std::function<void(std::unique_ptr<dxgk::Adapter>)> end = nullptr;
};

struct MiniportLife {
  NTSTATUS entry = STATUS_UNSUCCESSFUL;  // the result of DriverEntry
  NTSTATUS add = STATUS_UNSUCCESSFUL;
  NTSTATUS start = STATUS_UNSUCCESSFUL;
  bool alive = false;             // the driver came to its regular end
  std::vector<std::string> said;  // lines that the driver wrote to port 0xE9
  std::vector<rules::Finding> findings;
  std::shared_ptr<nt::LoadedDriver> driver;  // keeps the code mapped

  // Findings of a rule.
  std::size_t count(std::string_view rule) const;
  bool has_said(std::string_view line) const;
  // Everything that happened, as text for a test's message.
  std::string findings_text() const;
};

// The whole life of a miniport with one device.
MiniportLife life_of_miniport(const std::filesystem::path& driver, const MiniportOptions& options);

// Expects that the miniport started, came to its regular end, and broke no rule at all.
void expect_silent(const MiniportLife& life);

}  // namespace drydock::testing
