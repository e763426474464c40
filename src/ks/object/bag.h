// Object bags: items that live as long as the object, and KsEdit.
//
// An item may be in several bags of a device and is freed when it leaves the last (S-207). A bag
// has a lock of its own, so a caller that does not hold the mutex of the bag's object does no harm
// here; it is a finding all the same, for on Windows it would (S-231).
//
// Cost: one hash look-up in the table of the device's items. Owner: the object, or the device's
// BagItems for a bag that a driver allocated. Threads: any.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "src/ks/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/sim/lock.h"

namespace drydock::ks {

class Bag;
class Mutex;
class Object;

// The items in all bags of one device, and the bags that its driver allocated.
class BagItems {
 public:
  BagItems();
  ~BagItems();
  BagItems(const BagItems&) = delete;
  BagItems& operator=(const BagItems&) = delete;

  struct Item {
    PFNKSFREE free = nullptr;  // null: ExFreePool
    ULONG bags = 0;
    ULONG size = 0;  // the size of an item that KsEdit made; 0 when unknown
  };

  // Counts one more bag that has the item. The first one says how the item is freed.
  void enter(void* item, PFNKSFREE free, ULONG size);
  // Counts one bag less. Returns how many bags had the item; 0 when none had. On 1 the item is
  // removed, and `last` says how to free it.
  ULONG leave(void* item, Item& last);

  // True when some bag has the item.
  bool contains(void* item) const;

  // Bags that the driver allocated.
  void add_bag(std::unique_ptr<Bag> bag);
  std::unique_ptr<Bag> remove_bag(const Bag* bag);      // null when the driver did not allocate it
  std::vector<std::unique_ptr<Bag>> remove_all_bags();  // S-235: those that were never freed

 private:
  mutable sim::Lock lock_;
  std::unordered_map<void*, Item> items_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<std::unique_ptr<Bag>> allocated_ DRYDOCK_GUARDED_BY(lock_);
};

class Bag {
 public:
  Bag(std::shared_ptr<BagItems> items, nt::Driver& driver);
  ~Bag();  // frees the items that are left, newest first
  Bag(const Bag&) = delete;
  Bag& operator=(const Bag&) = delete;

  KSOBJECT_BAG face() { return this; }
  BagItems& items() { return *items_; }

  // Names the mutex that callers have to hold; check_mutex() raises S-231 when they do not.
  void guard_by(Mutex& mutex, const Object& owner) {
    guard_ = &mutex;
    owner_ = &owner;
  }
  // Null for a bag that the driver allocated.
  const Object* owner() const { return owner_; }
  void check_mutex(const char* call) const;

  NTSTATUS add(void* item, PFNKSFREE free, ULONG size = 0);
  // The number of bags that had the item before; it is freed when that is 1 and `free` is set.
  ULONG remove(void* item, bool free);
  bool holds(const void* item) const;
  // _KsEdit: *item becomes memory of this bag with at least new_size bytes that begins as the old
  // contents did.
  NTSTATUS edit(void** item, ULONG new_size, ULONG old_size, ULONG tag);
  NTSTATUS copy_to(Bag& other) const;
  void clear();

 private:
  // The bag is found by its address while this lives.
  class Listed {
   public:
    explicit Listed(const void* face);
    ~Listed();
    Listed(const Listed&) = delete;
    Listed& operator=(const Listed&) = delete;

   private:
    const void* const face_;
  };

  void dispose(void* item, PFNKSFREE free);

  const std::shared_ptr<BagItems> items_;
  nt::Driver& driver_;
  Mutex* guard_ = nullptr;  // null for a bag that the driver allocated
  const Object* owner_ = nullptr;
  mutable sim::Lock lock_;
  std::vector<void*> held_ DRYDOCK_GUARDED_BY(lock_);  // in the order of their adding
  const Listed listed_{this};
};

// The bag behind a KSOBJECT_BAG; null after a finding when there is none.
Bag* bag_of(KSOBJECT_BAG face, const char* call);

}  // namespace drydock::ks
