// A clang file-system overlay: paths that show another file's contents.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace drydock::cc {

class Overlay {
 public:
  // `path` shows `contents`. With keep_name the compiler goes on calling it `path`, otherwise by
  // the other's name.
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
