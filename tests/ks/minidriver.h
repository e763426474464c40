// A capture minidriver in source, whose behaviour tests change by macros.
//
// Without macros it is correct: a device with one filter "GLOBAL" that has an output pin (type 0)
// whose frames are filled with a counter, and an input pin (type 1) that consumes what it gets.
// Callbacks are noted, a word each, in a string that a property of the filter returns.
// Macros that a definition or a prefix may set are the names in #ifndef of minidriver.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/ks/rig.h"

namespace drydock::testing {

// Builds the minidriver with these definitions ("NAME=VALUE") and this code in front of its tables.
std::filesystem::path minidriver(const std::vector<std::string>& definitions = {},
                                 const std::string& prefix = {});

// A format that both pins accept, with frames of 64 bytes.
Bytes plain_format();

inline constexpr GUID kNotesSet = {0x0DDBA11, 0x1, 0x2, {3, 4, 5, 6, 7, 8, 9, 10}};

// The name of the minidriver's filter.
inline constexpr const char16_t* kFilterName = u"{9B365890-165F-11D0-A195-0020AFD156E4}";

// One life with everything in it: start, open, connect pin 0, run, read three frames, stop, close,
// remove, unload. What fails on the way ends it there. Findings of all of it.
std::vector<rules::Finding> findings_of(const std::vector<std::string>& definitions,
                                        const std::string& prefix = {});

// The same of a driver that was built before and goes one of several ways by its variable Switch.
std::vector<rules::Finding> findings_of_way(const std::filesystem::path& driver, ULONG way);

// What the minidriver noted so far.
std::string notes_of(const File& filter);

}  // namespace drydock::testing
