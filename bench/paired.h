// Drydock and its peer, measured in turns: only the ratio counts, because the machine's speed is in
// both.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace drydock::bench {

// Measures a side of a workload; runs from its beginning. What is not the work, such as making what
// is then destroyed, is left out.
class Stopwatch {
 public:
  void pause();
  void resume();

 private:
  friend struct Timer;
  std::int64_t spent_ns_ = 0;
  std::int64_t since_ns_ = 0;
};
Stopwatch& stopwatch();

// For tests of the workloads: a tenth of the live objects, and of the work.
void make_quick();
std::size_t scaled(std::size_t count);

// For machines that are busy with other things: the processor's time instead of the clock's.
void measure_processor_time();

struct Workload {
  std::string name;
  std::string peer;                        // what it is compared with
  double goal;                             // the ratio to stay below
  std::function<std::size_t()> drydock;    // does the work once and returns how much was done
  std::function<std::size_t()> reference;  // the same amount, by the peer
};

struct Result {
  std::string name;
  std::string peer;
  double drydock_ns;  // for one unit of work, median
  double peer_ns;
  double ratio;      // median of the paired ratios
  double low, high;  // their quartiles
  double goal;
};

// One piece of work, in nanoseconds.
double time_ns(const std::function<void()>& work);

// Runs both sides in turns, `rounds` times. Throws std::runtime_error when the two did not do the
// same work.
Result measure(const Workload& workload, int rounds);

// Every workload there is, by name.
std::vector<Workload> workloads();

// A file adds its workload with a constant of this type; it is made when the program asks for it.
struct Registration {
  explicit Registration(Workload (*make)());
};

}  // namespace drydock::bench
