// Routines of drivers that see operations on the registry.
//
// An operation is announced before it is made. A routine may refuse it, and then its status is the
// answer, or take it over by STATUS_CALLBACK_BYPASS. All routines see the result afterwards.
//
// Cost: one load while no driver has registered a routine. Owner: a routine is a debt of its
// driver. Threads: any; the routines run on the calling thread, without a lock of the host.
#pragma once

#include <optional>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

class RegistryOperation {
 public:
  // Announces an operation. The information belongs to the caller.
  RegistryOperation(REG_NOTIFY_CLASS before, REG_NOTIFY_CLASS after, void* object,
                    void* information);

  // The answer of a routine that has refused the operation or taken it over.
  std::optional<NTSTATUS> refusal() const { return refusal_; }

  // Tells the routines the status of the operation; returns that of the call.
  NTSTATUS end(NTSTATUS status);

 private:
  const REG_NOTIFY_CLASS after_;
  void* const object_;
  void* const information_;
  std::optional<NTSTATUS> refusal_;
};

// Makes an operation unless a routine refuses it.
template <typename Information, typename Body>
NTSTATUS announce(REG_NOTIFY_CLASS before, REG_NOTIFY_CLASS after, Information information,
                  Body&& body) {
  RegistryOperation operation(before, after, information.Object, &information);
  if (operation.refusal()) return *operation.refusal();
  return operation.end(body());
}

}  // namespace drydock::nt
