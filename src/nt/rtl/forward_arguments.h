// The body of a function with an ellipsis that only passes its arguments on, as the va_list `args`.
//
// A macro, because nothing else can begin the list. Cost: none. Threads: any.
#pragma once

#include <cstdarg>

// `last` is the parameter before the ellipsis, `call` the call that takes `args`.
#define DRYDOCK_FORWARD(last, call) \
  va_list args;                     \
  va_start(args, last);             \
  const auto result = call;         \
  va_end(args);                     \
  return result
