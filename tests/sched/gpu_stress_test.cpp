// Clients at random with a working set of several times the video memory: fills and copies on two
// nodes, locks, renaming, destruction at any time, priorities, work that hangs. What an allocation
// holds is what its client's commands put there, or its device is in error.
//
//   DRYDOCK_STRESS_SEEDS, DRYDOCK_STRESS_SECONDS make it longer.
#include <cstdlib>
#include <random>

#include "tests/sched/gpu_fixture.h"
#include "tests/support/sanitized.h"

namespace drydock::testing {
namespace {

constexpr std::size_t kBytes = 16 << 10;
constexpr int kClients = 3;
// With one thread at a time, the thread sanitizer finds little.
constexpr std::uint64_t kSeeds = kThreadSanitized ? 4 : 40;

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? std::strtoull(value, nullptr, 10) : otherwise;
}

// One client with a device, a context on each node, and what its allocations should hold.
class Client {
 public:
  Client(GpuWorld& gpu, std::uint64_t seed) : gpu_(gpu), random_(seed) { make_device(); }
  ~Client() { EXPECT_EQ(destroy_device(device_), STATUS_SUCCESS); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void step(bool may_hang) {
    if (state_of(device_) != D3DKMT_DEVICEEXECUTION_ACTIVE) return start_over();
    switch (pick(may_hang ? 25 : 24)) {
      case 0:
      case 1:
        return create();
      case 2:
      case 3:
        return destroy_one();
      case 4:
        return check_one();
      case 5:
        return set_priority();
      case 6:
      case 7:
        return discard();
      case 24:
        return hang();
      default:
        return pick(2) == 0 ? fill() : copy();
    }
  }

  // Everything that is left.
  void check_all() {
    for (std::size_t i = 0; i < all_.size(); ++i) check(i);
  }

  std::uint64_t checks = 0, resets = 0;

 private:
  struct Allocation {
    D3DKMT_HANDLE handle;
    int holds;
  };

  std::size_t pick(std::size_t count) { return random_() % count; }

  void make_device() {
    ASSERT_EQ(create_device(gpu_.opened, device_), STATUS_SUCCESS);
    for (UINT node = 0; node < 2; ++node)
      ASSERT_EQ(create_context(device_, node, contexts_[node]), STATUS_SUCCESS);
  }

  void start_over() {
    ++resets;
    EXPECT_EQ(destroy_device(device_), STATUS_SUCCESS);
    all_.clear();
    make_device();
  }

  void create() {
    if (all_.size() >= 5) return;
    const Created made = testing::create(device_, Kind::kLoose, 1);
    if (made.status == STATUS_SUCCESS) all_.push_back({made.allocations[0], 0});
  }

  void destroy_one() {
    if (all_.empty()) return;
    const std::size_t which = pick(all_.size());
    EXPECT_EQ(destroy(device_, 0, {all_[which].handle}, {.synchronous = pick(4) == 0}),
              STATUS_SUCCESS);
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(which));
  }

  // Commands of one device on two nodes are in no order: what another node still does is waited
  // for.
  ClientContext& turn_to(UINT node) {
    if (node != last_node_) wait_for_idle(device_);
    last_node_ = node;
    return contexts_[node];
  }

  void fill() {
    if (all_.empty()) return;
    Allocation& target = all_[pick(all_.size())];
    const auto value = static_cast<std::uint32_t>(pick(250) + 1);
    if (render(turn_to(static_cast<UINT>(pick(2))), {target.handle}, {{Op::kFill, 0, value}}) ==
        STATUS_SUCCESS)
      target.holds = static_cast<int>(value);
  }

  void copy() {
    if (all_.size() < 2) return;
    Allocation& from = all_[pick(all_.size())];
    Allocation& to = all_[pick(all_.size())];
    if (&from == &to) return;
    if (render(turn_to(static_cast<UINT>(pick(2))), {from.handle, to.handle},
               {{Op::kCopy, 1, 0}}) == STATUS_SUCCESS)
      to.holds = from.holds;
  }

  // The CPU writes into an instance of its own, while the GPU may use the others.
  void discard() {
    if (all_.empty()) return;
    Allocation& target = all_[pick(all_.size())];
    D3DKMT_LOCK data{};
    data.hDevice = device_;
    data.hAllocation = target.handle;
    data.Flags.LockEntire = data.Flags.Discard = 1;
    data.Flags.NoExistingReference = pick(2);
    if (D3DKMTLock(&data) != STATUS_SUCCESS) return;
    target = {data.hAllocation, static_cast<int>(pick(250) + 1)};
    std::memset(data.pData, target.holds, kBytes);
    unlock(device_, target.handle);
  }

  void check(std::size_t which) {
    if (wait_for_idle(device_) != STATUS_SUCCESS) return;
    void* data = nullptr;
    if (lock(device_, all_[which].handle, data) != STATUS_SUCCESS) return;
    const auto* const bytes = static_cast<const std::uint8_t*>(data);
    const auto wrong = std::find_if(bytes, bytes + kBytes, [&](std::uint8_t each) {
      return each != static_cast<std::uint8_t>(all_[which].holds);
    });
    EXPECT_EQ(wrong - bytes, static_cast<std::ptrdiff_t>(kBytes));
    EXPECT_EQ(unlock(device_, all_[which].handle), STATUS_SUCCESS);
    ++checks;
  }
  void check_one() {
    if (!all_.empty()) check(pick(all_.size()));
  }

  void set_priority() {
    D3DKMT_SETCONTEXTSCHEDULINGPRIORITY data{};
    data.hContext = contexts_[pick(2)].handle;
    data.Priority = static_cast<INT>(pick(15)) - 7;
    EXPECT_EQ(D3DKMTSetContextSchedulingPriority(&data), STATUS_SUCCESS);
  }

  // Hangs the node that does no paging, so that only the engine is reset.
  void hang() {
    if (!all_.empty()) render(turn_to(1), {all_[0].handle}, {{Op::kHang, 0, 0}});
  }

  GpuWorld& gpu_;
  std::mt19937_64 random_;
  D3DKMT_HANDLE device_ = 0;
  ClientContext contexts_[2];
  UINT last_node_ = 0;
  std::vector<Allocation> all_;
};

constexpr EngineMiniport::Settings kSmall = {.memory_bytes = 96 << 10, .nodes = 2};
// The same with DMA buffers in the aperture, through which evictions go as well.
constexpr EngineMiniport::Settings kThroughAperture = {.memory_bytes = 96 << 10,
                                                       .aperture_bytes = 64 << 10,
                                                       .eviction = 2,
                                                       .dma_segments = 2,
                                                       .nodes = 2};

class GpuStress : public Gpu {};

TEST_F(GpuStress, UnderSeeds) {
  const std::uint64_t seeds = from_environment("DRYDOCK_STRESS_SEEDS", kSeeds);
  std::uint64_t checks = 0;
  std::uint64_t resets = 0;
  for (std::uint64_t seed = 0; seed < seeds && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const sim::SeededSchedule schedule(seed);
    GpuWorld& gpu = make(seed % 2 == 0 ? kSmall : kThroughAperture);
    gpu.run();
    std::vector<sim::Thread> threads;
    for (int i = 0; i < kClients; ++i) {
      threads.push_back(sim::spawn("client", [&, i] {
        const dxgk::ProcessScope scope(gpu.process.get());
        Client client(gpu, seed * kClients + static_cast<std::uint64_t>(i));
        for (int step = 0; step < 60; ++step) client.step(/*may_hang=*/true);
        client.check_all();
        checks += client.checks;
        resets += client.resets;
      }));
    }
    for (sim::Thread& thread : threads) thread.join();
    TearDown();
    world.reset();
  }
  EXPECT_GT(checks, seeds);
  EXPECT_GT(resets, 0U);
}

// Three times the video memory, in turns: every byte that comes back is the byte that went out.
// DRYDOCK_WORKING_SET says of how many allocations, DRYDOCK_STRESS_SECONDS for how long.
TEST_F(GpuStress, AWorkingSetOfThreeTimesTheMemory) {
  const std::uint64_t count = from_environment("DRYDOCK_WORKING_SET", 300);
  const std::uint64_t seconds = from_environment("DRYDOCK_STRESS_SECONDS", 1);
  constexpr std::uint64_t kSmallAllocation = 4096;
  GpuWorld& gpu =
      make({.memory_bytes = count / 3 * kSmallAllocation, .allocation_bytes = kSmallAllocation});
  gpu.run();
  std::vector<D3DKMT_HANDLE> all;
  for (std::uint64_t i = 0; i < count; ++i) all.push_back(gpu.one());
  const sim::Time end = sim::now() + static_cast<sim::Time>(seconds) * 10'000'000;
  std::uint64_t round = 0;
  const auto value = [&](std::uint64_t i) {
    return static_cast<std::uint32_t>((i * 31 + round * 7) % 251 + 1);
  };
  do {
    ++round;
    for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(gpu.fill(all[i], value(i)), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    for (std::uint64_t i = 0; i < count; ++i)
      ASSERT_EQ(gpu.content(all[i], kSmallAllocation), static_cast<int>(value(i))) << i;
  } while (sim::now() < end);
}

TEST_F(GpuStress, ThreadsOfTheMachine) {
  const std::uint64_t seconds = from_environment("DRYDOCK_STRESS_SECONDS", 2);
  GpuWorld& gpu = make(kSmall);
  gpu.run();
  const sim::Time end = sim::now() + static_cast<sim::Time>(seconds) * 10'000'000;
  std::vector<sim::Thread> threads;
  for (int i = 0; i < kClients; ++i) {
    threads.push_back(sim::spawn("client", [&, i] {
      const dxgk::ProcessScope scope(gpu.process.get());
      Client client(gpu, static_cast<std::uint64_t>(i));
      while (sim::now() < end) client.step(/*may_hang=*/false);
      client.check_all();
      EXPECT_GT(client.checks, 0U);
    }));
  }
  for (sim::Thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace drydock::testing
