// Renaming: what a lock with Discard gives while the GPU uses an allocation, and which instances
// work may name afterwards.
#include <set>

#include "tests/dxgk/memory/rename_scene.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

TEST_F(Renaming, K249WorkKeepsTheInstanceThatItNames) {
  GpuWorld& gpu = make();
  gpu.run();
  const D3DKMT_HANDLE copies[] = {gpu.one(), gpu.one(), gpu.one()};
  D3DKMT_HANDLE name = gpu.one();
  const D3DKMT_HANDLE first = name;
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(discard(name, i + 1), STATUS_SUCCESS);
    ASSERT_EQ(copy(name, copies[i]), STATUS_SUCCESS);
  }
  EXPECT_NE(name, first);
  wait_for_idle(gpu.device);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(content(copies[i]), i + 1);
  EXPECT_EQ(content(name), 3);
  EXPECT_EQ(content(first), 3) << "every name stands for the allocation";
  EXPECT_EQ(destroy(gpu.device, 0, {name}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(first, 1), STATUS_INVALID_HANDLE);
}

// K-250: one allocation, at several places at once.
TEST_F(Renaming, K250TheDriverHasOneAllocation) {
  GpuWorld& gpu = make();
  D3DKMT_HANDLE name = gpu.one();
  const auto before = gpu.engine.ledger().live();
  ASSERT_EQ(gpu.fill(name, 1), STATUS_SUCCESS);
  ASSERT_EQ(discard(name, 2), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(name, 3), STATUS_SUCCESS);
  EXPECT_EQ(gpu.engine.ledger().live(), before);
  gpu.run();
  wait_for_idle(gpu.device);
  EXPECT_EQ(gpu.engine.ledger().live(), before);
}

TEST_F(Renaming, OneThatIsIdleAndUnreferencedStays) {
  GpuWorld& gpu = make(in_aperture());
  D3DKMT_HANDLE name = gpu.one();
  const D3DKMT_HANDLE first = name;
  EXPECT_EQ(discard(name, 1, kDiscard | kUnreferenced), STATUS_SUCCESS);
  EXPECT_EQ(name, first);
  ASSERT_EQ(gpu.fill(name, 1), STATUS_SUCCESS);
  EXPECT_EQ(discard(name, 2, kDiscard | kUnreferenced), STATUS_SUCCESS);
  EXPECT_NE(name, first) << "the GPU uses it";
  finish();
}

TEST_F(Renaming, OneThatIsLockedKeepsItsName) {
  GpuWorld& gpu = make(in_aperture());
  D3DKMT_HANDLE name = gpu.one();
  const D3DKMT_HANDLE first = name;
  void* data = nullptr;
  ASSERT_EQ(lock(gpu.device, name, data), STATUS_SUCCESS);
  EXPECT_EQ(discard(name, 1), STATUS_SUCCESS);
  EXPECT_EQ(name, first);
  EXPECT_EQ(unlock(gpu.device, first), STATUS_SUCCESS);
  EXPECT_NE(unlock(gpu.device, first), STATUS_SUCCESS);
}

TEST_F(Renaming, NamesThatWereNeverGivenAreRefused) {
  GpuWorld& gpu = make(in_aperture());
  D3DKMT_HANDLE name = gpu.one();
  EXPECT_EQ(gpu.fill(name + 4, 1), STATUS_INVALID_HANDLE);
  ASSERT_EQ(discard(name, 1), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(name + 4, 1), STATUS_INVALID_HANDLE);
  EXPECT_EQ(destroy(gpu.device, 0, {name + 4}), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(destroy(gpu.device, 0, {name, name & ~0x3FU}), STATUS_INVALID_PARAMETER)
      << "one allocation, twice";
}

TEST_F(Renaming, K143ListIsNoLongerThanTheDriverSays) {
  GpuWorld& gpu = make(with_list_of(3));
  D3DKMT_HANDLE name = gpu.one();
  std::set<D3DKMT_HANDLE> names{name};
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(discard(name, i), STATUS_SUCCESS);
    EXPECT_TRUE(names.insert(name).second);
  }
  EXPECT_EQ(discard(name, 9), STATUS_GRAPHICS_ALLOCATION_BUSY);
  // A submission after that may not name an instance before the last.
  ASSERT_EQ(gpu.fill(name, 1), STATUS_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(discard(name, i, kDiscard | kUnreferenced), STATUS_SUCCESS);
    ASSERT_EQ(gpu.fill(name, 1), STATUS_SUCCESS);
    EXPECT_FALSE(names.insert(name).second);
  }
  finish();
  EXPECT_EQ(count_at_end("K-252"), 0U);
}

// The same storage says which physical adapter from WDDM 2.0 on.
TEST_F(Renaming, K143NoLengthIsNoCap) {
  for (const ULONG version : {kOlder, ULONG{DXGKDDI_INTERFACE_VERSION_WDDM2_0}}) {
    EngineMiniport::Settings settings = with_list_of(version == kOlder ? 0 : 2);
    settings.version = version;
    GpuWorld& gpu = make(settings);
    D3DKMT_HANDLE name = gpu.one();
    std::set<D3DKMT_HANDLE> names{name};
    while (discard(name, 1) == STATUS_SUCCESS && names.insert(name).second) {
    }
    EXPECT_EQ(names.size(), 16U) << "as many as a handle can tell apart";
    TearDown();
    world.reset();
  }
}

TEST_F(Renaming, K251OlderInstanceAfterANewerIsRefused) {
  const Raises raises({"K-251"});
  GpuWorld& gpu = make(in_aperture());
  D3DKMT_HANDLE name = gpu.one();
  const D3DKMT_HANDLE first = name;
  ASSERT_EQ(discard(name, 1), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(name, 1), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(first, 1), STATUS_INVALID_HANDLE);
  // Within one submission the order of use counts, not the order of the list.
  D3DKMT_HANDLE other = gpu.one();
  const D3DKMT_HANDLE old = other;
  ASSERT_EQ(discard(other, 1), STATUS_SUCCESS);
  EXPECT_EQ(render(gpu.context, {old, other}, {{Op::kFill, 1, 1}, {Op::kFill, 0, 1}}),
            STATUS_INVALID_HANDLE);
  EXPECT_EQ(gpu.fill(old, 1), STATUS_SUCCESS) << "what was refused used nothing";
  finish();
}

TEST_F(Renaming, K251OlderInstancesBeforeANewerAreSilent) {
  const StaysSilent silent({"K-251"});
  GpuWorld& gpu = make(in_aperture());
  D3DKMT_HANDLE name = gpu.one();
  const D3DKMT_HANDLE first = name;
  ASSERT_EQ(discard(name, 1), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(first, 1), STATUS_SUCCESS);
  EXPECT_EQ(render(gpu.context, {name, first}, {{Op::kFill, 1, 1}, {Op::kFill, 0, 1}}),
            STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(name, 1), STATUS_SUCCESS);
  finish();
  // Instances are reused in turn: the oldest becomes the newest.
  ASSERT_EQ(discard(name, 2), STATUS_SUCCESS);
  EXPECT_EQ(name, first);
  EXPECT_EQ(gpu.fill(first, 1), STATUS_SUCCESS);
  finish();
}

TEST_F(Renaming, K252RetryWithoutThePromiseIsFound) {
  GpuWorld& gpu = make(with_list_of(2));
  D3DKMT_HANDLE name = gpu.one();
  ASSERT_EQ(discard(name, 1), STATUS_SUCCESS);
  EXPECT_EQ(discard(name, 1), STATUS_GRAPHICS_ALLOCATION_BUSY);
  EXPECT_EQ(discard(name, 1), STATUS_GRAPHICS_ALLOCATION_BUSY) << "and so on";
  EXPECT_EQ(count_at_end("K-252"), 1U);
}

TEST_F(Renaming, K252RetryWithThePromiseIsSilent) {
  GpuWorld& gpu = make(with_list_of(2));
  D3DKMT_HANDLE name = gpu.one();
  ASSERT_EQ(discard(name, 1), STATUS_SUCCESS);
  EXPECT_EQ(discard(name, 1), STATUS_GRAPHICS_ALLOCATION_BUSY);
  ASSERT_EQ(gpu.fill(name, 1), STATUS_SUCCESS);
  EXPECT_EQ(discard(name, 1, kDiscard | kUnreferenced), STATUS_SUCCESS);
  EXPECT_EQ(discard(name, 1), STATUS_GRAPHICS_ALLOCATION_BUSY)
      << "the GPU has the other one, and the client may name this one";
  finish();
  EXPECT_EQ(count_at_end("K-252"), 0U);
}

// There is no list then: it is waited for, as for an allocation that cannot be renamed.
TEST_F(Renaming, K143ListOfOneIsTheAllocation) {
  GpuWorld& gpu = make(with_list_of(1));
  gpu.run();
  D3DKMT_HANDLE name = gpu.one();
  const D3DKMT_HANDLE first = name, target = gpu.one();
  for (int i = 1; i <= 3; ++i) {
    ASSERT_EQ(discard(name, i), STATUS_SUCCESS);
    ASSERT_EQ(copy(name, target), STATUS_SUCCESS);
  }
  EXPECT_EQ(name, first);
  wait_for_idle(gpu.device);
  EXPECT_EQ(content(target), 3);
}

// A full list whose instances are all at work: the oldest is waited for.
TEST_F(Renaming, FullListIsWaitedFor) {
  GpuWorld& gpu = make(with_list_of(2));
  gpu.run();
  D3DKMT_HANDLE name = gpu.one();
  const D3DKMT_HANDLE target = gpu.one();
  for (int i = 1; i <= 5; ++i) {
    ASSERT_EQ(discard(name, i, i == 1 ? kDiscard : kDiscard | kUnreferenced), STATUS_SUCCESS);
    ASSERT_EQ(copy(name, target), STATUS_SUCCESS);
  }
  wait_for_idle(gpu.device);
  EXPECT_EQ(content(target), 5);
}

}  // namespace
}  // namespace drydock::testing
