// From WDDM 2.0 on an allocation is resident only while it is on the residency list of its device.
// This class maintains the lists of a client, so that a scenario about something else only names
// what it uses.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "src/verify/scenarios/miniport/resident.h"

namespace drydock::verify {

class ResidencyLists {
 public:
  explicit ResidencyLists(Client& client) : client_(client) {}
  ResidencyLists(const ResidencyLists&) = delete;
  ResidencyLists& operator=(const ResidencyLists&) = delete;

  // Runs the body while these allocations are on the residency list of the queue's device.
  void with(const Queue& queue, Resident::Allocations named, const std::function<void()>& body);

  // Submits zeros in the first page of the allocation as commands. The page is mapped on first use,
  // and the queue waits for that. Called in the body of with().
  void submit_nothing(const Queue& queue, D3DKMT_HANDLE allocation);

  // Lists the allocations, waits until they are resident, and evicts them. Does nothing when the
  // scenario maintains the list.
  void page(const Queue& queue, Resident::Allocations allocations);

  // Leaves the list of this device to the scenario.
  void leave_to_scenario(D3DKMT_HANDLE device);

 private:
  struct List {
    std::unique_ptr<Resident> resident;
    std::vector<D3DKMT_HANDLE> allocations;  // the oldest first
    UINT64 awaited = 0;                      // fence value at which all are resident
    std::map<D3DKMT_HANDLE, UINT64>
        waited;  // contexts, each with the fence value for which it waits
  };

  // The address of a mapping, and the fence value at which it is valid.
  struct Mapped {
    UINT64 at = 0;
    UINT64 awaited = 0;
  };

  Resident& resident_of(D3DKMT_HANDLE device);
  bool is_listed(const Queue& queue, Resident::Allocations named) const;
  void list(const Queue& queue, Resident::Allocations named);
  bool make_room(D3DKMT_HANDLE device, List& list, Resident::Allocations named);

  Client& client_;
  // A strand that changes a list has the gate alone; strands that use one share it.
  sim::Gate gate_{sim::Gate::Orders::kHost};
  std::map<D3DKMT_HANDLE, List> lists_;
  std::set<D3DKMT_HANDLE> left_to_scenario_;
  std::map<D3DKMT_HANDLE, Mapped> mapped_;  // by the allocation
};

}  // namespace drydock::verify
