// Rows of exported routines: what each answers, up to which IRQL it may be called, and what becomes
// of arguments that are all zero.
//
//   const ExportRows kRows("EventExports", {
//       ROW(KeClearEvent, up_to(DISPATCH_LEVEL), zeros(crash()), proven_by("Event.ClearResets")),
//       ROW(ObQueryNameString, up_to(APC_LEVEL), zeros(crash()),
//           answers(STATUS_INFO_LENGTH_MISMATCH, [] { … })),
//   });
//
// Every row is a test, named after its routine. A routine with a highest IRQL is called one above
// it by the row itself; successes and failures are called here, or by the tests that the row names.
// tests/tree/export_rows_test.py demands a row for each exported routine, an IRQL and a proof in
// each row, and that each named test exists and reaches the routine (tests/tree/reach.py).
//
// All calls are a driver's: what ends its life, a fault of memory included, comes back to the row.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace drydock::testing {

// The bits of an answer, so that answers of all types are compared alike. Nothing is 0.
template <typename Answer>
std::uint64_t bits_of(const Answer& answer) {
  static_assert(sizeof(Answer) <= sizeof(std::uint64_t));
  std::uint64_t bits = 0;
  std::memcpy(&bits, &answer, sizeof answer);
  return bits;
}

using Call = std::function<std::uint64_t()>;
using Irql = unsigned char;  // as KIRQL, which rows of Win32 do not know

template <typename Body>
Call call_of(Body body) {
  if constexpr (std::is_void_v<std::invoke_result_t<Body&>>) {
    return [body]() -> std::uint64_t { return body(), 0; };
  } else {
    return [body] { return bits_of(body()); };
  }
}

// A zero of each type that a routine takes.
template <typename Argument>
Argument zero_of() {
  if constexpr (std::is_reference_v<Argument>) {
    static std::remove_cvref_t<Argument> nothing{};
    return static_cast<Argument>(nothing);
  } else {
    return Argument{};
  }
}

// The check of a row, with the call that passes zeros.
using Check = std::function<void(const Call& zeros)>;

// The outcome of a call: it ends the life of the driver that makes it, by a rule, or it returns.
struct Outcome {
  const char* ends_by = nullptr;  // the rule
  const char* raises = nullptr;   // the rule that it breaks and lives on; null: nothing is found
  std::uint64_t answer = 0;
  bool any_answer = false;
};
inline Outcome ends_by(const char* rule) { return {.ends_by = rule}; }
// A fault ends the driver, as it would stop the machine.
inline Outcome crash() { return ends_by("N-061"); }
inline Outcome passes() { return {.any_answer = true}; }
inline Outcome passes_with(const char* rule) { return {.raises = rule, .any_answer = true}; }
template <typename Answer>
Outcome gives(const Answer& answer, const char* rule = nullptr) {
  return {.raises = rule, .answer = bits_of(answer)};
}
inline Outcome gives(std::nullptr_t) { return {}; }

// Checks of IRQLs. N-018 ends a call one level above the ceiling; at the ceiling nothing is found
// about the IRQL. The second forms call with arguments of their own, because a ceiling may depend
// on them.
Check up_to(Irql ceiling);
Check up_to_when(Irql ceiling, Call call);
template <typename Body>
Check up_to(Irql ceiling, Body body) {
  return up_to_when(ceiling, call_of(body));
}
// A call above the ceiling breaks this rule in place of N-018.
Check up_to_by_rule(Irql ceiling, const char* rule, Call call);
template <typename Body>
Check up_to_by(Irql ceiling, const char* rule, Body body) {
  return up_to_by_rule(ceiling, rule, call_of(body));
}
Check up_to_by(Irql ceiling, const char* rule);
// The documents name a ceiling and Windows does not insist on it: N-018 is a lint, and the routine
// does its work.
Check advised_up_to(Irql ceiling);
// A call one level below the floor breaks N-019.
Check at_least(Irql floor);
// No IRQL is too high: the call with zeros is tried at HIGH_LEVEL.
Check at_any_level();
// The same for routines that cannot be called with zeros; the reason is for the reader.
Check level_unchecked(const char* reason);

// The call with zeros has this outcome, twice: the first call leaves no lock behind.
Check zeros(Outcome outcome);
Check zeros_unchecked(const char* reason);

// The call has this outcome, and nothing is found.
Check comes_to(Outcome outcome, Call call);
template <typename Answer, typename Body>
Check answers(const Answer& answer, Body body) {
  using Given = std::invoke_result_t<Body&>;
  return comes_to(gives(static_cast<Given>(answer)), call_of(body));
}
// The call ends the driver's life by the rule.
template <typename Body>
Check is_ended_by(const char* rule, Body body) {
  return comes_to(ends_by(rule), call_of(body));
}
// Runs in the driver, and nothing is found. The body states its expectations with EXPECT_….
template <typename Body>
Check works(Body body) {
  return comes_to(passes(), call_of(body));
}
// Tests elsewhere that prove successes and failures of the routine. It stands in the body of each,
// or in what the body names in the same file.
template <typename... Names>
Check proven_by(const Names*...) {
  return [](const Call&) {};
}
// It stands in a helper of a file that the test's file includes.
template <typename... Names>
Check proven_by_scene(const Names*...) {
  return [](const Call&) {};
}
// It stands in the source of a driver in another file, which the test has built.
template <typename... Names>
Check proven_by_driver(const Names*...) {
  return [](const Call&) {};
}
// A thunk that is supported and answers no request with success; the reason is for the reader.
Check never_succeeds(const char* reason);

struct ExportRow {
  const char* routine;
  Call zeros;
  std::vector<Check> checks;
};

template <typename Answer, typename... Arguments>
ExportRow make_row(const char* name, Answer (*routine)(Arguments...),
                   std::initializer_list<Check> checks) {
  return {name, call_of([routine] { return routine(zero_of<Arguments>()...); }), checks};
}
template <typename Answer, typename... Arguments>
ExportRow make_row(const char* name, Answer (*routine)(Arguments..., ...),
                   std::initializer_list<Check> checks) {
  return {name, call_of([routine] { return routine(zero_of<Arguments>()...); }), checks};
}

// Makes the tests while the program starts.
class ExportRows {
 public:
  ExportRows(const char* suite, std::initializer_list<ExportRow> rows);
};

// NOLINTNEXTLINE: the routine's name is needed as a word.
#define ROW(routine, ...) ::drydock::testing::make_row(#routine, &::routine, {__VA_ARGS__})

}  // namespace drydock::testing
