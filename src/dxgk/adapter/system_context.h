// The graphics kernel's own device and context on the paging engine. The driver recognises them by
// Flags.SystemDevice and Flags.SystemContext. They have no handle that callbacks could name
// (K-361), so that nothing of a client's can be put on them.
#pragma once

#include <memory>

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;

// Its end destroys both; the adapter outlives it. A driver without contexts has only the device.
class SystemContext {
 public:
  // A virtual context names memory by addresses of the graphics kernel's own process.
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
