#include "src/verify/base/debug_lines.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace drydock::verify {
namespace {

int standard_error = -1;

// One write for each line, so that those of several processes do not mix.
void print_lines(const std::string& scenario, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line = scenario + ": ";
    line.append(text.substr(0, end)).push_back('\n');
    text.remove_prefix(std::min(end + 1, text.size()));
    if (write(standard_error, line.data(), line.size()) < 0) return;  // nobody reads it
  }
}

}  // namespace

void keep_standard_error() { standard_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3); }

DebugLines::DebugLines(std::string scenario)
    : listener_(nt::debug_listeners(), [scenario = std::move(scenario)](std::string_view text) {
        print_lines(scenario, text);
      }) {}

}  // namespace drydock::verify
