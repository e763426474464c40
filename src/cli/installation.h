// The installation that this program belongs to: where it lies, and what its kit says of functions.
#pragma once

#include <filesystem>

#include "src/trace/signatures.h"

namespace drydock::cli {

// The folder above the program's: where it is installed, or built.
std::filesystem::path prefix();

// While one lives, traces show calls with their arguments, as the headers of the kit name them. It
// outlives the drivers whose calls are recorded.
//
// Owner: a command that writes a trace. Threads: one. Cost: some megabytes of text are read.
class RecordedArguments {
 public:
  RecordedArguments();
  ~RecordedArguments();
  RecordedArguments(const RecordedArguments&) = delete;
  RecordedArguments& operator=(const RecordedArguments&) = delete;

 private:
  trace::Signatures signatures_;
};

}  // namespace drydock::cli
