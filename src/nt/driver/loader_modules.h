// The addresses of the code of loaded drivers, for signal handlers, which have only an address.
#pragma once

#include <cstdint>

namespace drydock::nt {

class ImageSections;

struct CodeRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

// While it lives its range counts as driver code. Room for some thousand drivers at a time; one
// that finds none is not known here, and the watchdog then ends it only where it calls the host.
class LoadedCode {
 public:
  // The sections are the driver's own and live longer.
  LoadedCode(CodeRange range, const ImageSections& sections);
  ~LoadedCode();
  LoadedCode(const LoadedCode&) = delete;
  LoadedCode& operator=(const LoadedCode&) = delete;

 private:
  int slot_;
};

// May be called in a signal handler: takes no lock.
bool is_driver_code(const void* pc);

// Returns the sections of the driver whose code contains the address; null outside of drivers. Only
// threads of that driver may call it, because the result lives no longer than the driver. Takes no
// lock.
const ImageSections* sections_of_code(const void* pc);

// True in the library that this is, and in the program itself. Not for signal handlers of busy
// threads, but for abort().
bool is_host_code(const void* pc);

}  // namespace drydock::nt
