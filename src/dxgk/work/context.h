// A context of a device: a stream of commands for one node.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "src/dxgk/object/claims.h"
#include "src/dxgk/object/list.h"
#include "src/dxgk/object/object.h"
#include "src/dxgk/object/two_ends.h"
#include "src/dxgk/object/wdk.h"
#include "src/sim/gate.h"

namespace drydock::sched {
struct ContextWork;
}  // namespace drydock::sched

namespace drydock::dxgk {

class Device;
class HwQueue;

struct ContextRequest {
  UINT node = 0;
  UINT engine_affinity = 0;
  D3DDDI_CREATECONTEXTFLAGS flags{};
  bool is_virtual = false;  // its work names memory by addresses of the process
  bool is_gdi = false;      // for work of the kernel's own: DxgkDdiRenderKm
  bool has_name = true;     // false for the one that stands in for a device without contexts
  std::span<std::byte> private_data;  // in and out
};

class Context final : public Object, public Linked<Context> {
 public:
  static constexpr ObjectType kType = ObjectType::kContext;

  // DxgkDdiCreateContext. A driver that is not MultiEngineAware has no contexts: its device stands
  // in.
  static NTSTATUS create(Device& device, const ContextRequest& request, Ref<Context>& out);

  // Its handle dies, its work ends (K-355), DxgkDdiDestroyContext. False when another thread was
  // first.
  bool destroy();
  // Towards the driver only, after its work; the handle stays.
  void destroy_in_driver();

  // It was created for hardware queues, and the driver has them.
  bool takes_queues() const { return takes_queues_; }
  // Guarded by the device's lock. The context is going: nobody makes more of them.
  List<HwQueue> queues;
  bool refuses_queues = false;

  // Its last submitted work is over, or the last call of a client in it, and nothing new comes.
  void drained() { idle_.complete(); }
  bool is_destroyed() const { return ends_.is_destroyed(); }

  // What the scheduler keeps of it.
  sched::ContextWork& work() const { return *work_; }

  Device& device() const { return *device_; }
  HANDLE driver() const { return driver_; }
  UINT node() const { return node_; }
  // Its work is submitted by addresses, and never patched.
  bool is_virtual() const { return is_virtual_; }
  // Its driver needs no patching: of its list only the primaries that it writes are left (K-286).
  bool is_unpatched() const { return is_unpatched_; }
  const DXGK_CONTEXTINFO& info() const { return info_; }

  Claims claims;
  // How it stands against others; the scheduler's to read.
  std::atomic<INT> priority = 0;
  std::atomic<INT> priority_in_process = 0;

 private:
  Context(Device& device, UINT node, bool is_virtual);
  ~Context() override;
  NTSTATUS create_in_driver(const ContextRequest& request);
  void shorten_lists();
  bool use_device();
  void call_destroy();
  std::vector<Ref<HwQueue>> close_queues();
  void leave_queues();

  Device* const device_;  // outlives its contexts
  const UINT node_;
  const bool is_virtual_;
  bool takes_queues_ = false;
  HANDLE driver_ = nullptr;
  DXGK_CONTEXTINFO info_{};
  bool is_unpatched_ = false;
  std::unique_ptr<sched::ContextWork> work_;
  sim::Completion idle_;
  TwoEnds ends_;
};

}  // namespace drydock::dxgk
