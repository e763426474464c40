// Helpers of the commands that run drivers: refuse a request, write a file, quote a word.
#pragma once

#include <stdexcept>
#include <string>

namespace drydock::cli {

// The request cannot be carried out; the text is one sentence for the user.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws Refusal when the file cannot be written.
void write_file(const std::string& path, const std::string& contents);

// The word, quoted so that a shell reads it as one word.
std::string quoted(const std::string& word);

}  // namespace drydock::cli
