// The manual and the completion of shells, made from the commands and options themselves.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "src/cli/commands.h"

namespace drydock::cli {
namespace {

std::vector<CLI::App*> commands_of(CLI::App& app) {
  return app.get_subcommands([](CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return !option->get_positional(); });
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

// As troff takes it: a line that begins with a point or an apostrophe would be a request.
std::string troff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      if ((out.empty() || out.back() == '\n') && (c == '.' || c == '\'')) out += "\\&";
      out += c;
    }
  }
  return out;
}

std::string manual_of(const CLI::Option& option) {
  std::string out = ".TP\n\\fB" + troff(option.get_name(/*positional=*/false, true)) + "\\fR";
  if (takes_value(option)) out += " \\fI" + troff(option.get_option_text()) + "\\fR";
  return out + "\n" + troff(option.get_description()) + "\n";
}

std::string manual_of(CLI::App& app, const CLI::App& command) {
  std::string out = fmt::format(".SH {} {}\n{}.\n", troff(app.get_name()),
                                troff(command.get_name()), troff(command.get_description()));
  for (const CLI::Option* option : options_of(command)) out += manual_of(*option);
  const std::string footer = command.get_footer();
  if (!footer.empty()) out += ".PP\n" + troff(footer.substr(footer.find_first_not_of('\n'))) + "\n";
  return out;
}

std::string manual_of(CLI::App& app) {
  std::string out = fmt::format(
      ".TH DRYDOCK 1 \"\" \"drydock {}\" \"User Commands\"\n.SH NAME\ndrydock \\- {}\n"
      ".SH SYNOPSIS\n\\fBdrydock\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n",
      DRYDOCK_VERSION, troff(app.get_description()));
  for (CLI::App* command : commands_of(app)) out += manual_of(app, *command);
  return out + ".SH SEE ALSO\nThe documents that are installed beside this page, in doc/drydock.\n";
}

std::string names_of(const CLI::App& command) {
  std::string out;
  for (const CLI::Option* option : options_of(command)) {
    for (const std::string& name : option->get_lnames()) out += " --" + name;
  }
  return out.empty() ? out : out.substr(1);
}

std::string completion_of(CLI::App& app) {
  std::string names;
  std::string cases;
  for (CLI::App* command : commands_of(app)) {
    names += " " + command->get_name();
    cases += fmt::format("    {}) words='{}' ;;\n", command->get_name(), names_of(*command));
  }
  return fmt::format(
      "# Completion of drydock for bash.\n"
      "_drydock() {{\n"
      "  local words='' current=\"${{COMP_WORDS[COMP_CWORD]}}\"\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '{}' -- \"$current\"))\n"
      "    return\n"
      "  fi\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{}  esac\n"
      "  case \"$current\" in\n"
      "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
      "  esac\n"
      "}}\n"
      "complete -o default -F _drydock drydock\n",
      names.substr(1), cases);
}

}  // namespace

void add_manual_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("manual", "Print the manual page, as man takes it, or completions");
  const auto is_completion = std::make_shared<bool>(false);
  command->add_flag("--completion", *is_completion, "Print the completion for bash instead");
  command->callback([&app, is_completion, &exit_code] {
    fmt::print("{}", *is_completion ? completion_of(app) : manual_of(app));
    exit_code = kSuccess;
  });
}

}  // namespace drydock::cli
