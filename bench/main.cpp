#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/growth.h"
#include "bench/paired.h"

namespace {

void print(const std::vector<drydock::bench::Result>& results) {
  fmt::print("{:<18} {:>12} {:>12}  {:<20} {:>6}  {:<15} {:>5}\n", "workload", "drydock ns",
             "peer ns", "peer", "ratio", "quartiles", "goal");
  for (const auto& r : results) {
    fmt::print("{:<18} {:>12.1f} {:>12.1f}  {:<20} {:>6.2f}  {:>6.2f} - {:<6.2f} {:>5.2f}\n",
               r.name, r.drydock_ns, r.peer_ns, r.peer, r.ratio, r.low, r.high, r.goal);
  }
}

void write_json(const std::vector<drydock::bench::Result>& results, const std::string& path) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& r : results) {
    rows.push_back({{"workload", r.name},
                    {"peer", r.peer},
                    {"drydock_ns", r.drydock_ns},
                    {"peer_ns", r.peer_ns},
                    {"ratio", r.ratio},
                    {"low", r.low},
                    {"high", r.high},
                    {"goal", r.goal}});
  }
  std::ofstream(path) << rows.dump(2) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Drydock's workloads against their peers, in turns, as ratios");
  int rounds = 9;
  std::string json;
  std::vector<std::string> only;
  app.add_option("--rounds", rounds, "Paired rounds for each workload")->check(CLI::Range(1, 1000));
  app.add_option("--json", json, "Write the table to this file too");
  app.add_option("WORKLOAD", only, "Run these instead of all");
  std::string plots;
  bool quick = false;
  bool busy = false;
  app.add_option("--plots", plots, "Folder for the pictures of growth");
  app.add_flag("--busy", busy, "Measure the processor's time: for a machine that is busy");
  app.add_flag("--quick", quick, "Smaller workloads: to see that they run");
  CLI11_PARSE(app, argc, argv);
  if (quick) drydock::bench::make_quick();
  if (busy) drydock::bench::measure_processor_time();
  std::vector<drydock::bench::Result> results;
  for (const auto& workload : drydock::bench::workloads()) {
    if (!only.empty() && std::ranges::find(only, workload.name) == only.end()) continue;
    results.push_back(drydock::bench::measure(workload, rounds));
  }
  print(results);
  if (!plots.empty()) drydock::bench::plot_growth(plots);
  if (!json.empty()) write_json(results, json);
  return 0;
}
