#include "src/dxgk/work/process.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/device.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/client_call.h"

namespace drydock::dxgk {
namespace {

// Multiples of four, as on Windows.
UINT next_process_id() {
  static std::atomic<UINT> last = 0x1000;
  return last.fetch_add(4, std::memory_order_relaxed);
}

// An adapter as a process has it open.
class OpenAdapter final : public Object {
 public:
  static constexpr ObjectType kType = ObjectType::kOpenAdapter;
  explicit OpenAdapter(Seat& seat) : Object(kType), seat_(seat), adapter_(seat.adapter()) {}
  // Only for the thread that closes it: readers may still see this after the seat was destroyed.
  Seat& seat() const { return seat_; }
  Adapter& adapter() const { return adapter_; }

 private:
  Seat& seat_;
  Adapter& adapter_;
};

}  // namespace

struct Process::SeatCount {
  Seat seat;
  std::uint32_t users = 0;
};

Process::Process(Kernel& kernel) : kernel_(kernel), id_(next_process_id()) { kernel_.add(*this); }

Process::~Process() {
  end();
  assert(state_.load(std::memory_order_relaxed) == State::kEnded);
  {
    const sim::Hold hold(lock_);
    assert(devices_.empty() && seats_.empty() && open_adapters_.empty());
  }
  kernel_.remove(*this);
}

Handle Process::open(Adapter& adapter) {
  const sim::Passage passage(openings_);
  if (has_ended()) return 0;
  Seat& seat = take_seat(adapter);
  auto* const opened = new OpenAdapter(seat);
  const bool is_full = nt::fails_here(sim::FaultKind::kHandle);
  const Handle handle = is_full ? 0 : handles_.issue(*opened);
  if (handle == 0) {
    opened->release();
    release_seat(seat);
    return 0;
  }
  opened->set_handle(handle);
  const sim::Hold hold(lock_);
  open_adapters_.push_back(opened);
  return handle;
}

bool Process::close_adapter(Handle handle) {
  OpenAdapter* opened = nullptr;
  {
    const ReadSection reading;
    opened = as<OpenAdapter>(handles_.look_up(handle));
    if (opened == nullptr || !handles_.remove(handle, *opened)) return false;
  }
  Seat& seat = opened->seat();
  {
    const sim::Hold hold(lock_);
    std::erase(open_adapters_, opened);
  }
  opened->release();
  release_seat(seat);
  return true;
}

Adapter* Process::adapter_of(Handle handle) {
  const ReadSection reading;
  const auto* const opened = as<OpenAdapter>(handles_.look_up(handle));
  return opened == nullptr ? nullptr : &opened->adapter();
}

Seat& Process::take_seat(Adapter& adapter) {
  const sim::Hold hold(lock_);
  for (const auto& each : seats_) {
    if (&each->seat.adapter() != &adapter) continue;
    ++each->users;
    return each->seat;
  }
  seats_.push_back(std::unique_ptr<SeatCount>(new SeatCount{Seat(adapter, this), 1}));
  return seats_.back()->seat;
}

void Process::release_seat(Seat& seat) {
  std::unique_ptr<SeatCount> gone;
  {
    const sim::Hold hold(lock_);
    const auto found =
        std::ranges::find_if(seats_, [&](const auto& each) { return &each->seat == &seat; });
    assert(found != seats_.end() && (*found)->users != 0);
    if (--(*found)->users != 0) return;
    gone = std::move(*found);
    seats_.erase(found);
  }
  gone->seat.destroy_driver_process();
}

void Process::destroy_in_driver(Adapter& adapter) {
  SeatCount* found = nullptr;
  {
    const sim::Hold hold(lock_);
    for (const auto& each : seats_) {
      if (&each->seat.adapter() == &adapter) found = each.get();
    }
    if (found == nullptr) return;
    ++found->users;
  }
  found->seat.destroy_driver_process();
  release_seat(found->seat);
}

void Process::add(Device& device) {
  const sim::Hold hold(lock_);
  devices_.push_back(&device);
}

void Process::remove(Device& device) {
  const sim::Hold hold(lock_);
  std::erase(devices_, &device);
}

std::vector<Ref<Device>> Process::devices() {
  const sim::Hold hold(lock_);
  std::vector<Ref<Device>> out;
  for (Device* device : devices_) {
    if (device->try_add_ref()) out.push_back(Ref<Device>::adopt(device));
  }
  return out;
}

void Process::end() { end(/*orderly=*/true); }

void Process::vanish() {
  for (const Ref<Device>& device : devices()) device->set_error(D3DKMT_DEVICEEXECUTION_STOPPED);
  end(/*orderly=*/false);
}

namespace {

// Openings that came with a resource and were never destroyed by themselves.
template <typename Body>
std::size_t count_of_bundles(OpensOf<Body>& opens) {
  const sim::SpinHold hold(opens.lock);
  std::size_t count = 0;
  for (const OpenOf<Body>* each = opens.all.first(); each != nullptr;
       each = opens.all.after(*each)) {
    if (each->is_of_bundle) ++count;
  }
  return count;
}

void raise_lint(rules::RuleId rule, std::string message) {
  nt::Breach(rule, nt::Offender::client()).message(std::move(message)).raise_later();
}

}  // namespace

// Notes what a client that exits by itself should have destroyed.
void Process::note_leftovers() {
  std::size_t adapters = 0;
  {
    const sim::Hold hold(lock_);
    adapters = open_adapters_.size();
  }
  if (rules::breaks("K-066", adapters != 0))
    raise_lint("K-066", fmt::format("the process ended with {} adapter {} open", adapters,
                                    adapters == 1 ? "handle" : "handles"));
  rules::evaluated("K-215");
  if (const std::size_t mutexes = count_of_bundles(opened_mutexes_),
      syncs = count_of_bundles(opened_syncs_);
      mutexes + syncs != 0)
    raise_lint("K-215",
               fmt::format("the process ended with {} of keyed mutexes and {} of "
                           "synchronization objects that D3DKMTOpenResourceFromNtHandle opened",
                           mutexes, syncs));
  for (const Ref<Device>& device : devices()) {
    if (rules::breaks("K-460", !device->is_working()))
      raise_lint("K-460",
                 fmt::format("the process ended and had not destroyed device {:#x}, which is lost",
                             device->handle()));
  }
}

void Process::become(State next) {
  [[maybe_unused]] const State before = state_.exchange(next, std::memory_order_acq_rel);
  assert(may_follow(before, next));
}

bool Process::begin_end() {
  const sim::Alone alone(openings_);
  if (has_ended()) return false;
  become(State::kEnding);
  return true;
}

void Process::end(bool orderly) {
  if (!begin_end()) return;
  const ProcessScope scope(this);
  nt::ClientCall call("the end of a process", __builtin_frame_address(0));
  if (orderly) note_leftovers();
  for (const Ref<Device>& device : devices()) device->destroy();
  if (orderly) call.raise();
  destroy_syncs(*this, opened_syncs_);
  end_openings(handles_, opened_mutexes_);
  nt_handles_.close_all();
  for (;;) {
    Handle handle = 0;
    {
      const sim::Hold hold(lock_);
      if (open_adapters_.empty()) break;
      handle = open_adapters_.back()->handle();
    }
    close_adapter(handle);
  }
  become(State::kEnded);
}

}  // namespace drydock::dxgk
