// Reads the file of --profile; docs/verify-your-driver.md describes its format.
#pragma once

#include <stdexcept>
#include <string>

#include "src/verify/base/profile.h"

namespace drydock::verify {

// The file cannot be used; the text is one sentence that names the place in it.
class ProfileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

Profile read_profile(const std::string& path);

// The same for a text; errors call it `name`.
Profile parse_profile(const std::string& text, const std::string& name);

}  // namespace drydock::verify
