// Native fences: the GPU itself compares their values, so the driver has objects for them.
//
// The driver has one object for the fence while the fence lives, and one for each opening: the
// creator's, and those by NT handle. Openings end with their handles and with their devices, and
// the fence after its last opening. An adapter that stops ends all of them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_set>

#include "src/dxgk/miniport/driver_part.h"
#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;
class Device;
class Seat;

// The private data of client and driver when a fence is created or opened: in and out.
using FenceData = std::array<BYTE, D3DDDI_NATIVE_FENCE_PDD_SIZE>;

// True when the driver has the entry points; the second also asks that it reports native fences.
bool knows_native_fences(const Adapter& adapter);
bool has_native_fences(const Adapter& adapter);

class NativeFence final : public DriverPart {
 public:
  // DxgkDdiCreateNativeFence.
  static NTSTATUS create(Device& device, D3DDDI_NATIVEFENCE_TYPE type, FenceData& data,
                         std::shared_ptr<NativeFence>& out);

  HANDLE driver() const { return driver_; }

 private:
  explicit NativeFence(Adapter& adapter);
  void destroy_in_driver() override;

  Adapter& adapter_;
  const HANDLE handle_;  // the driver reports by it; never reused
  HANDLE driver_ = nullptr;
};

// One opening of a fence, on a device.
class LocalFence final : public DriverPart {
 public:
  // DxgkDdiOpenNativeFence.
  static NTSTATUS open(Device& device, const NativeFence& fence, FenceData& data,
                       std::shared_ptr<LocalFence>& out);

 private:
  explicit LocalFence(Device& device);
  void destroy_in_driver() override;

  Adapter& adapter_;
  Seat& seat_;
  HANDLE driver_ = nullptr;
};

// The native fences of an adapter.
class NativeFences {
 public:
  void add(const std::shared_ptr<NativeFence>& fence) { all_.add(fence); }
  // For an adapter that stops. No thread adds more.
  void end_all() { all_.end_all(); }

  HANDLE issue();
  // The driver has destroyed its object.
  void withdraw(HANDLE handle);

  // Returns whether a handle ever named a fence of the driver's, and still does. May be called at
  // any IRQL.
  enum class Life : std::uint8_t { kNever, kThere, kOver };
  Life life_of(HANDLE handle) const;

 private:
  static constexpr std::uintptr_t kFirst = 0xF000'0000, kStep = 0x10;

  DriverParts<NativeFence> all_;
  mutable sim::Lock lock_;
  std::unordered_set<HANDLE> there_ DRYDOCK_GUARDED_BY(lock_);
  std::uintptr_t last_ DRYDOCK_GUARDED_BY(lock_) = kFirst;
};

}  // namespace drydock::dxgk
