#include <fmt/format.h>
#include <fnmatch.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/checks.h"
#include "src/cli/commands.h"
#include "src/cli/file_limit.h"
#include "src/cli/installation.h"
#include "src/cli/interruption.h"
#include "src/cli/progress.h"
#include "src/cli/report.h"
#include "src/cli/report_file.h"
#include "src/cli/with_sanitizers.h"
#include "src/nt/base/processor.h"
#include "src/nt/life/loader.h"
#include "src/verify/base/choose.h"
#include "src/verify/base/kind.h"
#include "src/verify/base/profile_file.h"
#include "src/verify/base/suppressions.h"
#include "src/verify/report/report.h"

namespace drydock::cli {
namespace {

constexpr std::uint64_t kDefaultRuns = 100;
constexpr std::uint64_t kMostRuns = 1'000'000'000;
constexpr std::uint64_t kMostJobs = 1'024;
// Mebibytes: the host alone takes less than the least, and the most does not overflow as bytes.
constexpr std::uint64_t kLeastMemory = 64, kMostMemory = 1ULL << 40;
constexpr std::uint64_t kExplored = 20'000;  // most runs of one scenario
// The run for a trace lasts no longer; the second is for a verification that was stopped.
constexpr std::chrono::milliseconds kLimitOfTrace{10'000}, kLimitOfHastyTrace{3'000};

struct VerifyOptions {
  std::string miniport, umd, avstream, profile;
  std::string scenario = "*";
  std::string faults = "each";
  std::optional<std::string> fault;  // make one run, with this fault
  std::uint64_t seed = 1;
  std::optional<std::string> schedule;  // make one run, under this schedule
  std::uint64_t runs = kDefaultRuns;
  bool explores = false;
  unsigned processors = 0;  // that drivers see; 0: what follows from the seed of each run
  unsigned jobs = 0;        // 0: one for each processor
  std::uint64_t limit = 10'000;
  std::uint64_t memory = 2'048;
  double budget = 0;  // seconds; 0: as long as it takes
  std::string personality = "windows";
  std::string windows;  // empty: the profile's, or the newest
  std::string json, sarif, junit, trace, baseline, suppress;
  std::string help_base;  // empty: the installed pages
  std::string rules = "*";
  std::string severity = "lint";
  bool lists = false;
  bool shows_debug_output = false;
  bool is_quiet = false;
};

rules::Severity severity_from(const std::string& text) {
  for (const auto severity :
       {rules::Severity::kFatal, rules::Severity::kViolation, rules::Severity::kLint}) {
    if (text == rules::name(severity)) return severity;
  }
  throw Refusal(fmt::format("--severity takes fatal, violation or lint, not '{}'", text));
}

nt::WindowsVersion windows_by_default(const verify::Profile& profile) {
  return profile.windows.value_or(nt::newest_windows());
}

nt::WindowsVersion windows_of(const VerifyOptions& options, const verify::Profile& profile) {
  if (options.windows.empty()) return windows_by_default(profile);
  const auto version = nt::windows_version_from(options.windows);
  if (!version)
    throw Refusal(
        fmt::format("--windows takes {}, not '{}'", nt::kPlayableWindows, options.windows));
  return *version;
}

// The words with which every replay command of this verification begins.
std::string command_of(const VerifyOptions& options, const verify::TestedDrivers& drivers) {
  const VerifyOptions standard;
  std::string out = "drydock verify";
  const auto add = [&](const char* name, const std::string& value, const std::string& by_default) {
    if (value != by_default) out += fmt::format(" {} {}", name, quoted(value));
  };
  add("--miniport", options.miniport, "");
  add("--umd", options.umd, "");
  add("--avstream", options.avstream, "");
  add("--profile", options.profile, "");
  add("--windows", nt::to_text(drivers.windows), nt::to_text(windows_by_default(drivers.profile)));
  add("--processors", std::to_string(options.processors), std::to_string(standard.processors));
  add("--limit", std::to_string(options.limit), std::to_string(standard.limit));
  add("--memory", std::to_string(options.memory), std::to_string(standard.memory));
  return out;
}

verify::TestedDrivers drivers_of(const VerifyOptions& options) {
  verify::TestedDrivers drivers;
  drivers.miniport = options.miniport;
  drivers.umd = options.umd;
  drivers.avstream = options.avstream;
  if (options.miniport.empty() && options.umd.empty() && options.avstream.empty())
    verify::use_reference_drivers(drivers);
  using verify::DriverKind;
  if (!drivers.miniport.empty()) verify::require_kind(drivers.miniport, DriverKind::kMiniport);
  if (!drivers.umd.empty()) verify::require_kind(drivers.umd, DriverKind::kUserMode);
  if (!drivers.avstream.empty()) verify::require_kind(drivers.avstream, DriverKind::kMinidriver);
  if (!options.profile.empty()) drivers.profile = verify::read_profile(options.profile);
  drivers.windows = windows_of(options, drivers.profile);
  return drivers;
}

// A rule that no driver can break would hide every finding.
void require_some_rule(const std::string& glob) {
  for (const rules::Rule& rule : rules::catalogue()) {
    if (fnmatch(glob.c_str(), std::string(rule.id).c_str(), 0) == 0) return;
  }
  throw Refusal(fmt::format("no rule is called '{}'; see drydock rules", glob));
}

std::string why_interrupted() { return Interruption::is_asked_to_end() ? "was interrupted" : ""; }

// Says when to stop: the user asks, or the time is used up.
std::function<std::string()> why_stop(const VerifyOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  return [began, budget = std::chrono::duration<double>(options.budget)]() -> std::string {
    if (std::string why = why_interrupted(); !why.empty()) return why;
    if (budget.count() != 0 && std::chrono::steady_clock::now() - began >= budget)
      return fmt::format("used up its budget of {} s", budget.count());
    return {};
  };
}

verify::Request request_of(const VerifyOptions& options) {
  verify::Request request;
  require_some_rule(options.rules);
  request.filter = {.rules = options.rules, .least = severity_from(options.severity)};
  if (options.faults != "none" && options.faults != "each")
    throw Refusal(fmt::format("--faults takes none or each, not '{}'", options.faults));
  if (options.personality != "windows")
    throw Refusal(
        fmt::format("the personality '{}' is not there; windows is", options.personality));
  if (!options.baseline.empty()) request.filter.baseline = verify::baseline_from(options.baseline);
  request.drivers = drivers_of(options);
  request.scenarios = verify::scenarios_for(request.drivers, options.scenario);
  if (request.scenarios.empty())
    throw Refusal(
        fmt::format("no scenario for these drivers is called '{}'; see drydock verify --list",
                    options.scenario));
  request.fails_each = options.faults == "each";
  request.runs = options.runs;
  request.explored = options.explores ? kExplored : 0;
  request.seed = options.seed;
  request.shows_debug_output = options.shows_debug_output;
  request.headers = prefix() / "include/wdk";
  request.command = command_of(options, request.drivers);
  request.limits = {std::chrono::milliseconds(options.limit), options.memory << 20};
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  request.why_stop = why_stop(options);
  request.jobs = options.jobs != 0 ? options.jobs : static_cast<unsigned>(std::max(processors, 1L));
  require_files(request.jobs);
  return request;
}

// Whether the user asked for one run instead of a verification.
bool is_replay(const VerifyOptions& options) { return options.fault || options.schedule; }

verify::Plan plan_of(const VerifyOptions& options, const verify::Request& request) {
  verify::Plan plan = {.scenario = request.scenarios.front(), .schedule = {.seed = options.seed}};
  if (request.scenarios.size() != 1)
    throw Refusal(
        fmt::format("--fault and --schedule are about one run, and {} scenarios are chosen",
                    request.scenarios.size()));
  if (options.fault) {
    const auto faults = verify::fault_plan_from(*options.fault);
    if (!faults)
      throw Refusal(fmt::format(
          "--fault takes none, N, N+DISTANCE, place:PLACE:TIME or SEED/ONE_IN, not '{}'",
          *options.fault));
    plan.faults = *faults;
  }
  if (options.schedule) {
    const auto schedule = sim::parse_schedule_plan(*options.schedule);
    if (!schedule) throw Refusal(fmt::format("--schedule '{}' is none", *options.schedule));
    plan.schedule = *schedule;
  }
  return plan;
}

// The run that a trace shows: that of the first finding, or else the one that was asked for, or the
// first scenario's without faults. None when there was no time to look for findings.
std::optional<verify::Plan> plan_to_trace(const VerifyOptions& options,
                                          const verify::Request& request,
                                          const verify::Verification& verification) {
  if (!verification.findings.empty()) return verification.findings.front().plan;
  if (!verification.stopped_because.empty()) return std::nullopt;
  if (is_replay(options)) return plan_of(options, request);
  return verify::Plan{.scenario = request.scenarios.front(), .schedule = {.seed = request.seed}};
}

// What stopped the verification does not stop the run for its trace, which has a limit of its own.
verify::Request request_of_trace(const verify::Request& request, bool was_stopped) {
  verify::Request out = request;
  const auto most = was_stopped ? kLimitOfHastyTrace : kLimitOfTrace;
  const auto wall = request.limits.wall;
  out.limits.wall = wall.count() == 0 ? most : std::min(wall, most);
  out.why_stop = nullptr;
  if (!Interruption::is_asked_to_end()) out.why_stop = why_interrupted;
  return out;
}

// Repeats a run and writes its trace whole, or says why there is none.
void write_trace(const VerifyOptions& options, const verify::Request& request,
                 const verify::Verification& verification) {
  const auto say_why_not = [](const std::string& why) {
    fmt::print(stderr, "drydock verify: no trace is written: {}\n", why);
  };
  const std::optional<verify::Plan> plan = plan_to_trace(options, request, verification);
  if (!plan)
    return say_why_not("the verification " + verification.stopped_because +
                       " before anything was found");
  const RecordedArguments arguments;
  const verify::Request repeated = request_of_trace(request, !verification.stopped_because.empty());
  const std::optional<std::string> text = verify::trace_of(repeated, *plan);
  if (text) return write_file(options.trace, *text);
  const std::string why = repeated.why_stop == nullptr ? std::string() : repeated.why_stop();
  say_why_not(why.empty() ? "the run ended its process before its trace was whole"
                          : "the verification " + why);
}

// The address of the rules' pages: the one that the user gave, or the pages beside the drivers of
// this installation. Empty when there are none.
std::string help_base_of(const VerifyOptions& options) {
  if (!options.help_base.empty()) {
    const std::size_t end = options.help_base.find_last_not_of('/');
    return options.help_base.substr(0, end + 1);
  }
  std::error_code error;
  const auto pages = prefix() / "share/drydock/rules";
  return std::filesystem::is_directory(pages, error) ? verify::file_address(pages) : std::string();
}

void write_reports(const VerifyOptions& options, const verify::Request& request,
                   const verify::Verification& verification) {
  const verify::Heading heading = {DRYDOCK_VERSION, options.personality, help_base_of(options)};
  if (!options.json.empty())
    write_file(options.json, verify::to_json(heading, request, verification));
  if (!options.sarif.empty())
    write_file(options.sarif, verify::to_sarif(heading, request, verification));
  if (!options.junit.empty()) write_file(options.junit, verify::to_junit(verification));
  if (!options.trace.empty()) write_trace(options, request, verification);
}

// A baseline may be renewed by the report of its own form.
void require_places_of_reports(const VerifyOptions& options, const verify::Request& request) {
  const verify::TestedDrivers& drivers = request.drivers;
  const std::vector<std::string> read = {drivers.miniport, drivers.umd, drivers.avstream,
                                         options.profile, options.suppress};
  require_places({options.json, options.sarif, options.junit, options.trace}, read);
  require_places({options.sarif, options.junit, options.trace}, {options.baseline});
}

int list(const VerifyOptions& options) {
  const bool is_any = options.miniport.empty() && options.umd.empty() && options.avstream.empty();
  const auto scenarios = is_any ? verify::all_scenarios()
                                : verify::scenarios_for(drivers_of(options), options.scenario);
  for (const verify::Scenario* scenario : scenarios)
    fmt::print("{:<44} {}{}\n", scenario->name, scenario->what,
               scenario->has_actors ? " (many schedules)" : "");
  fmt::print("{} scenarios\n", scenarios.size());
  return kSuccess;
}

// Why no scenario got beyond loading the driver; nothing when one did.
std::optional<std::string> why_nothing_ran(const verify::Verification& verification) {
  std::optional<std::string> why;
  for (const verify::ScenarioResult& result : verification.scenarios) {
    if (result.scenario->name.starts_with("load.")) continue;
    // One that was cut short has findings, and did not get further either.
    if (result.reason.empty()) return std::nullopt;
    if (!why) why = result.reason;
  }
  return why;
}

int verify_drivers(const VerifyOptions& options) {
  if (options.lists) return list(options);
  verify::Request request = request_of(options);
  std::optional<verify::Suppressions> suppressions;
  if (!options.suppress.empty()) {
    suppressions = verify::read_suppressions(options.suppress, verify::date_of_today());
    request.filter.suppressions = &*suppressions;
  }
  require_places_of_reports(options, request);
  // The processes of all runs inherit it.
  std::optional<nt::FixedProcessors> processors;
  if (options.processors != 0) processors.emplace(options.processors);
  verify::Verification verification;
  if (is_replay(options)) {
    verification = verify::replay(request, plan_of(options, request));
  } else {
    ProgressBar bar(!options.is_quiet);
    verification = verify::verify(
        request, [&](std::uint64_t done, std::uint64_t planned) { bar.show(done, planned); });
  }
  const bool in_colour = isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  // First, so that they are there when whoever reads the output stops reading.
  std::optional<Refusal> unwritten;
  try {
    // A run that did not do what was asked for has no reports.
    if (verification.unmet.empty()) write_reports(options, request, verification);
  } catch (const Refusal& refusal) {
    unwritten = refusal;
  }
  fmt::print("{}", options.is_quiet ? verify::summary(verification, in_colour)
                                    : verify::to_text(verification, in_colour));
  if (!verification.unmet.empty()) throw Refusal(verification.unmet);
  if (unwritten) throw Refusal(*unwritten);
  if (!verify::tally(verification.findings).is_clean()) return kFailure;
  if (Interruption::is_asked_to_end()) return kSuccess;  // main() names the signal
  if (const auto why = why_nothing_ran(verification))
    throw Refusal(
        fmt::format("every scenario was skipped or cut short, so nothing is verified: {}", *why));
  return kSuccess;
}

int run_verify(const VerifyOptions& options) {
  try {
    begin_with_sanitizers_of({options.miniport, options.umd, options.avstream});
    return verify_drivers(options);
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "drydock verify: {}\n", error.what());
  }
  return kUsage;
}

void add_driver_options(CLI::App& command, VerifyOptions& options) {
  const auto file = [&](const char* name, std::string& value, const char* what) {
    command.add_option(name, value, what)->option_text("FILE")->check(file_name());
  };
  file("--miniport", options.miniport, "A display miniport that drydock cc made");
  file("--umd", options.umd,
       "A user-mode display driver; without a miniport the software GPU serves it");
  file("--avstream", options.avstream, "An AVStream minidriver");
  file("--profile", options.profile,
       "What no interface tells of the drivers: private data, registers");
  command.add_option("--personality", options.personality, "The system that is played")
      ->option_text("windows");
  command
      .add_option("--windows", options.windows,
                  "The Windows that drivers see; by default the profile's, or 10.0.26100")
      ->option_text("6.1|6.2|6.3|10.0.N");
}

void add_run_options(CLI::App& command, VerifyOptions& options) {
  command.add_option("--scenario", options.scenario, "Play only those whose name fits")
      ->option_text("GLOB");
  command.add_flag("--list", options.lists, "List the scenarios and play none");
  command
      .add_option(
          "--faults", options.faults,
          "Calls that may fail: none of them, or each in a run of its own, some in pairs, and "
          "some in every schedule")
      ->option_text("none|each");
  command
      .add_option("--fault", options.fault,
                  "One run alone, with the faults that a finding's replay names: none, the N-th "
                  "fault point, that and the D-th after it, a place at its T-th time, or by a seed")
      ->option_text("none|N|N+D|place:PLACE:T|SEED/ONE_IN");
  command.add_option("--seed", options.seed, "Decides the order of events of the first run")
      ->option_text("N")
      ->check(whole_number(0));
  command.add_option("--runs", options.runs, "Schedules of each scenario with several actors")
      ->option_text("N")
      ->check(whole_number(1, kMostRuns));
  command
      .add_option("--schedule", options.schedule,
                  "One run alone, under a schedule that a finding's replay names")
      ->option_text("PLAN");
  command.add_flag("--explore", options.explores,
                   "Also every schedule of such scenarios with at most two switches");
  command
      .add_option("--processors", options.processors,
                  "Processors that drivers see; 0: 1, 2, 4 or 8 by the seed of each run")
      ->option_text("N")
      ->check(CLI::Range(0U, unsigned{nt::kMostProcessors}));
  command.add_flag("--debug-output", options.shows_debug_output,
                   "Show what drivers print in their clean runs, as it comes");
  command.add_option("--jobs", options.jobs, "Processes at a time; 0: one a processor")
      ->option_text("N")
      ->check(whole_number(0, kMostJobs));
  command.add_option("--limit", options.limit, "Milliseconds that a run may last; 0: any time")
      ->option_text("MS")
      ->check(whole_number(0, kMostMilliseconds));
  command
      .add_option("--budget", options.budget,
                  "Seconds for all runs together, then report what was found; 0: any time")
      ->option_text("SECONDS")
      ->check(seconds());
  command.add_option("--memory", options.memory, "Mebibytes that a run may take")
      ->option_text("MIB")
      ->check(whole_number(kLeastMemory, kMostMemory));
}

void add_report_options(CLI::App& command, VerifyOptions& options) {
  const auto file = [&](const char* name, std::string& value, const char* what) {
    command.add_option(name, value, what)->option_text("FILE")->check(file_name());
  };
  file("--json", options.json, "Write the report as JSON");
  file("--sarif", options.sarif, "Write the findings as SARIF 2.1.0");
  file("--junit", options.junit, "Write the scenarios as JUnit XML");
  file("--trace", options.trace,
       "Write what happened in the run of the first finding, for Perfetto");
  file("--baseline", options.baseline, "A former --json: report only what it has not");
  file("--suppress", options.suppress,
       "A list of findings that do not count, each by rule, function and reason; some until a day");
  command
      .add_option("--help-base", options.help_base,
                  "The address of the rules' pages for --sarif; by default the installed ones")
      ->option_text("URL");
  command.add_option("--rules", options.rules, "Report only these rules")->option_text("GLOB");
  command.add_option("--severity", options.severity, "Report only what is at least so severe")
      ->option_text("fatal|violation|lint");
  command.add_flag("-q,--quiet", options.is_quiet, "The summary alone, and no progress");
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "verify",
      "Live a driver's whole lives, with every fault and many schedules, and say what it "
      "did wrong; without a driver, the reference drivers");
  auto options = std::make_shared<VerifyOptions>();
  add_driver_options(*command, *options);
  add_run_options(*command, *options);
  add_report_options(*command, *options);
  command->footer(
      "\nExit: 0 no violation and nothing fatal, 1 findings, 2 the request cannot be carried out, "
      "or "
      "every scenario was skipped or cut short; 128 + N: signal N interrupted it, and the reports "
      "have what was "
      "found until then.");
  command->callback([options, &exit_code] { exit_code = run_verify(*options); });
}

}  // namespace drydock::cli
