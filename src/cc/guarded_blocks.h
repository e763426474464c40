// Gives every __try of a source a scope of its own.
//
// In C the macros of excpt.h alone can guard a block only by a loop around it, and then break and
// continue would leave that loop instead of the driver's own. They also cannot tell the end of a
// block from a return. So a __try with its handler becomes
//   drydock_seh_open drydock_seh_try { … drydock_seh_ended } drydock_seh_except (…) { … }
//   drydock_seh_close
// A __try that is incomplete in the text, as in a macro or across #else, stays unchanged.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/cc/lexer.h"

namespace drydock::cc {

// A token to be replaced, or a place where something is to be inserted.
struct Edit {
  std::size_t begin;
  std::size_t size;
  std::string text;
};

void find_guarded_blocks(std::string_view source, const std::vector<Token>& tokens,
                         std::vector<Edit>& edits);

// Applies edits of different tokens, in any order. Cost: linear in the text, and sorting the edits.
std::string apply_edits(std::string_view text, std::vector<Edit> edits);

}  // namespace drydock::cc
