// An object of the host that a driver borrows: it knows the object by a handle until the call ends
// that brought the handle. With it stands what the driver must still release.
//
// Owner: the DriverCall. Threads: inside NetworkHandles::alone(). Cost: an allocation each; an
// object that is acquired again has one more reference.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <variant>

#include "src/display/vidpn/borrowed_structure.h"
#include "src/display/vidpn/monitors.h"
#include "src/display/vidpn/vidpn.h"

namespace drydock::display {

class DriverCall;

enum class ObjectKind : std::uint8_t {
  kVidPn,
  kTopology,
  kSourceModes,
  kTargetModes,
  kMonitorModes,
  kFrequencyRanges,
  kDescriptors,
  kAdditionalModes,  // the additional modes of a monitor; drivers have no handle of them
};

// Whether and why the driver must release the object.
enum class Claim : std::uint8_t {
  kNone,      // handles without a reference
  kAcquired,  // a release for each acquisition
  kCreated,   // a release or an assignment
  kRefused,   // the same, after an assignment that left it to the driver
  kReleased,
  kAssigned,
  kReleasedByAssignment,  // by an assignment that was refused and released it
};

struct BorrowedObject {
  using HostObject =
      std::variant<VidPn*, std::shared_ptr<SourceModeSet>, std::shared_ptr<TargetModeSet>,
                   std::shared_ptr<MonitorModeSet>, std::shared_ptr<const Monitor>>;

  DriverCall* call = nullptr;
  ObjectKind kind = ObjectKind::kVidPn;
  HostObject host_object;
  const VidPn* network = nullptr;  // to which a mode set belongs
  void* handle = nullptr;
  Claim claim = Claim::kNone;
  unsigned references = 0;
  rules::Stack where = {};  // the driver first got it here
  // Structures of the object that the driver has or had, the oldest first.
  std::deque<BorrowedStructure> structures = {};
  // Modes whose identifier the driver left, or replaced.
  unsigned left_ids = 0, replaced_ids = 0;

  bool is_usable() const { return claim <= Claim::kRefused; }
  VidPn& vidpn() const { return *std::get<VidPn*>(host_object); }
  template <typename Mode>
  const std::shared_ptr<ModeSet<Mode>>& set() const {
    return std::get<std::shared_ptr<ModeSet<Mode>>>(host_object);
  }
  const Monitor& monitor() const { return *std::get<std::shared_ptr<const Monitor>>(host_object); }

  // Returns the newest structure that began at the address; null for none.
  BorrowedStructure* find_structure(const void* address);
  bool has_held_structure() const;
};

// "source mode set of source 0"
std::string describe(const BorrowedObject& object);

}  // namespace drydock::display
