// The graphics kernel's own device and context on the paging engine, which a driver is told of by
// Flags.SystemDevice and Flags.SystemContext. They have no handle that callbacks could name
// (K-361), so that nothing of a client's can be put on them.
#pragma once

#include <memory>

#include "src/dxgk/wdk.h"

namespace drydock::dxgk {

class Adapter;

// Ends with the object, which the adapter outlives. A driver without contexts has the device only.
class SystemContext {
 public:
  static NTSTATUS create(Adapter& adapter, std::unique_ptr<SystemContext>& out);
  ~SystemContext();
  SystemContext(const SystemContext&) = delete;
  SystemContext& operator=(const SystemContext&) = delete;

 private:
  explicit SystemContext(Adapter& adapter) : adapter_(adapter) {}
  NTSTATUS create_device();
  NTSTATUS create_context();

  Adapter& adapter_;
  bool has_device_ = false;
  bool has_context_ = false;
  HANDLE device_ = nullptr;  // the driver's
  HANDLE context_ = nullptr;
};

}  // namespace drydock::dxgk
