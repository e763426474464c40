#include "src/display/edid/monitor_profile.h"

#include <span>
#include <utility>

#include "src/display/edid/additional_modes.h"
#include "src/display/edid/extension.h"

namespace drydock::display {
namespace {

constexpr UINT kColourBits = 8;

void add_mode(Monitor& monitor, const Timing& timing, D3DKMDT_MONITOR_CAPABILITIES_ORIGIN origin,
              bool is_preferred) {
  D3DKMDT_MONITOR_SOURCE_MODE mode{};
  mode.Id = monitor.modes->next_id();
  mode.VideoSignalInfo = signal_of(timing);
  mode.ColorBasis = D3DKMDT_CB_SRGB;
  mode.ColorCoeffDynamicRanges = {kColourBits, kColourBits, kColourBits, kColourBits};
  mode.Origin = origin;
  mode.Preference = is_preferred ? D3DKMDT_MP_PREFERRED : D3DKMDT_MP_NOTPREFERRED;
  monitor.modes->add(mode);  // one that is there already, or makes no sense, is left out
}

void add_default_modes(Monitor& monitor) {
  for (const Timing& timing : {timing_by_size(1024, 768, 60), timing_by_size(640, 480, 60),
                               timing_by_size(800, 600, 60), timing_by_size(1280, 1024, 60)})
    add_mode(monitor, timing, D3DKMDT_MCO_DEFAULTMONITORPROFILE, monitor.modes->is_empty());
}

D3DKMDT_MONITOR_CAPABILITIES_ORIGIN origin_of(const DescriptorBlock& block) {
  return block.is_override ? D3DKMDT_MCO_MONITORDESCRIPTOR_REGISTRYOVERRIDE
                           : D3DKMDT_MCO_MONITORDESCRIPTOR;
}

void add_modes(Monitor& monitor, const Edid& edid, D3DKMDT_MONITOR_CAPABILITIES_ORIGIN origin) {
  for (std::size_t i = 0; i < edid.detailed.size(); ++i)
    add_mode(monitor, edid.detailed[i], origin, i == 0 && edid.prefers_first_detailed);
  for (const Timing& timing : edid.established) add_mode(monitor, timing, origin, false);
  for (const Timing& timing : edid.standard) add_mode(monitor, timing, origin, false);
}

// Everything that the blocks say of a monitor that describes itself.
void add_description(Monitor& monitor, const Edid& edid) {
  add_modes(monitor, edid, origin_of(monitor.descriptors.front()));
  bool is_television = false;
  for (const DescriptorBlock& block : std::span(monitor.descriptors).subspan(1)) {
    const Extension extension = parse_extension(block.bytes);
    is_television |= extension.is_television;
    for (const Timing& timing : extension.timings)
      add_mode(monitor, timing, origin_of(block), false);
  }
  monitor.additional_modes = additional_modes(edid, is_television);
}

D3DKMDT_MONITOR_FREQUENCY_RANGE range_of(const RangeLimits& limits,
                                         D3DKMDT_MONITOR_CAPABILITIES_ORIGIN origin) {
  constexpr UINT kThousand = 1000;
  D3DKMDT_MONITOR_FREQUENCY_RANGE range{};
  range.Origin = origin;
  range.RangeLimits.MinVSyncFreq = {limits.min_vertical_hz, 1};
  range.RangeLimits.MaxVSyncFreq = {limits.max_vertical_hz, 1};
  range.RangeLimits.MinHSyncFreq = {limits.min_horizontal_khz * kThousand, 1};
  range.RangeLimits.MaxHSyncFreq = {limits.max_horizontal_khz * kThousand, 1};
  range.ConstraintType = D3DKMDT_MFRC_MAXPIXELRATE;
  range.Constraint.MaxPixelRate = limits.max_pixel_mhz == 0
                                      ? SIZE_T{D3DKMDT_FREQUENCY_NOTSPECIFIED}
                                      : SIZE_T{limits.max_pixel_mhz} * kThousand * kThousand;
  return range;
}

}  // namespace

std::shared_ptr<Monitor> make_monitor(UINT target, std::vector<DescriptorBlock> blocks,
                                      bool supports_television) {
  auto monitor = std::make_shared<Monitor>(target);
  const std::optional<Edid> edid = blocks.empty() ? std::nullopt : parse_edid(blocks.front().bytes);
  monitor->descriptors = std::move(blocks);
  if (supports_television) return monitor;
  if (edid) add_description(*monitor, *edid);
  if (edid && edid->ranges)
    monitor->ranges.push_back(range_of(*edid->ranges, origin_of(monitor->descriptors.front())));
  if (monitor->modes->is_empty()) add_default_modes(*monitor);
  return monitor;
}

}  // namespace drydock::display
