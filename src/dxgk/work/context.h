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
#include "src/dxgk/object/some_device_lock.h"
#include "src/dxgk/object/two_ends.h"
#include "src/sched/work/work_source.h"
#include "src/sim/gate.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Device;
class HwQueue;
struct ContextWork;

struct ContextRequest {
  UINT node = 0;
  UINT engine_affinity = 0;
  D3DDDI_CREATECONTEXTFLAGS flags{};
  bool is_virtual = false;  // work of the context names memory by addresses of the process
  bool is_gdi = false;      // for the kernel's own work: DxgkDdiRenderKm
  bool has_name = true;     // false for the stand-in of a device without contexts
  std::span<std::byte> private_data;  // in and out
};

class Context final : public Object, public Linked<Context>, public sched::WorkSource {
 public:
  static constexpr ObjectType kType = ObjectType::kContext;

  // DxgkDdiCreateContext. A driver that is not MultiEngineAware has no contexts: its device stands
  // in for one.
  static NTSTATUS create(Device& device, const ContextRequest& request, Ref<Context>& out);

  // Detaches the handle, waits for the end of its work (K-355), and calls DxgkDdiDestroyContext.
  // False when another thread was first.
  bool destroy();
  // Destroys only the driver's half, after its work has ended. The handle still resolves.
  void destroy_in_driver();

  // True when it was created for hardware queues and the driver has them.
  bool takes_queues() const { return takes_queues_; }
  // Closed when the context is being destroyed: no queue is made then.
  List<HwQueue> queues DRYDOCK_GUARDED_BY(some_device_lock);
  bool refuses_queues DRYDOCK_GUARDED_BY(some_device_lock) = false;

  // Its last work, or the last call of a client in it, has ended, and no more can begin.
  void drained() { idle_.complete(); }
  bool is_destroyed() const { return ends_.is_destroyed(); }

  // The work that clients submit in it.
  ContextWork& work() const { return *work_; }

  Device& device() const { return *device_; }
  // sched::WorkSource
  void add_ref() override { Object::add_ref(); }
  void release() override { Object::release(); }
  bool claim_by_gpu() override { return claims.claim(Claims::By::kGpu); }
  void claim_again_by_gpu() override { claims.claim_again(Claims::By::kGpu); }
  void release_by_gpu() override {
    if (claims.release(Claims::By::kGpu)) drained();
  }
  sched::WorkOwner& owner() const override;
  HANDLE driver() const override { return driver_; }
  UINT node() const override { return node_; }
  std::uint32_t label() const override { return handle(); }
  // True when its work is submitted by addresses, and never patched.
  bool is_virtual() const { return is_virtual_; }
  // True when its driver needs no patching: its lists contain only the primaries that it writes
  // (K-286).
  bool is_unpatched() const override { return is_unpatched_; }
  const DXGK_CONTEXTINFO& info() const { return info_; }

  Claims claims;
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
  std::unique_ptr<ContextWork> work_;
  sim::Completion idle_;
  TwoEnds ends_;
};

}  // namespace drydock::dxgk
