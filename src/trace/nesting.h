// Pairs the beginnings and ends of spans. A span whose beginning was dropped has no end in the
// trace either; one that was left by a jump ends with the span around it. Internal to src/trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "src/trace/buffers.h"

namespace drydock::trace::internal {

class Nesting {
 public:
  void begin(const Event& event) { open_[event.strand].push_back(event.name); }

  // The number of open spans of the thread that end here: this one and those inside it; 0 when it
  // never began.
  std::size_t end(const Event& event) {
    std::vector<const char*>& open = open_[event.strand];
    for (std::size_t i = open.size(); i-- > 0;) {
      if (open[i] != event.name) continue;
      const std::size_t count = open.size() - i;
      open.resize(i);
      return count;
    }
    return 0;
  }

  // Calls with each thread and the number of its spans that are still open.
  template <typename Visit>
  void for_each_open(Visit visit) const {
    for (const auto& [strand, open] : open_) visit(strand, open.size());
  }

 private:
  std::map<std::uint32_t, std::vector<const char*>> open_;
};

}  // namespace drydock::trace::internal
