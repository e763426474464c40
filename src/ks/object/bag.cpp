#include "src/ks/object/bag.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <unordered_set>
#include <utility>

#include "src/ks/base/mutex.h"
#include "src/ks/base/out_of_memory.h"
#include "src/ks/base/undisturbed.h"
#include "src/ks/object/object.h"
#include "src/nt/pool/pool.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

struct Bags {
  sim::Lock lock;
  std::unordered_set<const void*> live DRYDOCK_GUARDED_BY(lock);
};

Bags& bags() {
  static sim::NeverDestroyed<Bags> instance;
  return *instance;
}

}  // namespace

Bag::Listed::Listed(const void* face) : face_(face) {
  Bags& all = bags();
  const sim::Hold hold(all.lock);
  all.live.insert(face_);
}

Bag::Listed::~Listed() {
  Bags& all = bags();
  const sim::Hold hold(all.lock);
  all.live.erase(face_);
}

BagItems::BagItems() = default;
BagItems::~BagItems() = default;

void BagItems::add_bag(std::unique_ptr<Bag> bag) {
  const sim::Hold hold(lock_);
  allocated_.push_back(std::move(bag));
}

std::unique_ptr<Bag> BagItems::remove_bag(const Bag* bag) {
  const sim::Hold hold(lock_);
  const auto at = std::ranges::find(allocated_, bag, &std::unique_ptr<Bag>::get);
  if (at == allocated_.end()) return nullptr;
  std::unique_ptr<Bag> out = std::move(*at);
  allocated_.erase(at);
  return out;
}

std::vector<std::unique_ptr<Bag>> BagItems::remove_all_bags() {
  const sim::Hold hold(lock_);
  return std::exchange(allocated_, {});
}

void BagItems::enter(void* item, PFNKSFREE free, ULONG size) {
  const sim::Hold hold(lock_);
  Item& one = items_[item];
  if (one.bags++ == 0) {
    one.free = free;
    one.size = size;
  }
}

bool BagItems::contains(void* item) const {
  const sim::Hold hold(lock_);
  return items_.contains(item);
}

ULONG BagItems::leave(void* item, Item& last) {
  const sim::Hold hold(lock_);
  const auto at = items_.find(item);
  if (at == items_.end()) return 0;
  last = at->second;
  assert(last.bags != 0);
  if (--at->second.bags == 0) items_.erase(at);
  return last.bags;
}

Bag::Bag(std::shared_ptr<BagItems> items, nt::Driver& driver)
    : items_(std::move(items)), driver_(driver) {}

Bag::~Bag() {
  undisturbed([this] { clear(); });
}

void Bag::check_mutex(const char* call) const {
  if (guard_ == nullptr || !rules::breaks("S-231", !guard_->held())) return;
  nt::Breach("S-231", nt::Offender::running())
      .message("{} is called without the mutex of the bag's object", call)
      .raise();
}

NTSTATUS Bag::add(void* item, PFNKSFREE free, ULONG size) {
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  {
    const sim::Hold hold(lock_);
    if (std::ranges::find(held_, item) != held_.end()) return STATUS_SUCCESS;
    held_.push_back(item);
  }
  items_->enter(item, free, size);
  return STATUS_SUCCESS;
}

ULONG Bag::remove(void* item, bool free) {
  {
    const sim::Hold hold(lock_);
    const auto at = std::ranges::find(held_, item);
    if (at == held_.end()) return 0;
    held_.erase(at);
  }
  BagItems::Item last;
  const ULONG before = items_->leave(item, last);
  if (before == 1 && free) dispose(item, last.free);
  return before;
}

bool Bag::holds(const void* item) const {
  const sim::Hold hold(lock_);
  return std::ranges::find(held_, item) != held_.end();
}

void Bag::dispose(void* item, PFNKSFREE free) {
  if (free == nullptr) {
    // S-238: an item that is in a bag is not the driver's to free.
    const auto block = nt::find_pool_block(item);
    if (block && rules::breaks("S-238", !block->live)) {
      nt::Breach("S-238", driver_)
          .message("an item of an object bag was freed by the driver itself")
          .object("item of an object bag")
          .stack("allocated", block->allocated)
          .raise_later();
      return;
    }
    ExFreePool(item);
    return;
  }
  const InCallback marked("bag free routine");
  driver_.run("bag free routine",
              [&] { trace::recorded_call("bag free routine", free, "PFNKSFREE")(item); });
}

// The new memory is a pool block of the driver's tag: a write past it is found when the bag is
// freed.
NTSTATUS Bag::edit(void** item, ULONG new_size, ULONG old_size, ULONG tag) {
  void* const old = *item;
  const bool mine = holds(old);
  if (mine && new_size <= old_size) return STATUS_SUCCESS;
  auto* made = static_cast<std::uint8_t*>(ExAllocatePoolWithTag(NonPagedPool, new_size, tag));
  if (made == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  const ULONG copied = old == nullptr ? 0 : std::min(new_size, old_size);
  if (copied != 0) std::memcpy(made, old, copied);
  std::memset(made + copied, 0, new_size - copied);
  const NTSTATUS status = add(made, nullptr, new_size);
  if (!NT_SUCCESS(status)) {
    ExFreePoolWithTag(made, tag);
    return status;
  }
  *item = made;
  if (mine) remove(old, true);
  return STATUS_SUCCESS;
}

NTSTATUS Bag::copy_to(Bag& other) const {
  std::vector<void*> all;
  {
    const sim::Hold hold(lock_);
    all = held_;
  }
  for (void* item : all) {
    const NTSTATUS status = other.add(item, nullptr);
    if (!NT_SUCCESS(status)) return status;
  }
  return STATUS_SUCCESS;
}

void Bag::clear() {
  for (;;) {
    void* item = nullptr;
    {
      const sim::Hold hold(lock_);
      if (held_.empty()) return;
      item = held_.back();
    }
    remove(item, true);
  }
}

Bag* bag_of(KSOBJECT_BAG face, const char* call) {
  {
    Bags& all = bags();
    const sim::Hold hold(all.lock);
    rules::evaluated("N-005");
    if (all.live.contains(face)) return static_cast<Bag*>(face);
  }
  nt::Breach("N-005", nt::Offender::running())
      .message("{} was given {}, which is no object bag", call, fmt::ptr(face))
      .raise();
  return nullptr;
}

}  // namespace drydock::ks
