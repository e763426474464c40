// Any bytes may be a source file: turning its dialect keeps its lines.
#include "src/cc/dialect.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  drydock::cc::Declarations declared;
  declared.learn(text);
  const std::string turned = drydock::cc::to_linux_dialect(text, declared);
  if (std::ranges::count(turned, '\n') != std::ranges::count(text, '\n')) std::abort();
  return 0;
}
