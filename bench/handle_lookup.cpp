// Resolving live handles, against a table that a thread has for itself alone.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "bench/paired.h"
#include "src/dxgk/object/object.h"
#include "src/sim/schedule.h"

namespace drydock::bench {
namespace {

constexpr std::size_t kLive = 4096;

class Thing final : public dxgk::Object {
 public:
  Thing() : Object(dxgk::ObjectType::kContext) {}
  ~Thing() override = default;
};

// What a private table is at least: a slot by index, and the number compared.
class PrivateTable {
 public:
  dxgk::Handle issue(dxgk::Object& object) {
    const dxgk::Handle handle = dxgk::handle_of(slots_.size());
    slots_.push_back({&object, handle});
    return handle;
  }
  dxgk::Object* look_up(dxgk::Handle handle) const {
    const std::size_t index = (handle >> dxgk::kInstanceBits) & ((1U << dxgk::kIndexBits) - 1);
    if (index >= slots_.size()) return nullptr;
    return slots_[index].handle == handle ? slots_[index].object : nullptr;
  }

 private:
  struct Slot {
    dxgk::Object* object;
    dxgk::Handle handle;
  };
  std::vector<Slot> slots_;
};

struct Ours {
  dxgk::HandleTable table;
  dxgk::Object* look_up(dxgk::Handle handle) const {
    const dxgk::ReadSection reading;
    return table.look_up(handle);
  }
  dxgk::Handle issue(dxgk::Object& object) { return table.issue(object); }
};

std::vector<std::unique_ptr<Thing>>& things() {
  static auto& all = *new std::vector<std::unique_ptr<Thing>>;
  while (all.size() < kLive) all.push_back(std::make_unique<Thing>());
  return all;
}

template <typename Table>
std::vector<dxgk::Handle> fill(Table& table) {
  std::vector<dxgk::Handle> out;
  for (const auto& thing : things()) out.push_back(table.issue(*thing));
  return out;
}

template <typename Table>
std::size_t resolve(const Table& table, const std::vector<dxgk::Handle>& handles) {
  const std::size_t count = scaled(2'000'000);
  std::size_t found = 0;
  std::uint32_t random = 1;
  for (std::size_t i = 0; i < count; ++i) {
    random = random * 1664525 + 1013904223;
    dxgk::Object* object = table.look_up(handles[(random >> 12) % kLive]);
    benchmark::DoNotOptimize(object);
    found += object != nullptr;
  }
  return found;
}

// Two threads, each with the table that it is given.
template <typename Table>
std::size_t resolve_twice(const Table& mine, const Table& other,
                          const std::vector<dxgk::Handle>& handles) {
  std::size_t theirs = 0;
  sim::Thread thread = sim::spawn("resolver", [&] { theirs = resolve(other, handles); });
  const std::size_t ours = resolve(mine, handles);
  thread.join();
  return ours + theirs;
}

struct Tables {
  Ours shared;
  PrivateTable first, second;
  std::vector<dxgk::Handle> handles = fill(shared);

  Tables() {
    fill(first);
    fill(second);
  }
  static Tables& get() {
    static auto& tables = *new Tables;
    return tables;
  }
};

Workload handle_lookup() {
  return {"handle_lookup", "private table", 1.3,
          [] { return resolve(Tables::get().shared, Tables::get().handles); },
          [] { return resolve(Tables::get().first, Tables::get().handles); }};
}

Workload handle_lookup_twice() {
  return {"handle_lookup_2", "private, 2 threads", 1.3,
          [] {
            Tables& all = Tables::get();
            return resolve_twice(all.shared, all.shared, all.handles);
          },
          [] {
            Tables& all = Tables::get();
            return resolve_twice(all.first, all.second, all.handles);
          }};
}

const Registration kLookup(handle_lookup), kLookupTwice(handle_lookup_twice);

}  // namespace
}  // namespace drydock::bench
