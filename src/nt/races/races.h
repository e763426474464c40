// Accesses of drivers to their own memory that nothing orders: data races.
//
// A driver that was compiled with `drydock cc --races` tells each access. Those to its globals and
// to its blocks of pool or heap of at most 64 KiB are compared with the last ones to the same
// bytes; src/sim/happens_before.h knows what is ordered. Accesses by the host on a driver's behalf
// are not seen.
//
// Cost: for drivers that tell nothing, one relaxed load where a block of pool begins its life.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/nt/driver/loader_modules.h"
#include "src/sim/happens_before.h"

namespace drydock::nt {

// For whom the host calls a driver while this lives: it decides which rule a race breaks.
class RaceParty {
 public:
  enum class Part : std::uint8_t {
    kOther,              // threads, DPCs and work items of the driver's own, minidrivers
    kMiniport,           // an entry point of a miniport …
    kMiniportDpc,        // … its DPC routine …
    kMiniportInterrupt,  // … its interrupt routine
    kUserMode,           // an entry point of a user-mode driver …
    kUserModeBeside,     // … one that comes while others of its device run
  };

  // `owner` is the adapter of a miniport's entry point, the device of a user-mode driver's.
  RaceParty(Part part, const void* owner) : part_(part), owner_(owner), outer_(innermost_) {
    innermost_ = this;
  }
  ~RaceParty() { innermost_ = outer_; }
  RaceParty(const RaceParty&) = delete;
  RaceParty& operator=(const RaceParty&) = delete;

  Part part() const { return part_; }
  const void* owner() const { return owner_; }

  // The innermost of the calling thread; null outside.
  static const RaceParty* current() { return innermost_; }

 private:
  [[gnu::tls_model("initial-exec")]] static constinit thread_local const RaceParty* innermost_;

  const Part part_;
  const void* const owner_;
  const RaceParty* const outer_;
};

// The globals of a driver lie here, from its load to its unload.
void track_image(CodeRange image);
void forget_image(CodeRange image);

namespace races {
void forget(const void* begin, std::size_t bytes);
}  // namespace races

// The memory begins a new life: what was done with it before is past.
inline void forget_accesses(const void* begin, std::size_t bytes) {
  if (sim::keeps_order()) [[unlikely]]
    races::forget(begin, bytes);
}

}  // namespace drydock::nt
