// A clang file-system overlay: the compiler reads another file's contents at some paths.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace drydock::cc {

class Overlay {
 public:
  // The compiler reads `contents` in place of `path`. With keep_name its messages name `path`,
  // otherwise the other file.
  void add(const std::filesystem::path& path, const std::filesystem::path& contents,
           bool keep_name);

  bool empty() const { return entries_.empty(); }

  // The overlay in the form that -ivfsoverlay reads. Throws UsageError for a path that this form
  // cannot express.
  std::string to_json() const;

 private:
  std::string as_json() const;

  struct Entry {
    std::filesystem::path contents;
    bool keep_name;
  };
  std::map<std::filesystem::path, Entry> entries_;
};

}  // namespace drydock::cc
