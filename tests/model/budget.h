// How long a model is played, and from which seed.
//
// The slice of the suite is always the same: kSeed, and kSlice sequences. RC_PARAMS, as RapidCheck
// reads it, gives another seed and number ("seed=7 max_success=1000"), and DRYDOCK_MODEL_SECONDS
// plays from seeds that follow each other until the time is over.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace drydock::model {

// Plays random cases of the property until the budget is used. Empty when none failed; otherwise
// what RapidCheck says of the failure, with its seed.
std::string play_within_budget(const std::function<void()>& property, int slice, int longest);

}  // namespace drydock::model
