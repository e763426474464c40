// What a tenant in a segment holds, compared with its pages in system memory: whether it has to be
// copied out when it leaves. For the strand that pages.
#pragma once

#include <cassert>

namespace drydock::vidmm {

class Content {
 public:
  // It has come: both are the same.
  void came() {
    is_dirty_ = false;
    is_backed_ = true;
    is_unwritten_ = false;
  }
  // Work of the GPU uses it, whose list says whether that writes.
  void used(bool is_written) {
    is_dirty_ |= is_written;
    is_backed_ &= !is_written;
    is_unwritten_ = false;
  }
  // The CPU, or work that does not say so, may write to it.
  void exposed() {
    is_dirty_ = true;
    is_unwritten_ = false;
  }
  // Its client takes it from the residency list, and says whether the GPU wrote to it since it came
  // (K-283). The word counts only as long as no list of work said otherwise.
  void declare(bool is_unwritten) {
    is_unwritten_ = is_unwritten && is_backed_;
    is_backed_ = is_unwritten_;
  }

  // K-155, K-283: system memory has it already. What a permanent allocation holds is there unless
  // somebody changed it.
  bool is_clean(bool is_permanent) const {
    assert(!is_unwritten_ || is_backed_);
    return is_unwritten_ || (is_permanent && !is_dirty_);
  }

 private:
  bool is_dirty_ = false;      // somebody may have written to it since it came
  bool is_backed_ = false;     // no list of work said that it writes to it since it came
  bool is_unwritten_ = false;  // its client said that nobody did
};

}  // namespace drydock::vidmm
