// Random steps of the graphics model.
#pragma once

#include <rapidcheck.h>

#include <vector>

#include "tests/model/graphics_step.h"

namespace drydock::model {

// A step, or a few that belong together: mostly such as a client means them, with a wrong handle, a
// wrong flag or a failure now and then.
rc::Gen<std::vector<Step>> any_steps();

// The beginning of every sequence: an adapter and a device in each process, so that few steps have
// no object to name.
const std::vector<Step>& opening_steps();

}  // namespace drydock::model
