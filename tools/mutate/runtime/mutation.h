// The switch of planted mutants: every source of the mutated library asks it. The compiler includes
// it before anything else, so it includes nothing itself.
#pragma once

namespace drydock::mutation {

// Both are set once, before anything else of the library runs, and are never changed after that.
[[gnu::visibility("hidden")]] extern unsigned chosen;           // 0: no mutant is on
[[gnu::visibility("hidden")]] extern unsigned char* reached;    // null: nothing is recorded

// Whether the mutant `number` is on. Marks the place as reached when that is recorded. What the
// compiler evaluates has no mutants.
[[gnu::always_inline]] constexpr inline bool active(unsigned number) {
  if (__builtin_is_constant_evaluated()) return false;
  if (reached != nullptr && reached[number] == 0) reached[number] = 1;
  return chosen == number;
}

}  // namespace drydock::mutation
