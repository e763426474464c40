#include "tests/support/test_driver.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/support/file_text.h"
#include "tests/support/hang_guard.h"
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

// The compiler, and the headers that drivers share: a driver built by others is built anew.
std::uint64_t builder() {
  static const std::uint64_t hash = [] {
    std::vector<fs::path> files;
    for (const char* folder :
         {DRYDOCK_SOURCE_DIR "/include/wdk", DRYDOCK_SOURCE_DIR "/tests/drivers/shared"}) {
      for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
    }
    std::ranges::sort(files);
    std::uint64_t out = mix(kStart, file_text(DRYDOCK_COMPILER_STAMP));
    for (const fs::path& file : files) out = mix_file(out, file);
    return out;
  }();
  return hash;
}

// Returns the path at which a built driver is stored from run to run.
fs::path place_for(const std::string& name, std::uint64_t hash,
                   const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) hash = mix(hash, argument);
  const fs::path folder = DRYDOCK_DRIVER_FOLDER;
  fs::create_directories(folder);
  return folder / fmt::format("{}_{:016x}.so", name, hash);
}

// The turn of one of several tests that need the same driver at a time.
class BuildTurn {
 public:
  explicit BuildTurn(const fs::path& driver)
      : file_(open((driver.string() + ".turn").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
    if (file_ < 0 || flock(file_, LOCK_EX) != 0)
      throw std::runtime_error("no turn to build " + driver.string());
  }
  ~BuildTurn() { close(file_); }
  BuildTurn(const BuildTurn&) = delete;
  BuildTurn& operator=(const BuildTurn&) = delete;

 private:
  const int file_;
};

// Built beside its place and moved there, so that it is there whole.
void compile(const std::vector<fs::path>& sources, const std::vector<std::string>& arguments,
             const fs::path& driver) {
  const HangGuard::Pause compiling;
  const BuildTurn turn(driver);
  if (fs::exists(driver)) return;  // another process has built it meanwhile
  const fs::path made = fmt::format("{}.{}.so", driver.string(), getpid());
  std::string command = "cc";
  for (const fs::path& source : sources) command += " " + source.string();
  command += " -o " + made.string();
  for (const std::string& argument : arguments) command += " " + argument;
  const Outcome outcome = drydock(command);
  if (outcome.exit_code != 0)
    throw std::runtime_error("drydock cc refused the driver:\n" + outcome.output);
  fs::rename(made, driver);
}

bool passes(const rules::LabelledStack& one, std::string_view file, int line) {
  const std::vector<rules::Frame> frames =
      one.frames.empty() ? rules::resolve(one.stack) : one.frames;
  return std::ranges::any_of(frames, [&](const rules::Frame& frame) {
    return frame.line == line && fs::path(frame.file).filename() == file;
  });
}

}  // namespace

std::string driver_of(const std::string& helpers, const std::string& body) {
  return R"(#include <ntddk.h>
EXTERN_C_START
static VOID Unload(PDRIVER_OBJECT driver) { UNREFERENCED_PARAMETER(driver); }
DRIVER_INITIALIZE DriverEntry;
EXTERN_C_END
)" + helpers +
         R"(
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  UNREFERENCED_PARAMETER(path);
  driver->DriverUnload = Unload;
)" + body +
         "\n}\n";
}

fs::path build_driver(const std::string& source, const std::string& suffix,
                      const std::vector<std::string>& arguments) {
  const fs::path driver = place_for("driver", mix(mix(builder(), source), suffix), arguments);
  if (fs::exists(driver)) return driver;
  const TempFolder sources;
  compile({sources.write("driver" + suffix, source)}, arguments, driver);
  return driver;
}

fs::path build_sample(const std::string& folder, const std::vector<std::string>& arguments) {
  std::vector<fs::path> sources;
  std::uint64_t hash = builder();
  for (const auto& entry :
       fs::directory_iterator(fs::path(DRYDOCK_SOURCE_DIR "/tests/drivers") / folder)) {
    hash ^= mix_file(kStart, entry.path());  // files come in any order
    const std::string suffix = entry.path().extension().string();
    if (suffix == ".c" || suffix == ".cpp") sources.push_back(entry.path());
  }
  std::ranges::sort(sources);
  const fs::path driver = place_for(folder, hash, arguments);
  if (!fs::exists(driver)) compile(sources, arguments, driver);
  return driver;
}

Life life_of(const std::string& source, const std::string& suffix, const LifeOptions& options) {
  return life_of_file(build_driver(source, suffix, options.arguments), options);
}

Life life_of_file(const fs::path& file, const LifeOptions& options) {
  Life life;
  const rules::FindingLog log;
  std::optional<sim::SeededSchedule> schedule;
  if (options.seed) schedule.emplace(*options.seed);
  const sim::FaultInjection injection({.nth = options.fault});
  life.driver = nt::LoadedDriver::load(file);
  life.status = life.driver->start();
  if (NT_SUCCESS(life.status) && options.between) options.between(*life.driver);
  life.driver->unload();
  life.alive = life.driver->driver().alive();
  life.fault_points = injection.points();
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
    throw std::runtime_error(fmt::format("no finding {} among\n{}", rule, text_of(findings)));
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

std::string text_of(const std::vector<rules::Finding>& findings) {
  std::string out;
  for (const rules::Finding& finding : findings) out += rules::to_text(finding) + "\n";
  return out;
}

}  // namespace drydock::testing
