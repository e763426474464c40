// The fence of a queue by itself: its values, its names, and its end.
#include "src/dxgk/work/queue_fence.h"

#include "src/dxgk/work/device.h"
#include "src/dxgk/work/process.h"
#include "src/dxgk/work/sync_queue.h"
#include "src/sim/faults.h"
#include "src/thunks/client/client.h"
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using dxgk::QueueFence;

// A queue that has nothing but its fence.
class Fenced final : public dxgk::Object {
 public:
  static constexpr dxgk::ObjectType kType = dxgk::ObjectType::kPagingQueue;
  Fenced(dxgk::Device& device, QueueFence::Life life) : Object(kType), fence(device, life) {}

  QueueFence fence;

 private:
  ~Fenced() override = default;
};

class QueueFenceLife : public ResidentGpu {
 protected:
  void SetUp() override {
    ResidentGpu::SetUp();
    GpuWorld& gpu = make();
    device_ = std::make_unique<dxgk::Operation>(*gpu.process, gpu.device);
    ASSERT_TRUE(*device_);
    handles_ = &gpu.process->handles();
  }
  // Its first opening goes over to name().
  void make_fence(QueueFence::Life life) {
    queue_ = dxgk::Ref<Fenced>::adopt(new Fenced(**device_, life));
  }
  void TearDown() override {
    queue_ = {};
    device_.reset();
    ResidentGpu::TearDown();
  }
  QueueFence& fence() { return queue_->fence; }
  NTSTATUS name() { return fence().name(*handles_, *queue_, names_); }
  void end_names() {
    handles_->remove(names_.queue, *queue_);
    fence().end_names(*handles_);
  }
  UINT64 seen_by_client() const { return *static_cast<const UINT64*>(names_.fence_value); }
  bool is_named() const { return static_cast<bool>(dxgk::SyncUse(thunks::caller(), names_.fence)); }

  std::unique_ptr<dxgk::Operation> device_;
  dxgk::Ref<Fenced> queue_;
  dxgk::HandleTable* handles_ = nullptr;
  dxgk::QueueNames names_;
};

TEST_F(QueueFenceLife, ValuesRiseAndAreReached) {
  make_fence(QueueFence::Life::kUntilNamesEnd);
  ASSERT_EQ(name(), STATUS_SUCCESS);
  EXPECT_EQ(fence().issue_next(), 1U);
  EXPECT_EQ(fence().issue_next(), 2U);
  EXPECT_TRUE(fence().has_reached(0)) << "the value of what needed no work";
  EXPECT_FALSE(fence().has_reached(1));
  fence().reach(1);
  EXPECT_TRUE(fence().has_reached(1));
  EXPECT_FALSE(fence().has_reached(2));
  EXPECT_EQ(seen_by_client(), 1U);
  fence().reach(2);
  EXPECT_EQ(seen_by_client(), 2U);
  end_names();
  EXPECT_TRUE(fence().has_reached(2)) << "after the fence has ended";
}

TEST_F(QueueFenceLife, ChosenValuesMustRise) {
  make_fence(QueueFence::Life::kUntilNamesEnd);
  ASSERT_EQ(name(), STATUS_SUCCESS);
  EXPECT_TRUE(fence().take(5));
  EXPECT_FALSE(fence().take(5));
  EXPECT_FALSE(fence().take(4));
  EXPECT_TRUE(fence().take(6));
  EXPECT_EQ(fence().issue_next(), 7U);
  end_names();
}

TEST_F(QueueFenceLife, GpuWritesWhatTheHostFollows) {
  make_fence(QueueFence::Life::kWithQueue);
  ASSERT_EQ(name(), STATUS_SUCCESS);
  ASSERT_TRUE(fence().take(9));
  EXPECT_EQ(fence().follow(), 0U);
  *static_cast<UINT64*>(fence().kernel_address()) = 9;
  EXPECT_EQ(fence().follow(), 9U);
  EXPECT_EQ(seen_by_client(), 9U);
  end_names();
}

TEST_F(QueueFenceLife, AbandonedFenceReleasesItsWaiters) {
  make_fence(QueueFence::Life::kWithQueue);
  ASSERT_EQ(name(), STATUS_SUCCESS);
  ASSERT_TRUE(fence().take(100));
  sim::Thread waiter = sim::spawn("waiter", [&, process = dxgk::Process::current()] {
    const dxgk::ProcessScope scope(process);
    dxgk::SyncTargets targets;
    targets.push_back({std::make_unique<dxgk::SyncUse>(thunks::caller(), names_.fence), 100});
    EXPECT_EQ(dxgk::wait_for_fences(targets, /*any=*/false, nullptr), STATUS_SUCCESS);
  });
  fence().abandon();
  waiter.join();
  EXPECT_EQ(seen_by_client(), dxgk::SyncState::kAbandoned);
  end_names();
}

TEST_F(QueueFenceLife, NamesOfFenceAndQueueEndApartFromTheFence) {
  make_fence(QueueFence::Life::kWithQueue);
  ASSERT_EQ(name(), STATUS_SUCCESS);
  EXPECT_NE(names_.queue, names_.fence);
  EXPECT_EQ(queue_->handle(), names_.queue);
  EXPECT_TRUE(is_named());
  EXPECT_FALSE(dxgk::destroy_sync(thunks::caller(), names_.fence)) << "not by its handle alone";
  end_names();
  EXPECT_FALSE(is_named());
  *static_cast<UINT64*>(fence().kernel_address()) = 3;
  EXPECT_EQ(fence().follow(), 3U) << "the GPU may still write it";
}

// The first handle that is issued is the fence's, the second the queue's. The numbers of a creation
// that failed are the next ones again.
TEST_F(QueueFenceLife, BothHandlesOrNone) {
  make_fence(QueueFence::Life::kWithQueue);
  ASSERT_EQ(name(), STATUS_SUCCESS);
  const dxgk::Handle last = names_.queue;
  end_names();
  for (std::uint64_t failing = 0; failing < 2; ++failing) {
    make_fence(QueueFence::Life::kWithQueue);
    names_ = {};
    const sim::FaultInjection faults({.nth = failing});
    EXPECT_EQ(name(), STATUS_NO_MEMORY);
    EXPECT_EQ(faults.failed(), 1U);
    EXPECT_EQ(names_.queue, 0U);
    EXPECT_FALSE(is_named());
  }
  make_fence(QueueFence::Life::kWithQueue);
  ASSERT_EQ(name(), STATUS_SUCCESS);
  EXPECT_EQ(names_.fence, last + dxgk::kHandleStep);
  end_names();
}

}  // namespace
}  // namespace drydock::testing
