// Object bags: things that live as long as the object, and KsEdit.
//
// An item may be in several bags of a device and is freed when it leaves the last (S-207). Bags
// lock themselves; a missing mutex of the caller is a lint (S-231, decision A-03).
//
// Cost: one hash look-up in the table of the device's items.
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
    ULONG size = 0;  // of an item that KsEdit made; 0 when unknown
  };

  // One more bag has it; the first that adds it says how it is freed.
  void enter(void* item, PFNKSFREE free, ULONG size);
  // How many bags had it; 0 when none. On 1 the item is forgotten and `last` says how to free it.
  ULONG leave(void* item, Item& last);

  void keep(std::unique_ptr<Bag> bag);
  std::unique_ptr<Bag> drop(const Bag* bag);     // null when it was not allocated
  std::vector<std::unique_ptr<Bag>> drop_all();  // S-235: those that were never freed

 private:
  sim::Lock lock_;
  std::unordered_map<void*, Item> items_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<std::unique_ptr<Bag>> allocated_ DRYDOCK_GUARDED_BY(lock_);
};

class Bag {
 public:
  Bag(std::shared_ptr<BagItems> items, nt::Driver& driver);
  ~Bag();  // what is left is freed, newest first
  Bag(const Bag&) = delete;
  Bag& operator=(const Bag&) = delete;

  KSOBJECT_BAG face() { return this; }
  BagItems& items() { return *items_; }

  // The mutex that callers are to hold, and S-231 when they do not.
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
  // Known by its address while it lives.
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
