// How many files the program may have open.
#pragma once

namespace drydock::cli {

// Raises the limit as far as it may. Throws Refusal when it does not do for so many processes at a
// time.
void require_files(unsigned jobs);

}  // namespace drydock::cli
