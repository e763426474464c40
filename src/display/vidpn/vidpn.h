// A video present network (VidPn): sources, targets, the paths between them, and the modes that
// each may have.
//
// This is the first header of the room `display`: what a monitor can show, which modes an adapter
// has, and which of them are set. Its parts are
//
//   edid     what a monitor says of itself, from its bytes
//   vidpn    networks, and everything that drivers do to them through the interfaces of d3dkmddi.h
//   modes    children and monitors of an adapter, and how a network becomes the active one
//
// The graphics kernel and the thunks may enter, by ModeManager (modes/mode_manager.h) and by the
// interfaces (vidpn/interfaces.h); nothing here knows them. The room sees a driver through
// ModeDriver (modes/mode_driver.h), which the graphics kernel implements.
//
// What the words mean: a source is a view with a primary, a target a video output; a path joins one
// of each. A mode is pinned when it is chosen. A network is functional when it has a path, and
// every source and target in a path has a pinned mode.
//
//   VidPn ──┬── Topology ── paths
//           ├── SourceModeSet of each source
//           ├── TargetModeSet of each target
//           └── multisampling methods of sources
//
// Owner: whoever builds the network. Threads: one at a time. While a driver has it (DriverCall), it
// is changed inside NetworkHandles::alone() only. Cost: plain values; a copy copies all modes.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "src/display/vidpn/mode_set.h"
#include "src/display/vidpn/topology.h"

namespace drydock::display {

class VidPn {
 public:
  // Sources are numbered from 0; targets are the driver's ChildUids.
  VidPn(UINT sources, std::vector<UINT> targets);
  // A copy has sets of its own.
  VidPn(const VidPn& other);
  VidPn& operator=(const VidPn& other);
  ~VidPn() = default;

  UINT sources() const { return static_cast<UINT>(source_modes_.size()); }
  std::vector<UINT> targets() const;
  bool has_source(UINT id) const { return source_modes_.contains(id); }
  bool has_target(UINT id) const { return target_modes_.contains(id); }

  Topology& topology() { return topology_; }
  const Topology& topology() const { return topology_; }

  // Replaces the paths of a source, its modes and those of its targets by another network's. The
  // paths of other sources do not lead to these targets.
  void take_source(const VidPn& from, UINT source);

  // Adds a path, as pfnAddPath; see Topology::add().
  NTSTATUS add_path(const Path& path);
  // A path with everything that a driver may leave as it is.
  Path new_path() const;

  // Every source and target has a set, which is empty at first. Null for unknown ones.
  std::shared_ptr<SourceModeSet> source_modes(UINT source) const;
  std::shared_ptr<TargetModeSet> target_modes(UINT target) const;

  // The set of a source or target, by the kind of its modes.
  template <typename Mode>
  std::shared_ptr<ModeSet<Mode>> modes_of(UINT owner) const;

  // Replaces the set of a source or target that exists. A mode that is pinned stays pinned in the
  // new set. A set that is refused changes nothing.
  template <typename Mode>
  NTSTATUS assign(UINT owner, const std::shared_ptr<ModeSet<Mode>>& set);

  void set_methods(UINT source, std::vector<D3DDDI_MULTISAMPLINGMETHOD> methods);
  std::vector<D3DDDI_MULTISAMPLINGMETHOD> methods(UINT source) const;

  bool is_functional() const;

 private:
  template <typename Mode>
  std::map<UINT, std::shared_ptr<ModeSet<Mode>>>& all_of();

  Topology topology_;
  std::map<UINT, std::shared_ptr<SourceModeSet>> source_modes_;
  std::map<UINT, std::shared_ptr<TargetModeSet>> target_modes_;
  std::map<UINT, std::vector<D3DDDI_MULTISAMPLINGMETHOD>> methods_;
};

}  // namespace drydock::display
