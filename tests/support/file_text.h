// Reads the text of a file, and lists the files of a folder.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace drydock::testing {

// Empty when the file cannot be read.
inline std::string file_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The names of the files and folders in a folder, in order.
inline std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    out.push_back(entry.path().filename());
  std::ranges::sort(out);
  return out;
}

}  // namespace drydock::testing
