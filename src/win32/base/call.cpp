#include "src/win32/base/call.h"

namespace drydock::win32 {

sim::Time deadline_in(ULONG milliseconds) {
  constexpr ULONG kInfinite = 0xFFFFFFFF;  // INFINITE
  constexpr sim::Time kPerMillisecond = 10'000;
  return milliseconds == kInfinite ? sim::kForever : sim::now() + milliseconds * kPerMillisecond;
}

}  // namespace drydock::win32
