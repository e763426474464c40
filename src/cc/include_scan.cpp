#include "src/cc/include_scan.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_map>

#include "src/cc/text.h"

namespace drydock::cc {
namespace fs = std::filesystem;
namespace {

// Directory listings by lower-case name. Each directory is read once.
class Folder {
 public:
  // The entry of `directory` that equals `name` except for case; an exact match wins.
  std::optional<fs::path> find(const fs::path& directory, const std::string& name) {
    std::error_code error;
    if (fs::exists(directory / name, error)) return directory / name;
    const auto& names = listing(directory);
    const auto found = names.find(to_lower(name));
    if (found == names.end()) return std::nullopt;
    return directory / found->second;
  }

 private:
  using Names = std::unordered_map<std::string, std::string>;

  const Names& listing(const fs::path& directory) {
    const auto [at, is_new] = listings_.try_emplace(directory.string());
    if (is_new) {
      std::error_code error;
      for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
        const std::string name = entry.path().filename().string();
        at->second.emplace(to_lower(name), name);
      }
    }
    return at->second;
  }

  std::unordered_map<std::string, Names> listings_;
};

class Scanner {
 public:
  Scanner(const std::vector<fs::path>& search, const std::vector<fs::path>& closed)
      : search_(search), closed_(closed) {}

  ScanResult run(const std::vector<fs::path>& sources) {
    for (const fs::path& source : sources) enqueue(fs::absolute(source).lexically_normal());
    while (!queue_.empty()) {
      const fs::path file = std::move(queue_.front());
      queue_.pop_front();
      for (const Include& include : includes_of(read_file(file))) follow(file, include);
    }
    return std::move(result_);
  }

 private:
  void enqueue(const fs::path& file) {
    if (!seen_.insert(file.string()).second) return;
    queue_.push_back(file);
    result_.files.push_back(file);
  }

  void follow(const fs::path& includer, const Include& include) {
    const fs::path name(include.name);
    if (!include.angled && resolve_in(includer.parent_path(), name, true)) return;
    for (const fs::path& directory : search_) {
      if (resolve_in(directory, name, true)) return;
    }
    for (const fs::path& directory : closed_) {
      if (resolve_in(directory, name, false)) return;
    }
    if (to_lower(name.extension().string()) == ".tmh") {
      result_.trace_headers.insert(include.name);
    }
  }

  // Looks for `name` under `directory`, component by component, in any case.
  bool resolve_in(const fs::path& directory, const fs::path& name, bool read) {
    fs::path found = name.is_absolute() ? fs::path("/") : directory;
    for (const fs::path& component : name.relative_path()) {
      if (component == ".") continue;
      if (component == "..") {
        found = found.parent_path();
        continue;
      }
      const auto next = folder_.find(found, component.string());
      if (!next) return false;
      found = *next;
    }
    std::error_code error;
    if (!fs::is_regular_file(found, error)) return false;
    const fs::path asked = (name.is_absolute() ? name : directory / name).lexically_normal();
    if (asked != found) result_.aliases.emplace(asked, found);
    if (read && fs::file_size(found, error) <= kLongestSource) enqueue(found);
    return true;
  }

  const std::vector<fs::path>& search_;
  const std::vector<fs::path>& closed_;
  Folder folder_;
  std::deque<fs::path> queue_;
  std::set<std::string> seen_;
  ScanResult result_;
};

std::string_view skip_blanks(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t");
  return at == std::string_view::npos ? std::string_view{} : text.substr(at);
}

bool consume(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// The directive on this line, if it names a file.
std::optional<Include> parse_include(std::string_view line) {
  std::string_view rest = skip_blanks(line);
  if (!consume(rest, "#")) return std::nullopt;
  rest = skip_blanks(rest);
  if (!consume(rest, "include")) return std::nullopt;
  rest = skip_blanks(rest);
  if (rest.empty() || (rest.front() != '"' && rest.front() != '<')) return std::nullopt;
  const bool angled = rest.front() == '<';
  rest.remove_prefix(1);
  const std::size_t end = rest.find(angled ? '>' : '"');
  if (end == 0 || end == std::string_view::npos) return std::nullopt;
  Include include{std::string(rest.substr(0, end)), angled};
  std::ranges::replace(include.name, '\\', '/');
  if (include.name.find('\0') != std::string::npos) return std::nullopt;
  return include;
}

}  // namespace

std::vector<Include> includes_of(std::string_view text) {
  std::vector<Include> out;
  for_each_line(text, [&out](std::string_view line) {
    if (auto include = parse_include(line)) out.push_back(std::move(*include));
  });
  return out;
}

ScanResult scan_includes(const std::vector<fs::path>& sources, const std::vector<fs::path>& search,
                         const std::vector<fs::path>& closed) {
  return Scanner(search, closed).run(sources);
}

}  // namespace drydock::cc
