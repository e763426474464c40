// Text inside HTML and XML 1.0: what would be markup is escaped. Bytes that are not UTF-8 and
// characters that XML cannot write, as drivers' names may contain them, become U+FFFD.
//
// Cost: one pass over the text. Owner: nobody. Threads: any.
#pragma once

#include <string>
#include <string_view>

namespace drydock::rules {

std::string escape_text(std::string_view text);       // between the tags of an element
std::string escape_attribute(std::string_view text);  // between quotes; white space is preserved

}  // namespace drydock::rules
