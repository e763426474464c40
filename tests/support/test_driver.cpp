#include "tests/support/test_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "src/sim/schedule.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace drydock::testing {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kStart = 0xcbf29ce484222325ULL;

std::uint64_t mix(std::uint64_t hash, std::string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return (hash ^ 0xff) * 0x100000001b3ULL;
}

std::uint64_t mix_file(std::uint64_t hash, const fs::path& file) {
  return mix(mix(hash, file.string()),
             std::to_string(fs::last_write_time(file).time_since_epoch().count()));
}

// The program and the headers: a driver built by others is built anew.
std::uint64_t builder() {
  static const std::uint64_t hash = [] {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(DRYDOCK_SOURCE_DIR "/include/wdk")) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    std::uint64_t out = mix_file(kStart, DRYDOCK_PROGRAM);
    for (const fs::path& file : files) out = mix_file(out, file);
    return out;
  }();
  return hash;
}

bool passes(const rules::LabelledStack& one, std::string_view file, int line) {
  const std::vector<rules::Frame> frames =
      one.frames.empty() ? rules::resolve(one.stack) : one.frames;
  return std::ranges::any_of(frames, [&](const rules::Frame& frame) {
    return frame.line == line && fs::path(frame.file).filename() == file;
  });
}

}  // namespace

fs::path build_driver(const std::string& source, const std::string& suffix,
                      const std::vector<std::string>& arguments) {
  std::uint64_t hash = mix(mix(builder(), source), suffix);
  for (const std::string& argument : arguments) hash = mix(hash, argument);
  const fs::path folder = fs::path(DRYDOCK_PROGRAM).parent_path().parent_path() / "test-drivers";
  fs::create_directories(folder);
  const fs::path driver = folder / fmt::format("driver_{:016x}.so", hash);
  if (fs::exists(driver)) return driver;
  const TempFolder sources;
  std::string command = fmt::format(
      "cc {} -o {}", sources.write("driver" + suffix, source).string(), driver.string());
  for (const std::string& argument : arguments) command += " " + argument;
  const Outcome outcome = drydock(command);
  if (outcome.exit_code != 0)
    throw std::runtime_error("drydock cc refused the driver:\n" + outcome.output);
  return driver;
}

Life life_of(const std::string& source, const std::string& suffix, const LifeOptions& options) {
  const fs::path file = build_driver(source, suffix, options.arguments);
  Life life;
  const rules::FindingLog log;
  std::optional<sim::SeededSchedule> schedule;
  if (options.seed) schedule.emplace(*options.seed);
  life.driver = nt::LoadedDriver::load(file);
  life.status = life.driver->start();
  if (NT_SUCCESS(life.status) && options.between) options.between(*life.driver);
  life.driver->unload();
  life.alive = life.driver->driver().alive();
  life.findings = log.findings();
  return life;
}

bool has(const std::vector<rules::Finding>& findings, std::string_view rule) {
  return count(findings, rule) > 0;
}

std::size_t count(const std::vector<rules::Finding>& findings, std::string_view rule) {
  return static_cast<std::size_t>(std::ranges::count_if(
      findings, [&](const rules::Finding& one) { return one.rule->id == rule; }));
}

const rules::Finding& first(const std::vector<rules::Finding>& findings, std::string_view rule) {
  const auto at = std::ranges::find_if(
      findings, [&](const rules::Finding& one) { return one.rule->id == rule; });
  if (at == findings.end())
    throw std::runtime_error(fmt::format("no finding {} among\n{}", rule, told(findings)));
  return *at;
}

bool mentions_line(const rules::Finding& finding, std::string_view file, int line) {
  return std::ranges::any_of(finding.stacks,
                             [&](const auto& one) { return passes(one, file, line); });
}

int line_of(std::string_view source, std::string_view mark) {
  const std::size_t at = source.find(mark);
  if (at == std::string_view::npos) return 0;
  return 1 + static_cast<int>(std::ranges::count(source.substr(0, at), '\n'));
}

std::string told(const std::vector<rules::Finding>& findings) {
  std::string out;
  for (const rules::Finding& finding : findings) out += rules::to_text(finding) + "\n";
  return out;
}

}  // namespace drydock::testing
