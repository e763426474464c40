#include "src/display/modes/mode_manager.h"

#include <algorithm>
#include <utility>

#include "src/display/edid/monitor_profile.h"
#include "src/display/modes/descriptors.h"
#include "src/display/modes/outputs.h"
#include "src/display/vidpn/interfaces.h"
#include "src/display/vidpn/network_handles.h"

namespace drydock::display {
namespace {

std::vector<UINT> targets_among(const std::vector<DXGK_CHILD_DESCRIPTOR>& outputs) {
  std::vector<UINT> targets;
  for (const DXGK_CHILD_DESCRIPTOR& output : outputs)
    if (is_target(output)) targets.push_back(output.ChildUid);
  return targets;
}

}  // namespace

bool DisplayMode::operator==(const DisplayMode& other) const {
  return width == other.width && height == other.height && format == other.format &&
         rounded_rate(rate) == rounded_rate(other.rate) && ordering == other.ordering;
}

ModeManager::ModeManager(ModeDriver& driver, HANDLE adapter, UINT sources,
                         std::vector<DXGK_CHILD_DESCRIPTOR> outputs)
    : driver_(driver),
      adapter_(adapter),
      outputs_(std::move(outputs)),
      monitors_(targets_among(outputs_)),
      standing_(driver.traits(), Purpose::kOther),
      calls_(driver, monitors_),
      fitting_(calls_, monitors_),
      active_(sources, monitors_.targets()),
      service_("monitors", [this] { return follow_up(); }) {
  NetworkHandles::instance().alone(
      [&] { NetworkHandles::instance().add_adapter(adapter_, {&monitors_, &standing_}); });
}

ModeManager::~ModeManager() {
  NetworkHandles::instance().alone([&] { NetworkHandles::instance().remove_adapter(adapter_); });
}

const DXGK_CHILD_DESCRIPTOR* ModeManager::find_output(ULONG uid) const {
  const auto at = std::ranges::find(outputs_, uid, &DXGK_CHILD_DESCRIPTOR::ChildUid);
  return at == outputs_.end() || !is_target(*at) ? nullptr : &*at;
}

void ModeManager::start(const std::vector<ULONG>& connected, const std::set<ULONG>& described) {
  check_outputs(outputs_, driver_);
  {
    const sim::Alone alone(turn_);
    is_running_ = true;
    for (const ULONG uid : connected)
      if (const DXGK_CHILD_DESCRIPTOR* const output = find_output(uid); output != nullptr)
        attach_monitor(*output, described.contains(uid));
    set_initial_network();
  }
  const sim::Hold hold(events_lock_);
  takes_events_ = true;
}

void ModeManager::stop(bool keeps_picture) {
  {
    const sim::Hold hold(events_lock_);
    if (!std::exchange(takes_events_, false)) return;
  }
  settle();
  const sim::Alone alone(turn_);
  const std::set<UINT> visible = visible_;
  for (const UINT source : visible)
    if (!keeps_picture) call_set_visibility(source, false);
  is_running_ = false;
}

void ModeManager::finish() {
  standing_.end([this] { return driver_.offender(); });
}

void ModeManager::attach_monitor(const DXGK_CHILD_DESCRIPTOR& output, bool was_described) {
  const bool has_television = output.ChildDeviceType == TypeVideoOutput &&
                              output.ChildCapabilities.Type.VideoOutput.SupportsSdtvModes != FALSE;
  const std::shared_ptr<Monitor> monitor = make_monitor(
      output.ChildUid, read_descriptor(output, was_described, driver_), has_television);
  DriverCall call(driver_.traits(), Purpose::kMonitorModes);
  DXGKARG_RECOMMENDMONITORMODES arguments{};
  arguments.VideoPresentTargetId = output.ChildUid;
  arguments.hMonitorSourceModeSet = call.handle_of(monitor->modes);
  arguments.pMonitorSourceModeSetInterface = &interfaces().monitor_modes;
  if (driver_.recommend_monitor_modes(arguments) != STATUS_DEVICE_REMOVED)
    call.end([this] { return driver_.offender(); });
  monitors_.connect(output.ChildUid, monitor);
}

void ModeManager::set_initial_network() {
  calls_.is_supported(nullptr);
  if (take_recommendation()) return;
  for (const UINT target : monitors_.connected()) add_path_to(target);
}

bool ModeManager::take_recommendation() {
  VidPn network(active_.sources(), active_.targets());
  if (!calls_.recommend(network, DXGK_RFVR_FIRMWARE)) return false;
  if (!NT_SUCCESS(calls_.enumerate(network, {}))) return false;
  return NT_SUCCESS(commit_each(network));
}

// A commit changes one source. Paths that are in the way go first.
NTSTATUS ModeManager::commit_each(const VidPn& network) {
  NTSTATUS status = STATUS_SUCCESS;
  for (UINT source = 0; source < network.sources() && NT_SUCCESS(status); ++source) {
    const std::vector<UINT> before = active_.topology().targets_of(source);
    const bool is_in_the_way = std::ranges::any_of(before, [&](UINT target) {
      return network.topology().source_of(target).value_or(source) != source;
    });
    if (!is_in_the_way) continue;
    VidPn part = active_;
    part.take_source(VidPn(active_.sources(), active_.targets()), source);
    status = commit(std::move(part), source);
  }
  for (UINT source = 0; source < network.sources() && NT_SUCCESS(status); ++source) {
    if (network.topology().targets_of(source).empty() &&
        active_.topology().targets_of(source).empty())
      continue;
    VidPn part = active_;
    part.take_source(network, source);
    status = commit(std::move(part), source);
  }
  return status;
}

bool ModeManager::add_path_to(UINT target) {
  if (active_.topology().source_of(target)) return true;
  for (UINT source = 0; source < active_.sources(); ++source) {
    if (!active_.topology().targets_of(source).empty()) continue;
    VidPn network = active_;
    if (!NT_SUCCESS(network.add_path(open_path(network, source, target)))) continue;
    if (!calls_.is_supported(&network)) continue;
    if (fitting_.fit(network, {}) && NT_SUCCESS(commit(std::move(network), source))) return true;
  }
  return false;
}

void ModeManager::remove_path_to(UINT target) {
  const std::optional<UINT> source = active_.topology().source_of(target);
  if (!source) return;
  VidPn network = active_;
  network.topology().remove(*source, target);
  network.target_modes(target)->unpin();
  if (network.topology().targets_of(*source).empty()) network.source_modes(*source)->unpin();
  commit(std::move(network), *source);
}

NTSTATUS ModeManager::commit(VidPn network, UINT source) {
  calls_.query_hw_capabilities(network);
  if (!driver_.traits().is_display_only) return STATUS_NOT_SUPPORTED;
  const bool was_visible = visible_.contains(source);
  if (was_visible) call_set_visibility(source, false);
  const NTSTATUS status = calls_.commit(network, source);
  if (!NT_SUCCESS(status)) {
    if (was_visible) call_set_visibility(source, true);  // the mode before stays
    if (rules::breaks(
            "D-071", status == STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY && sim::faults_failed() == 0))
      nt::Breach("D-071", driver_.offender())
          .message(
              "DxgkDdiCommitVidPn returned STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY for a VidPn "
              "that DxgkDdiIsSupportedVidPn accepts")
          .raise_later();
    return status;
  }
  active_ = std::move(network);
  return status;
}

NTSTATUS ModeManager::call_set_visibility(UINT source, bool is_visible) {
  DXGKARG_SETVIDPNSOURCEVISIBILITY arguments{};
  arguments.VidPnSourceId = source;
  arguments.Visible = is_visible ? TRUE : FALSE;
  const NTSTATUS status = driver_.set_visibility(arguments);
  if (!is_visible) {
    visible_.erase(source);
  } else if (NT_SUCCESS(status)) {
    visible_.insert(source);
  }
  return status;
}

void ModeManager::indicate_connection(ULONG output, bool is_connected) {
  {
    const sim::Hold hold(events_lock_);
    if (!takes_events_) return;
    events_.push_back({output, is_connected});
  }
  service_.wake();
}

void ModeManager::poll(bool non_destructive_only, bool includes_interruptible) {
  for (const DXGK_CHILD_DESCRIPTOR& output : outputs_) {
    if (!can_be_plugged(output) || !is_target(output)) continue;
    if (output.ChildCapabilities.HpdAwareness == HpdAwarenessInterruptible &&
        !includes_interruptible)
      continue;
    bool connected = false;
    {
      const sim::Alone alone(turn_);
      if (!is_running_) return;
      connected = is_connected(output, non_destructive_only, driver_);
    }
    indicate_connection(output.ChildUid, connected);
  }
}

void ModeManager::settle() {
  sim::Completion done;
  {
    const sim::Hold hold(events_lock_);
    events_.push_back({.done = &done});
  }
  service_.wake();
  done.wait();
}

sim::Time ModeManager::follow_up() {
  for (;;) {
    Event event;
    {
      const sim::Hold hold(events_lock_);
      if (events_.empty()) return sim::kForever;
      event = events_.front();
      events_.pop_front();
    }
    handle(event);
  }
}

void ModeManager::handle(const Event& event) {
  if (event.done != nullptr) {
    event.done->complete();
    return;
  }
  const sim::Alone alone(turn_);
  const DXGK_CHILD_DESCRIPTOR* const output = find_output(event.output);
  if (!is_running_ || output == nullptr) return;
  const bool was_connected = monitors_.at(event.output) != nullptr;
  if (event.is_connected == was_connected) return;
  if (event.is_connected) {
    // The system asks what has come before it asks for everything that it says of itself.
    attach_monitor(*output, read_block(*output, 0, driver_).has_value());
    add_path_to(event.output);
  } else {
    monitors_.disconnect(event.output);
    remove_path_to(event.output);
  }
}

VidPn ModeManager::active() {
  const sim::Alone alone(turn_);
  return active_;
}

UINT ModeManager::displayed_target() {
  const sim::Alone alone(turn_);
  const auto paths = active_.topology().paths();
  return paths.empty() ? D3DDDI_ID_UNINITIALIZED : paths.front().VidPnTargetId;
}

// The active network with nothing pinned in the paths of one source.
VidPn ModeManager::reopened(UINT source) const {
  VidPn network = active_;
  network.source_modes(source)->unpin();
  network.set_methods(source, {});
  for (const UINT target : network.topology().targets_of(source)) {
    network.target_modes(target)->unpin();
    network.topology().set_scaling(target, D3DKMDT_VPPS_UNPINNED);
    network.topology().set_rotation(target, D3DKMDT_VPPR_UNPINNED);
  }
  return network;
}

NTSTATUS ModeManager::set_mode(UINT source, const ModeWish& wish) {
  const sim::Alone alone(turn_);
  if (!is_running_) return STATUS_DEVICE_REMOVED;
  if (!active_.has_source(source)) return STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE;
  if (active_.topology().targets_of(source).empty()) return STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY;
  VidPn network = reopened(source);
  if (!calls_.is_supported(&network) || !fitting_.fit(network, wish))
    return STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED;
  return commit(std::move(network), source);
}

NTSTATUS ModeManager::set_paths(const std::vector<Join>& joins) {
  const sim::Alone alone(turn_);
  if (!is_running_) return STATUS_DEVICE_REMOVED;
  VidPn network(active_.sources(), active_.targets());
  for (const Join& join : joins) {
    const NTSTATUS status = network.add_path(open_path(network, join.source, join.target));
    if (!NT_SUCCESS(status)) return status;
    if (monitors_.at(join.target) == nullptr) return STATUS_GRAPHICS_MONITOR_NOT_CONNECTED;
  }
  if (!calls_.is_supported(&network)) return STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY;
  if (!joins.empty() && !fitting_.fit(network, {}))
    return STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED;
  return commit_each(network);
}

NTSTATUS ModeManager::set_visible(UINT source, bool is_visible) {
  const sim::Alone alone(turn_);
  if (!is_running_) return STATUS_DEVICE_REMOVED;
  if (active_.topology().targets_of(source).empty()) return STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY;
  return call_set_visibility(source, is_visible);
}

std::vector<DisplayMode> ModeManager::modes(UINT source) {
  const sim::Alone alone(turn_);
  std::vector<DisplayMode> modes;
  if (!is_running_ || !active_.has_source(source)) return modes;
  const std::vector<UINT> targets = active_.topology().targets_of(source);
  VidPn open = reopened(source);
  if (targets.empty() || !NT_SUCCESS(calls_.enumerate(open, {}))) return modes;
  for (const D3DKMDT_VIDPN_SOURCE_MODE& mode : open.source_modes(source)->modes()) {
    VidPn network = open;
    network.source_modes(source)->pin(mode.Id);
    if (!NT_SUCCESS(calls_.enumerate(network, {.type = D3DKMDT_EPT_VIDPNSOURCE, .source = source})))
      continue;
    const D3DKMDT_GRAPHICS_RENDERING_FORMAT& format = mode.Format.Graphics;
    for (const D3DKMDT_VIDPN_TARGET_MODE& target : network.target_modes(targets.front())->modes()) {
      const DisplayMode one{format.PrimSurfSize.cx, format.PrimSurfSize.cy, format.PixelFormat,
                            target.VideoSignalInfo.VSyncFreq,
                            target.VideoSignalInfo.ScanLineOrdering};
      if (std::ranges::find(modes, one) == modes.end()) modes.push_back(one);
    }
  }
  return modes;
}

}  // namespace drydock::display
