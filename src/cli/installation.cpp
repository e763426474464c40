#include "src/cli/installation.h"

#include "src/trace/calls.h"

namespace drydock::cli {

std::filesystem::path prefix() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path().parent_path();
}

ShownArguments::ShownArguments() {
  signatures_.add_headers(prefix() / "include/wdk");
  trace::set_signatures(&signatures_);
}

ShownArguments::~ShownArguments() { trace::set_signatures(nullptr); }

}  // namespace drydock::cli
