#include "src/cli/with_sanitizers.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "src/cc/toolchain.h"
#include "src/cli/report.h"
#include "src/nt/driver/load_error.h"
#include "src/nt/driver/sanitizers.h"

namespace drydock::cli {
namespace {

namespace fs = std::filesystem;

// Holds the former LD_PRELOAD, so that programs that this one starts get it unchanged.
constexpr const char* kFormerPreload = "DRYDOCK_FORMER_PRELOAD";

// The executive handles faults, and places objects on stacks. The ledger finds leaks. A second
// instance of a driver is no second definition. The host resolves the lines of a driver's globals
// and blocks, so no other program is asked for them.
constexpr std::string_view kAddressOptions =
    "detect_leaks=0:halt_on_error=0:detect_odr_violation=0:detect_stack_use_after_return=0:"
    "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:"
    "use_sigaltstack=0:symbolize=0:allocator_may_return_null=1:quarantine_size_mb=16:"
    "malloc_context_size=2";
constexpr std::string_view kUndefinedOptions =
    "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:"
    "use_sigaltstack=0:symbolize=0";

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The user's own options come later and win.
void put_options(const char* name, std::string_view ours) {
  const std::string theirs = variable(name);
  const std::string all = std::string(ours) + (theirs.empty() ? "" : ":" + theirs);
  setenv(name, all.c_str(), 1);
}

std::vector<std::string> arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> out;
  for (std::string word; std::getline(file, word, '\0');) out.push_back(word);
  return out;
}

[[noreturn]] void begin_again(const fs::path& runtime) {
  const std::string former = variable("LD_PRELOAD");
  setenv(kFormerPreload, former.c_str(), 1);
  const std::string preload = runtime.string() + (former.empty() ? "" : ":" + former);
  setenv("LD_PRELOAD", preload.c_str(), 1);
  put_options("ASAN_OPTIONS", kAddressOptions);
  put_options("UBSAN_OPTIONS", kUndefinedOptions);
  const fs::path program = fs::read_symlink("/proc/self/exe");
  std::vector<std::string> words = arguments();
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
  throw Refusal("'" + program.string() + "' cannot be started again with '" + runtime.string() +
                "'");
}

void restore_preload() {
  const char* const former = std::getenv(kFormerPreload);
  if (former == nullptr) return;
  if (*former == '\0') {
    unsetenv("LD_PRELOAD");
  } else {
    setenv("LD_PRELOAD", std::string(former).c_str(), 1);
  }
  unsetenv(kFormerPreload);
}

std::vector<nt::Sanitizer> missing_for(const fs::path& driver) {
  std::error_code error;
  if (!fs::is_regular_file(driver, error)) return {};
  try {
    return nt::missing_sanitizers(nt::read_elf(driver));
  } catch (const nt::LoadError&) {
    return {};
  }
}

}  // namespace

void begin_with_sanitizers_of(const std::vector<fs::path>& drivers) {
  const bool is_second = std::getenv(kFormerPreload) != nullptr;
  restore_preload();
  if (is_second) return;  // the driver's loader reports a runtime that is still missing
  std::vector<nt::Sanitizer> missing;
  for (const fs::path& driver : drivers) {
    const std::vector<nt::Sanitizer> more = missing_for(driver);
    missing.insert(missing.end(), more.begin(), more.end());
  }
  const auto needs = [&](nt::Sanitizer which) { return std::ranges::count(missing, which) != 0; };
  try {
    // ASan's runtime contains UBSan's.
    if (needs(nt::Sanitizer::kAddress)) begin_again(cc::find_runtime("asan"));
    if (needs(nt::Sanitizer::kUndefined)) begin_again(cc::find_runtime("ubsan_standalone"));
  } catch (const cc::UsageError& error) {
    throw Refusal(std::string("a driver was built with a sanitizer, and ") + error.what());
  }
}

}  // namespace drydock::cli

// The runtime for undefined behaviour calls it in the middle of each report.
extern "C" __attribute__((visibility("default"))) void __ubsan_on_report() {
  drydock::nt::on_undefined_behaviour();
}
