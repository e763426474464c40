// What a child tells its parent, one line of JSON each.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "src/verify/engine/plan.h"

namespace drydock::verify {

using Json = nlohmann::ordered_json;

// Without line breaks; bytes that are no UTF-8 are replaced.
std::string to_line(const Json& json);

Json to_wire(const Plan& plan);
Json to_wire(const rules::Finding& finding);
Json to_wire(const Outcome& outcome);
Json to_wire(const Whereabouts& whereabouts);
Json to_wire(const Stillness& stillness);

// Of the same program: a scenario is told by its address.
Plan plan_from(const Json& json);
rules::Finding finding_from(const Json& json);
Outcome outcome_from(const Json& json);
Whereabouts whereabouts_from(const Json& json);
Stillness stillness_from(const Json& json);

}  // namespace drydock::verify
