#include "src/nt/ob/object.h"

#include <fmt/format.h>

#include <cassert>
#include <deque>
#include <unordered_map>

#include "src/nt/base/mutex.h"
#include "src/nt/ob/handle.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/history.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"
#include "src/sim/schedule.h"

namespace drydock::nt {

_OBJECT_TYPE event_type{"event"}, key_type{"key"}, file_type{"file"}, device_type{"device"},
    driver_type{"driver"}, section_type{"section"}, token_type{"token"}, thread_type{"thread"},
    process_type{"process"}, semaphore_type{"semaphore"}, mutant_type{"mutex"}, timer_type{"timer"},
    directory_type{"directory"}, link_type{"symbolic link"}, transaction_type{"transaction"};

namespace {

struct Record {
  POBJECT_TYPE type = nullptr;
  std::string what;
  std::function<void()> destroy;
  bool is_held = false;  // by its creator; always true for an object that was not added
  bool is_added = false;
  std::uint32_t pins = 0;        // open handles and calls of the host in progress
  std::uint32_t references = 0;  // taken by reference_object()
  rules::Stack last_dereference;

  LONG_PTR count() const { return (is_held ? 1 : 0) + LONG_PTR{pins} + LONG_PTR{references}; }
  bool is_live() const { return pins + references > 0 || (is_held && is_added); }
};

struct Destroyed {
  std::string what;
  rules::Stack last_dereference;
};

struct Manager {
  Mutex mutex;
  std::unordered_map<const void*, Record> records DRYDOCK_GUARDED_BY(mutex);
  // The latest that were destroyed, so that a reference that is released too late can be named.
  std::unordered_map<const void*, Destroyed> destroyed DRYDOCK_GUARDED_BY(mutex);
  std::deque<const void*> destroyed_order DRYDOCK_GUARDED_BY(mutex);
  std::unordered_map<const void*, std::function<void()>> undoings DRYDOCK_GUARDED_BY(mutex);

  Record& known(void* object) DRYDOCK_REQUIRES(mutex) {
    const auto [at, fresh] = records.try_emplace(object);
    if (fresh) at->second.is_held = true;
    return at->second;
  }

  void store_destroyed(const void* object, const Record& record) DRYDOCK_REQUIRES(mutex) {
    constexpr std::size_t kStored = 1024;
    destroyed[object] = {record.what, record.last_dereference};
    destroyed_order.push_back(object);
    if (destroyed_order.size() > kStored) {
      destroyed.erase(destroyed_order.front());
      destroyed_order.pop_front();
    }
  }

  // Removes the record of an object that is not live. Returns the function that destroys the
  // object, which the caller calls without the lock.
  std::function<void()> remove_if_dead(void* object) DRYDOCK_REQUIRES(mutex) {
    const auto at = records.find(object);
    if (at == records.end() || at->second.is_live()) return {};
    std::function<void()> destroy = std::move(at->second.destroy);
    assert(at->second.is_added || !destroy);
    if (at->second.is_added) store_destroyed(object, at->second);
    records.erase(at);
    return destroy;
  }
};

Manager& manager() {
  static sim::NeverDestroyed<Manager> instance;
  return *instance;
}

std::string what_of(const Record* record, const void* object) {
  const std::string& what = record == nullptr ? std::string() : record->what;
  return fmt::format("{} at {}", what.empty() ? "object" : what, object);
}

// A driver that has ended cannot release its references: the host does.
void disown_reference(const void* object) {
  std::function<void()> destroy;
  {
    Manager& all = manager();
    const MutexHold hold(all.mutex);
    const auto at = all.records.find(object);
    if (const auto undo = all.undoings.find(object); undo != all.undoings.end()) {
      destroy = std::move(undo->second);
      all.undoings.erase(undo);
    } else if (at != all.records.end() && at->second.references > 0) {
      --at->second.references;
      destroy = all.remove_if_dead(const_cast<void*>(object));
    }
  }
  if (destroy) destroy();
}

const bool kDisowningReferences = [] {
  on_abandoned(Resource::kReference, disown_reference);
  return true;
}();

}  // namespace

void add_object(void* object, POBJECT_TYPE type, std::string what, std::function<void()> destroy) {
  begin_history(object, "made");
  Manager& all = manager();
  const MutexHold hold(all.mutex);
  all.destroyed.erase(object);
  // The memory of an object stays until its record is removed, so no second object can lie there.
  assert(!all.records.contains(object) || !all.records[object].is_added);
  Record record;
  record.type = type;
  record.what = std::move(what);
  record.destroy = std::move(destroy);
  record.is_held = record.is_added = true;
  all.records[object] = std::move(record);
}

void release_object(void* object) {
  std::function<void()> destroy;
  {
    Manager& all = manager();
    const MutexHold hold(all.mutex);
    const auto at = all.records.find(object);
    if (at == all.records.end()) return;
    at->second.is_held = false;
    destroy = all.remove_if_dead(object);
  }
  if (destroy) destroy();
}

LONG_PTR reference_object(void* object) {
  LONG_PTR count = 0;
  std::string what;
  {
    Manager& all = manager();
    const MutexHold hold(all.mutex);
    Record& record = all.known(object);
    ++record.references;
    count = record.count();
    what = what_of(&record, object);
  }
  add_debt(Resource::kReference, object, 1, "reference on " + what);
  return count;
}

namespace {

void raise_excess(void* object, const char* call) {
  Concerning concerning{.address = object};
  {
    Manager& all = manager();
    const MutexHold hold(all.mutex);
    const auto at = all.records.find(object);
    const auto gone = all.destroyed.find(object);
    rules::Stack before;
    if (at != all.records.end()) {
      concerning.object = what_of(&at->second, object);
      before = at->second.last_dereference;
    } else if (gone != all.destroyed.end()) {
      concerning.object = fmt::format("{} at {}", gone->second.what, object);
      concerning.history = {"all its references were given back and the object went"};
      before = gone->second.last_dereference;
    } else {
      concerning.object = what_of(nullptr, object);
    }
    if (before.depth != 0) concerning.stacks = {{"dereferenced before", before}};
  }
  Breach("N-046", Offender::running())
      .message("{} of {}, on which no reference is left", call, concerning.object)
      .about(std::move(concerning))
      .raise();
}

}  // namespace

LONG_PTR dereference_object(void* object, const char* call) {
  sim::switch_point();
  const rules::Stack here = rules::Stack::capture();
  LONG_PTR count = -1;
  std::function<void()> destroy;
  {
    Manager& all = manager();
    const MutexHold hold(all.mutex);
    const auto at = all.records.find(object);
    if (at != all.records.end() && at->second.references > 0) {
      --at->second.references;
      at->second.last_dereference = here;
      count = at->second.count();
      destroy = all.remove_if_dead(object);
    }
  }
  if (rules::breaks("N-046", count < 0)) {
    raise_excess(object, call);
    return 0;
  }
  settle(Resource::kReference, object);
  if (destroy) destroy();
  return count;
}

void add_debt_with_undo(const void* key, std::string what, std::function<void()> abandon) {
  {
    Manager& all = manager();
    const MutexHold hold(all.mutex);
    all.undoings[key] = std::move(abandon);
  }
  add_debt(Resource::kReference, key, 0, std::move(what));
}

void settle_undoing(const void* key) {
  {
    Manager& all = manager();
    const MutexHold hold(all.mutex);
    all.undoings.erase(key);
  }
  settle(Resource::kReference, key);
}

void pin_object(void* object) {
  Manager& all = manager();
  const MutexHold hold(all.mutex);
  ++all.known(object).pins;
}

bool try_pin_object(void* object, POBJECT_TYPE type) {
  Manager& all = manager();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(object);
  if (at == all.records.end() || at->second.type != type) return false;
  ++at->second.pins;
  return true;
}

void unpin_object(void* object) {
  std::function<void()> destroy;
  {
    Manager& all = manager();
    const MutexHold hold(all.mutex);
    const auto at = all.records.find(object);
    // A driver may have opened a handle by a pointer to memory that became another object since.
    if (at == all.records.end() || at->second.pins == 0) return;
    --at->second.pins;
    destroy = all.remove_if_dead(object);
  }
  if (destroy) destroy();
}

POBJECT_TYPE type_of_object(const void* object) {
  Manager& all = manager();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(object);
  return at == all.records.end() ? nullptr : at->second.type;
}

bool object_exists(const void* object) {
  Manager& all = manager();
  const MutexHold hold(all.mutex);
  return all.records.contains(object);
}

ObjectCounts counts_of_object(const void* object) {
  Manager& all = manager();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(object);
  if (at == all.records.end()) return {};
  const ULONG makers = at->second.is_held ? 1 : 0;
  return {.pins = at->second.pins, .references = at->second.references + makers};
}

std::string describe_object(const void* object) {
  Manager& all = manager();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(object);
  return what_of(at == all.records.end() ? nullptr : &at->second, object);
}

}  // namespace drydock::nt
