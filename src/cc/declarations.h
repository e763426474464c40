// What the files of a driver declare, as far as the Windows compiler's laxness about it has to be
// made good where it is used.
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

  // Function `name` takes an untyped pointer that is not const at this position, counted from 0.
  // The Windows compiler lets a string literal pass there.
  bool takes_untyped_pointer(std::string_view name, std::size_t position) const;
  // It does so at some position.
  bool takes_untyped_pointer(std::string_view name) const { return functions_.contains(name); }

 private:
  void learn_function(const TokenList& tokens, std::size_t name);

  std::map<std::string, std::set<std::size_t>, std::less<>> functions_;
};

}  // namespace drydock::cc
