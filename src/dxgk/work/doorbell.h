// Doorbells: a client rings one to wake the GPU, without the kernel, for work in the ring buffer of
// a hardware queue.
//
//   Disconnected ──► Connected ──► Disconnected ──► … ──► destroyed
//        DxgkDdiConnectDoorbell    DxgkDdiDisconnectDoorbell, or the driver disconnects it
//                                  (DxgkCbDisconnectDoorbell)
//
// The allocations of the ring buffer are the client's. The doorbell has a claim on each while the
// driver's half lives (K-233).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

#include "src/dxgk/object/object.h"
#include "src/dxgk/object/two_ends.h"
#include "src/dxgk/pages/doorbell_window.h"
#include "src/dxgk/pages/fence_page.h"
#include "src/dxgk/work/device_memory.h"
#include "src/dxgk/work/hw_queue.h"
#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

struct DoorbellRequest {
  Handle ring = 0;
  Handle control = 0;  // 0: none
  D3DKMT_CREATE_DOORBELL_FLAGS flags{};
  std::span<std::byte> private_data;  // in and out
};

class Doorbell final : public Object {
 public:
  static constexpr ObjectType kType = ObjectType::kDoorbell;

  struct Names {
    Handle doorbell = 0;
    void* ring_at = nullptr;    // the address at which the client rings
    void* second_at = nullptr;  // a second address, when it asked for one
    void* status = nullptr;     // the address of a D3DDDI_DOORBELLSTATUS, in 64 bits
  };
  // DxgkDdiCreateDoorbell. For these three the queue must not be destroyed meanwhile (HostClaim),
  // and the caller must be alone in the queue's doorbell_turn.
  static NTSTATUS create(HwQueue& queue, const DoorbellRequest& request, Names& out);
  // DxgkDdiConnectDoorbell, unless it is connected.
  NTSTATUS connect();
  // Its handle is detached and the driver's half is destroyed. False when another thread was first.
  bool destroy();

  // DxgkDdiDisconnectDoorbell, if it is connected, for the thread that has the turn, in the name of
  // `seat`. The client may connect again unless its device is lost.
  void disconnect(Seat& seat);
  // The same, and it cannot be connected again: its queue ends, and waits only for what is queued
  // now.
  void end_connections(Seat& seat);
  // The driver has disconnected it, on any of its threads.
  void take_away(D3DDDI_DOORBELLSTATUS why);

  // Disconnects it, calls DxgkDdiDestroyDoorbell and releases the allocations. The handle still
  // resolves.
  void destroy_in_driver();

  HwQueue& queue() const { return *queue_; }

 private:
  Doorbell(HwQueue& queue, const DoorbellRequest& request);
  ~Doorbell() override = default;
  Device& device() const { return queue_->context().device(); }
  Adapter& adapter() const;
  // False, without a claim, when a handle is no allocation of the device.
  bool claim_memory(const DoorbellRequest& request);
  NTSTATUS create_in_driver(const DoorbellRequest& request);
  void disconnect_in_driver(Seat& seat);
  D3DDDI_DOORBELLSTATUS why_disconnected() const;
  bool map_windows(const DXGKARG_CONNECTDOORBELL& connected) DRYDOCK_REQUIRES(lock_);
  void unmap_windows(D3DDDI_DOORBELLSTATUS why) DRYDOCK_REQUIRES(lock_);

  const Ref<HwQueue> queue_;
  HANDLE driver_ = nullptr;
  // Null without control, and after the driver's half was destroyed.
  std::unique_ptr<DoorbellMemory> ring_, control_;
  TwoEnds ends_;

  // Held briefly, and nothing is called under it: the driver may call take_away() at any time.
  mutable sim::Lock lock_{sim::LockRank::kDoorbell};
  bool is_connected_ DRYDOCK_GUARDED_BY(lock_) = false;
  bool was_taken_away_ DRYDOCK_GUARDED_BY(lock_) = false;  // since connect() began
  bool is_ending_ DRYDOCK_GUARDED_BY(lock_) = false;
  // The page that the client reads; freed when the doorbell is destroyed.
  std::unique_ptr<FencePage> status_ DRYDOCK_GUARDED_BY(lock_);
  std::array<std::unique_ptr<DoorbellWindow>, 2> windows_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
