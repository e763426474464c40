// Executive resources that are alive: initialised and not deleted. Rule N-034.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/nt/driver/driver.h"
#include "src/rules/stack.h"

namespace drydock::nt {

struct LiveResource {
  const void* address;
  std::string driver;  // that initialised it
  rules::Stack initialised;
};

// Returns the live resources in [begin, begin + size). Cost: one relaxed load when there are none
// at all.
std::vector<LiveResource> resources_within(const void* begin, std::size_t size);

// Memory is about to be freed by `call`: raises N-034 for each resource in it, and removes them.
void raise_resources_within(const void* begin, std::size_t size, const char* call);

// The same for everything that the driver leaves at unload. Returns how many.
std::size_t raise_undeleted_resources(const Driver& driver);

}  // namespace drydock::nt
