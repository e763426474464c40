// From WDDM 2.0 on nothing is in video memory that is not on the list of its device: this keeps a
// client's lists, so that a scenario which is about something else only names what it uses.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "src/verify/scenarios/miniport/resident.h"

namespace drydock::verify {

class Keeper {
 public:
  explicit Keeper(Client& client) : client_(client) {}
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  // Runs the body, which names these, while they are on the list of the queue's device.
  void with(const Queue& queue, Resident::Allocations named, const std::function<void()>& body);

  // The scenario lists what it uses on this device.
  void leave_to_scenario(D3DKMT_HANDLE device);

 private:
  struct List {
    std::unique_ptr<Resident> resident;
    std::vector<D3DKMT_HANDLE> allocations;  // the oldest first
    UINT64 awaited = 0;                      // by the fence: then all of them are there
    std::map<D3DKMT_HANDLE, UINT64> waited;  // contexts, each with what it waits for
  };

  bool is_listed(const Queue& queue, Resident::Allocations named) const;
  void list(const Queue& queue, Resident::Allocations named);
  bool make_room(D3DKMT_HANDLE device, List& list, Resident::Allocations named);

  Client& client_;
  // Who changes a list is alone: nobody uses it meanwhile.
  sim::Gate gate_{sim::Gate::Orders::kHost};
  std::map<D3DKMT_HANDLE, List> lists_;
  std::set<D3DKMT_HANDLE> left_to_scenario_;
};

}  // namespace drydock::verify
