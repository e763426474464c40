#include "src/verify/scenarios/miniport/residency_lists.h"

#include <algorithm>

namespace drydock::verify {
namespace {

bool is_among(D3DKMT_HANDLE allocation, Resident::Allocations all) {
  return std::ranges::find(all, allocation) != all.end();
}

}  // namespace

void ResidencyLists::leave_to_scenario(D3DKMT_HANDLE device) {
  const sim::Alone alone(gate_);
  left_to_scenario_.insert(device);
}

void ResidencyLists::with(const Queue& queue, Resident::Allocations named,
                          const std::function<void()>& body) {
  for (;;) {
    {
      const sim::Passage among_others(gate_);
      if (is_listed(queue, named)) return body();
    }
    const sim::Alone alone(gate_);
    list(queue, named);
  }
}

Resident& ResidencyLists::resident_of(D3DKMT_HANDLE device) {
  List& list = lists_[device];
  if (!list.resident) {
    auto made = std::make_unique<Resident>(client_, device, Resident::By::kClient);
    if (!list.resident) list.resident = std::move(made);  // another strand may have been faster
  }
  return *list.resident;
}

void ResidencyLists::submit_nothing(const Queue& queue, D3DKMT_HANDLE allocation) {
  Resident& resident = resident_of(queue.device);
  auto found = mapped_.find(allocation);
  if (found == mapped_.end()) {
    Mapped mapped;
    mapped.awaited = resident.map(allocation, 1, mapped.at);
    found = mapped_.insert_or_assign(allocation, mapped).first;
  }
  if (found->second.awaited != 0) resident.wait_on(queue, found->second.awaited);
  resident.submit_nothing(queue.context, found->second.at);
}

void ResidencyLists::page(const Queue& queue, Resident::Allocations allocations) {
  const sim::Alone alone(gate_);
  if (allocations.empty() || left_to_scenario_.contains(queue.device)) return;
  list(queue, allocations);
  List& list = lists_.at(queue.device);
  list.resident->wait(list.awaited);
  list.resident->evict(allocations);
  std::erase_if(list.allocations, [&](D3DKMT_HANDLE each) { return is_among(each, allocations); });
}

bool ResidencyLists::is_listed(const Queue& queue, Resident::Allocations named) const {
  if (named.empty() || left_to_scenario_.contains(queue.device)) return true;
  const auto at = lists_.find(queue.device);
  if (at == lists_.end()) return false;
  const List& list = at->second;
  const auto waited = list.waited.find(queue.context);
  return waited != list.waited.end() && waited->second >= list.awaited &&
         std::ranges::all_of(named,
                             [&](D3DKMT_HANDLE each) { return is_among(each, list.allocations); });
}

void ResidencyLists::list(const Queue& queue, Resident::Allocations named) {
  resident_of(queue.device);
  List& list = lists_[queue.device];
  for (const D3DKMT_HANDLE each : named) {
    if (is_among(each, list.allocations)) continue;
    UINT64 to_trim = 0;
    UINT64 value = list.resident->list({&each, 1}, &to_trim);
    while (to_trim != 0 && make_room(queue.device, list, named))
      value = list.resident->list({&each, 1}, &to_trim);
    if (to_trim != 0) throw RefusedCall("D3DKMTMakeResident", STATUS_NO_MEMORY);
    list.allocations.push_back(each);
    list.awaited = std::max(list.awaited, value);
  }
  if (list.awaited != 0) list.resident->wait_on(queue, list.awaited);
  list.waited[queue.context] = list.awaited;
}

// Evicts the oldest allocation, after all work of the device has ended.
bool ResidencyLists::make_room(D3DKMT_HANDLE device, List& list, Resident::Allocations named) {
  const auto oldest = std::ranges::find_if(
      list.allocations, [&](D3DKMT_HANDLE each) { return !is_among(each, named); });
  if (oldest == list.allocations.end()) return false;
  client_.wait_idle(device);
  const D3DKMT_HANDLE leaving = *oldest;
  list.allocations.erase(oldest);
  may_miss([&] { list.resident->evict({&leaving, 1}); });  // it may be destroyed
  return true;
}

}  // namespace drydock::verify
