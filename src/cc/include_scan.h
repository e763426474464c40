// Follows the #include directives of driver sources, to find what a case-sensitive file system and
// a missing trace preprocessor would make fail: names in the wrong case, and .tmh files that nobody
// generated.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace drydock::cc {

struct Include {
  std::string name;  // as written, with backslashes turned round
  bool angled = false;
};

// The directives of one text, wherever they stand: conditions are not evaluated, so this is a
// superset.
std::vector<Include> includes_of(std::string_view text);

struct ScanResult {
  // Where the compiler will look → the file that is meant. Only names that differ in case.
  std::map<std::filesystem::path, std::filesystem::path> aliases;
  std::set<std::string> trace_headers;       // .tmh names that exist nowhere
  std::vector<std::filesystem::path> files;  // every file read, sources first
};

// `search` are the directories of quoted and angled includes, in order. `closed` ones are searched
// in any case but their files are not read: the host's own headers are known to be right. Included
// files that are longer than a source may be are left as they are.
ScanResult scan_includes(const std::vector<std::filesystem::path>& sources,
                         const std::vector<std::filesystem::path>& search,
                         const std::vector<std::filesystem::path>& closed);

}  // namespace drydock::cc
