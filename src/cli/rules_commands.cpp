#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "drydock/rules.h"
#include "src/cli/checks.h"
#include "src/cli/commands.h"
#include "src/cli/report.h"
#include "src/rules/render.h"

namespace drydock::cli {
namespace {

using Render = std::string (*)(std::span<const rules::Rule>);

int explain_rule(const std::string& id) {
  const std::optional<rules::RuleId> rule = rules::RuleId::parse(id);
  if (!rule.has_value()) {
    fmt::print(stderr,
               "drydock: there is no rule '{}' (rules look like K-010; see drydock rules)\n", id);
    return kUsage;
  }
  fmt::print("{}", rules::explain(rules::find(*rule)));
  return kSuccess;
}

int write_pages(const std::string& folder) {
  std::error_code error;  // if there is none then, no file can be written, and that is told
  std::filesystem::create_directories(folder, error);
  for (const rules::Rule& rule : rules::catalogue())
    write_file((std::filesystem::path(folder) / rules::page_name(rule)).string(),
               rules::to_page(rule));
  return kSuccess;
}

}  // namespace

void add_rules_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("rules", "List every rule with its party, severity and status");
  const auto render = std::make_shared<Render>();
  *render = rules::to_text;
  const auto choose = [&](const char* flag, Render chosen, const char* what) {
    return command->add_flag_callback(flag, [render, chosen] { *render = chosen; }, what);
  };
  CLI::Option* json = choose("--json", rules::to_json, "Print an array of objects");
  CLI::Option* markdown =
      choose("--markdown", rules::to_markdown, "Print the table that docs/rules.md holds");
  markdown->excludes(json);
  const auto pages = std::make_shared<std::string>();
  command->add_option("--pages", *pages, "Write a page of HTML for each rule into this folder")
      ->option_text("FOLDER")
      ->check(file_name())
      ->excludes(json)
      ->excludes(markdown);
  command->callback([render, pages, &exit_code] {
    if (!pages->empty()) {
      exit_code = run_or_explain("rules", [&] { return write_pages(*pages); });
      return;
    }
    fmt::print("{}", (*render)(rules::catalogue()));
    exit_code = kSuccess;
  });
}

void add_explain_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("explain", "Say everything that is known of one rule");
  auto id = std::make_shared<std::string>();
  command->add_option("RULE", *id, "A rule's number, such as K-010")->required();
  command->callback([id, &exit_code] { exit_code = explain_rule(*id); });
}

}  // namespace drydock::cli
