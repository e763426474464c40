// Drivers written in a test, built with `drydock cc` and lived from DriverEntry to DriverUnload.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/nt/life/loader.h"
#include "src/rules/finding.h"

namespace drydock::testing {

struct LifeOptions {
  std::vector<std::string> arguments = {};  // more words for drydock cc
  std::optional<std::uint64_t> seed = {};   // lives under this schedule
  std::optional<std::uint64_t> fault = {};  // the fault point that fails
  std::function<void(nt::LoadedDriver&)> between =
      nullptr;  // after a DriverEntry that succeeded, before unload
};

struct Life {
  NTSTATUS status = STATUS_UNSUCCESSFUL;  // the result of DriverEntry
  bool alive = false;                     // the driver came to its regular end
  std::uint64_t fault_points = 0;         // that it met
  std::vector<rules::Finding> findings;
  std::shared_ptr<nt::LoadedDriver>
      driver;  // keeps the code mapped, so that stacks can be resolved
};

// A driver in C or C++ with an unload routine, whose DriverEntry is `body`: it sees `driver` and
// `path` and returns a status.
std::string driver_of(const std::string& helpers, const std::string& body);

// Builds a source to a driver, which is stored in the build folder from run to run. The file is
// called "driver" and the suffix. Throws std::runtime_error with the compiler's words when it is
// refused.
std::filesystem::path build_driver(const std::string& source, const std::string& suffix = ".c",
                                   const std::vector<std::string>& arguments = {});

// The same for sources that lie in tests/drivers: the C and C++ files of a folder.
std::filesystem::path build_sample(const std::string& folder,
                                   const std::vector<std::string>& arguments = {});

// Loads, starts and unloads; `arguments` of the options are of no use here.
Life life_of_file(const std::filesystem::path& file, const LifeOptions& options = {});

// Builds, and lives that life.
Life life_of(const std::string& source, const std::string& suffix = ".c",
             const LifeOptions& options = {});

bool has(const std::vector<rules::Finding>& findings, std::string_view rule);

// Returns how many findings of a rule there are.
std::size_t count(const std::vector<rules::Finding>& findings, std::string_view rule);

// The first finding of a rule; throws std::runtime_error with all that were raised when there is
// none.
const rules::Finding& first(const std::vector<rules::Finding>& findings, std::string_view rule);

// True when some stack of the finding passes this line of the file.
bool mentions_line(const rules::Finding& finding, std::string_view file, int line);

// The number of the first line that holds the mark, such as a comment. 0 when there is none.
int line_of(std::string_view source, std::string_view mark);

// All findings as text, for a test's message.
std::string text_of(const std::vector<rules::Finding>& findings);

}  // namespace drydock::testing
