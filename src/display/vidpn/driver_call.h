// One call of a driver's entry point that brings networks or mode sets: what the driver may do with
// them, and what it must have released when it returns.
//
//   DriverCall call(driver, Purpose::kCommit);
//   arguments.hFunctionalVidPn = call.handle_of(vidpn);
//   status = …;                    // the entry point
//   call.end(offender);            // raises what the driver did not release
//
// All handles and structures end with the call. Outside of such calls a driver may still ask about
// monitors: the adapter's standing call, which ends when the adapter stops, then accounts for what
// the driver acquires.
//
// Owner: the thread that calls the driver; the driver's other threads may use its handles
// meanwhile. Cost: allocations for what the driver asks for.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "src/display/vidpn/borrowed_object.h"
#include "src/display/vidpn/rights.h"
#include "src/nt/watch/breach.h"

namespace drydock::display {

// Properties of a driver that decide which changes of networks are right.
struct DriverTraits {
  bool is_display_only = false;
  bool controls_vsync = false;
  ULONG version = 0;  // DXGKDDI_INTERFACE_VERSION_*
};

class DriverCall {
 public:
  // Returns who breaks the rules of leaks when the call is over.
  using OffenderOf = std::function<nt::Offender()>;

  // Becomes the innermost call of this thread until it ends. A standing call (kOther) does not.
  DriverCall(const DriverTraits& driver, Purpose purpose);
  // Revokes everything without raising anything, if end() was not called.
  ~DriverCall();
  DriverCall(const DriverCall&) = delete;
  DriverCall& operator=(const DriverCall&) = delete;

  static DriverCall* current() { return innermost_; }

  Purpose purpose() const { return purpose_; }
  const DriverTraits& driver() const { return driver_; }

  // Return handles for the entry point's arguments. They carry no reference. Null when there are
  // too many.
  D3DKMDT_HVIDPN handle_of(VidPn& vidpn);
  D3DKMDT_HMONITORSOURCEMODESET handle_of(const std::shared_ptr<MonitorModeSet>& set);

  // Called when the entry point has returned: revokes everything, and raises what was not released.
  void end(const OffenderOf& offender);

  // For the interface functions, inside NetworkHandles::alone(). An object that the driver acquires
  // again, or gets without a reference, keeps its handle. Null when there are too many.
  BorrowedObject* issue_object(ObjectKind kind, const BorrowedObject::HostObject& host_object,
                               Claim claim, const VidPn* network = nullptr);
  // Returns the object of this kind that has a structure at the address; null for none.
  BorrowedObject* find_with_structure(ObjectKind kind, const void* address);

 private:
  struct Debt {
    rules::RuleId rule;
    std::string message;
    rules::Stack where;
  };

  std::vector<Debt> revoke_all();
  void add_debts(const BorrowedObject& object, std::vector<Debt>& debts) const;

  [[gnu::tls_model("initial-exec")]] static constinit thread_local DriverCall* innermost_;

  const DriverTraits driver_;
  const Purpose purpose_;
  DriverCall* const outer_;
  bool is_over_ = false;
  std::vector<std::unique_ptr<BorrowedObject>> objects_;  // changed inside NetworkHandles::alone()
};

}  // namespace drydock::display
