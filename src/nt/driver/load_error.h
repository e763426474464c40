// The reason why a file cannot be loaded as a driver.
#pragma once

#include <stdexcept>

namespace drydock::nt {

// The file is no driver that can be loaded; the text is one sentence for the user (all unresolved
// names in it).
class LoadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace drydock::nt
