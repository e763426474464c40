// Code that is paged out on Windows runs at too high an IRQL. `drydock cc` has every function of a
// kernel-mode driver call this one first; PAGED_CODE() is irql.cpp's.
#include <fmt/format.h>

#include "src/nt/base/thread.h"
#include "src/nt/driver/image_sections.h"

namespace drydock::nt {
namespace {

__attribute__((noinline)) void look_at_caller(const void* pc, KIRQL irql) {
  const ImageSection* const section = section_at(pc);
  if (section == nullptr || !section->is_paged(pc)) return;
  report_paged_code(fmt::format("a function in a pageable section runs at IRQL {}", irql));
}

}  // namespace
}  // namespace drydock::nt

// The compiler's name for it.
extern "C" void __cyg_profile_func_enter_bare() {
  const KIRQL irql = drydock::nt::self().irql;
  if (irql > APC_LEVEL) [[unlikely]]
    drydock::nt::look_at_caller(__builtin_return_address(0), irql);
}
