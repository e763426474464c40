// Functions that the host runs when something happens, for as long as their owners want.
//
// The list is replaced as a whole, so that an event calls those of its moment outside of the lock.
// A function may still run, on another thread, when its listener has ended, and owns what it uses.
//
// Cost: a short lock for each event. Owner: a list is never destroyed, and each listener belongs to
// the caller that made it. Threads: any.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "src/sim/lock.h"

namespace drydock::sim {

template <typename... Arguments>
class ListenerList {
 public:
  using Function = std::function<void(Arguments...)>;

  // Calls its function for each event while it lives.
  class Listener {
   public:
    Listener(ListenerList& list, Function function)
        : list_(list), function_(std::make_shared<const Function>(std::move(function))) {
      list_.change([this](Functions& all) { all.push_back(function_); });
    }
    ~Listener() {
      list_.change([this](Functions& all) { std::erase(all, function_); });
    }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

   private:
    ListenerList& list_;
    const std::shared_ptr<const Function> function_;
  };

  void call(Arguments... arguments) {
    const std::shared_ptr<const Functions> now = functions();
    for (const auto& each : *now) (*each)(arguments...);
  }

 private:
  using Functions = std::vector<std::shared_ptr<const Function>>;

  std::shared_ptr<const Functions> functions() {
    const Hold hold(lock_);
    return functions_;
  }

  void change(const std::function<void(Functions&)>& body) {
    const Hold hold(lock_);
    auto changed = std::make_shared<Functions>(*functions_);
    body(*changed);
    functions_ = std::move(changed);
  }

  Lock lock_;
  std::shared_ptr<const Functions> functions_ DRYDOCK_GUARDED_BY(lock_) =
      std::make_shared<const Functions>();
};

}  // namespace drydock::sim
