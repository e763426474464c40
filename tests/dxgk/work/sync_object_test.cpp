// Synchronization objects that threads end at the same time, against a model.
#include "src/dxgk/work/sync_object.h"

#include <algorithm>
#include <array>
#include <random>
#include <thread>

#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"
#include "tests/thunks/machine.h"
#include "tests/thunks/work/sync_scene.h"

namespace drydock::testing {
namespace {

TEST(SyncObjectRace, OneHandleIsDestroyedExactlyOnce) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  for (int round = 0; round < 200; ++round) {
    const SharedSync shared(device);
    std::atomic<int> succeeded = 0;
    const auto racer = [&] {
      const dxgk::ProcessScope scope(&client.process());
      D3DKMT_HANDLE opened = 0;
      if (open_sync(shared.global(), opened) == STATUS_SUCCESS) destroy_sync(opened);
      const dxgk::SyncUse use(client.process(), shared.local());
      if (destroy_sync(shared.local()) == STATUS_SUCCESS) ++succeeded;
    };
    {
      const std::jthread one(racer), two(racer);
    }
    EXPECT_EQ(succeeded, 1);
    EXPECT_FALSE(can_open(shared.global()));
  }
}

// The test's own model of the openings, from the answers that its clients got.
class SyncWorld {
 public:
  SyncWorld(Machine& machine, std::uint64_t seed) : machine_(machine), random_(seed) {
    for (Party& party : parties_) renew(party);
  }

  void act() {
    Party& party = parties_[random_() % parties_.size()];
    const std::shared_ptr<dxgk::Process> process = party.process;
    const dxgk::ProcessScope scope(process.get());
    switch (random_() % 16) {
      case 0:
        process->vanish();
        std::erase_if(openings_, [&](const Opening& each) { return each.process == process; });
        if (party.process == process) renew(party);
        return;
      case 1:
        return end_device(party, process);
      case 2:
      case 3:
      case 4:
      case 5:
        return create(party.device, process);
      case 6:
      case 7:
      case 8:
      case 9:
        return open(process);
      default:
        return destroy(process);
    }
  }

  // No strand is at work now: an object can be opened exactly when it is open somewhere.
  void expect_model(std::uint64_t seed) {
    const std::shared_ptr<dxgk::Process> fresh = machine_.new_process();
    const dxgk::ProcessScope scope(fresh.get());
    for (const D3DKMT_HANDLE global : globals_) {
      const bool lives = std::ranges::any_of(
          openings_, [&](const Opening& each) { return each.global == global; });
      EXPECT_EQ(can_open(global), lives) << "seed " << seed;
    }
  }

 private:
  struct Party {
    std::shared_ptr<dxgk::Process> process;
    D3DKMT_HANDLE device = 0;
  };
  struct Opening {
    std::shared_ptr<dxgk::Process> process;
    D3DKMT_HANDLE device;  // 0: the process's own
    D3DKMT_HANDLE local;
    D3DKMT_HANDLE global;
  };

  // Another strand may renew it meanwhile.
  void renew(Party& party) {
    const std::shared_ptr<dxgk::Process> process = machine_.new_process();
    const dxgk::ProcessScope scope(process.get());
    const D3DKMT_HANDLE device = new_device(*process);
    party = {process, device};
  }

  D3DKMT_HANDLE new_device(dxgk::Process& process) {
    D3DKMT_CREATEDEVICE create{};
    create.hAdapter = process.open(machine_.adapter());
    return NT_SUCCESS(D3DKMTCreateDevice(&create)) ? create.hDevice : 0;
  }

  void end_device(Party& party, const std::shared_ptr<dxgk::Process>& process) {
    const D3DKMT_DESTROYDEVICE destroy{std::exchange(party.device, 0)};
    if (NT_SUCCESS(D3DKMTDestroyDevice(&destroy)))
      std::erase_if(openings_, [&](const Opening& each) {
        return each.process == process && each.device == destroy.hDevice;
      });
    const D3DKMT_HANDLE device = new_device(*process);
    if (party.process == process) party.device = device;
  }

  void create(D3DKMT_HANDLE device, const std::shared_ptr<dxgk::Process>& process) {
    Request request(device, D3DDDI_FENCE);
    request.data.Info.Flags.Shared = 1;
    if (!NT_SUCCESS(request.run())) return;
    const D3DKMT_HANDLE global = request.data.Info.SharedHandle;
    globals_.push_back(global);
    openings_.push_back({process, device, request.data.hSyncObject, global});
  }

  void open(const std::shared_ptr<dxgk::Process>& process) {
    if (globals_.empty()) return;
    const D3DKMT_HANDLE global = globals_[random_() % globals_.size()];
    D3DKMT_HANDLE local = 0;
    if (NT_SUCCESS(open_sync(global, local))) openings_.push_back({process, 0, local, global});
  }

  void destroy(const std::shared_ptr<dxgk::Process>& process) {
    if (openings_.empty()) return;
    const D3DKMT_HANDLE local = openings_[random_() % openings_.size()].local;
    if (!NT_SUCCESS(destroy_sync(local))) return;
    std::erase_if(openings_, [&](const Opening& each) {
      return each.process == process && each.local == local;
    });
  }

  Machine& machine_;
  std::mt19937_64 random_;
  std::array<Party, 2> parties_;
  std::vector<D3DKMT_HANDLE> globals_;
  std::vector<Opening> openings_;
};

// Strands change at switch points only, so the test's own books need no lock.
TEST(SyncObjectSchedules, ModelAgreesWhenAllIsQuiet) {
  Machine machine;
  for (std::uint64_t seed = 0; seed < 200 && !::testing::Test::HasFailure(); ++seed) {
    const sim::SeededSchedule schedule(seed);
    SyncWorld world(machine, seed);
    std::vector<sim::Thread> strands;
    for (int i = 0; i < 3; ++i) {
      strands.push_back(sim::spawn("client", [&] {
        for (int act = 0; act < 40; ++act) world.act();
      }));
    }
    for (sim::Thread& strand : strands) strand.join();
    world.expect_model(seed);
  }
}

}  // namespace
}  // namespace drydock::testing
