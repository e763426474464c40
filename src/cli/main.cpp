#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>

#include "src/cli/commands.h"
#include "src/cli/interruption.h"

namespace {

bool has_command(CLI::App& app, const std::string& name) {
  return !app.get_subcommands([&name](CLI::App* command) { return command->check_name(name); })
              .empty();
}

int run(int argc, char** argv) {
  CLI::App app("Drydock: Windows display and streaming drivers, lifted out of Windows", "drydock");
  app.set_version_flag("--version", DRYDOCK_VERSION);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  int exit_code = drydock::cli::kSuccess;
  drydock::cli::add_cc_command(app, exit_code);
  drydock::cli::add_load_command(app, exit_code);
  drydock::cli::add_camera_command(app, exit_code);
  drydock::cli::add_screen_command(app, exit_code);
  drydock::cli::add_verify_command(app, exit_code);
  drydock::cli::add_rules_command(app, exit_code);
  drydock::cli::add_explain_command(app, exit_code);
  drydock::cli::add_manual_command(app, exit_code);
  if (argc > 1 && argv[1][0] != '-' && !has_command(app, argv[1])) {
    fmt::print(stderr, "drydock: there is no command '{}'; see drydock --help\n", argv[1]);
    return drydock::cli::kUsage;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? drydock::cli::kSuccess : drydock::cli::kUsage;
  }
  if (const int signal = drydock::cli::Interruption::signal(); signal != 0) return 128 + signal;
  return exit_code;
}

// The last words, for which there may be no place either.
void complain(const char* words) {
  std::fputs(fmt::format("drydock: {}\n", words).c_str(), stderr);
}

// A disk that is full shows only when everything is written.
int after_output(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  complain("the standard output cannot be written");
  return drydock::cli::kUsage;
}

}  // namespace

int main(int argc, char** argv) {
  const drydock::cli::Interruption interruption;
  try {
    return after_output(run(argc, argv));
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0) return after_output(drydock::cli::kUsage);
    complain(error.what());
    return drydock::cli::kUsage;
  }
}
