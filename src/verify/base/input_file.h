// A file that the user names for reading, as a whole.
//
// Cost: that of reading. Owner: none. Threads: any.
#pragma once

#include <string>

namespace drydock::verify {

// Throws std::runtime_error, with one sentence, when the file cannot be read or is a folder. A pipe
// is read to its end; one that nobody writes to cannot be read, and nothing waits for it.
std::string read_input(const std::string& path);

}  // namespace drydock::verify
