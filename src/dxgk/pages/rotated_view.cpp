#include "src/dxgk/pages/rotated_view.h"

#include <map>

#include "src/nt/base/address.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::dxgk {
namespace {

struct RotatedViews {
  sim::Lock lock;
  std::map<std::uintptr_t, std::size_t> all DRYDOCK_GUARDED_BY(lock);  // by address
};

RotatedViews& rotated_views() {
  static sim::NeverDestroyed<RotatedViews> instance;
  return *instance;
}

}  // namespace

void RotatedView::unmap() {
  const void* const address = address_.load(std::memory_order_relaxed);
  RotatedViews& views = rotated_views();
  const sim::Hold hold(views.lock);
  views.all.erase(nt::as_number(address));
}

void RotatedView::map(const void* address, std::size_t bytes) {
  // Relaxed: the lock orders everything else.
  if (address_.load(std::memory_order_relaxed) == address) return;
  RotatedViews& views = rotated_views();
  const sim::Hold hold(views.lock);
  views.all[nt::as_number(address)] = bytes;
  address_.store(address, std::memory_order_relaxed);
}

bool is_rotated(const void* address, std::size_t bytes) {
  const std::uintptr_t begin = nt::as_number(address);
  RotatedViews& views = rotated_views();
  const sim::Hold hold(views.lock);
  const auto after = views.all.lower_bound(begin + bytes);
  if (after == views.all.begin()) return false;
  const auto last = std::prev(after);
  return begin < last->first + last->second;
}

}  // namespace drydock::dxgk
