// A scenario: one whole life of a driver, written once against the public interfaces, for any
// driver of its kind.
//
// A scenario plays the client, the operating system and the hardware; the rules judge the driver.
// It never looks into the driver and knows nothing of it but what the driver's own answers say.
// How it ends:
//   returns            the life went to its end
//   throws Skip        this driver gives no way to live it; the text says why
//   throws Refused     a call that must succeed did not; in a run with a fault that is an end like
//                      any other, in a clean run the life could not be lived and the text says why
//   throws StillBroken the driver did not recover from a fault: the text is for a finding
// What it holds is given back on every way out (Dock, Process, Camera and the rest do so by
// themselves), and after a fault it shows that the driver still works: see Run::after_fault().
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "src/verify/base/subject.h"

namespace drydock::verify {

enum class DriverKind : std::uint8_t { kMiniport, kUserMode, kMinidriver };

class Skip : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// After a fault, and without a further one, the driver does not do any more what it does when it is
// loaded anew.
class StillBroken : public Refused {
 public:
  using Refused::Refused;
};

struct Actor {
  std::string name;
  std::function<void()> body;
};

// What one run of a scenario has at hand.
class Run {
 public:
  Run(const Subject& subject, std::uint64_t seed) : subject_(subject), state_(seed) {}

  const Subject& subject() const { return subject_; }

  // A number below `count` that the run's seed decides: the same in every replay.
  std::uint64_t choose(std::uint64_t count);

  // Each body on a strand of its own; returns when all have ended. What the first of them threw is
  // thrown on.
  void together(std::vector<Actor> actors);

  // Lets this much time pass, in units of 100 nanoseconds; it costs nothing.
  void pass(std::int64_t time);

  // A fault was injected in this run, so that what failed may fail. Asks the fault plan.
  bool after_fault() const;

 private:
  const Subject& subject_;
  std::uint64_t state_;
};

struct Scenario {
  std::string_view name;  // "miniport.destroy-in-parts"
  DriverKind kind;
  std::string_view what;         // one line for --list
  bool has_actors = false;       // several actors: worth many schedules
  void (*play)(Run&) = nullptr;  // always under a seeded schedule
};

// Each part's scenarios, in the order in which they are run.
std::span<const Scenario> miniport_scenarios();
std::span<const Scenario> user_mode_scenarios();
std::span<const Scenario> minidriver_scenarios();

}  // namespace drydock::verify
