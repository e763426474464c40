// Call stacks: cheap to take, resolved to functions and lines only when somebody reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace drydock::rules {

// The return addresses above a point, innermost first. Taking one walks frame pointers: some ten
// loads, no lock, no allocation, allowed in signal handlers. A thread's first one also reads
// /proc/self/maps, to know where its stack ends.
struct Stack {
  static constexpr std::size_t kDepth = 12;

  const void* pcs[kDepth] = {};
  std::uint32_t depth = 0;

  // The stack of the caller's caller and above.
  static Stack capture() noexcept;

  // The same, beginning with the return address of the frame that a frame pointer points to.
  static Stack above(const void* frame) noexcept;

  // What was running when a signal came; `context` is the ucontext_t that its handler was given.
  static Stack interrupted(const void* context) noexcept;

  // The same places give the same number within one build of a driver, wherever it is loaded. Of
  // a stack that leaves the host only that part counts, up to where the host called it: the host
  // may change.
  std::uint64_t hash() const noexcept;
};

struct Frame {
  std::string function;
  std::string file;
  int line = 0;
  std::string module;  // file name of the program or library
};

// Functions, files and lines, from the debug information of the loaded modules; a call that was
// inlined is a frame of its own. Slow. Thread-safe.
std::vector<Frame> resolve(const Stack& stack);

// Opens the debug information of the modules loaded now, so that their files may be deleted. To be
// called after dlopen() by those who delete; a stack must be resolved before its module is
// unloaded.
void remember_modules();

// True for a frame of the host itself.
bool is_host(const Frame& frame);

// One line: "function (file:line)", or what of it is known.
std::string to_text(const Frame& frame);

}  // namespace drydock::rules
