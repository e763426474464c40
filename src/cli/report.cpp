#include "src/cli/report.h"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

#include "src/cli/commands.h"
#include "src/cli/report_file.h"
#include "src/nt/driver/load_error.h"

namespace drydock::cli {

void write_file(const std::string& path, const std::string& contents) {
  ReportFile file(path);
  file.write(contents);
  file.put_in_place();
}

int run_or_explain(const char* command, const std::function<int()>& body) {
  try {
    return body();
  } catch (const nt::LoadError& error) {
    fmt::print(stderr, "drydock {}: {}\n", command, error.what());
  } catch (const Refusal& error) {
    fmt::print(stderr, "drydock {}: {}\n", command, error.what());
  }
  return kUsage;
}

std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-=:,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace drydock::cli
