#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/cc/compile.h"
#include "src/cli/commands.h"
#include "src/cli/interruption.h"

namespace drydock::cli {
namespace {

const std::map<std::string, cc::Kind> kKinds = {
    {"miniport", cc::Kind::kMiniport},
    {"umd", cc::Kind::kUserMode},
    {"avstream", cc::Kind::kAvstream},
};

// Sorts the words that the parser did not know into sources and options for the compiler.
void sort_words(const std::vector<std::string>& words, cc::Request& request) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("-fsanitize=")) {
      cc::add_sanitizers(words[i].substr(words[i].find('=') + 1), request);
      continue;
    }
    if (!words[i].starts_with('-')) {
      request.sources.emplace_back(words[i]);
      continue;
    }
    request.compiler_arguments.push_back(words[i]);
    if (cc::takes_next_word(words[i]) && i + 1 < words.size()) {
      request.compiler_arguments.push_back(words[++i]);
    }
  }
}

std::optional<cc::Kind> parse_kind(const std::string& name) {
  if (name.empty()) return std::nullopt;
  const auto found = kKinds.find(name);
  if (found == kKinds.end()) {
    throw cc::UsageError(
        fmt::format("'{}' is not a kind of driver: miniport, umd or avstream", name));
  }
  return found->second;
}

int run_cc(const CLI::App& command, const std::string& kind, const std::string& sanitizers,
           cc::Request request) {
  try {
    cc::add_sanitizers(sanitizers, request);
    sort_words(command.remaining(), request);
    request.is_stopped = Interruption::is_asked_to_end;
    request.kind = parse_kind(kind);
    cc::validate(request);
    return cc::compile(request, cc::find_toolchain()) == 0 ? kSuccess : kFailure;
  } catch (const cc::UsageError& error) {
    fmt::print(stderr, "drydock cc: {}\n", error.what());
    return kUsage;
  }
}

}  // namespace

void add_cc_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "cc", "Compile Windows driver source, as it is, into a driver that Drydock loads");
  auto request = std::make_shared<cc::Request>();
  auto kind = std::make_shared<std::string>();
  command
      ->add_option(
          "--kind", *kind,
          "The driver's kind: miniport, umd or avstream; found out from the sources when absent")
      ->option_text("KIND");
  command->add_option("-o", request->output, "The driver, or with -c the object")
      ->option_text("FILE");
  command->add_flag("-c", request->compile_only, "Compile one source to an object, do not link");
  auto sanitizers = std::make_shared<std::string>();
  command
      ->add_option("--sanitize", *sanitizers,
                   "Instrument: address, undefined, thread, or a check of undefined")
      ->option_text("LIST");
  command->add_flag("--coverage", request->coverage, "Instrument for source-based coverage");
  command->add_flag("--races", request->races,
                    "Let the driver tell its accesses to memory, so that data races are found");
  command->add_flag("-v,--verbose", request->verbose, "Print each command before it runs");
  command->allow_extras();
  command->footer(
      "\ndrydock cc [OPTIONS] SOURCES... -o DRIVER.so [COMPILER OPTIONS]\n\n"
      "Sources are .c, .cc, .cpp and .cxx files; .o files are linked. Any other option (-I, -D, "
      "-O, -W,\n"
      "-f, -MD, ...) goes to the compiler, clang 19; DRYDOCK_CLANG names another.\n"
      "Exit: 0 built, 1 the compiler or linker refused, 2 the request cannot be carried out.");
  command->callback(
      [=, &exit_code] { exit_code = run_cc(*command, *kind, *sanitizers, *request); });
}

}  // namespace drydock::cli
