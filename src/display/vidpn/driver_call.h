// One call of a driver's entry point that brings networks or mode sets: what the driver may do with
// them, and what it owes when it returns.
//
//   DriverCall call(driver, Purpose::kCommit);
//   arguments.hFunctionalVidPn = call.show(vidpn);
//   status = …;                    // the entry point
//   call.end(offender);            // what the driver did not give back is raised
//
// All handles and structures end with the call. Outside of such calls a driver may still ask about
// monitors: what it acquires then is accounted to the adapter's standing call, which ends when the
// adapter stops.
//
// Owner: the thread that calls the driver; the driver's other threads may use its handles
// meanwhile. Cost: allocations for what the driver asks for.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "src/display/vidpn/rights.h"
#include "src/display/vidpn/shown.h"
#include "src/nt/watch/breach.h"

namespace drydock::display {

// What the host must know of a driver to judge what it does to networks.
struct DriverTraits {
  bool is_display_only = false;
  bool controls_vsync = false;
  ULONG version = 0;  // DXGKDDI_INTERFACE_VERSION_*
};

class DriverCall {
 public:
  // What breaks a rule when the call is over, and whom it accuses.
  using Accused = std::function<nt::Offender()>;

  // The innermost call of this thread as long as it lives, unless it is a standing one.
  DriverCall(const DriverTraits& driver, Purpose purpose);
  // Takes everything back without a word, if end() did not.
  ~DriverCall();
  DriverCall(const DriverCall&) = delete;
  DriverCall& operator=(const DriverCall&) = delete;

  static DriverCall* current() { return innermost_; }

  Purpose purpose() const { return purpose_; }
  const DriverTraits& driver() const { return driver_; }

  // Handles for the entry point's arguments, which carry no reference.
  D3DKMDT_HVIDPN show(VidPn& vidpn);
  D3DKMDT_HMONITORSOURCEMODESET show(const std::shared_ptr<MonitorModeSet>& set);

  // The entry point returned.
  void end(const Accused& accused);

  // For the interface functions, inside Lending::alone(). What is acquired again, or has no
  // reference, is shown once. Null when there are too many.
  Shown* show_object(ShownKind kind, const Shown::Object& object, Claim claim,
                     const VidPn* network = nullptr);
  // Structures of additional modes that begin at the address.
  Shown* find_lender(ShownKind kind, const void* address);

 private:
  struct Owed {
    rules::RuleId rule;
    std::string message;
    rules::Stack where;
  };

  std::vector<Owed> take_back();
  void note_owed(const Shown& shown, std::vector<Owed>& owed) const;

  [[gnu::tls_model("initial-exec")]] static constinit thread_local DriverCall* innermost_;

  const DriverTraits driver_;
  const Purpose purpose_;
  DriverCall* const outer_;
  bool is_over_ = false;
  std::vector<std::unique_ptr<Shown>> shown_;  // changed inside Lending::alone()
};

}  // namespace drydock::display
