// The names of numbers, for messages. A view of null data: no name is known.
//
// Cost: a binary search. Owner: the names are constants. Threads: any.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace drydock::nt {

std::string_view status_name(std::uint32_t status);
std::string_view bug_check_name(std::uint32_t code);

// "0xc00000bb (STATUS_NOT_SUPPORTED)", or the number alone.
std::string status_text(std::int32_t status);
// "DriverEntry returned 0xc00000bb (STATUS_NOT_SUPPORTED)"
std::string answer_text(std::string_view call, std::int32_t status);

}  // namespace drydock::nt
