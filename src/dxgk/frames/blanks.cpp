#include "src/dxgk/frames/blanks.h"

#include <optional>

#include "src/display/modes/mode_manager.h"
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/sim/gate.h"

namespace drydock::dxgk {
namespace {

struct Scanned {
  UINT target;
  display::VerticalBlank blank;
};

// The first target that shows the source. Time has one beginning for all.
std::optional<Scanned> scanned(const Adapter& adapter, UINT source) {
  const auto modes = adapter.modes();
  if (modes == nullptr) return std::nullopt;
  const display::VidPn network = modes->active();
  const std::vector<UINT> targets = network.topology().targets_of(source);
  if (targets.empty()) return std::nullopt;
  const auto* const mode = network.target_modes(targets.front())->pinned();
  if (mode == nullptr) return std::nullopt;
  return Scanned{targets.front(), display::VerticalBlank(mode->VideoSignalInfo, /*start=*/0)};
}

}  // namespace

NTSTATUS wait_for_blank(Adapter& adapter, UINT source) {
  const std::optional<Scanned> found = scanned(adapter, source);
  if (!found) return STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY;
  sim::Completion never;
  never.wait(found->blank.next(sim::now()));
  return adapter.is_working() ? STATUS_SUCCESS : STATUS_DEVICE_REMOVED;
}

NTSTATUS scan_line(Adapter& adapter, Seat& seat, UINT source, display::ScanLine& out) {
  const std::optional<Scanned> found = scanned(adapter, source);
  if (!found) return STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY;
  const auto entry = adapter.table().DxgkDdiGetScanLine;
  if (entry == nullptr) {
    out = found->blank.scan_line(sim::now());
    return STATUS_SUCCESS;
  }
  DXGKARG_GETSCANLINE arguments{};
  arguments.VidPnTargetId = found->target;
  const NTSTATUS status =
      adapter.call(ddi::kGetScanLine, seat, [&] { return entry(adapter.context(), &arguments); });
  if (NT_SUCCESS(status)) out = {arguments.ScanLine, arguments.InVerticalBlank != FALSE};
  return status;
}

}  // namespace drydock::dxgk
