// Plays many runs in processes of their own, several at a time.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "src/verify/engine/child.h"

namespace drydock::verify {

struct Crew {
  const Subject& subject;
  std::string command;  // what replays a run, without the plan's own words
  Limits limits = {};
  unsigned jobs = 2;

  // True: this plan is not worth playing any more, given what was told so far.
  using GivenUp = std::function<bool(const Plan&)>;
  using Told = std::function<void(std::size_t plan, Outcome outcome)>;

  // Plays every plan that is not given up; outcomes come in any order. `fresh` gives every run a
  // process of its own, as a replay has.
  void play(std::span<const Plan> plans, const Told& told, const GivenUp& given_up = nullptr,
            bool fresh = false) const;
};

// Plays one run after the other, for those who choose the next by what came of the last.
class Player {
 public:
  explicit Player(const Crew& crew) : crew_(crew) {}

  Outcome play(const Plan& plan);

 private:
  const Crew& crew_;
  std::unique_ptr<ChildProcess> child_;
  std::size_t runs_ = 0;
};

}  // namespace drydock::verify
