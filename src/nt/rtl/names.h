// The names of numbers, for messages. A view of null data: no name is known.
//
// Cost: a binary search. Owner: the names are constants. Threads: any.
#pragma once

#include <cstdint>
#include <string_view>

namespace drydock::nt {

std::string_view status_name(std::uint32_t status);
std::string_view bug_check_name(std::uint32_t code);

}  // namespace drydock::nt
