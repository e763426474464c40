#include "src/verify/engine/line_coverage.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>

namespace drydock::verify {
namespace {

namespace fs = std::filesystem;

// Read by clang's runtime in each driver that is loaded.
constexpr const char* kVariable = "LLVM_PROFILE_FILE";

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A driver that counts has a section that maps counters to lines.
bool counts_lines(const fs::path& driver) {
  return content_of(driver).find("__llvm_covmap") != std::string::npos;
}

// The tool has to be of the release of clang that `drydock cc` uses: file formats differ.
std::optional<std::string> find_tool(const std::string& name) {
  const char* const path = getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = fmt::format("{}/{}-19", folder, name);
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  const std::string file = "/usr/lib/llvm-19/bin/" + name;
  return access(file.c_str(), X_OK) == 0 ? std::optional(file) : std::nullopt;
}

// True when the tool succeeded. Its standard output goes to the file `printed`.
bool run_tool(std::vector<std::string> words, const fs::path& printed) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, printed.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int error =
      posix_spawn(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  return error == 0 && waitpid(process, &status, 0) == process && status == 0;
}

// Drops the file that clang writes before the name of a static function, and demangles the rest.
std::string plain_name(const std::string& name) {
  const std::string own = name.substr(name.rfind(':') + 1);
  const std::unique_ptr<char, decltype(&free)> words(
      abi::__cxa_demangle(own.c_str(), nullptr, nullptr, nullptr), free);
  return words == nullptr ? own : words.get();
}

// "N,rest" of a row.
std::pair<std::uint64_t, std::string> number_and_rest(const std::string& row) {
  std::uint64_t number = 0;
  const std::size_t comma = std::min(row.find(','), row.size());
  std::from_chars(row.data(), row.data() + comma, number);
  return {number, comma == row.size() ? std::string() : row.substr(comma + 1)};
}

}  // namespace

std::uint64_t LineCoverage::lines() const {
  std::uint64_t sum = 0;
  for (const File& file : files) sum += file.lines;
  return sum;
}

std::uint64_t LineCoverage::reached() const {
  std::uint64_t sum = lines();
  for (const File& file : files) sum -= file.missed.size();
  return sum;
}

LineCoverage line_coverage_from(const std::string& lcov) {
  LineCoverage out;
  std::map<std::string, bool>
      functions;  // whether it ran; functions of a header occur several times
  std::istringstream rows(lcov);
  for (std::string row; std::getline(rows, row);) {
    if (row.starts_with("SF:")) out.files.push_back({.name = row.substr(3), .missed = {}});
    if (out.files.empty()) continue;
    if (row.starts_with("FNDA:")) {
      const auto [times, name] = number_and_rest(row.substr(5));
      functions[plain_name(name)] |= times != 0;
    } else if (row.starts_with("DA:")) {
      const auto [line, times] = number_and_rest(row.substr(3));
      ++out.files.back().lines;
      if (times == "0") out.files.back().missed.push_back(static_cast<std::uint32_t>(line));
    }
  }
  for (const auto& [name, ran] : functions) {
    if (!ran) out.never_reached.push_back(name);
  }
  return out;
}

LineCounters::LineCounters(const TestedDrivers& drivers) {
  for (const fs::path& driver : {drivers.miniport, drivers.umd, drivers.avstream}) {
    if (!driver.empty() && counts_lines(driver)) counting_.push_back(driver.string());
  }
  if (counting_.empty()) return;
  std::string name = (fs::temp_directory_path() / "drydock-lines-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return;
  folder_ = name;
  // %m: one file for all loads of a driver. %c: the driver maps it while it counts.
  setenv(kVariable, (folder_ / "%m%c.profraw").c_str(), /*overwrite=*/1);
}

LineCounters::~LineCounters() {
  if (folder_.empty()) return;
  unsetenv(kVariable);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::optional<LineCoverage> LineCounters::read() const {
  if (counting_.empty()) return std::nullopt;
  const auto merge = find_tool("llvm-profdata");
  const auto show = find_tool("llvm-cov");
  if (!merge || !show)
    return LineCoverage{.unknown_because =
                            "llvm-profdata-19 and llvm-cov-19 are needed; Debian has them in the "
                            "package llvm-19"};
  const fs::path sums = folder_ / "sums";
  std::vector<std::string> words = {*merge, "merge", "-o", sums.string()};
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, none)) {
    if (entry.path().extension() == ".profraw") words.push_back(entry.path().string());
  }
  const bool has_counts = words.size() > 4 && run_tool(words, folder_ / "said");
  words = {*show, "export", "-format=lcov", "-instr-profile=" + sums.string(), counting_.front()};
  for (std::size_t i = 1; i < counting_.size(); ++i) words.push_back("-object=" + counting_[i]);
  if (!has_counts || !run_tool(words, folder_ / "lcov"))
    return LineCoverage{.unknown_because =
                            "the drivers left no counts that can be read; build "
                            "them with drydock cc --coverage"};
  return line_coverage_from(content_of(folder_ / "lcov"));
}

}  // namespace drydock::verify
