// How the chapters of the catalogue come together. Internal to src/rules.
#pragma once

#include <span>

#include "drydock/rules.h"

namespace drydock::rules {

using Chapter = std::span<const Rule>;

// Every chapter in catalogue order; defined in catalogue/chapters.cpp.
std::span<const Chapter> chapters();

}  // namespace drydock::rules
