#include "src/d3d/core/resource.h"

#include <fmt/format.h>

#include <cassert>

namespace drydock::d3d {
namespace {

using State = ResourceLife::State;

[[maybe_unused]] bool may_follow(State now, State next) {
  switch (now) {
    case State::kCreating:
      return next == State::kLive || next == State::kFailed;
    case State::kLive:
      return next == State::kDestroyed || next == State::kUnwanted || next == State::kDestroyFailed;
    case State::kUnwanted:
      return next == State::kLive;
    case State::kDestroyFailed:
    case State::kDestroyed:
    case State::kFailed:
      return false;
  }
  return false;
}

}  // namespace

void ResourceLife::become(State next) {
  assert(may_follow(state_, next));
  state_ = next;
}

std::string Resource::name() const {
  if (const Traits12* const traits12 = as12()) {
    if (!traits12->is_heap()) return fmt::format("resource {} placed in a heap", number);
    return fmt::format("{} {}",
                       is_opened                       ? "opened heap"
                       : traits12->resource != nullptr ? "committed resource"
                                                       : "heap",
                       number);
  }
  return fmt::format("{} resource {} of {} surface{}",
                     is_opened              ? "opened"
                     : flags.SharedResource ? "shared"
                                            : "unshared",
                     number, surfaces.size(), surfaces.size() == 1 ? "" : "s");
}

void Resource::note_release(Release how) {
  assert(how != Release::kNone);
  if (release != Release::kWhole) release = how;
}

}  // namespace drydock::d3d
