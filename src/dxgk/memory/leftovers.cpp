#include "src/dxgk/memory/leftovers.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

std::string counted(std::uint32_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

void report_left(const Device& device, rules::RuleId rule, const std::string& left) {
  nt::Breach(rule, nt::Offender::client())
      .message("D3DKMTDestroyDevice found {}", left)
      .object(fmt::format("device {:#x}", device.handle()))
      .raise_later();
}

}  // namespace

void report_leftovers(Device& device) {
  std::uint32_t allocations = 0;
  std::uint32_t resources = 0;
  {
    const DeviceHold hold(device);
    for (Binding* each = device.loose.first(); each != nullptr; each = device.loose.after(*each))
      ++allocations;
    for (Resource* resource = device.resources.first(); resource != nullptr;
         resource = device.resources.after(*resource)) {
      if (resource->bindings.empty()) ++resources;
      for (Binding* each = resource->bindings.first(); each != nullptr;
           each = resource->bindings.after(*each))
        ++allocations;
    }
  }
  if (rules::breaks("K-027", allocations != 0))
    report_left(device, "K-027",
                fmt::format("{} that {} never destroyed", counted(allocations, "allocation"),
                            allocations == 1 ? "was" : "were"));
  if (rules::breaks("K-010", resources != 0))
    report_left(device, "K-010",
                fmt::format("{} whose allocations were destroyed one by one",
                            counted(resources, "resource")));
}

}  // namespace drydock::dxgk
