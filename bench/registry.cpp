#include <algorithm>

#include "bench/paired.h"

namespace drydock::bench {
namespace {

// A function's static: files register while the program starts, in no order.
std::vector<Workload (*)()>& makers() {
  static std::vector<Workload (*)()> all;
  return all;
}

}  // namespace

Registration::Registration(Workload (*make)()) { makers().push_back(make); }

std::vector<Workload> workloads() {
  std::vector<Workload> out;
  for (const auto make : makers()) out.push_back(make());
  std::ranges::sort(out, {}, &Workload::name);
  return out;
}

}  // namespace drydock::bench
