#include "src/cc/request.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string_view>

#include "src/cc/lexer.h"
#include "src/cc/text.h"

namespace drydock::cc {
namespace fs = std::filesystem;
namespace {

void require_readable(const fs::path& source) {
  std::error_code error;
  const fs::file_status status = fs::status(source, error);
  if (!fs::exists(status)) {
    throw UsageError(fmt::format("source file '{}' does not exist", source.string()));
  }
  if (fs::is_directory(status)) {
    throw UsageError(fmt::format("'{}' is a directory, not a source file", source.string()));
  }
  // A pipe or a device may never end.
  if (!fs::is_regular_file(status)) {
    throw UsageError(fmt::format("'{}' is not a regular file", source.string()));
  }
  if (access(source.c_str(), R_OK) != 0) {
    throw UsageError(fmt::format("source file '{}' cannot be read", source.string()));
  }
  if (language_of(source) != Language::kObject && fs::file_size(source, error) > kLongestSource) {
    throw UsageError(fmt::format("source file '{}' is longer than {} MiB", source.string(),
                                 kLongestSource >> 20));
  }
}

void require_writable(const fs::path& output) {
  if (output.empty()) throw UsageError("no output file given: name it with -o");
  std::error_code error;
  if (fs::is_directory(output, error)) {
    throw UsageError(fmt::format("output '{}' is a directory", output.string()));
  }
  const fs::path folder = output.has_parent_path() ? output.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) {
    throw UsageError(fmt::format("output folder '{}' does not exist", folder.string()));
  }
  const bool replaceable = !fs::exists(output, error) || access(output.c_str(), W_OK) == 0;
  if (!replaceable || access(folder.c_str(), W_OK) != 0) {
    throw UsageError(fmt::format("output '{}' cannot be written", output.string()));
  }
}

// If the last option lacks its argument, the compiler would take the next word that we append.
void require_complete(const std::vector<std::string>& arguments) {
  if (!arguments.empty() && takes_next_word(arguments.back()) &&
      !(arguments.size() > 1 && takes_next_word(arguments[arguments.size() - 2]))) {
    throw UsageError(fmt::format("option '{}' needs an argument", arguments.back()));
  }
}

bool opens_adapter(std::string_view word) {
  constexpr std::array<std::string_view, 5> kNames = {
      "OpenAdapter", "OpenAdapter10", "OpenAdapter10_2", "OpenAdapter12", "OpenAdapter_Legacy"};
  return std::ranges::find(kNames, word) != kNames.end();
}

// The race detector uses the compiler's instrumentation for the thread sanitizer, which cannot be
// combined with another one of memory.
void require_one_watcher(const Request& request) {
  if (!request.races) return;
  for (const std::string& sanitizer : request.sanitizers) {
    if (sanitizer != "address") continue;
    throw UsageError("a driver is watched either for races or by --sanitize=address: build two");
  }
}

struct UnusableSanitizer {
  std::string_view name;
  std::string_view reason;
};

constexpr UnusableSanitizer kUnusableSanitizers[] = {
    {"leak", "drydock verify finds what a driver leaves behind without it"},
    {"memory", "every library of the process would have to be built with it"},
    {"dataflow", "every library of the process would have to be built with it"},
    {"hwaddress", "this processor has no tags in addresses; address finds the same"},
    {"kernel-address", "drivers run in a process here; address finds the same"},
};

void add_sanitizer(const std::string& name, Request& request) {
  for (const UnusableSanitizer& each : kUnusableSanitizers) {
    if (name == each.name)
      throw UsageError(fmt::format("--sanitize={} is of no use here: {}", name, each.reason));
  }
  if (name == "thread") {
    request.races = true;
  } else if (!name.empty() &&
             std::ranges::find(request.sanitizers, name) == request.sanitizers.end()) {
    request.sanitizers.push_back(name);
  }
}

void require_distinct(const fs::path& source, const fs::path& output) {
  std::error_code error;
  if (fs::equivalent(source, output, error)) {
    throw UsageError(fmt::format("output '{}' is one of the sources", output.string()));
  }
}

}  // namespace

std::optional<Language> language_of(const fs::path& source) {
  const std::string extension = to_lower(source.extension().string());
  if (extension == ".c") return Language::kC;
  constexpr std::array kCxx = {".cpp", ".cxx", ".cc", ".c++"};
  if (std::ranges::find(kCxx, extension) != kCxx.end()) return Language::kCxx;
  if (extension == ".o") return Language::kObject;
  return std::nullopt;
}

bool takes_next_word(std::string_view option) {
  constexpr std::array<std::string_view, 10> kOptions = {
      "-I", "-D", "-U", "-isystem", "-iquote", "-include", "-MF", "-MT", "-MQ", "-Xclang"};
  return std::ranges::find(kOptions, option) != kOptions.end();
}

void add_sanitizers(std::string_view list, Request& request) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    add_sanitizer(std::string(list.substr(0, end)), request);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

void validate(const Request& request) {
  require_complete(request.compiler_arguments);
  require_one_watcher(request);
  if (request.sources.empty()) throw UsageError("no source files given");
  if (request.compile_only && request.sources.size() != 1) {
    throw UsageError("-c compiles exactly one source file");
  }
  for (const fs::path& source : request.sources) {
    require_readable(source);
    const auto language = language_of(source);
    if (!language) {
      throw UsageError(fmt::format(
          "'{}' is not a C or C++ source (.c .cc .cpp .cxx) or an object (.o)", source.string()));
    }
    if (request.compile_only && *language == Language::kObject) {
      throw UsageError(
          fmt::format("-c needs a C or C++ source; '{}' is an object", source.string()));
    }
    require_distinct(source, request.output);
  }
  require_writable(request.output);
}

std::vector<fs::path> include_directories(const Request& request) {
  std::vector<fs::path> out;
  const auto& arguments = request.compiler_arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    for (const std::string_view option : {"-I", "-isystem", "-iquote"}) {
      if (!arguments[i].starts_with(option)) continue;
      const bool joined = arguments[i].size() > option.size();
      if (!joined && i + 1 == arguments.size()) break;
      out.push_back(fs::absolute(joined ? arguments[i].substr(option.size()) : arguments[i + 1]));
      break;
    }
  }
  return out;
}

Kind infer_kind(const std::vector<fs::path>& sources) {
  Kind kind = Kind::kMiniport;
  for (const fs::path& source : sources) {
    if (language_of(source) == Language::kObject) continue;
    const std::string text = read_file(source);
    const TokenList tokens(text);
    bool has_driver_entry = false;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const std::string_view word = tokens.spelling(i);
      if (word == "KsInitializeDriver") return Kind::kAvstream;
      has_driver_entry |= word == "DriverEntry";
      if (opens_adapter(word) && tokens.spelling(i + 1) == "(") kind = Kind::kUserMode;
    }
    if (has_driver_entry) return Kind::kMiniport;
  }
  return kind;
}

}  // namespace drydock::cc
