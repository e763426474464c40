#include "src/nt/driver/debugged.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace drydock::nt {

bool is_debugged(pid_t process) {
  constexpr std::string_view kTracer = "TracerPid:";
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(kTracer)) return std::atol(line.c_str() + kTracer.size()) != 0;
  }
  return false;
}

}  // namespace drydock::nt
