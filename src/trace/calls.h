// Spans of the calls that a driver makes and gets, with arguments by name and the result.
//
// A call is recorded by a stub that stands in the function's place: where the driver imports a
// routine, or in a table of functions. The stub records the beginning, calls the function with what
// it got, and records the end. It knows no types: the signature says which registers the arguments
// are in. Addresses differ from run to run, so that pointers are shown as numbers, in the order in
// which they come; equal ones are one place, and 0 is NULL.
//
// Owner: the process; stubs are never freed, because drivers keep them. Threads: any. Cost:
// nothing without signatures, else some hundred nanoseconds a call.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "src/trace/signatures.h"

namespace drydock::trace {

// From now on stubs are made. The signatures outlive the process's drivers. Null: no more are made.
void set_signatures(const Signatures* signatures);

// Puts stubs where a library that was loaded by dlopen() imports routines with a signature.
void record_imports(void* library);

// Puts stubs into a table that a driver is given, or that it has filled in: its functions, the
// first of which is at `first`. `type` names the structure. Entries that are null stay null.
void record_table(const std::string& type, void* first, std::size_t bytes);

// The same for one function.
void* recorded(const std::string& name, void* function);

}  // namespace drydock::trace
