// An allocation of pool and its free, with the ledger, the stacks, the guard and the quarantine on,
// against malloc and free: the same sizes in the same order.
#include <array>
#include <cstdint>
#include <cstdlib>

#include "bench/paired.h"
#include "src/nt/base/wdk.h"

namespace drydock::bench {
namespace {

constexpr std::size_t kPairs = 200'000;
constexpr std::size_t kLive = 256;  // blocks that a driver holds at a time
constexpr ULONG kTag = 0x68636e42;

// What drivers ask for: mostly objects of up to some hundred bytes, now and then a buffer.
constexpr std::array<std::uint16_t, 32> kSizes = {
    24, 48,  64, 96,  32, 128, 200, 56,  80, 512,  40,  256, 72,  160, 1024, 64,
    48, 112, 24, 320, 88, 64,  192, 136, 40, 2048, 104, 32,  400, 176, 56,   4096};

template <typename Allocate, typename Free>
std::size_t churn(Allocate allocate, Free release) {
  std::array<void*, kLive> live{};
  std::uint32_t random = 12345;
  std::size_t done = 0;
  for (std::size_t i = 0; i < kPairs; ++i) {
    random = random * 1664525 + 1013904223;
    void*& place = live[(random >> 16) % kLive];
    if (place != nullptr) release(place);
    place = allocate(kSizes[(random >> 8) % kSizes.size()]);
    *static_cast<volatile char*>(place) = 1;
    ++done;
  }
  for (void* block : live) {
    if (block != nullptr) release(block);
  }
  return done;
}

Workload pool_pair() {
  return {
      "pool_pair", "malloc and free", 2.0,
      [] {
        return churn(
            [](std::size_t bytes) { return ExAllocatePoolWithTag(NonPagedPoolNx, bytes, kTag); },
            [](void* block) { ExFreePoolWithTag(block, kTag); });
      },
      [] {
        return churn([](std::size_t bytes) { return std::malloc(bytes); },
                     [](void* block) { std::free(block); });
      }};
}

const Registration kPoolPair(pool_pair);

}  // namespace
}  // namespace drydock::bench
