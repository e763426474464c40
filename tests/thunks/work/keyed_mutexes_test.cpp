// Keyed mutexes: who acquires by which key, and who waits.
#include <array>

#include "tests/thunks/machine.h"
#include "tests/thunks/work/mutex_scene.h"

namespace drydock::testing {
namespace {

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

// The first versions of the calls, which know no data and no sharing by NT handles.
TEST_F(NtShare, FirstVersionMakesAndOpensTheSameMutex) {
  D3DKMT_CREATEKEYEDMUTEX made{};
  made.InitialValue = 4;
  ASSERT_EQ(D3DKMTCreateKeyedMutex(&made), STATUS_SUCCESS);
  D3DKMT_OPENKEYEDMUTEX opening{};
  opening.hSharedHandle = made.hSharedHandle;
  ASSERT_EQ(D3DKMTOpenKeyedMutex(&opening), STATUS_SUCCESS);
  EXPECT_NE(opening.hKeyedMutex, made.hKeyedMutex);
  UINT64 fence = 0;
  ASSERT_EQ(try_acquire(opening.hKeyedMutex, 4, fence), STATUS_SUCCESS);
  EXPECT_EQ(try_acquire(made.hKeyedMutex, 4, fence), STATUS_TIMEOUT);
  EXPECT_EQ(release(opening.hKeyedMutex, 5, 1), STATUS_SUCCESS);
  EXPECT_EQ(try_acquire(made.hKeyedMutex, 5, fence), STATUS_SUCCESS);
  EXPECT_EQ(destroy_mutex(opening.hKeyedMutex), STATUS_SUCCESS);
  opening.hKeyedMutex = 0;
  opening.hSharedHandle = made.hKeyedMutex;
  EXPECT_EQ(D3DKMTOpenKeyedMutex(&opening), STATUS_INVALID_PARAMETER) << "no global handle";
  EXPECT_EQ(opening.hKeyedMutex, 0U);
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

}  // namespace
}  // namespace drydock::testing
