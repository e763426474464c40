// Randomness for drivers: the machine's, or under a seed the same numbers in the same order in
// every run.
#include <algorithm>
#include <cstring>

#include "bcrypt.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
  return x ^ x >> 31;
}

void random_bytes(void* to, std::size_t size) {
  auto* bytes = static_cast<unsigned char*>(to);
  while (size > 0) {
    const std::uint64_t number = sim::random();
    const std::size_t step = std::min(size, sizeof number);
    std::memcpy(bytes, &number, step);
    bytes += step;
    size -= step;
  }
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

// A linear congruential generator of its seed: the driver's own seed decides, so it is the same in
// every run anyway.
ULONG RtlRandom(PULONG Seed) {
  require_irql_at_most(APC_LEVEL, "RtlRandom");
  *Seed = static_cast<ULONG>((0x7FFFFFEDULL * *Seed + 0x7FFFFFC3ULL) % MAXLONG);
  return *Seed;
}

ULONG RtlRandomEx(PULONG Seed) {
  require_irql_at_most(APC_LEVEL, "RtlRandomEx");
  const std::uint64_t next = mix(*Seed);
  *Seed = static_cast<ULONG>(next >> 32) & MAXLONG;
  return static_cast<ULONG>(next) & MAXLONG;
}

NTSTATUS ExUuidCreate(UUID* Uuid) {
  require_irql_at_most(PASSIVE_LEVEL, "ExUuidCreate");
  if (fails_here(drydock::sim::FaultKind::kState)) return STATUS_RETRY;
  // Version 1: the time since 1582, a number that no two calls share, and a node. The time of two
  // calls may be the same.
  constexpr LONGLONG kFrom1582To1601 = 6'653 * 86'400LL * 10'000'000;
  constexpr USHORT kVersion = 0x1000;
  static std::atomic<LONGLONG> last = 0;
  // A seeded run must not depend on what was before it.
  [[maybe_unused]] static const std::uint64_t hook =
      drydock::sim::on_schedule_change([] { last = 0; });
  LARGE_INTEGER now;
  KeQuerySystemTimePrecise(&now);
  LONGLONG before = last.load();
  LONGLONG time = 0;
  do {
    time = std::max(now.QuadPart + kFrom1582To1601, before + 1);
  } while (!last.compare_exchange_weak(before, time));
  random_bytes(Uuid, sizeof *Uuid);
  Uuid->Data1 = static_cast<ULONG>(time);
  Uuid->Data2 = static_cast<USHORT>(time >> 32);
  Uuid->Data3 = static_cast<USHORT>((time >> 48 & 0x0FFF) | kVersion);
  Uuid->Data4[0] = static_cast<UCHAR>((Uuid->Data4[0] & 0x3F) | 0x80);
  Uuid->Data4[2] |= 1;  // the node is no address of a network card
  return STATUS_SUCCESS;
}

NTSTATUS BCryptGenRandom(BCRYPT_ALG_HANDLE hAlgorithm, PUCHAR pbBuffer, ULONG cbBuffer,
                         ULONG dwFlags) {
  require_irql_at_most(DISPATCH_LEVEL, "BCryptGenRandom");
  const bool preferred = (dwFlags & BCRYPT_USE_SYSTEM_PREFERRED_RNG) != 0;
  // A handle or the flag says which generator, never both.
  if ((hAlgorithm == nullptr) != preferred) return STATUS_INVALID_HANDLE;
  if (pbBuffer == nullptr && cbBuffer != 0) return STATUS_INVALID_PARAMETER;
  random_bytes(pbBuffer, cbBuffer);
  return STATUS_SUCCESS;
}

}  // extern "C"
