// Text in the format strings of printf and scanf, whose characters have one byte or two.
#pragma once

namespace drydock::nt {

// Moves `at` behind the text when the text stands there; otherwise returns false.
template <typename Char>
bool skip_text(const Char*& at, const char* text) {
  const Char* end = at;
  for (; *text != 0; ++text, ++end) {
    if (*end != static_cast<Char>(*text)) return false;
  }
  at = end;
  return true;
}

}  // namespace drydock::nt
