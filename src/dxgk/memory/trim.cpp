#include "src/dxgk/memory/trim.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "src/dxgk/memory/residency.h"
#include "src/dxgk/work/process.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::dxgk {
namespace {

struct Trim {
  Device* device;
  PFND3DKMT_TRIMNOTIFICATIONCALLBACK callback;
  void* context;
  std::uint64_t since;  // the device's period of the last notification; 0 before the first
};

struct Trims {
  // Callbacks pass among others; an unregistration passes alone.
  sim::Gate calls DRYDOCK_ACQUIRED_BEFORE(lock);
  sim::Lock lock;
  std::uintptr_t last DRYDOCK_GUARDED_BY(lock) = 0;
  std::map<std::uintptr_t, Trim> all DRYDOCK_GUARDED_BY(lock);
};

Trims& trims() {
  static sim::NeverDestroyed<Trims> instance;
  return *instance;
}

thread_local bool is_in_trim_callback = false;

// Returns when no other thread is in a callback that was unregistered.
void wait_for_callbacks() {
  if (!is_in_trim_callback) const sim::Alone alone(trims().calls);
}

// Finds the next registration after `after` whose device is live.
bool next_trim(const Adapter& adapter, std::uintptr_t& after, Trim& out, Ref<Device>& device) {
  Trims& known = trims();
  const sim::Hold hold(known.lock);
  for (auto each = known.all.upper_bound(after); each != known.all.end(); ++each) {
    if (&each->second.device->adapter() != &adapter || !each->second.device->try_add_ref())
      continue;
    device = Ref<Device>::adopt(each->second.device);
    after = each->first;
    out = each->second;
    return true;
  }
  return false;
}

// Calls `body` for each registration of a device of the adapter, with its handle. Does nothing in a
// trim callback: who trims hears of it when he asks for more.
template <typename Body>
void for_each_trim(const Adapter& adapter, Body&& body) {
  if (is_in_trim_callback) return;
  const sim::Passage among(trims().calls);
  std::uintptr_t handle = 0;
  Trim trim{};
  Ref<Device> device;
  while (next_trim(adapter, handle, trim, device)) body(handle, trim, *device);
}

void notify_client(const Trim& trim, D3DDDI_TRIMRESIDENCYSET_FLAGS flags, UINT64 bytes) {
  const ProcessScope scope(&trim.device->process());
  D3DKMT_TRIMNOTIFICATION notification{};
  notification.Context = trim.context;
  notification.Flags = flags;
  notification.NumBytesToTrim = bytes;
  const bool before = std::exchange(is_in_trim_callback, true);
  trim.callback(&notification);
  is_in_trim_callback = before;
}

// K-288: raises a breach for allocations that the list still has after the callback although no
// work has named them since the one before.
void check_trimmed(Device& device, std::uint64_t since) {
  const Idle idle = find_idle(device, since);
  if (!rules::breaks("K-288", idle.count != 0)) return;
  nt::Breach("K-288", nt::Offender::client())
      .message(
          "a trim callback was called with PeriodicTrim and left allocation {:#x} on the residency "
          "list, {} in all, which no work has named since the last time",
          idle.first, idle.count)
      .object(fmt::format("device {:#x}", device.handle()))
      .raise_later();
}

void note_notified(std::uintptr_t handle, std::uint64_t period) {
  Trims& known = trims();
  const sim::Hold hold(known.lock);
  const auto found = known.all.find(handle);
  if (found != known.all.end()) found->second.since = period;
}

}  // namespace

void* register_trim(Device& device, PFND3DKMT_TRIMNOTIFICATIONCALLBACK callback, void* context) {
  Trims& known = trims();
  const sim::Hold hold(known.lock);
  known.all[++known.last] = {&device, callback, context, 0};
  return reinterpret_cast<void*>(known.last);
}

bool unregister_trim(const Process& process, void* handle) {
  {
    Trims& known = trims();
    const sim::Hold hold(known.lock);
    const auto found = known.all.find(reinterpret_cast<std::uintptr_t>(handle));
    if (found == known.all.end() || &found->second.device->process() != &process) return false;
    known.all.erase(found);
  }
  wait_for_callbacks();
  return true;
}

std::size_t end_trims(const Device& device) {
  std::size_t count = 0;
  {
    Trims& known = trims();
    const sim::Hold hold(known.lock);
    count =
        std::erase_if(known.all, [&](const auto& each) { return each.second.device == &device; });
  }
  if (count != 0) wait_for_callbacks();
  return count;
}

void trim_to_budget(const Adapter& adapter) {
  for_each_trim(adapter, [](std::uintptr_t, const Trim& trim, Device& device) {
    D3DDDI_TRIMRESIDENCYSET_FLAGS flags{};
    flags.TrimToBudget = 1;
    if (const UINT64 bytes = bytes_over_budget(device); bytes != 0)
      notify_client(trim, flags, bytes);
  });
}

void trim_periodically(const Adapter& adapter) {
  for_each_trim(adapter, [](std::uintptr_t handle, const Trim& trim, Device& device) {
    D3DDDI_TRIMRESIDENCYSET_FLAGS flags{};
    flags.RestartPeriodicTrim = trim.since == 0 ? 1 : 0;
    flags.PeriodicTrim = trim.since == 0 ? 0 : 1;
    notify_client(trim, flags, 0);
    if (trim.since != 0 && device.is_working()) check_trimmed(device, trim.since);
    note_notified(handle, begin_period(device));
  });
}

}  // namespace drydock::dxgk
