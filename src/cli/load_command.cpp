#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/checks.h"
#include "src/cli/commands.h"
#include "src/cli/installation.h"
#include "src/cli/interruption.h"
#include "src/cli/report.h"
#include "src/cli/report_file.h"
#include "src/cli/with_sanitizers.h"
#include "src/nt/driver/watchdog.h"
#include "src/nt/life/loader.h"
#include "src/nt/pool/pool.h"
#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"

namespace drydock::cli {
namespace {

constexpr unsigned kDefaultLimit = 10'000;

struct LoadOptions {
  std::string driver;
  std::optional<std::uint64_t> seed;
  std::string faults = "none";
  std::string json;
  std::string trace;
  std::string special_pool;        // empty: the environment decides
  unsigned limit = kDefaultLimit;  // milliseconds
  bool shows_debug_output = false;
};

// The result of one run of the driver.
struct Run {
  NTSTATUS status = STATUS_SUCCESS;
  std::uint64_t points = 0;  // fault points that the run met
  std::vector<rules::Finding> findings;
};

// The command that repeats this run and so reproduces its findings.
std::string replay_of(const LoadOptions& options, std::optional<std::uint64_t> fault) {
  std::string out = "drydock load " + quoted(options.driver);
  if (options.seed) out += fmt::format(" --seed {}", *options.seed);
  if (fault) out += fmt::format(" --faults {}", *fault);
  if (const auto special = nt::pool_options().special; special != nt::SpecialPool::kNone)
    out += fmt::format(" --special-pool={}", nt::to_text(special));
  if (options.limit != kDefaultLimit) out += fmt::format(" --limit {}", options.limit);
  return out;
}

Run live(const LoadOptions& options, std::optional<std::uint64_t> fault) {
  Run run;
  const rules::FindingLog log;
  const rules::ReplayCommand replay(replay_of(options, fault));
  std::optional<sim::SeededSchedule> schedule;
  if (options.seed) schedule.emplace(*options.seed);
  sim::FaultPlan plan;
  plan.nth = fault;
  const sim::FaultInjection injection(plan);
  const auto driver = nt::LoadedDriver::load(options.driver);
  run.status = driver->start();
  driver->unload();
  run.points = injection.points();
  run.findings = log.findings();
  return run;
}

std::uint64_t parse_fault(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw Refusal(
        fmt::format("--faults takes none, each or the number of a fault point, not '{}'", text));
  }
  return number;
}

// Makes the run without a fault, then one run for each fault point until there are no more or the
// user has seen enough.
std::vector<Run> run_with_all_faults(const LoadOptions& options) {
  if (options.faults == "none") return {live(options, std::nullopt)};
  if (options.faults != "each") return {live(options, parse_fault(options.faults))};
  std::vector<Run> runs = {live(options, std::nullopt)};
  for (std::uint64_t fault = 0; !Interruption::is_asked_to_end(); ++fault) {
    Run run = live(options, fault);
    if (run.points <= fault) return runs;
    runs.push_back(std::move(run));
  }
  return runs;
}

// The fault that was asked for and that the driver does not come to.
std::string unmet_of(const LoadOptions& options, const std::vector<Run>& runs) {
  if (options.faults == "none" || options.faults == "each") return {};
  const std::uint64_t points = runs.front().points;
  if (parse_fault(options.faults) < points) return {};
  return fmt::format("the run met {} fault points, and {} is none of them", points, options.faults);
}

std::string summary(const std::vector<Run>& runs, std::size_t breaches, std::size_t lints) {
  std::string out =
      fmt::format("DriverEntry returned {:#010x}", static_cast<std::uint32_t>(runs.front().status));
  if (runs.size() > 1) out += fmt::format("; {} fault points", runs.size() - 1);
  return fmt::format("{}; {} findings, {} lints\n", out, breaches, lints);
}

int load(const LoadOptions& options) {
  begin_with_sanitizers_of({options.driver});
  require_places({options.json, options.trace}, {options.driver});
  if (options.shows_debug_output) setenv("DRYDOCK_DEBUG_OUTPUT", "1", /*overwrite=*/1);
  nt::set_call_limit(std::chrono::milliseconds(options.limit));
  if (const auto special = nt::special_pool_from(options.special_pool))
    nt::set_pool_options({.special = *special});
  std::optional<RecordedArguments> arguments;
  std::optional<trace::Recording> recording;
  if (!options.trace.empty()) {
    arguments.emplace();
    recording.emplace();
  }
  const std::vector<Run> runs = run_with_all_faults(options);
  std::vector<rules::Finding> findings;
  std::size_t lints = 0;
  for (const Run& run : runs) {
    for (const rules::Finding& finding : run.findings) {
      fmt::print("{}\n", rules::to_text(finding));
      lints += rules::severity_of(finding) == rules::Severity::kLint;
      findings.push_back(finding);
    }
  }
  fmt::print("{}", summary(runs, findings.size() - lints, lints));
  if (const std::string unmet = unmet_of(options, runs); !unmet.empty()) throw Refusal(unmet);
  if (Interruption::is_asked_to_end())
    fmt::print(stderr, "drydock load: was interrupted; further fault points were not played\n");
  if (!options.json.empty()) write_file(options.json, rules::to_json(findings));
  if (!options.trace.empty()) write_file(options.trace, trace::to_chrome_json());
  return findings.size() > lints ? kFailure : kSuccess;
}

}  // namespace

void add_load_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "load", "Load a driver, run DriverEntry and DriverUnload, and say what it did wrong");
  auto options = std::make_shared<LoadOptions>();
  command->add_option("DRIVER", options->driver, "A driver that drydock cc made")->required();
  command
      ->add_option("--seed", options->seed,
                   "Let this number decide the order of all threads, and time")
      ->option_text("N")
      ->check(whole_number(0));
  command
      ->add_option(
          "--faults", options->faults,
          "Calls that may fail: none of them, each in turn in a life of its own, or only the N-th")
      ->option_text("none|each|N");
  command->add_option("--json", options->json, "Write the findings as JSON")
      ->option_text("FILE")
      ->check(file_name());
  command
      ->add_option("--trace", options->trace,
                   "Write what happened, for chrome://tracing or Perfetto")
      ->option_text("FILE")
      ->check(file_name());
  command
      ->add_flag("--special-pool", options->special_pool,
                 "Give each pool block pages of its own, with a guard page after or before it")
      ->option_text("[=after|before|none]")
      ->transform(CLI::Validator(
          [](std::string& side) {
            if (side == "true") side = nt::to_text(nt::SpecialPool::kGuardAfter);
            return nt::special_pool_from(side) ? "" : "after, before or none, not '" + side + "'";
          },
          ""));
  command
      ->add_option("--limit", options->limit,
                   "Milliseconds that a call of the driver may last; 0: any time")
      ->option_text("MS")
      ->check(whole_number(0, kMostMilliseconds));
  command->add_flag("--debug-output", options->shows_debug_output,
                    "Show what the driver prints, as it comes");
  command->footer(
      "\nExit: 0 nothing found, 1 findings, 2 the request cannot be carried out; 128 + N: signal N "
      "interrupted it.");
  command->callback([options, &exit_code] {
    exit_code = run_or_explain("load", [&] { return load(*options); });
  });
}

}  // namespace drydock::cli
