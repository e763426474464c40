// Doorbells: by which a client wakes the GPU, without the kernel, for work in the ring buffer of a
// hardware queue.
//
//   Disconnected ──► Connected ──► Disconnected ──► … ──► destroyed
//        DxgkDdiConnectDoorbell    DxgkDdiDisconnectDoorbell, or the driver disconnects it
//                                  (DxgkCbDisconnectDoorbell)
//
// The allocations of the ring buffer are the client's, and the doorbell has a claim on each as long
// as the driver has it (K-233).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

#include "src/dxgk/object/fence_page.h"
#include "src/dxgk/object/object.h"
#include "src/dxgk/object/two_ends.h"
#include "src/dxgk/work/device_memory.h"
#include "src/dxgk/work/doorbell_window.h"
#include "src/dxgk/work/hw_queue.h"
#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

struct DoorbellRequest {
  Handle ring = 0;
  Handle control = 0;  // 0: there is none
  D3DKMT_CREATE_DOORBELL_FLAGS flags{};
  std::span<std::byte> private_data;  // in and out
};

class Doorbell final : public Object {
 public:
  static constexpr ObjectType kType = ObjectType::kDoorbell;

  struct Names {
    Handle doorbell = 0;
    void* ring_at = nullptr;    // where the client rings
    void* second_at = nullptr;  // and there too, when it asked for that
    void* status = nullptr;     // where it reads D3DDDI_DOORBELLSTATUS, in 64 bits
  };
  // DxgkDdiCreateDoorbell. These three while the queue does not go (HwQueueCall), by who has the
  // queue's doorbell_turn for himself.
  static NTSTATUS create(HwQueue& queue, const DoorbellRequest& request, Names& out);
  // DxgkDdiConnectDoorbell, unless it is connected.
  NTSTATUS connect();
  // Its handle is detached and the driver's half is destroyed. False when another thread was first.
  bool destroy();

  // DxgkDdiDisconnectDoorbell, if it is connected, by who has a turn; `seat` is whose call it is.
  // The client may try again unless its device is lost.
  void disconnect(Seat& seat);
  // The same for good: its queue ends, and waits only for what was queued by now.
  void end_connections(Seat& seat);
  // The driver has disconnected it. On any of its threads.
  void take_away(D3DDDI_DOORBELLSTATUS why);

  // Disconnected, DxgkDdiDestroyDoorbell, and the allocations are released; the handle stays.
  void destroy_in_driver();

  HwQueue& queue() const { return *queue_; }

 private:
  Doorbell(HwQueue& queue, const DoorbellRequest& request);
  ~Doorbell() override = default;
  Device& device() const { return queue_->context().device(); }
  Adapter& adapter() const;
  // False when a handle is no allocation of the device; then it has none.
  bool claim_memory(const DoorbellRequest& request);
  NTSTATUS create_in_driver(const DoorbellRequest& request);
  void disconnect_in_driver(Seat& seat);
  D3DDDI_DOORBELLSTATUS why_disconnected() const;
  bool map_windows(const DXGKARG_CONNECTDOORBELL& connected) DRYDOCK_REQUIRES(lock_);
  void unmap_windows(D3DDDI_DOORBELLSTATUS why) DRYDOCK_REQUIRES(lock_);

  const Ref<HwQueue> queue_;
  HANDLE driver_ = nullptr;
  std::unique_ptr<DoorbellMemory> ring_, control_;  // null without control, and once it left
  TwoEnds ends_;

  // Short, and nothing is called under it: the driver may come by take_away() at any time.
  mutable sim::Lock lock_;
  bool is_connected_ DRYDOCK_GUARDED_BY(lock_) = false;
  bool was_taken_away_ DRYDOCK_GUARDED_BY(lock_) = false;  // since connect() began
  bool is_ending_ DRYDOCK_GUARDED_BY(lock_) = false;
  // What the client sees; gone when the doorbell is destroyed.
  std::unique_ptr<FencePage> status_ DRYDOCK_GUARDED_BY(lock_);
  std::array<std::unique_ptr<DoorbellWindow>, 2> windows_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
