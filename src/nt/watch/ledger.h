// The debts of drivers: what they took and must release, except pool, which has a ledger of its
// own. Every debt that is left at unload is a leak, and a finding.
//
// Owner: the process; an entry lasts until it is settled, abandoned or raised as a leak. Threads:
// any. Cost: one mutex and a search that grows with the logarithm of what is owed; a new debt adds
// a stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/nt/base/driver_life.h"
#include "src/rules/stack.h"
#include "src/sim/schedule.h"

namespace drydock::nt {

enum class Resource : std::uint8_t {
  kLookasideList,  // N-012
  kTimer,          // N-037: armed
  kDpc,            // N-038: queued
  kWorkItem,       // N-039: queued
  kThread,         // N-041: running
  kHandle,         // N-044
  kReference,      // N-045
  kCallback,       // N-047
  kInterrupt,      // N-048
  kMdl,            // N-050
  kLockedPages,    // N-049
  kIoSpace,        // N-054
  kContiguous,     // N-057
  kUnflushedDpc,   // N-038: its timer was cancelled, and may have queued it just before
  kOwnWorkItem,    // N-008: allocated and not freed
};

struct Debt {
  Resource resource;
  const void* address;
  std::size_t size;
  std::string what;          // "timer", "MDL of 4096 bytes"
  const DriverLife* driver;  // not its name: one file may be loaded twice
  rules::Stack taken;
  std::uint64_t number = 0;         // in the order of taking
  sim::Time until = sim::kForever;  // when the debt lapses
};

// Records what the running driver took. Does nothing when the host itself calls. The debt lapses at
// `until`.
void add_debt(Resource resource, const void* address, std::size_t size, std::string what,
              sim::Time until = sim::kForever);

// Strikes it out; false when it was not there.
bool settle(Resource resource, const void* address);

std::optional<Debt> find_debt(Resource resource, const void* address);

// Removes the debt because its memory is freed, and makes sure that the host never touches it
// again.
void abandon(Resource resource, const void* address);

// Everything that lies in [begin, begin + size): what a free of that memory would strand.
std::vector<Debt> debts_within(const void* begin, std::size_t size);

// Everything that a driver owes now.
std::vector<Debt> debts_of(const DriverLife& driver);

// Raises a finding for each debt that the driver still has, and removes it. Returns how many.
std::size_t raise_leaks(const DriverLife& driver);

// Registers a listener for resources of a kind that their driver left or freed: it sees to it that
// the host never touches the resource again. Every listener of a kind is called, without a lock;
// each knows its own resources by the address.
void on_abandoned(Resource resource, void (*hook)(const void* address));

}  // namespace drydock::nt
