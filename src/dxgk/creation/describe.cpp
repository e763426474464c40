#include "src/dxgk/creation/describe.h"

#include <fmt/format.h>

#include <string>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

// Asks the driver about one allocation. Returns what is wrong with the answer; empty when nothing
// is.
std::string ask(Device& device, const Allocation& allocation) {
  Adapter& adapter = device.adapter();
  const auto describe = adapter.table().DxgkDdiDescribeAllocation;
  if (describe == nullptr) return "is absent";
  DXGKARG_DESCRIBEALLOCATION arguments{};
  arguments.hAllocation = allocation.driver.value;
  const NTSTATUS status = adapter.call(ddi::kDescribeAllocation, device.seat(),
                                       [&] { return describe(adapter.context(), &arguments); });
  if (!adapter.driver().alive()) return {};
  if (!NT_SUCCESS(status)) return fmt::format("returned {:#010x}", static_cast<ULONG>(status));
  if (arguments.hAllocation != allocation.driver.value) return "changed hAllocation";
  if (arguments.Width == 0 || arguments.Height == 0)
    return fmt::format("returned a surface of {} by {}", arguments.Width, arguments.Height);
  return arguments.Format == D3DDDIFMT_UNKNOWN ? "returned no Format" : "";
}

}  // namespace

void describe_primaries(Device& device, std::span<Binding* const> bindings) {
  for (Binding* binding : bindings) {
    if (!binding->allocation().is_primary) continue;
    const std::string wrong = ask(device, binding->allocation());
    if (!rules::breaks("K-176", !wrong.empty())) continue;
    nt::Breach("K-176", device.adapter().driver())
        .message("DxgkDdiDescribeAllocation {} for primary {:#x}", wrong, binding->handle())
        .raise_later();
  }
}

}  // namespace drydock::dxgk
