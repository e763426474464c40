#include "src/cli/installation.h"

#include "src/trace/calls.h"

namespace drydock::cli {

std::filesystem::path prefix() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path().parent_path();
}

RecordedArguments::RecordedArguments() {
  signatures_.add_headers(prefix() / "include/wdk");
  trace::set_signatures(&signatures_);
}

RecordedArguments::~RecordedArguments() { trace::set_signatures(nullptr); }

}  // namespace drydock::cli
