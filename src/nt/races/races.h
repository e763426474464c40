// Accesses of drivers to their own memory that nothing orders: data races.
//
// A driver that was compiled with `drydock cc --races` records each access. Those to its globals
// and to its blocks of pool or heap of at most 64 KiB are compared with the last ones to the same
// bytes; src/sim/happens_before.h knows what is ordered. Accesses by the host on a driver's behalf
// are not seen. The room knows no kind of driver: what calls one says by a RaceKind which rule a
// race breaks.
//
// Owner: the process; the records last until their memory begins a new life. Threads: any, under a
// short lock for each page. Cost: for drivers that record nothing, one relaxed load where a block
// of pool begins its life.
#pragma once

#include <cstddef>
#include <cstdint>

#include "drydock/rule_id.h"
#include "src/nt/driver/loader_modules.h"

namespace drydock::nt {

struct RaceKind;

// The call in which a driver made an access: the kind of driver that the host had called, which
// part of it, and on whose behalf. Threads, DPCs and work items of a driver's own have none of the
// three.
struct RaceSide {
  const RaceKind* kind = nullptr;
  std::uint8_t part = 0;        // an enumeration of the kind's
  const void* owner = nullptr;  // such as the adapter of a miniport's entry point
};

// The rules that races break for one kind of driver. The rooms that call drivers of the kind define
// it; races outside of every kind, and between two of them, break N-071.
struct RaceKind {
  const char* owner;  // the owner's kind, in a sentence: "adapter"
  // The rule that a race between two calls of this kind breaks.
  rules::RuleId (*rule_of)(const RaceSide& one, const RaceSide& other);
};

// The host calls a driver of a kind while this lives. They nest; the innermost of a thread counts.
class RaceParty {
 public:
  explicit RaceParty(RaceSide side) : side_(side), outer_(innermost_) { innermost_ = this; }
  ~RaceParty() { innermost_ = outer_; }
  RaceParty(const RaceParty&) = delete;
  RaceParty& operator=(const RaceParty&) = delete;

  // Returns the side of the calling thread.
  static RaceSide current() { return innermost_ == nullptr ? RaceSide{} : innermost_->side_; }

 private:
  [[gnu::tls_model("initial-exec")]] static constinit thread_local const RaceParty* innermost_;

  const RaceSide side_;
  const RaceParty* const outer_;
};

// The globals of a driver lie here, from its load to its unload.
void track_image(CodeRange image);
void remove_image(CodeRange image);

namespace races {
// The memory begins a new life: races with what was done to it before do not count.
void remove(const void* begin, std::size_t bytes);
}  // namespace races

}  // namespace drydock::nt
