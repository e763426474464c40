#include "src/dxgk/memory/capture.h"

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/memory/allocation.h"

namespace drydock::dxgk {

void end_captures(Adapter& adapter, std::span<Binding* const> last) {
  const auto stop = adapter.table().DxgkDdiStopCapture;
  if (stop == nullptr) return;
  for (Binding* binding : last) {
    Allocation& allocation = binding->allocation();
    if (allocation.flags.Capture == 0) continue;
    DXGKARG_STOPCAPTURE arguments{};
    arguments.hAllocation = allocation.driver.value;
    adapter.call(ddi::kStopCapture, adapter.system_seat(),
                 [&] { return stop(adapter.context(), &arguments); });
    if (allocation.capture != nullptr) allocation.capture->has_ended = true;
  }
}

}  // namespace drydock::dxgk
