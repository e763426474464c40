// Any bytes may be a source file: what the scanner finds is a name that a path can hold.
#include "src/cc/include_scan.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& include : drydock::cc::includes_of(text)) {
    const bool holds_nul = include.name.find('\0') != std::string::npos;
    if (include.name.empty() || holds_nul || include.name.find('\n') != std::string::npos)
      std::abort();
  }
  return 0;
}
