#include "src/nt/driver/paged_code.h"

#include <fmt/format.h>

#include <atomic>

#include "src/nt/base/thread.h"
#include "src/nt/driver/image_sections.h"
#include "src/nt/watch/breach.h"

namespace drydock::nt {
namespace {

std::atomic<void (*)(const std::string&)> paged_code_listener = nullptr;

__attribute__((noinline)) void look_at_caller(const void* pc, KIRQL irql) {
  const ImageSection* const section = section_at(pc);
  if (section == nullptr || !section->is_paged(pc)) return;
  raise_paged_code(fmt::format("a function in a pageable section runs at IRQL {}", irql));
}

}  // namespace

void on_paged_code(void (*raise)(const std::string& message)) {
  paged_code_listener.store(raise, std::memory_order_relaxed);
}

void raise_paged_code(std::string message) {
  if (auto* const raise = paged_code_listener.load(std::memory_order_relaxed)) raise(message);
  Breach("N-014", Offender::running()).message(std::move(message)).raise();
}

}  // namespace drydock::nt

// The compiler's name for what `drydock cc` has every function of a kernel-mode driver call first.
// PAGED_CODE() is in irql.cpp.
extern "C" void __cyg_profile_func_enter_bare() {
  const KIRQL irql = drydock::nt::self().irql;
  if (irql > APC_LEVEL) [[unlikely]]
    drydock::nt::look_at_caller(__builtin_return_address(0), irql);
}
