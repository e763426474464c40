// The identity of a finding: a text that is equal for one defect in every run, on every machine and
// after edits outside of the functions on its way, and differs for two defects.
//
// It names the rule, the kind of object, and the driver's frames that decide. Frames of the
// host, of the system's libraries and of the compiler do not, nor do those of the kit's inline
// headers. The innermost frame alone does not either: in a driver with an allocation wrapper it is
// the wrapper's for every leak. So of a stack that says where an object comes from, all frames of
// the driver decide, and of a call that broke a rule the innermost three. A line counts from where
// its function begins, so that it stays when lines are added above the function.
//
// All of these frames have their lines, the wrappers' too, although a line that is added in a
// wrapper then gives its findings other keys. One stack does not tell a wrapper, which takes at one
// place what its callers want, from a function that takes two things itself; without the line the
// two would be one finding, and a baseline with the one would pass the other.
//
// Owner: none, these are functions of their arguments. Threads: any. Cost: some strings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/rules/finding.h"

namespace drydock::verify {

// The driver's frames that decide, innermost first, of the first stack that has any.
std::vector<rules::Frame> deciding_frames(const rules::Finding& finding);

// The first of them: where the driver's author looks.
std::optional<rules::Frame> driver_frame(const rules::Finding& finding);

// The deciding frames as a text; empty without any.
std::string place_of(const rules::Finding& finding);

// The text without what tells one object, run or machine from another: numbers, addresses, folders.
std::string kind_text(std::string_view text);

// "rule|kind of object|place in the driver". Without a frame of the driver the kind of the message
// stands for the place.
std::string key_of(const rules::Finding& finding);

// The findings without those that repeat an earlier one of the list. Frames need not be known.
std::vector<rules::Finding> without_repeats(std::vector<rules::Finding> findings);

}  // namespace drydock::verify
