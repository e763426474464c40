// Findings of tests.
#pragma once

#include <string>
#include <utility>

#include "src/rules/finding.h"

namespace drydock::rules {

inline __attribute__((noinline)) Stack here() {
  const Stack stack = Stack::capture();
  asm volatile("");
  return stack;
}

inline Finding example() {
  Finding finding;
  finding.rule = &find("N-001");
  finding.message = "ExFreePoolWithTag: the block was freed before";
  finding.driver = "sample";
  finding.object = "pool block 'abcd' of 64 bytes";
  finding.history = {"allocated", "freed"};
  finding.stacks = {{"here", here()}, {"freed first", here()}, {"allocated", here()}};
  finding.replay = "drydock run sample.so --seed 7";
  return finding;
}

inline Finding saying(std::string message) {
  Finding finding;
  finding.rule = &find("N-001");
  finding.message = std::move(message);
  return finding;
}

}  // namespace drydock::rules
