// Names of globals, from the symbols of the loaded modules.
#pragma once

#include <cstdint>
#include <string>

namespace drydock::rules {

struct DataName {
  std::string name;          // empty when none is known
  std::uint64_t offset = 0;  // of the address in it
};

// The global that an address lies in. Slow. Thread-safe.
DataName name_of_data(const void* address);

}  // namespace drydock::rules
