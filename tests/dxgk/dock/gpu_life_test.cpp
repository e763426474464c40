// Clients of the software GPU at random: work on two nodes in order by fences, a working set of
// several times the video memory, destruction at any time, contexts that come and go with their
// state, engines that hang. What an allocation holds is what its client's commands put there.
//
//   DRYDOCK_STRESS_SEEDS makes it longer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <random>

#include "tests/support/gpu_client.h"

namespace drydock::testing {
namespace {

constexpr std::size_t kBytes = 4 * PAGE_SIZE;
constexpr std::size_t kMemory = 16 * PAGE_SIZE;  // four allocations and a few states
constexpr int kClients = 3;
constexpr int kSteps = 60;

D3DKMT_HANDLE create_fence(D3DKMT_HANDLE device) {
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
  data.hDevice = device;
  data.Info.Type = D3DDDI_FENCE;
  EXPECT_EQ(D3DKMTCreateSynchronizationObject2(&data), STATUS_SUCCESS);
  return data.hSyncObject;
}

void wait_for_fence(D3DKMT_HANDLE context, D3DKMT_HANDLE fence, UINT64 value) {
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECT2 data{};
  data.hContext = context;
  data.ObjectCount = 1;
  data.ObjectHandleArray[0] = fence;
  data.Fence.FenceValue = value;
  D3DKMTWaitForSynchronizationObject2(&data);
}

void signal_fence(D3DKMT_HANDLE context, D3DKMT_HANDLE fence, UINT64 value) {
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2 data{};
  data.hContext = context;
  data.ObjectCount = 1;
  data.ObjectHandleArray[0] = fence;
  data.Fence.FenceValue = value;
  D3DKMTSignalSynchronizationObject2(&data);
}

class Client {
 public:
  Client(SoftGpuWorld& world, std::uint64_t seed, bool may_hang)
      : world_(world), random_(seed), may_hang_(may_hang) {}
  ~Client() { EXPECT_EQ(destroy_device(device_), STATUS_SUCCESS); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void step() {
    if (device_ == 0) make_device();
    if (world_.state(device_) != D3DKMT_DEVICEEXECUTION_ACTIVE) return start_over();
    switch (pick(may_hang_ ? 21 : 20)) {
      case 0:
      case 1:
      case 2:
        return create();
      case 3:
        return destroy_one();
      case 4:
        return check_one();
      case 5:
        return replace_context();
      case 6:
        contexts_[pick(2)]->set_priority(static_cast<INT>(pick(5)) - 2);
        return;
      case 7:
        if (pick(4) == 0) world_.free_save_area(device_, contexts_[pick(2)]->handle());
        return;
      case 20:
        return hang();
      default:
        return pick(2) == 0 ? fill_one() : copy_one();
    }
  }

  int checks = 0, losses = 0;

 private:
  struct Allocation {
    D3DKMT_HANDLE handle;
    int holds;  // in every byte; -1: unknown
  };

  std::size_t pick(std::size_t count) { return random_() % count; }

  void make_device() {
    ASSERT_EQ(create_device(world_.opened(), device_), STATUS_SUCCESS);
    for (UINT node = 0; node < 2; ++node)
      contexts_[node] = std::make_unique<GpuContext>(device_, node);
    fence_ = create_fence(device_);
    passed_ = 0;
    seen_ = world_.create_buffer(device_, kBytes, true);
  }

  // The device is lost, and everything on it.
  void start_over() {
    EXPECT_NE(world_.state(device_), D3DKMT_DEVICEEXECUTION_ACTIVE);
    ++losses;
    EXPECT_EQ(destroy_device(device_), STATUS_SUCCESS);
    all_.clear();
    make_device();
  }

  // Commands of both contexts run in the order of the calls: each waits for the one before it.
  NTSTATUS run(SOFTGPU_COMMAND command, std::span<const D3DKMT_HANDLE> named) {
    GpuContext& context = *contexts_[pick(2)];
    wait_for_fence(context.handle(), fence_, passed_);
    const NTSTATUS status = context.render(std::array{command}, named);
    signal_fence(context.handle(), fence_, ++passed_);
    return status;
  }

  void create() {
    if (all_.size() >= 6) return;
    const D3DKMT_HANDLE made = world_.create_buffer(device_, kBytes);
    if (made != 0) all_.push_back({made, -1});
  }

  void fill_one() {
    if (all_.empty()) return;
    Allocation& target = all_[pick(all_.size())];
    const int value = static_cast<int>(pick(256));
    const UINT pattern = static_cast<UINT>(value) * 0x01010101U;
    if (run(fill(0, kBytes, pattern), std::array{target.handle}) == STATUS_SUCCESS)
      target.holds = value;
  }

  void copy_one() {
    if (all_.size() < 2) return;
    Allocation& to = all_[pick(all_.size())];
    const Allocation& from = all_[pick(all_.size())];
    if (&to == &from) return;
    if (run(copy(0, 1, kBytes), std::array{to.handle, from.handle}) == STATUS_SUCCESS)
      to.holds = from.holds;
  }

  void destroy_one() {
    if (all_.empty()) return;
    const std::size_t index = pick(all_.size());
    EXPECT_EQ(destroy(device_, 0, {all_[index].handle}, {.synchronous = pick(2) == 0}),
              STATUS_SUCCESS);
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(index));
  }

  void check_one() {
    if (all_.empty()) return;
    const Allocation& one = all_[pick(all_.size())];
    if (run(copy(0, 1, kBytes), std::array{seen_, one.handle}) != STATUS_SUCCESS) return;
    if (world_.wait_idle(device_) != STATUS_SUCCESS || one.holds < 0) return;
    const std::vector<std::uint8_t> bytes = read_back(device_, seen_, kBytes);
    // A reset of the whole adapter loses what others have; it is the only thing that may.
    if (may_hang_) return;
    ++checks;
    EXPECT_TRUE(std::ranges::all_of(bytes, [&](std::uint8_t each) { return each == one.holds; }))
        << "is " << static_cast<int>(bytes[0]) << ", wanted " << one.holds;
  }

  // The first node also pages, and paging that hangs resets the adapter, which Windows puts up with
  // five times a minute.
  void hang() {
    const bool first = pick(2) == 0 && !std::exchange(has_hung_first_, true);
    world_.escape(SOFTGPU_ESCAPE_HANG, first ? SOFTGPU_NODE_RENDER : SOFTGPU_NODE_COPY);
  }

  void replace_context() {
    const UINT node = static_cast<UINT>(pick(2));
    if (contexts_[node]->destroy() != STATUS_SUCCESS) return;
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    auto made = std::make_unique<GpuContext>(device_, node, &status);
    if (status != STATUS_SUCCESS) return start_over();
    contexts_[node] = std::move(made);
  }

  SoftGpuWorld& world_;
  std::mt19937_64 random_;
  const bool may_hang_;
  bool has_hung_first_ = false;
  D3DKMT_HANDLE device_ = 0, seen_ = 0, fence_ = 0;
  UINT64 passed_ = 0;
  std::array<std::unique_ptr<GpuContext>, 2> contexts_;
  std::vector<Allocation> all_;
};

struct Outcome {
  int checks = 0, losses = 0;
};

Outcome live(std::uint64_t seed, bool may_hang) {
  Outcome out;
  const rules::FindingLog log;
  {
    const sim::SeededSchedule schedule(seed);
    SoftGpuWorld world(kMemory);
    std::vector<sim::Thread> threads;
    std::array<Outcome, kClients> each;
    for (int i = 0; i < kClients; ++i) {
      threads.push_back(sim::spawn("client", [&world, &each, i, seed, may_hang] {
        const dxgk::ProcessScope inside(&world.process());
        Client client(world, seed * kClients + static_cast<std::uint64_t>(i), may_hang);
        for (int step = 0; step < kSteps; ++step) client.step();
        each[static_cast<std::size_t>(i)] = {client.checks, client.losses};
      }));
    }
    for (sim::Thread& thread : threads) thread.join();
    for (const Outcome& one : each) {
      out.checks += one.checks;
      out.losses += one.losses;
    }
    if (!may_hang) {
      EXPECT_EQ(world.engine(0).Faults, 0U) << "seed " << seed;
      EXPECT_EQ(world.engine(1).Faults, 0U) << "seed " << seed;
    }
  }
  for (const rules::Finding& finding : log.findings())
    EXPECT_EQ(finding.rule->party, rules::Party::kClient) << "seed " << seed << to_text(finding);
  return out;
}

std::uint64_t seeds() {
  const char* const value = std::getenv("DRYDOCK_STRESS_SEEDS");
  return value == nullptr ? 8 : std::strtoull(value, nullptr, 10);
}

TEST(GpuLife, WhatGoesOutComesBack) {
  Outcome all;
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
    const Outcome one = live(seed, /*may_hang=*/false);
    all.checks += one.checks;
    all.losses += one.losses;
    if (HasFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_GT(all.checks, 0);
  EXPECT_EQ(all.losses, 0);
}

TEST(GpuLife, EnginesThatHangLeaveTheOthersRunning) {
  Outcome all;
  for (std::uint64_t seed = 1; seed <= seeds(); ++seed) {
    const Outcome one = live(1000 + seed, /*may_hang=*/true);
    all.losses += one.losses;
    if (HasFailure()) FAIL() << "seed " << 1000 + seed;
  }
  EXPECT_GT(all.losses, 0);
}

}  // namespace
}  // namespace drydock::testing
