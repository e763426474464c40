// Which calls were made between the host and its drivers, and which entry points the drivers have:
// what a verification reached and what it never did.
//
// Cost of note_called(): one relaxed load once a name is known.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace drydock::nt {

// A call was made: of a driver's entry point, or of the host by a driver or client. The name is a
// string literal, because only its address is kept.
void note_called(const char* name);

// A place in a table of entry points; the name is the one that its call is noted by, a string
// literal.
struct EntryPoint {
  const char* name;
  std::size_t offset;
};

// A driver has handed in this table: those of its places that are not null are entry points.
void note_provided(const void* table, std::span<const EntryPoint> places);

// The names noted since the last time, sorted; each is given once in the life of the process.
std::vector<std::string> take_called();
std::vector<std::string> take_provided();

}  // namespace drydock::nt
