// Call stacks: cheap to capture, and resolved to functions and lines only when they are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace drydock::rules {

// The return addresses above a point, innermost first. Capturing walks frame pointers: some ten
// loads, no lock, no allocation, allowed in signal handlers. The first capture of a thread also
// reads /proc/self/maps to find the end of its stack.
struct Stack {
  static constexpr std::size_t kDepth = 12;

  const void* pcs[kDepth] = {};
  std::uint32_t depth = 0;

  // The stack of the caller's caller and above.
  static Stack capture() noexcept;

  // The stack that begins with the return address of the frame that a frame pointer points to.
  static Stack above(const void* frame) noexcept;

  // The stack that a signal interrupted. `context` is the ucontext_t that the signal handler got.
  static Stack interrupted(const void* context) noexcept;

  // Returns the stack without its innermost frames that are the host's own. Empty when all are.
  Stack outside_host() const noexcept;

  // The same calls give the same number within one build of a driver, wherever it is loaded. If the
  // stack contains code outside the host, only that part counts, up to where the host called it,
  // because the host may change.
  std::uint64_t hash() const noexcept;

  // A number for all frames, those of the host too: it is the same for the same calls in every
  // process that has the same files loaded. Never 0.
  std::uint64_t number() const noexcept;
};

struct Frame {
  std::string function;
  std::string file;
  int line = 0;
  std::string module;     // file name of the program or library
  int function_line = 0;  // where the function begins, if it is in that file; 0: not known
};

// Finds functions, files and lines in the debug information of the loaded modules. An inlined call
// is a frame of its own. Cost: reads debug information, so it is for findings only. Threads: any.
std::vector<Frame> resolve(const Stack& stack);

// Opens the debug information of the modules that are loaded now, so that their files may be
// deleted. Code that deletes a module's file calls this after dlopen(). A stack must be resolved
// before its module is unloaded.
void remember_modules();

// True for a return address in the host itself. Threads: any. Cost: a look-up without a lock.
bool is_in_host(const void* pc) noexcept;

// True for a frame of the host itself.
bool is_host(const Frame& frame);

// True for a frame of a library of the system: of C and C++, of the dynamic linker, of a sanitizer.
// Whether its debug information is installed makes no difference.
bool is_of_system(const Frame& frame);

// One line: "function (file:line)", or the part of it that is known.
std::string to_text(const Frame& frame);

}  // namespace drydock::rules
