// Helpers of the commands that run drivers: refuse a request, say why, write a file, quote a
// word.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace drydock::cli {

// The request cannot be carried out; the text is one sentence for the user.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Writes the file whole or leaves it as it was. Throws Refusal when it cannot be written.
void write_file(const std::string& path, const std::string& contents);

// The exit code of `body`. When the request cannot be carried out or a driver cannot be loaded,
// says why on the standard error as `drydock <command>` and returns kUsage.
int run_or_explain(const char* command, const std::function<int()>& body);

// The word, quoted so that a shell reads it as one word.
std::string quoted(const std::string& word);

}  // namespace drydock::cli
