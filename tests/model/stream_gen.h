// Random steps of the streaming model.
#pragma once

#include <rapidcheck.h>

#include <vector>

#include "tests/model/stream_step.h"

namespace drydock::model {

rc::Gen<StreamStep> any_stream_step();

// The beginning of every sequence: a filter with an input and an output, and a pipe.
const std::vector<StreamStep>& opening_stream_steps();

}  // namespace drydock::model
