// Keyed mutexes: who waits for one, and what ends the wait.

#include "src/dxgk/work/keyed_mutex.h"

#include "src/sim/schedule.h"
#include "tests/thunks/machine.h"
#include "tests/thunks/work/mutex_scene.h"

namespace drydock::testing {
namespace {

TEST_F(NtShare, KeyedMutexLivesUntilItsLastHandleIsGone) {
  const Mutex mutex;
  EXPECT_EQ(mutex.global & 0x3FU, 2U);
  const D3DKMT_HANDLE again = opened(mutex);
  D3DKMT_HANDLE local = 0;
  EXPECT_EQ(open_mutex(0, nullptr, 0, local), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(open_mutex(mutex.local, nullptr, 0, local), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_mutex(mutex.global), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy_mutex(mutex.local), STATUS_SUCCESS);
  EXPECT_EQ(destroy_mutex(mutex.local), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(open_mutex(mutex.global, nullptr, 0, local), STATUS_SUCCESS);
  EXPECT_EQ(destroy_mutex(local), STATUS_SUCCESS);
  EXPECT_EQ(destroy_mutex(again), STATUS_SUCCESS);
  EXPECT_EQ(open_mutex(mutex.global, nullptr, 0, local), STATUS_INVALID_PARAMETER);
}

// Runs under seeds: a second strand waits while the first does what ends the wait.
class MutexWait : public NtShare {
 protected:
  struct Round {
    std::uint64_t seed;
    D3DKMT_HANDLE holder, waiter;
  };
  // Runs one round for each seed, each with a mutex of its own that one handle holds.
  void each_seed(const std::function<void(const Round&)>& body) {
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const Mutex mutex;
      UINT64 fence = 0;
      ASSERT_EQ(try_acquire(mutex.local, 0, fence), STATUS_SUCCESS);
      body({seed, mutex.local, opened(mutex)});
    }
  }

  // Waits for the key while `act` is done.
  NTSTATUS wait_while(const Round& round, UINT64 key, UINT64& fence,
                      const std::function<void()>& act) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    const sim::SeededSchedule schedule(round.seed);
    sim::Thread strand = sim::spawn("waiter", [&] {
      const dxgk::ProcessScope scope(&client.process());
      status = acquire(round.waiter, key, fence, nullptr);
    });
    sim::switch_point();
    act();
    strand.join();
    return status;
  }
};

TEST_F(MutexWait, K442ReleaseWakesTheWaiterForItsKey) {
  each_seed([&](const Round& round) {
    UINT64 fence = 0;
    const auto act = [&] { EXPECT_EQ(release(round.holder, 7, 8), STATUS_SUCCESS); };
    EXPECT_EQ(wait_while(round, 7, fence, act), STATUS_SUCCESS);
    EXPECT_EQ(fence, 8U);
  });
}

TEST_F(MutexWait, K443HandleThatHoldsItGoes) {
  each_seed([&](const Round& round) {
    UINT64 fence = 0;
    const auto act = [&] { EXPECT_EQ(destroy_mutex(round.holder), STATUS_SUCCESS); };
    EXPECT_EQ(wait_while(round, 0, fence, act), STATUS_ABANDONED);
    EXPECT_EQ(fence, 0U);
    EXPECT_EQ(try_acquire(round.waiter, 0, fence), STATUS_ABANDONED) << "and so it stays";
    EXPECT_EQ(try_acquire(round.waiter, 5, fence), STATUS_ABANDONED);
  });
}

TEST_F(MutexWait, HandleThatWaitsGoes) {
  each_seed([&](const Round& round) {
    UINT64 fence = 0;
    const auto act = [&] { EXPECT_EQ(destroy_mutex(round.waiter), STATUS_SUCCESS); };
    EXPECT_EQ(wait_while(round, 0, fence, act), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(release(round.holder, 0, 0), STATUS_SUCCESS);
  });
}

}  // namespace
}  // namespace drydock::testing
