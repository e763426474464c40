#include "src/nt/watch/history.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "src/sim/lock.h"

namespace drydock::nt {
namespace {

constexpr std::size_t kShards = 16;
constexpr std::size_t kSets = 128;  // sets of a shard
constexpr std::size_t kWays = 4;    // places that an object may have
constexpr std::size_t kRecent = 5;  // events that are stored besides the first

struct Event {
  const char* what;
  rules::Stack stack;
};

struct Events {
  std::uint64_t count = 0;  // the number of all events, including those that are not stored
  Event first{};
  std::array<Event, kRecent> recent{};

  void add(const Event& event) {
    if (count == 0) {
      first = event;
    } else {
      recent[(count - 1) % kRecent] = event;
    }
    ++count;
  }
};

// Addresses and owners lie apart from the events, because they are what a search reads.
struct Shard {
  sim::Lock lock;
  std::array<const void*, kSets * kWays> objects DRYDOCK_GUARDED_BY(lock){};
  std::array<const DriverLife*, kSets * kWays> owners DRYDOCK_GUARDED_BY(lock){};
  std::array<std::uint64_t, kSets * kWays> touched DRYDOCK_GUARDED_BY(lock){};
  std::array<Events, kSets * kWays> events DRYDOCK_GUARDED_BY(lock){};
  std::uint64_t clock DRYDOCK_GUARDED_BY(lock) = 0;

  // The place of the object in its set; -1 when it has none.
  int find(std::size_t set, const void* object) const DRYDOCK_REQUIRES(lock) {
    for (std::size_t i = set * kWays; i < (set + 1) * kWays; ++i) {
      if (objects[i] == object) return static_cast<int>(i);
    }
    return -1;
  }

  // The place that was left alone longest.
  int make_room(std::size_t set) const DRYDOCK_REQUIRES(lock) {
    const auto begin = touched.begin() + static_cast<std::ptrdiff_t>(set * kWays);
    return static_cast<int>(std::min_element(begin, begin + kWays) - touched.begin());
  }

  void remove(std::size_t at) DRYDOCK_REQUIRES(lock) {
    objects[at] = nullptr;
    owners[at] = nullptr;
    touched[at] = 0;
  }
};

constinit std::array<Shard, kShards> shards{};

struct Place {
  Shard& shard;
  std::size_t set;
};

Place place_of(const void* object) {
  // Objects are aligned to eight bytes at least; the multiplication spreads the rest.
  const std::uint64_t mixed = (reinterpret_cast<std::uintptr_t>(object) >> 3) * 0x9e3779b97f4a7c15;
  return {shards[mixed >> 60], (mixed >> 32) % kSets};
}

void note(const void* object, const char* what, bool anew) {
  const DriverLife* const driver = running_driver();
  Event event{what, {}};
  if (driver != nullptr) event.stack = rules::Stack::capture();
  const auto [shard, set] = place_of(object);
  const sim::Hold hold(shard.lock);
  int at = shard.find(set, object);
  if (driver == nullptr && anew && at >= 0) shard.remove(at);
  if (driver == nullptr && (anew || at < 0)) return;
  if (at < 0) at = shard.make_room(set);
  if (anew || shard.objects[at] != object) {
    shard.objects[at] = object;
    shard.owners[at] = driver;
    shard.events[at].count = 0;
  }
  shard.touched[at] = ++shard.clock;
  shard.events[at].add(event);
}

struct Words {
  const char* taken;
  const char* given_back;
  bool is_birth;  // the address meant nothing before
};

Words words_of(Resource resource) {
  switch (resource) {
    case Resource::kLookasideList:
      return {"initialised", "deleted", true};
    case Resource::kTimer:
      return {"armed", "disarmed", false};
    case Resource::kDpc:
      return {"queued", "taken from the queue", false};
    case Resource::kWorkItem:
    case Resource::kOwnWorkItem:
      return {nullptr, nullptr, false};  // notes its states itself
    case Resource::kThread:
      return {"started", "ended", true};
    case Resource::kHandle:
      return {"opened", "closed", true};
    case Resource::kReference:
      return {"taken", "given back", false};
    case Resource::kCallback:
      return {"registered", "unregistered", true};
    case Resource::kInterrupt:
      return {"connected", "disconnected", true};
    case Resource::kUnflushedDpc:
      return {nullptr, nullptr, false};  // the timer's history says it
    case Resource::kMdl:
    case Resource::kContiguous:
      return {"allocated", "freed", true};
    case Resource::kLockedPages:
      return {"locked", "unlocked", false};
    case Resource::kIoSpace:
      return {"mapped", "unmapped", true};
  }
  return {"taken", "given back", true};
}

}  // namespace

void begin_history(const void* object, const char* what) { note(object, what, true); }

void note_event(const void* object, const char* what) { note(object, what, false); }

void note_debt(Resource resource, const void* object) {
  const Words words = words_of(resource);
  if (words.taken != nullptr) note(object, words.taken, words.is_birth);
}

void note_settled(Resource resource, const void* object) {
  const Words words = words_of(resource);
  if (words.given_back != nullptr) note(object, words.given_back, false);
}

std::vector<rules::ObjectEvent> history_of(const void* object) {
  Events events;
  {
    const auto [shard, set] = place_of(object);
    const sim::Hold hold(shard.lock);
    const int at = shard.find(set, object);
    if (at < 0) return {};
    events = shard.events[at];
  }
  std::vector<rules::ObjectEvent> out;
  out.emplace_back(events.first.what, events.first.stack);
  const std::uint64_t later = events.count - 1;
  const std::uint64_t last_events = std::min<std::uint64_t>(later, kRecent);
  if (later > last_events)
    out.emplace_back("(" + std::to_string(later - last_events) + " more events)");
  for (std::uint64_t i = later - last_events; i < later; ++i) {
    const Event& event = events.recent[i % kRecent];
    out.emplace_back(event.what, event.stack);
  }
  return out;
}

void remove_histories_of(const DriverLife& driver) {
  for (Shard& shard : shards) {
    const sim::Hold hold(shard.lock);
    for (std::size_t i = 0; i < shard.owners.size(); ++i) {
      if (shard.owners[i] == &driver) shard.remove(i);
    }
  }
}

}  // namespace drydock::nt
