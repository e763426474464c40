// Names of globals, from the symbols of the loaded modules.
#pragma once

#include <cstdint>
#include <string>

namespace drydock::rules {

struct DataName {
  std::string name;          // empty when none is known
  std::uint64_t offset = 0;  // offset of the address in the global
};

// Finds the global that contains an address. Cost: reads symbol tables, so it is for findings only.
// Threads: any.
DataName name_of_data(const void* address);

}  // namespace drydock::rules
