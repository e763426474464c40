#include "src/nt/watch/numbers.h"

#include <unordered_map>

#include "src/nt/base/mutex.h"
#include "src/sim/never_destroyed.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"

namespace drydock::nt {
namespace {

class Numbers {
 public:
  Numbers() {
    // A schedule begins with a clean slate, or its first run would differ from its second.
    sim::on_schedule_change([this] {
      const MutexHold hold(mutex_);
      numbers_.clear();
      next_ = 1;
    });
  }

  static Numbers& instance() {
    static sim::NeverDestroyed<Numbers> numbers;
    return *numbers;
  }

  void add(const void* object) {
    const MutexHold hold(mutex_);
    numbers_[object] = next_++;
  }

  std::uint64_t find(const void* object) {
    const MutexHold hold(mutex_);
    const auto at = numbers_.find(object);
    return at == numbers_.end() ? 0 : at->second;
  }

 private:
  Mutex mutex_;
  std::unordered_map<const void*, std::uint64_t> numbers_ DRYDOCK_GUARDED_BY(mutex_);
  std::uint64_t next_ DRYDOCK_GUARDED_BY(mutex_) = 1;
};

}  // namespace

void number(const void* object) {
  if (trace::is_recording()) Numbers::instance().add(object);
}

std::uint64_t number_of(const void* object) {
  return trace::is_recording() ? Numbers::instance().find(object) : 0;
}

}  // namespace drydock::nt
