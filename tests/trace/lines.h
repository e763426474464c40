// The trace as lines of text.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "src/trace/trace.h"

namespace drydock::trace {

inline std::vector<std::string> lines() {
  std::vector<std::string> out;
  std::istringstream text(to_text());
  for (std::string line; std::getline(text, line);) out.push_back(line);
  return out;
}

// Lines without sequence, time and strand.
inline std::vector<std::string> what() {
  std::vector<std::string> out = lines();
  for (std::string& line : out) line = line.substr(line.find("] ") + 2);
  return out;
}

}  // namespace drydock::trace
