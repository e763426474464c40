// A scenario: one whole life of a driver, from loading to unloading, written once for any driver of
// its kind.
//
// A scenario acts as the client, the user and the hardware; the rules judge the driver. It knows
// nothing of the driver except what the driver itself reports and what the profile says. It ends in
// one of these ways:
//   returns            it came to its end
//   throws Skip        this driver lacks something that the scenario needs; the text names the one
//                      thing that would let it run
//   throws Refused     a call that has to succeed failed; the text says which. In a run with a
//                      fault that is an end like any other. In a clean run the scenario counts as
//                      skipped.
//   throws StillBroken the driver did not recover from a fault; the text becomes a finding (N-069)
// A scenario releases everything on each of these ways; Dock, Process, Device and the rest do so in
// their destructors. After a fault it checks that the driver still works: see Run::after_fault().
//
// Cost: that of the driver's work; a scenario itself waits for nothing but strands and virtual
// time. Owner: scenarios are constants of the program. Threads: a scenario runs on the strand that
// calls it, and on those that it starts with Run::together().
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/verify/base/tested_drivers.h"

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

// A driver, or its device, does not start.
class DoesNotStart : public Refused {
 public:
  DoesNotStart(const std::string& why, std::vector<std::string> preceded_by)
      : Refused(why), preceded_by_(std::move(preceded_by)) {}
  // What the driver did last before it, each as a clause; the last one last.
  const std::vector<std::string>& preceded_by() const { return preceded_by_; }

 private:
  std::vector<std::string> preceded_by_;
};

// After a fault, and without a further one, the driver fails to do what it does when it is loaded
// anew.
class StillBroken : public Refused {
 public:
  using Refused::Refused;
};

struct Actor {
  std::string name;
  std::function<void()> body;
};

// The fault points that a run met while its actors ran: from number `begin` up to `end`, which is
// not one of them.
struct Overlap {
  static constexpr std::uint64_t kUnended = ~std::uint64_t{0};

  std::uint64_t begin = 0;
  std::uint64_t end = kUnended;  // if the actors did not end

  bool operator==(const Overlap&) const = default;
};

// One execution of a scenario: its drivers, its seed, its strands and its time. Owner: the engine.
// Threads: strands of the run.
class Run {
 public:
  Run(const TestedDrivers& drivers, std::uint64_t seed) : drivers_(drivers), state_(seed) {}

  const TestedDrivers& drivers() const { return drivers_; }

  // A number below `count`. The seed of the run decides it, so that it is the same in every replay.
  std::uint64_t choose(std::uint64_t count);

  // Runs each body on a strand of its own and returns when all have ended. Throws what the first
  // body that failed, in the order of the list, threw.
  void together(std::vector<Actor> actors);

  // Lets this much simulated time pass, in units of 100 nanoseconds.
  void pass(std::int64_t time);

  // True when a fault was injected in this run, so that calls may fail.
  bool after_fault() const;

  // Notes for the report how the scenario differs from its plan: "work: commands of 64 zero bytes".
  // The same note twice is one.
  void note(const std::string& what);
  const std::vector<std::string>& notes() const { return notes_; }

  // One for each call of together(). The handler of a crash may read it.
  const std::vector<Overlap>& overlaps() const { return overlaps_; }

 private:
  std::vector<std::string> notes_;
  const TestedDrivers& drivers_;
  std::uint64_t state_;
  std::vector<Overlap> overlaps_;
};

struct Scenario {
  std::string_view name;  // "miniport.destroy-in-parts"
  DriverKind kind;
  std::string_view what;         // one line for --list
  bool has_actors = false;       // several actors: many schedules are run
  void (*body)(Run&) = nullptr;  // called under a seeded schedule only
};

// The scenarios of each kind of driver, in the order in which they are run.
std::span<const Scenario> miniport_scenarios();
std::span<const Scenario> user_mode_scenarios();
std::span<const Scenario> minidriver_scenarios();

}  // namespace drydock::verify
