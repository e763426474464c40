// Keyed mutexes: who acquires by which key, and who waits.
#include <array>

#include "src/dxgk/creation/nt_share.h"
#include "src/nt/ob/handle.h"
#include "src/sim/schedule.h"
#include "tests/thunks/machine.h"
#include "tests/thunks/nt_share_scene.h"

namespace drydock::testing {
namespace {

constexpr UINT64 kUntouched = 0xDEADBEEF;

// Waits for ever when `timeout` is null.
NTSTATUS acquire(D3DKMT_HANDLE mutex, UINT64 key, UINT64& fence, PLARGE_INTEGER timeout) {
  D3DKMT_ACQUIREKEYEDMUTEX data{};
  data.hKeyedMutex = mutex;
  data.Key = key;
  data.pTimeout = timeout;
  data.FenceValue = kUntouched;
  const NTSTATUS status = D3DKMTAcquireKeyedMutex(&data);
  fence = data.FenceValue;
  return status;
}

NTSTATUS try_acquire(D3DKMT_HANDLE mutex, UINT64 key, UINT64& fence) {
  LARGE_INTEGER at_once{};
  return acquire(mutex, key, fence, &at_once);
}

NTSTATUS release(D3DKMT_HANDLE mutex, UINT64 key, UINT64 fence) {
  D3DKMT_RELEASEKEYEDMUTEX data{};
  data.hKeyedMutex = mutex;
  data.Key = key;
  data.FenceValue = fence;
  return D3DKMTReleaseKeyedMutex(&data);
}

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

TEST_F(NtShare, K442KeyAndFenceGoFromReleaseToAcquire) {
  const Mutex mutex;
  const D3DKMT_HANDLE other = opened(mutex);
  UINT64 fence = 0;
  EXPECT_EQ(release(mutex.local, 0, 0), STATUS_INVALID_PARAMETER) << "it is not held";
  EXPECT_EQ(try_acquire(mutex.local, 1, fence), STATUS_TIMEOUT);
  EXPECT_EQ(fence, 0U);
  EXPECT_EQ(try_acquire(0, 0, fence), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(fence, kUntouched);
  ASSERT_EQ(try_acquire(mutex.local, 0, fence), STATUS_SUCCESS);
  EXPECT_EQ(fence, 0U);
  EXPECT_EQ(try_acquire(other, 0, fence), STATUS_TIMEOUT);
  EXPECT_EQ(release(other, 1, 2), STATUS_INVALID_PARAMETER) << "another handle holds it";
  EXPECT_EQ(release(mutex.local, 1, 2), STATUS_SUCCESS);
  EXPECT_EQ(release(mutex.local, 1, 2), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(try_acquire(other, 0, fence), STATUS_TIMEOUT);
  ASSERT_EQ(try_acquire(other, 1, fence), STATUS_SUCCESS);
  EXPECT_EQ(fence, 2U);
}

TEST_F(NtShare, K442PrivateDataGoWithIt) {
  const Mutex mutex(/*secured=*/false, bytes(4, 1));
  std::array<std::byte, 4> room{};
  LARGE_INTEGER at_once{};
  D3DKMT_ACQUIREKEYEDMUTEX2 acquire2{};
  acquire2.hKeyedMutex = mutex.local;
  acquire2.pTimeout = &at_once;
  acquire2.pPrivateRuntimeData = room.data();
  acquire2.PrivateRuntimeDataSize = room.size();
  ASSERT_EQ(D3DKMTAcquireKeyedMutex2(&acquire2), STATUS_SUCCESS);
  EXPECT_EQ(room[3], std::byte{1});
  room.fill(std::byte{2});
  D3DKMT_RELEASEKEYEDMUTEX2 release2{};
  release2.hKeyedMutex = mutex.local;
  release2.pPrivateRuntimeData = room.data();
  release2.PrivateRuntimeDataSize = room.size() + 1;
  EXPECT_EQ(D3DKMTReleaseKeyedMutex2(&release2), STATUS_INVALID_PARAMETER) << "more than there is";
  release2.PrivateRuntimeDataSize = room.size();
  ASSERT_EQ(D3DKMTReleaseKeyedMutex2(&release2), STATUS_SUCCESS);
  room.fill({});
  ASSERT_EQ(D3DKMTAcquireKeyedMutex2(&acquire2), STATUS_SUCCESS);
  EXPECT_EQ(room[3], std::byte{2});
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

TEST_F(MutexWait, K442ReleaseWakesWhoWaitsForItsKey) {
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
