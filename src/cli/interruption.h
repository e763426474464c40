// Lets a command come to an orderly end when its user or the system asks the program to end.
//
// The first SIGINT, SIGTERM or SIGHUP is noted and calls that wait return early; the command writes
// what it has, removes its temporary files and exits with 128 + the signal. A later one ends
// the program at once, but for one that comes within 300 ms: timeout(1) sends its signal twice.
//
// Owner: main(), which makes one. Threads: any may ask; the kernel chooses the thread that is
// interrupted.
#pragma once

namespace drydock::cli {

class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static int signal();  // that arrived first; 0: none
  static bool is_asked_to_end() { return signal() != 0; }
};

}  // namespace drydock::cli
