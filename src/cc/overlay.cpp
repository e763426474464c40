#include "src/cc/overlay.h"

#include <nlohmann/json.hpp>

#include "src/cc/request.h"

namespace drydock::cc {

void Overlay::add(const std::filesystem::path& path, const std::filesystem::path& contents,
                  bool keep_name) {
  entries_.insert_or_assign(path, Entry{contents, keep_name});
}

std::string Overlay::to_json() const {
  try {
    return as_json();
  } catch (const nlohmann::json::type_error&) {
    throw UsageError("a path to the sources or their headers is not UTF-8");
  }
}

std::string Overlay::as_json() const {
  auto roots = nlohmann::json::array();
  for (const auto& [path, entry] : entries_) {
    roots.push_back({{"type", "file"},
                     {"name", path.string()},
                     {"external-contents", entry.contents.string()},
                     {"use-external-name", !entry.keep_name}});
  }
  return nlohmann::json{{"version", 0}, {"case-sensitive", "true"}, {"roots", roots}}.dump();
}

}  // namespace drydock::cc
