#include "src/dxgk/work/sync_state.h"

#include <algorithm>
#include <utility>

#include "src/dxgk/work/context.h"

namespace drydock::dxgk {

SyncState::SyncState(const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info)
    : type_(info.Type), most_(info.Type == D3DDDI_SEMAPHORE ? info.Semaphore.MaxCount : 0) {
  if (type_ == D3DDDI_SEMAPHORE) value_ = info.Semaphore.InitialCount;
  if (type_ == D3DDDI_FENCE) value_ = info.Fence.FenceValue;
  if (type_ == D3DDDI_SYNCHRONIZATION_MUTEX)
    is_owned_ = info.SynchronizationMutex.InitialState != FALSE;
  if (type_ == D3DDDI_MONITORED_FENCE) {
    value_ = info.MonitoredFence.InitialFenceValue;
    page_ = std::make_unique<FencePage>(value_);
  }
}

SyncState::~SyncState() = default;

bool SyncState::is_satisfied(const Context& context, std::uint64_t value) const {
  switch (type_) {
    case D3DDDI_SYNCHRONIZATION_MUTEX:
      return !is_owned_ || owner_ == &context;
    case D3DDDI_SEMAPHORE:
      return value_ != 0;
    default:
      return value_ >= value;
  }
}

bool SyncState::take(const Context& context) {
  if (type_ == D3DDDI_SEMAPHORE) --value_;
  if (type_ != D3DDDI_SYNCHRONIZATION_MUTEX || owner_ == &context) return false;
  is_owned_ = true;
  owner_ = &context;
  return true;
}

// A mutex that another context owns is not released.
bool SyncState::give(const Context& context, std::uint64_t value) {
  if (type_ == D3DDDI_SEMAPHORE) value_ = std::min(value_ + 1, most_);
  if (type_ == D3DDDI_FENCE || type_ == D3DDDI_MONITORED_FENCE) set_value(value);
  if (type_ != D3DDDI_SYNCHRONIZATION_MUTEX || (owner_ != nullptr && owner_ != &context))
    return false;
  const bool was_his = owner_ == &context;
  abandon();
  return was_his;
}

void SyncState::set_value(std::uint64_t value) {
  value_ = value;
  if (page_) page_->set(value);
  for (const auto& wait : waits_) wait->reached(*this, value);
}

std::uint64_t SyncState::follow_page() {
  const std::uint64_t written = page_->get();
  if (written > value_) {
    value_ = written;
    for (const auto& wait : waits_) wait->reached(*this, value_);
  }
  return value_;
}

namespace {

template <typename Which>
FenceWaits take_those(FenceWaits& from, Which which) DRYDOCK_REQUIRES(sync_lock()) {
  FenceWaits out;
  for (const auto& wait : from) {
    if (which(*wait)) out.push_back(wait);
  }
  std::erase_if(from, [&](const auto& wait) DRYDOCK_REQUIRES(sync_lock()) { return which(*wait); });
  return out;
}

}  // namespace

FenceWaits SyncState::take_over() {
  return take_those(
      waits_, [](const FenceWait& wait) DRYDOCK_REQUIRES(sync_lock()) { return wait.is_over(); });
}

FenceWaits SyncState::take_made_by(const Object& opening) {
  return take_those(waits_, [&](const FenceWait& wait)
                                DRYDOCK_REQUIRES(sync_lock()) { return wait.is_made_by(opening); });
}

void SyncState::add_waiter(Context& context) {
  const bool is_known =
      std::ranges::any_of(waiters_, [&](const auto& each) { return each.get() == &context; });
  if (!is_known) waiters_.emplace_back(context);
}

std::vector<Ref<Context>> SyncState::take_waiters() { return std::exchange(waiters_, {}); }

}  // namespace drydock::dxgk
