// Any text may stand in a configuration block; every header made from one is complete.
#include "src/cc/wpp.h"

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto functions = drydock::cc::trace_functions_of("// begin_wpp config\n// FUNC " + text);
  const std::string header = drydock::cc::trace_header(functions);
  if (header.find("#endif /* DRYDOCK_TRACE_HEADER */") == std::string::npos) std::abort();
  for (const auto& function : functions) {
    if (function.name.empty()) std::abort();
  }
  return 0;
}
