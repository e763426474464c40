// Where the compiler and the headers are, and which flags make clang take Windows driver source as
// it is.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "src/cc/request.h"

namespace drydock::cc {

struct Toolchain {
  std::filesystem::path clang;    // clang 19 or later
  std::filesystem::path headers;  // include/wdk
};

// The compiler from $DRYDOCK_CLANG or the path; the headers from $DRYDOCK_WDK or beside the running
// program. Throws UsageError when either is missing.
Toolchain find_toolchain();

// The header folders of a kind of driver, in search order.
std::vector<std::filesystem::path> header_folders(const Toolchain& toolchain, Kind kind);

// Everything between the compiler's name and the source, the request's own arguments excepted.
std::vector<std::string> compile_flags(const Toolchain& toolchain, Kind kind, Language language);

// Everything between the compiler's name and the objects.
std::vector<std::string> link_flags(const std::filesystem::path& version_script);

// --sanitize and --coverage, for compiling and linking alike.
std::vector<std::string> instrumentation_flags(const Request& request);

// A linker version script that exports the entry points of a kind and hides the rest, so that two
// drivers with the same names, or with operator new of their own, do not meet.
std::string version_script(Kind kind);

}  // namespace drydock::cc
