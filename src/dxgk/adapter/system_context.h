// The graphics kernel's own device and context on the paging engine, which a driver is told of by
// Flags.SystemDevice and Flags.SystemContext. They have no handle that callbacks could name
// (K-361), so that nothing of a client's can be put on them.
#pragma once

#include <memory>

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;

// Ends with the object, which the adapter outlives. A driver without contexts has the device only.
class SystemContext {
 public:
  // One that is virtual names memory by addresses of the graphics kernel's own process.
  static NTSTATUS create(Adapter& adapter, std::unique_ptr<SystemContext>& out,
                         bool is_virtual = false);
  ~SystemContext();
  SystemContext(const SystemContext&) = delete;
  SystemContext& operator=(const SystemContext&) = delete;

  HANDLE driver_context() const { return context_; }

 private:
  SystemContext(Adapter& adapter, bool is_virtual) : adapter_(adapter), is_virtual_(is_virtual) {}
  NTSTATUS create_device();
  NTSTATUS create_context();

  Adapter& adapter_;
  const bool is_virtual_;
  bool has_device_ = false;
  bool has_context_ = false;
  HANDLE device_ = nullptr;  // the driver's
  HANDLE context_ = nullptr;
};

}  // namespace drydock::dxgk
