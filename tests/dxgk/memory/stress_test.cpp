// Clients that create, open, lock, offer and destroy at random while devices and processes die, on
// threads of the machine and under seeds: nothing is destroyed twice or forgotten, and the driver
// has what the test's own model says at every quiet point.
//
// DRYDOCK_STRESS_SECONDS and DRYDOCK_STRESS_SEEDS make it longer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <memory>

#include "src/dxgk/dock/dock.h"
#include "src/dxgk/object/retire_worker.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/support/client_model.h"
#include "tests/support/gpu_double.h"

namespace drydock::dxgk {
namespace {

using namespace drydock::testing;
using ::testing::IsEmpty;
using Random = ClientModel::Random;

constexpr std::size_t kClients = 3;
constexpr std::size_t kMostDevices = 4;

std::uint64_t asked_for(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

struct Client {
  std::uint64_t id = 0;
  std::unique_ptr<Process> process;
};

// The docks, the clients and the driver of a run.
class World {
 public:
  World() {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    adapter_ = dock_.plug(ledger.miniport(), std::make_shared<DeviceModel>(), status);
    EXPECT_EQ(status, STATUS_SUCCESS);
    for (auto& client : clients_) client = new_client();
  }
  ~World() {
    for (auto& client : clients_) client.reset();
  }

  std::shared_ptr<Client> any_client(Random& random) {
    const sim::Hold hold(lock_);
    return clients_[random() % kClients];
  }

  // The client dies with everything it has; another takes its place.
  void replace(Random& random) {
    std::shared_ptr<Client> fresh = new_client();
    {
      const sim::Hold hold(lock_);
      clients_[random() % kClients].swap(fresh);
    }
    fresh->process->vanish();
    model.client_ends(fresh->id);
  }

  LUID luid() const { return adapter_->luid(); }

  LedgerMiniport ledger;
  ClientModel model;
  GpuDouble gpu;

 private:
  std::shared_ptr<Client> new_client() {
    auto client = std::make_shared<Client>();
    {
      const sim::Hold hold(lock_);
      client->id = ++ids_;
    }
    client->process = dock_.new_process();
    model.client_begins(client->id);
    return client;
  }

  Dock dock_;
  Adapter* adapter_ = nullptr;
  sim::Lock lock_;
  std::uint64_t ids_ DRYDOCK_GUARDED_BY(lock_) = 0;
  std::array<std::shared_ptr<Client>, kClients> clients_ DRYDOCK_GUARDED_BY(lock_);
};

void expect_known(NTSTATUS status) {
  EXPECT_TRUE(status == STATUS_SUCCESS || status == STATUS_INVALID_PARAMETER ||
              status == STATUS_INVALID_HANDLE || status == STATUS_NO_MEMORY ||
              status == STATUS_DEVICE_REMOVED)
      << std::hex << status;
}

// One thread's actions.
class Actor {
 public:
  Actor(World& world, std::uint64_t seed) : world_(world), random_(seed) {}

  void act() {
    const std::shared_ptr<Client> client = world_.any_client(random_);
    const ProcessScope scope(client->process.get());
    client_ = client.get();
    const std::uint64_t dice = random_() % 100;
    if (dice < 30) return create_some();
    if (dice < 55) return destroy_some();
    if (dice < 65) return open_some();
    if (dice < 72) return touch();
    if (dice < 82) return submit();
    if (dice < 88) return contexts();
    if (dice < 92) return guess();
    if (dice < 97) return devices();
    if (dice < 99) return end_device();
    world_.replace(random_);
  }

 private:
  ClientModel& model() { return world_.model; }
  Destroy how() { return {random_() % 4 == 0, random_() % 4 == 0}; }

  void create_some() {
    const D3DKMT_HANDLE device = model().any_device(client_->id, random_);
    if (device == 0) return devices();
    if (random_() % 5 == 0) return add_some();
    const auto kind = static_cast<Kind>(random_() % 3);
    const auto count =
        static_cast<std::uint32_t>(random_() % 3 + (kind == Kind::kResource ? 0 : 1));
    const std::uint64_t body = model().new_body();
    const Created made = create(device, kind, count, body);
    expect_known(made.status);
    if (made.status == STATUS_SUCCESS) model().created(client_->id, device, body, made);
  }

  void add_some() {
    const auto pick = model().any_resource(client_->id, random_);
    if (!pick || pick->body == 0) return;
    const std::uint32_t first = model().more_of(pick->body, 2);
    const Created made = create(pick->device, Kind::kLoose, 2, pick->body, pick->resource, first);
    expect_known(made.status);
    if (made.status == STATUS_SUCCESS)
      model().added(client_->id, pick->device, pick->resource, pick->body, first, made);
  }

  void destroy_some() {
    const bool loose = random_() % 2 == 0;
    const auto pick = loose ? model().any_loose(client_->id, random_)
                            : model().any_resource(client_->id, random_);
    if (!pick) return;
    const bool by_list = loose || random_() % 3 == 0;
    if (by_list && pick->allocations.empty()) return;
    const std::vector<D3DKMT_HANDLE> list =
        by_list ? std::vector{pick->allocations[random_() % pick->allocations.size()]}
                : std::vector<D3DKMT_HANDLE>{};
    const NTSTATUS status = destroy(pick->device, by_list ? 0 : pick->resource, list, how());
    expect_known(status);
    if (status != STATUS_SUCCESS) return;
    if (by_list) {
      model().allocations_destroyed(client_->id, pick->device, list);
    } else {
      model().resource_destroyed(client_->id, pick->device, pick->resource);
    }
  }

  void open_some() {
    const D3DKMT_HANDLE device = model().any_device(client_->id, random_);
    const D3DKMT_HANDLE global = model().any_global(random_);
    if (device == 0 || global == 0) return;
    const Opened opened = open_shared(device, global);
    if (opened.status == STATUS_SUCCESS) model().opened(client_->id, device, opened);
  }

  void touch() {
    const auto pick = model().any_loose(client_->id, random_);
    if (!pick) return;
    const D3DKMT_HANDLE allocation = pick->allocations[0];
    if (random_() % 2 == 0) {
      void* memory = nullptr;
      if (lock(pick->device, allocation, memory) == STATUS_SUCCESS && random_() % 2 == 0)
        unlock(pick->device, allocation);
    } else if (offer(pick->device, allocation) == STATUS_SUCCESS && random_() % 2 == 0) {
      reclaim(pick->device, allocation);
    }
  }

  void submit() {
    const auto pick = model().any_resource(client_->id, random_);
    if (!pick) return;
    for (const D3DKMT_HANDLE allocation : pick->allocations)
      world_.gpu.submit(*client_->process, allocation);
  }

  void contexts() {
    const D3DKMT_HANDLE device = model().any_device(client_->id, random_);
    D3DKMT_HANDLE context = model().any_context(client_->id, device, random_);
    if (context == 0 || random_() % 2 == 0) {
      const NTSTATUS status = create_context(device, context);
      expect_known(status);
      if (status == STATUS_SUCCESS) model().context_created(client_->id, device, context);
    } else if (destroy_context(context) == STATUS_SUCCESS) {
      model().context_destroyed(client_->id, device, context);
    }
  }

  // A handle that another thread is about to get.
  void guess() {
    const auto pick = model().any_loose(client_->id, random_);
    if (!pick) return;
    const auto handle =
        static_cast<D3DKMT_HANDLE>(pick->allocations[0] + kHandleStep * (random_() % 64));
    const bool as_resource = random_() % 2 == 0;
    const std::vector<D3DKMT_HANDLE> list =
        as_resource ? std::vector<D3DKMT_HANDLE>{} : std::vector{handle};
    if (destroy(pick->device, as_resource ? handle : 0, list) != STATUS_SUCCESS) return;
    if (as_resource) {
      model().resource_destroyed(client_->id, pick->device, handle);
    } else {
      model().allocations_destroyed(client_->id, pick->device, list);
    }
  }

  void devices() {
    if (model().devices(client_->id) >= kMostDevices) return end_device();
    const D3DKMT_HANDLE adapter = open_adapter(world_.luid());
    D3DKMT_HANDLE device = 0;
    const NTSTATUS status = create_device(adapter, device);
    expect_known(status);
    if (status == STATUS_SUCCESS) model().device_created(client_->id, device);
  }

  void end_device() {
    const D3DKMT_HANDLE device = model().any_device(client_->id, random_);
    if (device != 0 && destroy_device(device) == STATUS_SUCCESS)
      model().device_destroyed(client_->id, device);
  }

  World& world_;
  Random random_;
  Client* client_ = nullptr;
};

// Actors act until `goes_on` says no; then everything comes to rest.
void phase(World& world, std::size_t actors, std::uint64_t seed,
           const std::function<bool()>& goes_on) {
  std::atomic<bool> over = false;
  sim::Thread gpu = sim::spawn("gpu", [&] {
    while (!over.load()) {
      world.gpu.finish_one();
      sim::park(sim::now() + 100);
    }
  });
  std::vector<sim::Thread> threads;
  for (std::size_t i = 0; i < actors; ++i) {
    threads.push_back(sim::spawn("actor", [&, i] {
      Actor actor(world, seed * 1000 + i);
      while (goes_on()) actor.act();
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  over = true;
  gpu.join();
  world.gpu.finish_all();
  finish_jobs();
}

void expect_quiet(World& world, std::uint64_t seed) {
  const LedgerMiniport::Counts has = world.ledger.live();
  const LedgerMiniport::Counts wanted = world.model.expected();
  EXPECT_EQ(has.devices, wanted.devices) << "seed " << seed;
  EXPECT_EQ(has.contexts, wanted.contexts) << "seed " << seed;
  EXPECT_EQ(has.allocations, wanted.allocations) << "seed " << seed;
  EXPECT_EQ(has.resources, wanted.resources) << "seed " << seed;
  EXPECT_EQ(has.bindings, wanted.bindings) << "seed " << seed;
  EXPECT_THAT(world.ledger.faults(), IsEmpty()) << "seed " << seed;
}

// The clients are careless on purpose; the driver has done nothing wrong.
void expect_no_findings(const rules::FindingLog& log) {
  for (const rules::Finding& finding : log.findings()) {
    if (finding.rule->party != rules::Party::kClient) ADD_FAILURE() << to_text(finding);
  }
}

TEST(Stress, ThreadsOfTheMachine) {
  const rules::FindingLog log;
  const sim::Time end =
      sim::now() + static_cast<sim::Time>(asked_for("DRYDOCK_STRESS_SECONDS", 2)) * 10'000'000;
  std::uint64_t ever = 0;
  for (std::uint64_t round = 0; sim::now() < end; ++round) {
    World world;
    world.ledger.fail_one_in(round % 2 == 0 ? 0 : 17);
    for (std::uint64_t i = 0; i < 3 && sim::now() < end; ++i) {
      const sim::Time until = std::min(end, sim::now() + 5'000'000);
      phase(world, 8, round * 3 + i, [&] { return sim::now() < until; });
      expect_quiet(world, round * 3 + i);
    }
    ever += world.ledger.allocations_ever();
  }
  EXPECT_GT(ever, 1000U);
  expect_no_findings(log);
}

TEST(Stress, SeededSchedules) {
  const rules::FindingLog log;
  constexpr int kOperations = 200;
  const std::uint64_t seeds = asked_for("DRYDOCK_STRESS_SEEDS", 200);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const sim::SeededSchedule schedule(seed);
    World world;
    world.ledger.fail_one_in(seed % 2 == 0 ? 0 : 13);
    std::atomic<int> left = kOperations;
    phase(world, 4, seed, [&] { return left.fetch_sub(1) > 0; });
    expect_quiet(world, seed);
    if (::testing::Test::HasFailure()) break;
  }
  expect_no_findings(log);
}

}  // namespace
}  // namespace drydock::dxgk
