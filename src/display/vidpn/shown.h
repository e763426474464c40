// An object that a driver knows by a handle, as long as the call lasts that brought it, and what
// the driver owes for it.
//
// Owner: the DriverCall. Threads: inside Lending::alone(). Cost: an allocation each; an object
// that is acquired again has one more reference.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <variant>

#include "src/display/vidpn/lent.h"
#include "src/display/vidpn/monitors.h"
#include "src/display/vidpn/vidpn.h"

namespace drydock::display {

class DriverCall;

enum class ShownKind : std::uint8_t {
  kVidPn,
  kTopology,
  kSourceModes,
  kTargetModes,
  kMonitorModes,
  kFrequencyRanges,
  kDescriptors,
  kAdditionalModes,  // of a monitor; drivers know no handle of it
};

// Whether and why the driver must give it back.
enum class Claim : std::uint8_t {
  kNone,      // handles without a reference
  kAcquired,  // a release for each acquisition
  kCreated,   // a release or an assignment
  kRefused,   // the same, after an assignment that left it to the driver
  kReleased,
  kAssigned,
  kTakenBack,  // by an assignment that was refused and released it
};

struct Shown {
  using Object =
      std::variant<VidPn*, std::shared_ptr<SourceModeSet>, std::shared_ptr<TargetModeSet>,
                   std::shared_ptr<MonitorModeSet>, std::shared_ptr<const Monitor>>;

  DriverCall* call = nullptr;
  ShownKind kind = ShownKind::kVidPn;
  Object object;
  const VidPn* network = nullptr;  // of a mode set
  void* handle = nullptr;
  Claim claim = Claim::kNone;
  unsigned references = 0;
  rules::Stack where = {};  // it was first given out here
  // Structures of it that the driver has or had, the oldest first.
  std::deque<Lent> lent = {};
  // Modes whose identifier the driver left, or replaced.
  unsigned left_ids = 0, replaced_ids = 0;

  bool is_usable() const { return claim <= Claim::kRefused; }
  VidPn& vidpn() const { return *std::get<VidPn*>(object); }
  template <typename Mode>
  const std::shared_ptr<ModeSet<Mode>>& set() const {
    return std::get<std::shared_ptr<ModeSet<Mode>>>(object);
  }
  const Monitor& monitor() const { return *std::get<std::shared_ptr<const Monitor>>(object); }

  // The newest structure that began at the address; null for none.
  Lent* find_lent(const void* address);
  bool has_lent() const;
};

// "source mode set of source 0"
std::string describe(const Shown& shown);

}  // namespace drydock::display
