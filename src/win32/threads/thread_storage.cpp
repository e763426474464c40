// There are no fibers: a thread's fiber-local values are its own, like its thread-local ones.
//
// A slot is a debt of its driver; one that is left is released at unload.
#include "src/win32/threads/thread_storage.h"

#include <array>
#include <atomic>
#include <optional>
#include <unordered_map>
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/driver/driver.h"
#include "src/nt/ob/object.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"
#include "src/win32/base/call.h"

namespace drydock::win32 {
namespace {

using StorageCallback = void (*)(PVOID);

// A value with the callback that is to be called for it.
struct StoredValue {
  StorageCallback callback;
  PVOID value;
};

std::uint64_t storage_key();

// The slots of one kind. Cost of a call: one lock and one hash look-up.
class StorageSlots {
 public:
  static constexpr std::size_t kSlots = 1088;  // 64 and 1024 more, as on Windows
  static constexpr ULONG kNoSlot = 0xFFFFFFFF;

  explicit StorageSlots(const char* what) : what_(what) {}

  ULONG take(StorageCallback callback) {
    const ULONG index = find_free(callback);
    if (index != kNoSlot)
      nt::add_debt_with_undo(&debts_[index], what_, [this, index] { clear(index); });
    return index;
  }

  // The values of the slot, whose callbacks are still to be made. Nothing when the slot is free.
  std::optional<std::vector<StoredValue>> free(ULONG index) {
    std::vector<StoredValue> left;
    {
      const sim::Hold hold(lock_);
      Slot* const slot = taken_slot(index);
      if (slot == nullptr) return std::nullopt;
      for (const auto& [thread, value] : slot->values)
        if (value != nullptr) left.push_back({slot->callback, value});
      slot->values.clear();
    }
    // The debt is settled before another thread can allocate the slot and get a debt of its own.
    nt::settle_undoing(&debts_[index]);
    clear(index);
    return left;
  }

  std::optional<PVOID> get(ULONG index) {
    const sim::Hold hold(lock_);
    Slot* const slot = taken_slot(index);
    if (slot == nullptr) return std::nullopt;
    const auto at = slot->values.find(storage_key());
    return at == slot->values.end() ? nullptr : at->second;
  }

  bool set(ULONG index, PVOID value) {
    const sim::Hold hold(lock_);
    Slot* const slot = taken_slot(index);
    if (slot != nullptr) slot->values[storage_key()] = value;
    return slot != nullptr;
  }

  // Removes the values of a thread; returns those of this driver that have a callback.
  std::vector<StoredValue> leave(std::uint64_t key, const nt::Driver* driver) {
    std::vector<StoredValue> left;
    const sim::Hold hold(lock_);
    for (Slot& slot : slots_) {
      const auto at = slot.values.find(key);
      if (at == slot.values.end()) continue;
      if (slot.driver == driver && slot.callback != nullptr && at->second != nullptr)
        left.push_back({slot.callback, at->second});
      slot.values.erase(at);
    }
    return left;
  }

 private:
  struct Slot {
    bool taken = false;
    const nt::Driver* driver = nullptr;
    StorageCallback callback = nullptr;
    std::unordered_map<std::uint64_t, PVOID> values;  // by the keys of threads
  };

  ULONG find_free(StorageCallback callback) {
    const sim::Hold hold(lock_);
    for (ULONG index = 0; index < kSlots; ++index) {
      if (slots_[index].taken) continue;
      slots_[index] = {true, nt::current_driver(), callback, {}};
      return index;
    }
    return kNoSlot;
  }

  void clear(ULONG index) {
    const sim::Hold hold(lock_);
    slots_[index] = {};
  }

  Slot* taken_slot(ULONG index) DRYDOCK_REQUIRES(lock_) {
    return index < kSlots && slots_[index].taken ? &slots_[index] : nullptr;
  }

  const char* const what_;
  const std::array<char, kSlots> debts_{};  // their addresses name the slots in the ledger
  sim::Lock lock_;
  std::array<Slot, kSlots> slots_ DRYDOCK_GUARDED_BY(lock_);
};

StorageSlots& thread_slots() {
  static sim::NeverDestroyed<StorageSlots> instance("slot of TlsAlloc");
  return *instance;
}
StorageSlots& fiber_slots() {
  static sim::NeverDestroyed<StorageSlots> instance("slot of FlsAlloc");
  return *instance;
}

// A number that no other thread has had; the values of a thread are removed when it ends.
class StorageKey {
 public:
  StorageKey() : number_(next()) {}
  ~StorageKey() {
    thread_slots().leave(number_, nullptr);
    fiber_slots().leave(number_, nullptr);
  }
  StorageKey(const StorageKey&) = delete;
  StorageKey& operator=(const StorageKey&) = delete;

  std::uint64_t number() const { return number_; }

 private:
  static std::uint64_t next() {
    static std::atomic<std::uint64_t> last = 0;  // relaxed: only the number matters
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
  }

  const std::uint64_t number_;
};

std::uint64_t storage_key() {
  thread_local const StorageKey key;
  return key.number();
}

ULONG take_slot(StorageSlots& slots, StorageCallback callback) {
  return as_win32_call<ULONG>(StorageSlots::kNoSlot, [&] {
    nt::end_call_if_dead();
    const bool fails = nt::fails_here(sim::FaultKind::kObject);
    const ULONG index = fails ? StorageSlots::kNoSlot : slots.take(callback);
    if (index == StorageSlots::kNoSlot) fail_call(error::kNoResources);
    return index;
  });
}

// The error says whether null is a value or a failure.
PVOID value_in(StorageSlots& slots, ULONG index) {
  const std::optional<PVOID> value = slots.get(index);
  fail_call(value ? error::kSuccess : error::kInvalidParameter);
  return value.value_or(nullptr);
}

LOGICAL set_value_in(StorageSlots& slots, ULONG index, PVOID value) {
  return slots.set(index, value) ? TRUE : fail_call(error::kInvalidParameter);
}

}  // namespace

void release_thread_storage() {
  thread_slots().leave(storage_key(), nullptr);
  for (const StoredValue& one : fiber_slots().leave(storage_key(), nt::current_driver()))
    one.callback(one.value);
}

}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

ULONG TlsAlloc(VOID) { return take_slot(thread_slots(), nullptr); }

LOGICAL TlsFree(ULONG dwTlsIndex) {
  return thread_slots().free(dwTlsIndex) ? TRUE : fail_call(error::kInvalidParameter);
}

PVOID TlsGetValue(ULONG dwTlsIndex) { return value_in(thread_slots(), dwTlsIndex); }

LOGICAL TlsSetValue(ULONG dwTlsIndex, PVOID lpTlsValue) {
  return set_value_in(thread_slots(), dwTlsIndex, lpTlsValue);
}

ULONG FlsAlloc(void (*lpCallback)(PVOID)) { return take_slot(fiber_slots(), lpCallback); }

LOGICAL FlsFree(ULONG dwFlsIndex) {
  const auto left = fiber_slots().free(dwFlsIndex);
  if (!left) return fail_call(error::kInvalidParameter);
  for (const StoredValue& one : *left)
    if (one.callback != nullptr) one.callback(one.value);
  return TRUE;
}

PVOID FlsGetValue(ULONG dwFlsIndex) { return value_in(fiber_slots(), dwFlsIndex); }

// The first value of a thread needs memory.
LOGICAL FlsSetValue(ULONG dwFlsIndex, PVOID lpFlsData) {
  if (nt::fails_here(sim::FaultKind::kObject)) return fail_call(error::kNotEnoughMemory);
  return set_value_in(fiber_slots(), dwFlsIndex, lpFlsData);
}

}  // extern "C"
