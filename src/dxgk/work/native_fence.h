// Native fences: fences whose values the GPU itself compares, so that the driver knows of them.
//
// The driver has one object for the fence, for as long as anybody has it, and one for each opening:
// the creator's and those by NT handle. Openings end with their handles and with their devices, the
// fence after the last of them. An adapter that stops ends all.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_set>

#include "src/dxgk/adapter/driver_part.h"
#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;
class Device;
class Seat;

// What client and driver say to each other when a fence is made or opened: in and out.
using FenceData = std::array<BYTE, D3DDDI_NATIVE_FENCE_PDD_SIZE>;

// The driver has the entry points for native fences; and says besides that its GPU has them.
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
  const HANDLE handle_;  // by which the driver reports it; never given twice
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

// Those of an adapter.
class NativeFences {
 public:
  void add(const std::shared_ptr<NativeFence>& fence) { all_.add(fence); }
  // For an adapter that stops. Nobody adds more.
  void end_all() { all_.end_all(); }

  HANDLE issue();
  // The driver does not know it any more.
  void withdraw(HANDLE handle);

  // What a driver says of a handle. At any IRQL.
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
