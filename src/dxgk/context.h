// A context of a device: a stream of commands for one node.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>

#include "src/dxgk/claims.h"
#include "src/dxgk/list.h"
#include "src/dxgk/object.h"
#include "src/dxgk/wdk.h"

namespace drydock::dxgk {

class Device;

struct ContextRequest {
  UINT node = 0;
  UINT engine_affinity = 0;
  D3DDDI_CREATECONTEXTFLAGS flags{};
  std::span<std::byte> private_data;  // in and out
};

class Context final : public Object, public Linked<Context> {
 public:
  static constexpr ObjectType kType = ObjectType::kContext;

  // DxgkDdiCreateContext. A driver that is not MultiEngineAware has no contexts: its device stands
  // in.
  static NTSTATUS create(Device& device, const ContextRequest& request, Ref<Context>& out);

  // Its handle dies, its work ends, DxgkDdiDestroyContext. False when another thread was first.
  bool destroy();
  // Towards the driver only; the handle stays.
  void leave_driver();

  Device& device() const { return *device_; }
  HANDLE driver() const { return driver_; }
  UINT node() const { return node_; }
  const DXGK_CONTEXTINFO& info() const { return info_; }

  Claims claims;
  // How it stands against others; the scheduler's to read.
  std::atomic<INT> priority = 0;
  std::atomic<INT> priority_in_process = 0;

 private:
  Context(Device& device, UINT node);

  Device* const device_;  // outlives its contexts
  const UINT node_;
  HANDLE driver_ = nullptr;
  DXGK_CONTEXTINFO info_{};
  std::atomic<bool> left_driver_ = false;
};

}  // namespace drydock::dxgk
