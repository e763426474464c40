// Names of objects: UTF-16 text, compared without regard to case.
//
// Cost: a copy of the text. Threads: any; nothing is shared.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

// A copy of the characters; empty for a null string. Touches driver memory.
std::u16string text_of(PCUNICODE_STRING string);
std::u16string text_of(PCWSTR string);

char16_t upcase(char16_t c);
std::u16string upcase(std::u16string_view text);
bool same_name(std::u16string_view a, std::u16string_view b);

// Orders names as the registry does: by their upper-case form.
struct NameLess {
  using is_transparent = void;
  bool operator()(std::u16string_view a, std::u16string_view b) const;
};

bool starts_with_name(std::u16string_view text, std::u16string_view prefix);

// The parts between backslashes; empty parts are left out.
std::vector<std::u16string> split_path(std::u16string_view path);

std::string to_utf8(std::u16string_view text);
std::u16string from_utf8(std::string_view text);

// "{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}" in lower case.
std::u16string guid_text(const GUID& guid);

}  // namespace drydock::nt
