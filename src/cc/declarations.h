// Function declarations of a driver's files, as far as the conversion of the dialect needs them:
// the Windows compiler accepts calls that clang refuses.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "src/cc/lexer.h"

namespace drydock::cc {

class Declarations {
 public:
  // Adds what one file declares.
  void learn(std::string_view text);

  // Returns whether function `name` takes a void pointer that is not const at this position,
  // counted from 0. The Windows compiler accepts a string literal there.
  bool takes_untyped_pointer(std::string_view name, std::size_t position) const;
  // Returns whether it does so at any position.
  bool takes_untyped_pointer(std::string_view name) const { return functions_.contains(name); }

 private:
  void learn_function(const TokenList& tokens, std::size_t name);

  std::map<std::string, std::set<std::size_t>, std::less<>> functions_;
};

}  // namespace drydock::cc
