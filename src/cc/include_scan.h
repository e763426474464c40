// Follows the #include directives of driver sources and finds two kinds of names that would fail on
// Linux: names in the wrong case, and .tmh files that no trace preprocessor generated.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace drydock::cc {

struct Include {
  std::string name;  // as written, with slashes for backslashes
  bool angled = false;
};

// All include directives of one text. Conditions are not evaluated, so this is a superset.
std::vector<Include> includes_of(std::string_view text);

struct ScanResult {
  // Maps the path where the compiler will look to the file that is meant, for names that differ in
  // case.
  std::map<std::filesystem::path, std::filesystem::path> aliases;
  std::set<std::string> trace_headers;       // .tmh names that exist nowhere
  std::vector<std::filesystem::path> files;  // every file read, sources first
};

// `search` has the directories of quoted and angled includes, in order. Directories in `closed` are
// searched in any case, but their files are not read, because the host's own headers are known to
// be right. Included files longer than kLongestSource are left unchanged.
ScanResult scan_includes(const std::vector<std::filesystem::path>& sources,
                         const std::vector<std::filesystem::path>& search,
                         const std::vector<std::filesystem::path>& closed);

}  // namespace drydock::cc
