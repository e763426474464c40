// The commands of the program `drydock`. Each function adds its command to the parser. When the
// user chose the command, it runs and stores its result in `exit_code`.
//
// Cost: that of parsing, until the command runs. Owner: main(), which has the parser and the exit
// code. Threads: the first thread of the program.
#pragma once

#include <CLI/CLI.hpp>

namespace drydock::cli {

// Exit codes that scripts rely on.
inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;  // findings, or a compiler that refused the source
inline constexpr int kUsage = 2;    // the request cannot be carried out

void add_rules_command(CLI::App& app, int& exit_code);
void add_explain_command(CLI::App& app, int& exit_code);
void add_cc_command(CLI::App& app, int& exit_code);
void add_load_command(CLI::App& app, int& exit_code);
void add_camera_command(CLI::App& app, int& exit_code);
void add_screen_command(CLI::App& app, int& exit_code);
void add_verify_command(CLI::App& app, int& exit_code);
void add_manual_command(CLI::App& app, int& exit_code);

}  // namespace drydock::cli
