// Says whether the contents of a tenant in a segment differ from its pages in system memory, so
// that they must be copied out when it is evicted. Only the strand that pages uses it.
#pragma once

#include <cassert>

namespace drydock::vidmm {

class Content {
 public:
  // It was placed: segment and system memory are the same.
  void came() {
    is_dirty_ = false;
    is_backed_ = true;
    is_unwritten_ = false;
  }
  // Work of the GPU uses it. The work's list says whether it writes.
  void used(bool is_written) {
    is_dirty_ |= is_written;
    is_backed_ &= !is_written;
    is_unwritten_ = false;
  }
  // The CPU may write to it, or work whose list does not say whether it writes.
  void exposed() {
    is_dirty_ = true;
    is_unwritten_ = false;
  }
  // The client removes it from the residency list, and says whether the GPU wrote to it since it
  // was placed (K-283). That counts only if no list of work says otherwise.
  void declare(bool is_unwritten) {
    is_unwritten_ = is_unwritten && is_backed_;
    is_backed_ = is_unwritten_;
  }

  // K-155, K-283: true when system memory has the same contents. A permanent allocation has its
  // pages there, so it is clean unless it was changed.
  bool is_clean(bool is_permanent) const {
    assert(!is_unwritten_ || is_backed_);
    return is_unwritten_ || (is_permanent && !is_dirty_);
  }

 private:
  bool is_dirty_ = false;      // it may have been written since it was placed
  bool is_backed_ = false;     // no list of work has said since then that it writes to it
  bool is_unwritten_ = false;  // the client said that the GPU did not write to it
};

}  // namespace drydock::vidmm
