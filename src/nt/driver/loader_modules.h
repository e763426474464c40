// Where the code of loaded drivers lies, for those who have only an address: signal handlers.
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

// Those of the driver whose code the address is in; null outside of drivers. For that driver's own
// threads, as they last no longer than it. Takes no lock.
const ImageSections* sections_of_code(const void* pc);

// True in the library that this is, and in the program itself. Not for signal handlers of busy
// threads, but for abort().
bool is_host_code(const void* pc);

}  // namespace drydock::nt
