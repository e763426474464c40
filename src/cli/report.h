// What the commands that run drivers share: refusing, writing files, quoting.
#pragma once

#include <stdexcept>
#include <string>

namespace drydock::cli {

// The request cannot be carried out; the text is one sentence for the user.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws Refusal.
void write_file(const std::string& path, const std::string& contents);

// A word as a shell reads it.
std::string quoted(const std::string& word);

}  // namespace drydock::cli
