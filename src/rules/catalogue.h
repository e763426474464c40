// How the chapters of the catalogue come together. Internal to src/rules.
#pragma once

#include <span>

#include "drydock/rules.h"

namespace drydock::rules {

using Chapter = std::span<const Rule>;
using ChapterOf = Chapter (*)();

// Every chapter; defined in catalogue/chapters.cpp.
std::span<const ChapterOf> chapters();

}  // namespace drydock::rules
