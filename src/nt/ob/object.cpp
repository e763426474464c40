#include "src/nt/ob/object.h"

#include <fmt/format.h>

#include <deque>
#include <unordered_map>

#include "src/nt/base/mutex.h"
#include "src/nt/ob/handle.h"
#include "src/nt/watch/history.h"
#include "src/nt/watch/ledger.h"
#include "src/nt/watch/report.h"
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
  bool kept = false;  // by its maker; always, for an object that nobody added
  bool added = false;
  std::uint32_t pins = 0;        // open handles and calls of the host in progress
  std::uint32_t references = 0;  // taken by reference_object()
  rules::Stack last_dereference;

  LONG_PTR count() const { return (kept ? 1 : 0) + LONG_PTR{pins} + LONG_PTR{references}; }
  bool wanted() const { return pins + references > 0 || (kept && added); }
};

struct Gone {
  std::string what;
  rules::Stack last_dereference;
};

struct Manager {
  Mutex mutex;
  std::unordered_map<const void*, Record> records DRYDOCK_GUARDED_BY(mutex);
  // The last to go, so that a reference given back too late can be named.
  std::unordered_map<const void*, Gone> gone DRYDOCK_GUARDED_BY(mutex);
  std::deque<const void*> gone_order DRYDOCK_GUARDED_BY(mutex);
  std::unordered_map<const void*, std::function<void()>> undoings DRYDOCK_GUARDED_BY(mutex);

  Record& known(void* object) DRYDOCK_REQUIRES(mutex) {
    const auto [at, fresh] = records.try_emplace(object);
    if (fresh) at->second.kept = true;
    return at->second;
  }

  void bury(const void* object, Record& record) DRYDOCK_REQUIRES(mutex) {
    constexpr std::size_t kRemembered = 1024;
    gone[object] = {record.what, record.last_dereference};
    gone_order.push_back(object);
    if (gone_order.size() > kRemembered) {
      gone.erase(gone_order.front());
      gone_order.pop_front();
    }
  }

  // What to call, without the lock, when nobody wants the object any more.
  std::function<void()> let_go(void* object) DRYDOCK_REQUIRES(mutex) {
    const auto at = records.find(object);
    if (at == records.end() || at->second.wanted()) return {};
    std::function<void()> destroy = std::move(at->second.destroy);
    if (at->second.added) bury(object, at->second);
    records.erase(at);
    return destroy;
  }
};

Manager& manager() {
  static auto& instance = *new Manager;
  return instance;
}

std::string what_of(const Record* record, const void* object) {
  const std::string& what = record == nullptr ? std::string() : record->what;
  return fmt::format("{} at {}", what.empty() ? "object" : what, object);
}

// A driver that is gone cannot give back what it took: the host does.
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
      destroy = all.let_go(const_cast<void*>(object));
    }
  }
  if (destroy) destroy();
}

const bool kDisowningReferences = [] {
  when_abandoned(Resource::kReference, disown_reference);
  return true;
}();

}  // namespace

void add_object(void* object, POBJECT_TYPE type, std::string what, std::function<void()> destroy) {
  begin_history(object, "made");
  Manager& all = manager();
  const MutexHold hold(all.mutex);
  all.gone.erase(object);
  Record record;
  record.type = type;
  record.what = std::move(what);
  record.destroy = std::move(destroy);
  record.kept = record.added = true;
  all.records[object] = std::move(record);
}

void release_object(void* object) {
  std::function<void()> destroy;
  {
    Manager& all = manager();
    const MutexHold hold(all.mutex);
    const auto at = all.records.find(object);
    if (at == all.records.end()) return;
    at->second.kept = false;
    destroy = all.let_go(object);
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
  owe(Resource::kReference, object, 1, "reference on " + what);
  return count;
}

namespace {

void report_excess(void* object, const char* call) {
  Concerning concerning{.address = object};
  {
    Manager& all = manager();
    const MutexHold hold(all.mutex);
    const auto at = all.records.find(object);
    const auto gone = all.gone.find(object);
    rules::Stack before;
    if (at != all.records.end()) {
      concerning.object = what_of(&at->second, object);
      before = at->second.last_dereference;
    } else if (gone != all.gone.end()) {
      concerning.object = fmt::format("{} at {}", gone->second.what, object);
      concerning.history = {"all its references were given back and the object went"};
      before = gone->second.last_dereference;
    } else {
      concerning.object = what_of(nullptr, object);
    }
    if (before.depth != 0) concerning.stacks = {{"dereferenced before", before}};
  }
  const std::string message =
      fmt::format("{} of {}, on which no reference is left", call, concerning.object);
  report("N-046", message, std::move(concerning));
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
      destroy = all.let_go(object);
    }
  }
  if (count < 0) {
    report_excess(object, call);
    return 0;
  }
  settle(Resource::kReference, object);
  if (destroy) destroy();
  return count;
}

void owe_undoing(const void* key, std::string what, std::function<void()> abandon) {
  {
    Manager& all = manager();
    const MutexHold hold(all.mutex);
    all.undoings[key] = std::move(abandon);
  }
  owe(Resource::kReference, key, 0, std::move(what));
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
    if (at == all.records.end() || at->second.pins == 0) return;
    --at->second.pins;
    destroy = all.let_go(object);
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

std::string describe_object(const void* object) {
  Manager& all = manager();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(object);
  return what_of(at == all.records.end() ? nullptr : &at->second, object);
}

}  // namespace drydock::nt
