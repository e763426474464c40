// The threads that may be inside a driver together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/dock/add_adapter.h"
#include "src/nt/base/thread.h"
#include "src/sim/gate.h"
#include "tests/dxgk/miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using dxgk::Adapter;
using dxgk::Ddi;
using dxgk::Level;
using dxgk::Seat;

const Ddi kPatch{"DxgkDdiPatch", Level::kScheduler, PASSIVE_LEVEL};
const Ddi kSubmit{"DxgkDdiSubmitCommand", Level::kScheduler, DISPATCH_LEVEL};
const Ddi kSwizzle{"DxgkDdiAcquireSwizzlingRange", Level::kSwizzling, PASSIVE_LEVEL};

void with_adapter(const std::function<void(Adapter&)>& body) {
  MiniportOptions options;
  options.started = body;
  const MiniportLife life = life_with(u"", options);
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
  EXPECT_THAT(life.findings, ::testing::IsEmpty()) << life.findings_text();
}

// Counts the threads that are inside at once, and their maximum.
class Crowd {
 public:
  void visit() {
    const int now = inside_.fetch_add(1) + 1;
    int most = most_;
    while (now > most && !most_.compare_exchange_weak(most, now)) {
    }
    for (int i = 0; i < 20; ++i) sim::switch_point();
    inside_.fetch_sub(1);
  }
  int most() const { return most_; }

 private:
  std::atomic<int> inside_ = 0;
  std::atomic<int> most_ = 0;
};

// Several threads call the same entry points again and again.
int most_at_once(Adapter& adapter, const std::vector<const Ddi*>& ddis,
                 const std::vector<Seat*>& seats) {
  Crowd crowd;
  std::vector<sim::Thread> threads;
  for (std::size_t i = 0; i < 4; ++i) {
    threads.push_back(sim::spawn("caller", [&, i] {
      for (int n = 0; n < 50; ++n)
        adapter.call(*ddis[i % ddis.size()], *seats[i % seats.size()], [&] { crowd.visit(); });
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
  return crowd.most();
}

// Both calls are inside at the same time, or this never returns.
void expect_together(Adapter& adapter, const Ddi& first, Seat& first_seat, const Ddi& second,
                     Seat& second_seat) {
  sim::Completion first_in, second_in;
  sim::Thread thread = sim::spawn("first", [&] {
    adapter.call(first, first_seat, [&] {
      first_in.complete();
      second_in.wait();
    });
  });
  first_in.wait();
  adapter.call(second, second_seat, [&] { second_in.complete(); });
  thread.join();
}

TEST(ThreadingPromises, K469NoTwoThreadsOfAProcessAreInAtLevelZero) {
  with_adapter([](Adapter& adapter) {
    Seat seat(adapter, nullptr);
    EXPECT_EQ(most_at_once(adapter, {&dxgk::ddi::kCreateAllocation, &dxgk::ddi::kOpenAllocation},
                           {&seat}),
              1);
  });
}

TEST(ThreadingPromises, K469ThreadsOfTwoProcessesAreInTogether) {
  with_adapter([](Adapter& adapter) {
    Seat one(adapter, nullptr), other(adapter, nullptr);
    expect_together(adapter, dxgk::ddi::kCreateAllocation, one, dxgk::ddi::kDestroyAllocation,
                    other);
  });
}

TEST(Threading, RelaxedLetsThreadsOfAProcessInTogether) {
  with_adapter([](Adapter& adapter) {
    adapter.set_threading(dxgk::Threading::kRelaxed);
    Seat seat(adapter, nullptr);
    expect_together(adapter, dxgk::ddi::kCreateAllocation, seat, dxgk::ddi::kOpenAllocation, seat);
  });
}

TEST(ThreadingPromises, K470OneThreadOfAClassIsIn) {
  with_adapter([](Adapter& adapter) {
    Seat one(adapter, nullptr), other(adapter, nullptr);
    EXPECT_EQ(most_at_once(adapter, {&kSwizzle}, {&one, &other}), 1);
  });
}

// D-167: never one beside the other, and beside everything else at any time.
TEST(ThreadingPromises, D167PointerCallsAreBesideAllOthersButEachOther) {
  with_adapter([](Adapter& adapter) {
    Seat one(adapter, nullptr), other(adapter, nullptr);
    EXPECT_EQ(most_at_once(adapter, {&dxgk::ddi::kSetPointerPosition, &dxgk::ddi::kSetPointerShape},
                           {&one, &other}),
              1);
    expect_together(adapter, dxgk::ddi::kSetPointerPosition, one, dxgk::ddi::kPresent, other);
    expect_together(adapter, dxgk::ddi::kCommitVidPn, one, dxgk::ddi::kSetPointerPosition, other);
  });
}

TEST(ThreadingPromises, K470ClassesAndLevelZeroAreInTogether) {
  with_adapter([](Adapter& adapter) {
    Seat one(adapter, nullptr), other(adapter, nullptr);
    expect_together(adapter, kSwizzle, one, kPatch, other);
    expect_together(adapter, kPatch, one, dxgk::ddi::kCreateAllocation, other);
  });
}

TEST(ThreadingPromises, K471OneEntryPointOfTheSchedulerClassRuns) {
  with_adapter([](Adapter& adapter) {
    Seat one(adapter, nullptr), other(adapter, nullptr);
    EXPECT_EQ(most_at_once(adapter, {&kPatch, &kSubmit}, {&one, &other}), 1);
  });
}

TEST(Threading, LevelsTwoAndThreeAreAlone) {
  with_adapter([](Adapter& adapter) {
    Seat one(adapter, nullptr), other(adapter, nullptr);
    EXPECT_EQ(most_at_once(adapter, {&dxgk::ddi::kQueryChildStatus, &dxgk::ddi::kControlInterrupt},
                           {&one, &other}),
              1);
    // No thread of level zero or one is inside together with them.
    std::atomic<bool> alone = false;
    sim::Thread thread = sim::spawn("alone", [&] {
      for (int i = 0; i < 30; ++i) {
        adapter.call(dxgk::ddi::kQueryChildStatus, one, [&] {
          alone = true;
          for (int n = 0; n < 20; ++n) sim::switch_point();
          alone = false;
        });
      }
    });
    for (int i = 0; i < 100; ++i)
      adapter.call(dxgk::ddi::kCreateAllocation, other, [&] { EXPECT_FALSE(alone); });
    thread.join();
  });
}

TEST(ThreadingPromises, K061OnlyQueryAdapterInfoMeetsSetPowerState) {
  with_adapter([](Adapter& adapter) {
    Seat one(adapter, nullptr), other(adapter, nullptr);
    for (const Ddi* ddi : {&dxgk::ddi::kSetPowerState, &dxgk::ddi::kQueryChildRelations}) {
      expect_together(adapter, *ddi, one, dxgk::ddi::kQueryAdapterInfo, other);
      std::atomic<bool> alone = false;
      sim::Completion in;
      sim::Thread thread = sim::spawn("alone", [&] {
        adapter.call(*ddi, one, [&] {
          alone = true;
          in.complete();
          for (int n = 0; n < 100; ++n) sim::switch_point();
          alone = false;
        });
      });
      in.wait();
      adapter.call(dxgk::ddi::kCreateAllocation, other, [&] { EXPECT_FALSE(alone); });
      thread.join();
    }
  });
}

TEST(Threading, EntryPointsRunAtTheirIrql) {
  with_adapter([](Adapter& adapter) {
    Seat seat(adapter, nullptr);
    adapter.call(kSubmit, seat, [] { EXPECT_EQ(nt::self().irql, DISPATCH_LEVEL); });
    adapter.call(kPatch, seat, [] { EXPECT_EQ(nt::self().irql, PASSIVE_LEVEL); });
    EXPECT_EQ(nt::self().irql, PASSIVE_LEVEL);
  });
}

TEST(ThreadingPromises, K048DevicesAreAddedOneAtATime) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    MiniportOptions options;
    options.seed = seed;
    options.started = [](Adapter& adapter) {
      std::vector<sim::Thread> threads;
      for (int i = 0; i < 3; ++i) {
        threads.push_back(sim::spawn("adds", [&] {
          dxgk::StartFailure failure;
          const auto other =
              dxgk::add_adapter(adapter.miniport(), std::make_shared<dxgk::DeviceModel>(), failure);
          EXPECT_EQ(failure.status, STATUS_SUCCESS);
        }));
      }
      for (sim::Thread& thread : threads) thread.join();
    };
    const MiniportLife life = life_with(u"SlowAdd", options);
    EXPECT_FALSE(life.has_said("AddDevice beside another")) << life.findings_text();
    EXPECT_TRUE(life.has_said("Removed 00000004")) << life.findings_text();
  }
}

}  // namespace
