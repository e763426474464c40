// Drydock and its peer, measured in turns: only the ratio counts, because the machine's speed is in
// both.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace drydock::bench {

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
