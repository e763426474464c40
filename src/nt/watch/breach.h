// A breach: one rule that a driver or a client broke, and how it becomes a finding.
//
//   Breach("N-002", Offender::running())
//       .message("{} was given the tag {}", call, tag)
//       .object(describe(block))
//       .history("allocated", block.where)
//       .raise();
//
// A breach is made in the branch that saw the rule broken, so that its text costs nothing while the
// rule is kept. It has one of two endings, which say what becomes of the driver:
//
//   raise()        The finding is recorded with the stack of the driver's call. If the rule is
//                  fatal, the life of the driver that runs on this thread ends and raise() does not
//                  return: it unwinds to the innermost Driver::run(). Hold no host lock here.
//   raise_later()  Always returns. For findings about a driver from outside its calls, such as
//                  leaks at unload, and for places that must not unwind.
//
// A finding is a fault of a driver or of a client. A fault of the host is an assertion, and a
// refusal that the caller can see is a status; neither comes here.
//
// Owner: the full expression that makes it. Threads: a breach belongs to the thread that makes it;
// findings may be recorded from any thread.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "drydock/rule_id.h"
#include "src/rules/finding.h"

namespace drydock::nt {

class DriverLife;
struct WaitingBreaches;

// The object of a finding. Functions that describe an object of the host return one.
struct Concerning {
  std::string object = {};                        // the object's name
  std::vector<rules::ObjectEvent> history = {};   // events of the object's life
  std::vector<rules::LabelledStack> stacks = {};  // besides the stack of the call itself
  // Its address; the finding begins with its history (src/nt/watch/history.h).
  const void* address = nullptr;
};

// The party that broke the rule, and what a fatal rule does to it.
class Offender {
 public:
  // The driver that runs on this thread; the host itself when none does. A fatal rule ends its
  // life.
  static Offender running() { return Offender(Kind::kRunning, {}); }

  // A driver that is the offender while none of its calls runs. It is not ended even if the rule is
  // fatal, because it has ended already or the caller ends it.
  Offender(const DriverLife& driver);
  // The same by name, because the driver may be destroyed.
  static Offender named(std::string_view driver) { return Offender(Kind::kDriver, driver); }

  // The same, and a fatal rule ends its life without unwinding: it comes no further than its next
  // call of the host. `ended` runs then; it may be empty.
  static Offender ending(DriverLife& driver, std::function<void()> ended = {});

  // A client of the graphics kernel or of the streaming class driver.
  static Offender client() { return Offender(Kind::kClient, {}); }

 private:
  friend class Breach;
  enum class Kind : std::uint8_t { kRunning, kDriver, kClient };

  Offender(Kind kind, std::string_view name) : kind_(kind), name_(name) {}

  Kind kind_;
  std::string name_;
  DriverLife* mortal_ = nullptr;
  std::function<void()> ended_;
};

class [[nodiscard]] Breach {
 public:
  Breach(rules::RuleId rule, Offender offender);
  // Asserts that the breach was raised, unless the stack is being unwound.
  ~Breach();
  Breach(Breach&& other) noexcept;
  Breach& operator=(Breach&&) = delete;

  // Says what happened, as one sentence: the entry point, the path to the field and the values.
  [[nodiscard]] Breach&& message(std::string text) && {
    message_ = std::move(text);
    return std::move(*this);
  }
  template <typename First, typename... Others>
  [[nodiscard]] Breach&& message(fmt::format_string<First, Others...> format, First&& first,
                                 Others&&... others) && {
    message_ = fmt::format(format, std::forward<First>(first), std::forward<Others>(others)...);
    return std::move(*this);
  }

  // The object that it concerns: "pool block 'abcd' of 64 bytes".
  [[nodiscard]] Breach&& object(std::string text) && {
    about_.object = std::move(text);
    return std::move(*this);
  }
  // The object's address: what src/nt/watch/history.h knows of it comes first in the history.
  [[nodiscard]] Breach&& at(const void* address) && {
    about_.address = address;
    return std::move(*this);
  }
  // Something that happened to the object; the oldest first.
  [[nodiscard]] Breach&& history(std::string what, const rules::Stack& where = {}) && {
    about_.history.emplace_back(std::move(what), where);
    return std::move(*this);
  }
  [[nodiscard]] Breach&& history(std::vector<rules::ObjectEvent> events) &&;
  // A field of what was passed, by its path, and its value: "pAllocationList[2].hAllocation", "0".
  [[nodiscard]] Breach&& field(std::string path, std::string value) && {
    fields_.push_back({std::move(path), std::move(value)});
    return std::move(*this);
  }
  template <typename Value>
  [[nodiscard]] Breach&& field(std::string path, const Value& value) && {
    return std::move(*this).field(std::move(path), fmt::format("{}", value));
  }
  // Windows is known to tolerate this breach of the documents: it becomes a lint, and the driver's
  // life goes on.
  [[nodiscard]] Breach&& tolerated() && {
    is_tolerated_ = true;
    return std::move(*this);
  }
  // The rule is fatal, but this breach leaves nothing behind with which the host could not go on:
  // it is a violation, and the driver's life goes on.
  [[nodiscard]] Breach&& survivable() && {
    is_survivable_ = true;
    return std::move(*this);
  }
  // One more place, such as "freed first". raise() puts the stack of the call itself before it.
  [[nodiscard]] Breach&& stack(std::string label, const rules::Stack& stack) && {
    about_.stacks.push_back({std::move(label), stack});
    return std::move(*this);
  }
  // All that a description says; adds to what is there.
  [[nodiscard]] Breach&& about(Concerning concerning) &&;

  // Against the running driver only. See above.
  void raise() &&;

  // About a named driver or a client: records at once. About the running driver: if a LaterBreaches
  // lives in this call of the driver, the breach waits there; otherwise it is recorded at once with
  // the stack of the call, and a driver that broke a fatal rule comes no further than its next call
  // of the host.
  void raise_later() &&;

 private:
  rules::Finding compose();
  // True when a test has turned the rule off; the breach is over then.
  bool is_dropped();

  const rules::RuleId rule_;
  Offender offender_;
  bool is_open_ = true;
  bool is_tolerated_ = false;
  bool is_survivable_ = false;
  std::string message_;
  Concerning about_;
  std::vector<rules::FindingField> fields_;
};

// While one lives, breaches of the driver that runs on this thread, in the call that made it, wait
// in it when they are raised later: for stretches in which nothing may unwind. Its owner raises
// them afterwards, in their order. Breaches that still wait when it is destroyed are dropped: the
// call that they belong to was cut short. They nest; the innermost of a call counts.
//
// A driver's crash may jump over it without destroying it: the crossing into the driver has a
// pointer to it and removes it then.
class LaterBreaches {
 public:
  LaterBreaches();
  ~LaterBreaches();
  LaterBreaches(const LaterBreaches&) = delete;
  LaterBreaches& operator=(const LaterBreaches&) = delete;

  bool empty() const;

  // Against the driver that runs on this thread; may end its life and not return, and what follows
  // in the queue is dropped then. No host lock is held.
  void raise();
  // About a driver that does not run now. Always returns.
  void raise_about(const DriverLife& driver);

 private:
  friend class Breach;

  // The innermost one of the driver's call that this thread is in, or of the thread outside of
  // drivers.
  static LaterBreaches*& innermost();

  void add(rules::Finding finding);
  std::vector<rules::Finding> take();

  LaterBreaches*& place_;
  LaterBreaches* const outer_;
  WaitingBreaches*& chain_;             // breaches of the same call
  WaitingBreaches* waiting_ = nullptr;  // made with the first breach that waits
};

// The call that was to raise them was cut short: frees what waits in the chain of a crossing.
void drop_waiting(WaitingBreaches*& chain);

// While it lives this thread's findings about named drivers are dropped: a dead driver cannot
// settle its debts.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
};

}  // namespace drydock::nt
