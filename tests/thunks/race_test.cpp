// Races between several threads of a client.
#include <atomic>
#include <random>

#include "src/sim/schedule.h"
#include "tests/support/open_request.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
constexpr int kRounds = 200;
#else
constexpr int kRounds = 1500;
#endif

// Runs bodies of a client at the same time.
void together(Client& client, const std::vector<std::function<void()>>& bodies) {
  std::vector<sim::Thread> threads;
  for (const auto& body : bodies) {
    threads.push_back(sim::spawn("client", [&client, body] {
      const dxgk::ProcessScope scope(&client.process());
      body();
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
}

TEST(Race, TwoThreadsDestroyOneHandle) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  for (int i = 0; i < kRounds / 4; ++i) {
    const D3DKMT_HANDLE loose = client.allocate_one(device);
    const D3DKMT_HANDLE resource = client.new_resource(device, 2).resource;
    std::atomic<int> loose_gone = 0;
    std::atomic<int> resource_gone = 0;
    const auto destroy = [&] {
      if (NT_SUCCESS(client.destroy(device, 0, {loose}))) ++loose_gone;
      if (NT_SUCCESS(client.destroy(device, resource, {}))) ++resource_gone;
    };
    together(client, {destroy, destroy});
    EXPECT_EQ(loose_gone, 1);
    EXPECT_EQ(resource_gone, 1);
  }
  EXPECT_EQ(machine.book().Allocations, 0);
}

// Tries to destroy what has the number that comes next, whatever it will be, and what follows it.
struct GuessedDestroys {
  int resource = 0;    // of `next`, as a resource
  int allocation = 0;  // of `next`, as an allocation
  int second = 0;      // of the number behind it, as an allocation

  void run(Client& client, D3DKMT_HANDLE device, D3DKMT_HANDLE next) {
    for (int tries = 0; tries < 20; ++tries) {
      resource += NT_SUCCESS(client.destroy(device, next, {})) ? 1 : 0;
      allocation += NT_SUCCESS(client.destroy(device, 0, {next})) ? 1 : 0;
      second += NT_SUCCESS(client.destroy(device, 0, {next + 0x40})) ? 1 : 0;
    }
  }
};

// A creation is whole before anybody can destroy it by a guess: each object is destroyed once, by
// the guess or afterwards, and the driver gets all of them back.
TEST(Race, NextNumberIsDestroyedWhileItIsCreated) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  for (int i = 0; i < kRounds; ++i) {
    const D3DKMT_HANDLE before = client.allocate_one(device);
    GuessedDestroys guesses;
    const auto guess = [&] { guesses.run(client, device, before + 0x40); };
    if (i % 2 == 0) {
      Client::MadeResource made;
      together(client, {[&] { made = client.new_resource(device, 2); }, guess});
      EXPECT_EQ(made.resource, before + 0x40);
      EXPECT_LE(guesses.resource, 1);
      EXPECT_EQ(guesses.allocation, 0) << "a resource is no allocation";
      EXPECT_LE(guesses.second, 1);
      EXPECT_EQ(NT_SUCCESS(client.destroy(device, made.resource, {})), guesses.resource == 0);
    } else {
      std::vector<D3DKMT_HANDLE> made;
      together(client, {[&] { made = client.allocate(device, 2); }, guess});
      ASSERT_EQ(made, (std::vector<D3DKMT_HANDLE>{before + 0x40, before + 0x80}));
      EXPECT_EQ(guesses.resource, 0) << "an allocation is no resource";
      EXPECT_EQ(NT_SUCCESS(client.destroy(device, 0, {made[0]})), guesses.allocation == 0);
      EXPECT_EQ(NT_SUCCESS(client.destroy(device, 0, {made[1]})), guesses.second == 0);
      EXPECT_LE(guesses.allocation, 1);
      EXPECT_LE(guesses.second, 1);
    }
    EXPECT_EQ(client.destroy(device, 0, {before}), STATUS_SUCCESS);
  }
  EXPECT_EQ(machine.book().Allocations, 0);
  EXPECT_EQ(machine.book().Bindings, 0);
}

TEST(Race, NextNumberIsOpenedLockedAndClosedWhileItIsOpened) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  const Client::MadeResource shared = client.new_resource(device, 1, /*shared=*/true);
  D3DKMT_HANDLE last = shared.allocations[0];
  for (int i = 0; i < kRounds / 2; ++i) {
    const D3DKMT_HANDLE next = last + 0x40;
    OpenRequest open(device, shared.global);
    together(client, {[&] { EXPECT_EQ(open.run(), STATUS_SUCCESS); },
                      [&] {
                        for (int tries = 0; tries < 10; ++tries) {
                          D3DKMT_LOCK2 lock{};
                          lock.hDevice = device;
                          lock.hAllocation = next + 0x40;
                          D3DKMTLock2(&lock);
                          client.destroy(device, next, {});
                        }
                      }});
    last = open.allocation();
    client.destroy(device, open.resource(), {});
  }
  EXPECT_EQ(machine.book().Bindings, 1);
}

// A resource that NT handles retain: shared, opened, destroyed and closed by several threads.
struct RetainedByHandle {
  explicit RetainedByHandle(D3DKMT_HANDLE device) {
    Creation creation(device);
    creation.request.Flags.CreateResource = creation.request.Flags.CreateShared =
        creation.request.Flags.NtSecuritySharing = 1;
    EXPECT_EQ(creation.run(), STATUS_SUCCESS);
    resource = creation.request.hResource;
    EXPECT_EQ(D3DKMTShareObjects(1, &resource, nullptr, GENERIC_ALL, &handle), STATUS_SUCCESS);
  }

  // Opens the resource; returns 0 when the handle is closed.
  D3DKMT_HANDLE open(D3DKMT_HANDLE device) const {
    D3DDDI_OPENALLOCATIONINFO2 info{};
    char total[64];
    D3DKMT_OPENRESOURCEFROMNTHANDLE open{};
    open.hDevice = device;
    open.hNtHandle = handle;
    open.NumAllocations = 1;
    open.pOpenAllocationInfo2 = &info;
    open.pTotalPrivateDriverDataBuffer = total;
    open.TotalPrivateDriverDataBufferSize = sizeof total;
    return NT_SUCCESS(D3DKMTOpenResourceFromNtHandle(&open)) ? open.hResource : 0;
  }

  D3DKMT_HANDLE resource = 0;
  HANDLE handle = nullptr;
};

TEST(Race, ResourceOfAnNtHandleIsOpenedWhileItGoes) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  for (int i = 0; i < kRounds / 4; ++i) {
    const RetainedByHandle retained(device);
    const auto open = [&] {
      if (const D3DKMT_HANDLE opened = retained.open(device); opened != 0)
        EXPECT_EQ(client.destroy(device, opened, {}), STATUS_SUCCESS);
    };
    together(
        client,
        {[&] { EXPECT_EQ(client.destroy(device, retained.resource, {}), STATUS_SUCCESS); },
         [&] { ZwClose(retained.handle); },
         [&] {
           HANDLE again = nullptr;
           if (NT_SUCCESS(D3DKMTShareObjects(1, &retained.resource, nullptr, GENERIC_ALL, &again)))
             ZwClose(again);
         },
         open, open});
    ASSERT_EQ(machine.book().Allocations, 0);
  }
}

TEST(Race, UnplugAgainstTheCloseOfAnNtHandle) {
  for (int i = 0; i < kRounds / 50; ++i) {
    Machine machine;
    machine.expect_end();
    Client client(machine);
    const D3DKMT_HANDLE device = client.new_device();
    const RetainedByHandle retained(device);
    EXPECT_EQ(client.destroy(device, retained.resource, {}), STATUS_SUCCESS);
    together(client, {[&] { machine.dock().unplug(machine.adapter()); },
                      [&] { ZwClose(retained.handle); }, [&] { retained.open(device); }});
    for (const rules::Finding& each : machine.findings())
      EXPECT_EQ(each.rule->severity, rules::Severity::kLint) << to_text(each);
  }
}

TEST(Race, CloseAdapterAgainstCreateDevice) {
  Machine machine;
  Client client(machine);
  for (int i = 0; i < kRounds / 2; ++i) {
    D3DKMT_OPENADAPTERFROMLUID open{};
    open.AdapterLuid = machine.adapter().luid();
    ASSERT_EQ(D3DKMTOpenAdapterFromLuid(&open), STATUS_SUCCESS);
    together(client,
             {[&] {
                const D3DKMT_CLOSEADAPTER close{open.hAdapter};
                EXPECT_EQ(D3DKMTCloseAdapter(&close), STATUS_SUCCESS);
              },
              [&] {
                D3DKMT_CREATEDEVICE create{};
                create.hAdapter = open.hAdapter;
                const NTSTATUS status = D3DKMTCreateDevice(&create);
                if (!NT_SUCCESS(status)) {
                  EXPECT_EQ(status, STATUS_INVALID_PARAMETER);
                  return;
                }
                EXPECT_EQ(client.destroy(create.hDevice, 0, {client.allocate_one(create.hDevice)}),
                          STATUS_SUCCESS);
                EXPECT_EQ(client.destroy_device(create.hDevice), STATUS_SUCCESS);
              }});
  }
  EXPECT_EQ(machine.book().Devices, 0);
}

TEST(Race, LockUnlockAndDestroy) {
  Machine machine;
  Client client(machine);
  const D3DKMT_HANDLE device = client.new_device();
  for (int i = 0; i < kRounds / 2; ++i) {
    const D3DKMT_HANDLE allocation = client.allocate_one(device);
    const auto use = [&] {
      for (int tries = 0; tries < 5; ++tries) {
        D3DKMT_LOCK2 lock{};
        lock.hDevice = device;
        lock.hAllocation = allocation;
        if (!NT_SUCCESS(D3DKMTLock2(&lock))) return;
        const D3DKMT_UNLOCK2 unlock{device, allocation};
        D3DKMTUnlock2(&unlock);
      }
    };
    together(client, {use, use,
                      [&] { EXPECT_EQ(client.destroy(device, 0, {allocation}), STATUS_SUCCESS); }});
  }
}

TEST(Race, DeviceEndsUnderItsUsers) {
  Machine machine;
  Client client(machine);
  for (int i = 0; i < kRounds / 8; ++i) {
    const D3DKMT_HANDLE device = client.new_device();
    const auto use = [&] {
      for (;;) {
        Creation creation(device, 2);
        creation.request.Flags.CreateResource = 1;
        if (!NT_SUCCESS(creation.run())) return;
        client.destroy(device, creation.request.hResource, {});
      }
    };
    together(client, {use, use, [&] { EXPECT_EQ(client.destroy_device(device), STATUS_SUCCESS); }});
  }
  EXPECT_EQ(machine.book().Allocations, 0);
  EXPECT_EQ(machine.book().Devices, 0);
}

TEST(Race, TwoThreadsCreateTheFirstDevice) {
  Machine machine({}, kWddm20);
  for (int i = 0; i < kRounds / 8; ++i) {
    Client client(machine);
    const auto create = [&] { client.new_device(); };
    together(client, {create, create});
    EXPECT_EQ(machine.book().Processes, 1);
  }
}

// The adapter is removed while devices are created. The driver destroys each of them before it
// stops.
TEST(Race, UnplugAgainstCreateDevice) {
  for (int i = 0; i < kRounds / 40; ++i) {
    Machine machine({}, kWddm20);
    Client client(machine);
    machine.expect_end();
    const auto create = [&] {
      for (;;) {
        D3DKMT_CREATEDEVICE create{};
        create.hAdapter = client.adapter();
        const NTSTATUS status = D3DKMTCreateDevice(&create);
        if (status == STATUS_DEVICE_REMOVED) return;
        EXPECT_EQ(status, STATUS_SUCCESS);
        Creation(create.hDevice).run();
      }
    };
    together(client, {create, create, [&] { machine.dock().unplug(machine.adapter()); }});
    EXPECT_EQ(machine.findings().size(), 0U) << text_of(machine.findings());
  }
}

// The work of a client until it has to stop or its process ends.
void work(Client& client, std::uint64_t seed, const std::atomic<bool>& stop) {
  std::mt19937_64 random(seed);
  D3DKMT_HANDLE device = 0;
  std::vector<D3DKMT_HANDLE> loose;
  while (!stop) {
    switch (random() % 8) {
      case 0: {
        D3DKMT_CREATEDEVICE create{};
        create.hAdapter = client.adapter();
        if (NT_SUCCESS(D3DKMTCreateDevice(&create))) device = create.hDevice;
        break;
      }
      case 1:
        if (random() % 4 == 0) client.destroy_device(device);
        break;
      case 2:
      case 3: {
        Creation creation(device, 1 + random() % 3);
        creation.request.Flags.CreateResource = random() % 2;
        creation.request.Flags.CreateShared = creation.request.Flags.CreateResource;
        if (!NT_SUCCESS(creation.run())) break;
        if (creation.request.Flags.CreateResource == 0)
          for (const D3DKMT_HANDLE each : creation.handles()) loose.push_back(each);
        break;
      }
      default: {
        if (loose.empty()) break;
        const D3DKMT_HANDLE handle = loose[random() % loose.size()];
        D3DKMT_LOCK2 lock{};
        lock.hDevice = device;
        lock.hAllocation = handle;
        D3DKMTLock2(&lock);
        client.destroy(device, 0, {handle});
      }
    }
  }
}

// Clients are killed at random points, many times; nothing is left, and a clean client works.
TEST(Race, KilledClientsLeaveNothing) {
  Machine machine;
  std::mt19937_64 random(4711);
  for (int round = 0; round < kRounds / 20; ++round) {
    {
      Client client(machine);
      std::atomic<bool> stop = false;
      std::vector<sim::Thread> threads;
      for (int t = 0; t < 2; ++t) {
        threads.push_back(sim::spawn("victim", [&, seed = random()] {
          const dxgk::ProcessScope scope(&client.process());
          work(client, seed, stop);
        }));
      }
      sim::park(sim::now() + static_cast<sim::Time>(random() % 20'000));
      client.process().end();  // under their hands
      stop = true;
      for (sim::Thread& thread : threads) thread.join();
    }
    Client clean(machine);
    const D3DKMT_HANDLE device = clean.new_device();
    EXPECT_EQ(clean.destroy(device, 0, {clean.allocate_one(device)}), STATUS_SUCCESS);
    EXPECT_EQ(clean.destroy_device(device), STATUS_SUCCESS);
    const BOOK book = machine.book();
    EXPECT_EQ(book.Allocations, 0);
    EXPECT_EQ(book.Devices, 0);
    EXPECT_EQ(book.Errors, 0);
  }
}

}  // namespace
}  // namespace drydock::testing
