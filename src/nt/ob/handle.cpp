#include "src/nt/ob/handle.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <unordered_map>

#include "src/nt/base/mutex.h"
#include "src/nt/driver/driver.h"
#include "src/nt/watch/ledger.h"
#include "src/sim/never_destroyed.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

// Bits of a handle:
//   63                              31 30                          2 1 0
//   all set with OBJ_KERNEL_HANDLE     number, from 1 up             0 0
constexpr std::uint64_t kKernelBits = 0xFFFFFFFF80000000;
constexpr std::uint64_t kNumberStep = 4;
constexpr std::uint64_t kNumberEnd = 0x80000000;
static_assert((kKernelBits & (kNumberEnd - 1)) == 0 && kNumberEnd % kNumberStep == 0);

struct Slot {
  HandleEntry entry;
  std::function<void()> closed;
  bool is_a_drivers = false;  // it was opened in a call of a driver
};

struct Table {
  Mutex mutex{sim::LockRank::kHandleTable};
  std::unordered_map<std::uint64_t, Slot> slots DRYDOCK_GUARDED_BY(mutex);
  std::uint64_t next DRYDOCK_GUARDED_BY(mutex) = kNumberStep;
  // The numbers of the last handles that drivers opened and closed. 0: none.
  std::array<std::uint64_t, 64> closed_by_drivers DRYDOCK_GUARDED_BY(mutex) = {};
  std::size_t closings DRYDOCK_GUARDED_BY(mutex) = 0;

  std::uint64_t fresh() DRYDOCK_REQUIRES(mutex) {
    std::uint64_t number = 0;
    do {
      number = next;
      next = next + kNumberStep == kNumberEnd ? kNumberStep : next + kNumberStep;
    } while (slots.contains(number));
    std::ranges::replace(closed_by_drivers, number, std::uint64_t{0});
    return number;
  }
};

Table& table() {
  static sim::NeverDestroyed<Table> instance;
  return *instance;
}

// The two lower bits are the caller's to use.
std::uint64_t number_of(HANDLE handle) {
  const auto value = reinterpret_cast<std::uint64_t>(handle);
  return value & (kNumberEnd - 1) & ~std::uint64_t{3};
}

bool is_kernel(HANDLE handle) {
  return (reinterpret_cast<std::uint64_t>(handle) & kKernelBits) == kKernelBits;
}

bool names(HANDLE handle, const Slot& slot) {
  const auto upper = reinterpret_cast<std::uint64_t>(handle) & kKernelBits;
  return is_kernel(handle) == ((slot.entry.attributes & OBJ_KERNEL_HANDLE) != 0) &&
         (upper == 0 || upper == kKernelBits);
}

HANDLE handle_of(std::uint64_t number, ULONG attributes) {
  return reinterpret_cast<HANDLE>(number |
                                  ((attributes & OBJ_KERNEL_HANDLE) != 0 ? kKernelBits : 0));
}

NTSTATUS pin_pseudo(HANDLE handle, HandleEntry& entry) {
  const bool process = handle == NtCurrentProcess();
  entry.object = process ? static_cast<void*>(IoGetCurrentProcess())
                         : static_cast<void*>(PsGetCurrentThread());
  entry.type = process ? &process_type : &thread_type;
  entry.access = process ? PROCESS_ALL_ACCESS : THREAD_ALL_ACCESS;
  entry.attributes = 0;
  pin_object(entry.object);
  return STATUS_SUCCESS;
}

void disown_handle(const void* handle) { close_handle(const_cast<void*>(handle)); }

const bool kDisowningHandles = [] {
  on_abandoned(Resource::kHandle, disown_handle);
  return true;
}();

}  // namespace

HANDLE make_handle(void* object, POBJECT_TYPE type, ACCESS_MASK access, ULONG attributes,
                   std::function<void()> closed) {
  pin_object(object);
  HANDLE handle = nullptr;
  {
    Table& all = table();
    const MutexHold hold(all.mutex);
    const std::uint64_t number = all.fresh();
    assert(number != 0 && number % kNumberStep == 0 && number < kNumberEnd);
    all.slots[number] = {
        {object, type, access, attributes}, std::move(closed), current_driver() != nullptr};
    handle = handle_of(number, attributes);
  }
  add_debt(Resource::kHandle, handle, 0, "handle of " + describe_object(object));
  return handle;
}

NTSTATUS pin_by_handle(HANDLE handle, POBJECT_TYPE type, HandleEntry& entry) {
  if (handle == NtCurrentProcess() || handle == NtCurrentThread()) {
    pin_pseudo(handle, entry);
  } else {
    Table& all = table();
    const MutexHold hold(all.mutex);
    const auto at = all.slots.find(number_of(handle));
    if (at == all.slots.end() || !names(handle, at->second)) return STATUS_INVALID_HANDLE;
    entry = at->second.entry;
    pin_object(entry.object);  // before a close on another thread can release it
  }
  if (type == nullptr || type == entry.type) return STATUS_SUCCESS;
  unpin_object(entry.object);
  return STATUS_OBJECT_TYPE_MISMATCH;
}

DISPATCHER_HEADER* waited_by(const HandleEntry& entry) {
  if (entry.type == &file_type) return &static_cast<PFILE_OBJECT>(entry.object)->Event.Header;
  const bool waitable = entry.type == &event_type || entry.type == &thread_type ||
                        entry.type == &semaphore_type || entry.type == &mutant_type ||
                        entry.type == &timer_type;
  return waitable ? static_cast<DISPATCHER_HEADER*>(entry.object) : nullptr;
}

NTSTATUS check_handle(HANDLE handle, POBJECT_TYPE type) {
  HandleEntry entry;
  const NTSTATUS status = pin_by_handle(handle, type, entry);
  if (NT_SUCCESS(status)) unpin_object(entry.object);
  return status;
}

namespace {

bool close(HANDLE handle, bool by_driver) {
  Slot slot;
  {
    Table& all = table();
    const MutexHold hold(all.mutex);
    const auto at = all.slots.find(number_of(handle));
    if (at == all.slots.end() || !names(handle, at->second)) return false;
    slot = std::move(at->second);
    all.slots.erase(at);
    if (by_driver && slot.is_a_drivers)
      all.closed_by_drivers[all.closings++ % all.closed_by_drivers.size()] = number_of(handle);
    handle = handle_of(number_of(handle), slot.entry.attributes);
  }
  settle(Resource::kHandle, handle);
  if (slot.closed) slot.closed();
  unpin_object(slot.entry.object);
  return true;
}

}  // namespace

bool close_handle(HANDLE handle) { return close(handle, /*by_driver=*/false); }

Closing close_as_driver(HANDLE handle) {
  if (close(handle, /*by_driver=*/true)) return Closing::kDone;
  Table& all = table();
  const MutexHold hold(all.mutex);
  const bool was_closed =
      std::ranges::find(all.closed_by_drivers, number_of(handle)) != all.closed_by_drivers.end();
  return was_closed ? Closing::kDoneBefore : Closing::kNotOpen;
}

bool can_be_a_clients(HANDLE handle) {
  // The handles of the current process, thread, session and their tokens are -1 to -6.
  constexpr std::uint64_t kFirstPseudo = -std::uint64_t{6};
  // A table has no more than 2^24 handles.
  constexpr std::uint64_t kTableEnd = kNumberStep << 24;
  const auto value = reinterpret_cast<std::uint64_t>(handle);
  return value < kTableEnd || value >= kFirstPseudo;
}

std::size_t open_handles() {
  Table& all = table();
  const MutexHold hold(all.mutex);
  return all.slots.size();
}

}  // namespace drydock::nt
