// Spans of the calls that a driver makes and gets, with arguments by name and the result.
//
// A call is recorded by a stub that stands in the function's place: where the driver imports a
// routine, or in a table of functions. The stub records the beginning, calls the function with what
// it got, and records the end. It knows no types: the signature says which registers the arguments
// are in. Addresses differ from run to run, so that pointers are shown as numbers, in the order in
// which they come; equal ones are one place, and 0 is NULL.
//
// A function has one stub under a name, however often it is asked for.
//
// Owner: the process; stubs are never freed, because drivers keep them. Threads: any. Cost: nothing
// without signatures, and of recorded_call() a relaxed load while no events are recorded; else some
// hundred nanoseconds a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/sim/listener_list.h"
#include "src/trace/signatures.h"
#include "src/trace/trace.h"

namespace drydock::trace {

namespace internal {

void* stub_of_call(const char* name, const char* type, void* function);

// The name by which a structure was declared, such as "_KSPIN_DISPATCH".
template <typename Structure>
constexpr std::string_view tag_of() {
  const std::string_view signature = __PRETTY_FUNCTION__;  // "… [Structure = _KSPIN_DISPATCH]"
  constexpr std::string_view kBefore = "Structure = ";
  const std::size_t begin = signature.find(kBefore) + kBefore.size();
  return signature.substr(begin, signature.find_first_of(";]", begin) - begin);
}

}  // namespace internal

// Those who get each call of a driver through a stub that failed: its name, and its status or
// result.
using FailureListeners = sim::ListenerList<std::string_view, Failure, std::int32_t>;
FailureListeners& failure_listeners();

// From now on stubs are made. The signatures outlive the process's drivers. Null: no more are made.
void set_signatures(const Signatures* signatures);

// Puts stubs where a library that was loaded by dlopen() imports routines with a signature.
void record_imports(void* library);

// Puts stubs into a table that a driver is given, or that it has filled in: its functions, the
// first of which is at `first`. `type` names the structure. Entries that are null stay null.
void record_table(std::string_view type, void* first, std::size_t bytes);
// The same for a table that begins with a function.
template <typename Table>
void record_table(Table& table) {
  record_table(internal::tag_of<Table>(), &table, sizeof table);
}

// The same for a table that stays as it is: the driver may look into it, or replace its functions.
template <typename Table>
Table recorded_copy(const Table& table) {
  Table out = table;
  record_table(out);
  return out;
}

// The same for a function that drivers import.
void* recorded(const std::string& name, void* function);

// The same for a function of a driver that is about to be called. Its calls appear under `name`.
// `type` is the type of the function, or the member of a table that it is, such as
// "KSPIN_DISPATCH.Process"; null when that is its name. Both are string literals.
template <typename Result, typename... Parameters>
auto recorded_call(const char* name, Result (*function)(Parameters...), const char* type = nullptr)
    -> Result (*)(Parameters...) {
  if (!is_recording()) [[likely]]
    return function;
  void* const stub = internal::stub_of_call(name, type == nullptr ? name : type,
                                            reinterpret_cast<void*>(function));
  return reinterpret_cast<Result (*)(Parameters...)>(stub);
}

}  // namespace drydock::trace
