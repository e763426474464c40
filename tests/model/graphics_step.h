// The alphabet of the graphics model: one D3DKMT call of a client, or one thing that happens to the
// machine.
//
// Handles come from registers. A call that makes something writes its handles into registers, and
// later calls name registers. So a sequence keeps its meaning when calls are taken out of it, and
// what is in a register may be stale, of another process or of another type, as hostile clients
// have it.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace drydock::model {

enum class Op : std::uint8_t {
  kOpenAdapter,
  kCloseAdapter,
  kCreateDevice,
  kDestroyDevice,
  kCreateContext,
  kDestroyContext,
  kCreateQueue,  // a paging queue
  kDestroyQueue,
  kCreate,   // allocations, with a resource or without; see Creation
  kDestroy,  // `on` device, `of` resource or `list` of allocations; see Destruction
  kOpen,     // `on` device, `of` a global handle or an NT handle; see Opening
  kShare,    // `of` a resource, by an NT handle
  kCloseNt,
  kLock,    // see Locking
  kUnlock,  // `way` 0: D3DKMTUnlock with the list; 1: D3DKMTUnlock2 with its first
  kOffer,   // see Offering
  kReclaim,
  kReclaimByQueue,  // D3DKMTReclaimAllocations2
  kDiscard,         // memory is scarce: offered contents of priority `way` and below are lost
  kMakeResident,    // see Residing
  kEvict,
  kQueryResidency,
  kEndProcess,  // `way` 0: it exits; 1: it is killed
  kRestart,     // the adapter stops and starts again
};
inline constexpr int kOps = static_cast<int>(Op::kRestart) + 1;

// The meanings of `way` for a creation. The last ones are refused.
enum Creation : std::uint8_t {
  kLoose,
  kResource,
  kShared,
  kNtShared,
  kAdded,  // to the resource `of`
  kResourceIntoAnother,
  kSharedWithoutResource,
  kNtWithoutShared,
  kForKernelMode,
  kReservedFlag,
  kCreations,
};

// Bits of `way` of a destruction.
enum Destruction : std::uint8_t {
  kAssumeNotInUse = 1,
  kSynchronous = 2,
  kFirstVersion = 4,
  kReservedBit = 8,
};

enum Opening : std::uint8_t { kAsAsked, kCountTooLarge, kBufferTooSmall, kOpenings };

enum Locking : std::uint8_t {
  kSecondVersion,
  kEntire,
  kReadOnly,
  kNoPages,
  kReadAndWriteOnly,
  kSecondWithFlags,
  kDoNotWait,
  kLockings,
};

enum Offering : std::uint8_t {
  kAllocations,
  kResources,
  kNothing,
  kBoth,
  kBadPriority,
  kOfferings
};

enum Residing : std::uint8_t { kPlain, kOnlyIfNecessary, kBadFlags, kResidings };

enum class Kind : std::uint8_t {
  kNone,  // 0
  kAdapter,
  kDevice,
  kContext,
  kQueue,
  kFence,
  kResource,
  kAllocation,
  kGlobal,
  kNt,
  kGarbage,  // a number that never named anything
};
inline constexpr int kKinds = static_cast<int>(Kind::kGarbage) + 1;
inline constexpr std::array<int, kKinds> kRegisters = {1, 3, 4, 2, 2, 2, 4, 8, 3, 2, 2};

// A register.
struct Ref {
  Kind kind = Kind::kNone;
  std::uint8_t index = 0;

  bool operator==(const Ref&) const = default;
};
constexpr Ref reg(Kind kind, int index) {
  return {kind, static_cast<std::uint8_t>(index % kRegisters[static_cast<std::size_t>(kind)])};
}
constexpr Ref adapter(int i) { return reg(Kind::kAdapter, i); }
constexpr Ref device(int i) { return reg(Kind::kDevice, i); }
constexpr Ref context(int i) { return reg(Kind::kContext, i); }
constexpr Ref queue(int i) { return reg(Kind::kQueue, i); }
constexpr Ref fence(int i) { return reg(Kind::kFence, i); }
constexpr Ref resource(int i) { return reg(Kind::kResource, i); }
constexpr Ref allocation(int i) { return reg(Kind::kAllocation, i); }
constexpr Ref global(int i) { return reg(Kind::kGlobal, i); }
constexpr Ref nt_handle(int i) { return reg(Kind::kNt, i); }
constexpr Ref garbage(int i) { return reg(Kind::kGarbage, i); }

inline constexpr int kProcesses = 2;
inline constexpr int kHugeCount = 1 << 21;

// A failure that is injected into the call.
enum class Fault : std::uint8_t {
  kNone,
  kDriver,      // the driver's first creation fails
  kDriverOpen,  // the driver's opening fails
  kHost,        // the host's memory runs out at fault point `nth`
};

struct Step {
  Op op = Op::kOpenAdapter;
  int by = 0;   // the calling process; 0: the one whose handle is in `on`, or in `of`
  Ref on = {};  // the object that the call is made on: an adapter, a device, a queue
  Ref of = {};  // the object that the call is about
  std::vector<Ref> list = {};
  int to = 0;     // the first register that gets what is made
  int count = 0;  // the number of allocations
  int way = 0;
  Fault fault = Fault::kNone;
  int nth = 0;

  bool operator==(const Step&) const = default;
};

// The step as C++ that a test can play.
std::string to_cpp(const Step& step);
std::string to_cpp(const std::vector<Step>& steps);
// For RapidCheck, which prints what it generated.
void showValue(const Step& step, std::ostream& out);

}  // namespace drydock::model
