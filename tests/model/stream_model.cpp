#include "tests/model/stream_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

namespace drydock::model {
namespace {

constexpr std::array<const char*, 4> kStates = {"Stop", "Acquire", "Pause", "Run"};
constexpr int kStopState = 0, kAcquireState = 1, kPauseState = 2;
constexpr int kInstances = 2;      // instances of a pin type, in one filter
constexpr int kDefaultFrames = 2;  // frames in the framing of both pins
constexpr std::size_t kFrameValues = 251;

StreamAnswer left_out() {
  StreamAnswer out;
  out.is_left_out = true;
  return out;
}

StreamAnswer answered(NTSTATUS status, std::string notes = {}) {
  StreamAnswer out;
  out.status = status;
  out.notes = std::move(notes);
  return out;
}

std::string note(const char* word, int number) { return fmt::format("{} {} ", word, number); }

}  // namespace

StreamAnswer StreamModel::apply(const StreamStep& step) {
  using Handler = StreamAnswer (StreamModel::*)(const StreamStep&);
  static constexpr std::array<Handler, kStreamOps> kHandlers = {
      &StreamModel::open_filter,    &StreamModel::close_filter,    &StreamModel::connect,
      &StreamModel::close_pin,      &StreamModel::set_state,       &StreamModel::reset,
      &StreamModel::send,           &StreamModel::cancel,          &StreamModel::process,
      &StreamModel::open_allocator, &StreamModel::close_allocator, &StreamModel::allocate,
      &StreamModel::free_frame,     &StreamModel::assign,          &StreamModel::surprise};
  return (this->*kHandlers[static_cast<std::size_t>(step.op)])(step);
}

// Words with their numbers: "Format", "PinCreate 3".
std::vector<std::string> StreamModel::events_in(const std::string& notes) {
  std::vector<std::string> out;
  std::istringstream words(notes);
  for (std::string word; words >> word;) {
    const bool is_number = !word.empty() && word.front() >= '0' && word.front() <= '9';
    if (is_number && !out.empty()) {
      out.back() += " " + word;
    } else {
      out.push_back(word);
    }
  }
  return out;
}

// What ends what the first events made, the last first.
std::string StreamModel::undoing(const std::vector<std::string>& events, std::size_t count) {
  static const std::map<std::string, std::string> kEnds = {{"FilterCreate", "FilterClose"},
                                                           {"PinCreate", "PinClose"},
                                                           {"Initialize", "Delete"},
                                                           {"Allocate", "Free"}};
  std::string out;
  bool is_connected = false;
  for (std::size_t i = 0; i < count; ++i) is_connected |= events[i] == "Connect";
  if (is_connected) out += "Disconnect ";
  for (std::size_t i = count; i-- > 0;) {
    const std::size_t space = events[i].find(' ');
    const auto end = kEnds.find(events[i].substr(0, space));
    if (end != kEnds.end())
      out += end->second + (space == std::string::npos ? "" : events[i].substr(space)) + " ";
  }
  return out;
}

std::string StreamModel::fail(const StreamStep& step, NTSTATUS status, const std::string& notes) {
  StreamModel after = *this;
  const std::vector<std::string> all = events_in(after.apply(step).notes);
  std::string begun, wanted;
  bool is_known = false;
  for (std::size_t count = 0; count <= all.size() && !is_known; ++count) {
    wanted = begun + undoing(all, count);
    is_known = notes == wanted;
    if (is_known) {
      if (begun.find("PinCreate") != std::string::npos) pins_made_ = after.pins_made_;
      if (begun.find("Initialize") != std::string::npos) allocators_made_ = after.allocators_made_;
    } else if (count < all.size()) {
      begun += all[count] + " ";
    }
  }
  if (step.op == StreamOp::kSend || step.op == StreamOp::kAllocate) {
    allocations_.erase(step.to);
    if (step.op == StreamOp::kAllocate) allocations_[step.to] = true;
    states_[step.to] = {};
    values_[step.to].clear();
    if (status == STATUS_PENDING) {
      allocators_.at(allocator_at_.at(step.on)).waiting.push_back(step.to);
    } else {
      answer(step.to, status);
    }
  }
  return is_known ? std::string() : wanted;
}

void StreamModel::answer(int request, NTSTATUS status) {
  StreamRequestState& state = states_.at(request);
  state.is_done = true;
  state.status = status;
}

int StreamModel::number_of(int pin) const {
  const auto at = pin_at_.find(pin);
  return at == pin_at_.end() ? 0 : pins_.at(at->second).number;
}

bool StreamModel::is_input(int pin) const {
  const auto at = pin_at_.find(pin);
  return at != pin_at_.end() && pins_.at(at->second).is_input;
}

bool StreamModel::has_frames_out(int allocator) const {
  const Allocator& found = allocators_.at(allocator_at_.at(allocator));
  return found.out + found.by_requester != 0;
}

// Filters.

StreamAnswer StreamModel::open_filter(const StreamStep& step) {
  if (filter_at_.contains(step.to)) return left_out();
  if (is_lost_) return answered(STATUS_DEVICE_REMOVED);
  filter_at_[step.to] = ++ids_;
  filters_[ids_] = {};
  StreamAnswer out = answered(STATUS_SUCCESS, "FilterCreate ");
  out.is_made = true;
  return out;
}

StreamAnswer StreamModel::close_filter(const StreamStep& step) {
  const auto at = filter_at_.find(step.on);
  if (at == filter_at_.end()) return left_out();
  const Id id = at->second;
  filter_at_.erase(at);
  filters_.at(id).is_open = false;
  StreamAnswer out;
  end_filter(id, out.notes);
  return out;
}

// A filter is closed when its handle and all its pins are.
void StreamModel::end_filter(Id id, std::string& notes) {
  if (filters_.at(id).is_open) return;
  for (const auto& [each, pin] : pins_) {
    if (pin.filter == id) return;
  }
  filters_.erase(id);
  notes += "FilterClose ";
}

// Pins.

StreamAnswer StreamModel::connect(const StreamStep& step) {
  const auto at = filter_at_.find(step.on);
  if (at == filter_at_.end() || pin_at_.contains(step.to)) return left_out();
  const auto sink = pin_at_.find(step.of);
  if (step.way == kPipe && (sink == pin_at_.end() || !pins_.at(sink->second).is_input))
    return left_out();
  if (is_lost_) return answered(STATUS_DEVICE_REMOVED);
  if (step.way == kNoSuchPin) return answered(STATUS_INVALID_PARAMETER);
  if (step.way == kOtherFormat) return answered(STATUS_NO_MATCH);
  Filter& filter = filters_.at(at->second);
  int& instances = step.way == kInput ? filter.inputs : filter.outputs;
  if (instances >= kInstances) return answered(STATUS_SHARING_VIOLATION);
  StreamAnswer out = answered(STATUS_SUCCESS, "Format ");
  if (step.way == kPipe) {
    if (pins_.at(sink->second).source != 0) return answered(STATUS_INVALID_DEVICE_STATE, out.notes);
    out.notes += "Connect ";
  }
  ++instances;
  const Id id = ++ids_;
  Pin& made = pins_[id];
  made.filter = at->second;
  made.number = ++pins_made_;
  made.is_input = step.way == kInput;
  if (step.way == kPipe) {
    made.sink = sink->second;
    pins_.at(sink->second).source = id;
  }
  pin_at_[step.to] = id;
  out.notes += note("PinCreate", made.number);
  out.is_made = true;
  return out;
}

// Its handle is closed: it stops, and lets go of its sink and of its allocator.
void StreamModel::shut_down(Id id, std::string& notes) {
  Pin& pin = pins_.at(id);
  pin.is_open = false;
  while (pin.state != kStopState) step_to(pin, id, pin.state - 1, false, notes);
  if (const Id sink = std::exchange(pin.sink, 0); sink != 0) {
    pins_.at(sink).source = 0;
    notes += "Disconnect ";
    release_pin(sink, notes);
  }
  if (const Id allocator = std::exchange(pin.assigned, 0); allocator != 0) {
    allocators_.at(allocator).assigned_to = 0;
    release_allocator(allocator, notes);
  }
}

// A pin is closed when its handle is, no source holds it, and nothing below it is open.
void StreamModel::release_pin(Id id, std::string& notes) {
  const auto found = pins_.find(id);
  if (found == pins_.end()) return;  // it went with its last allocator
  const Pin& pin = found->second;
  if (pin.is_open || pin.source != 0) return;
  for (const auto& [each, allocator] : allocators_) {
    if (allocator.pin == id) return;
  }
  notes += note("PinClose", pin.number);
  Filter& filter = filters_.at(pin.filter);
  --(pin.is_input ? filter.inputs : filter.outputs);
  const Id of = pin.filter;
  pins_.erase(id);
  end_filter(of, notes);
}

StreamAnswer StreamModel::close_pin(const StreamStep& step) {
  const auto at = pin_at_.find(step.on);
  if (at == pin_at_.end()) return left_out();
  const Id id = at->second;
  pin_at_.erase(at);
  StreamAnswer out;
  shut_down(id, out.notes);
  release_pin(id, out.notes);
  return out;
}

// States.

void StreamModel::flush(Pin& pin, NTSTATUS status) {
  const bool has_end = std::ranges::any_of(
      pin.waiting, [](const Request& each) { return each.is_end && !each.is_held; });
  if (has_end) pin.is_holding = false;
  for (const Request& each : pin.waiting) answer(each.to, status);
  pin.waiting.clear();
}

// One step. False when the minidriver refuses it, or has no frames for it.
bool StreamModel::step_to(Pin& pin, Id id, int to, bool refuses, std::string& notes) {
  const bool up = to > pin.state;
  notes += note(kStates[static_cast<std::size_t>(to)], pin.number);
  if (up && refuses) return false;
  pin.state = to;
  if (to == kAcquireState && up && pin.sink != 0 && !acquire(pin, notes)) {
    step_to(pin, id, kStopState, false, notes);
    return false;
  }
  if (to != kStopState) return true;
  flush(pin, STATUS_CANCELLED);
  pin.is_holding = false;
  notes += note("Reset", pin.number);
  if (const int away = std::exchange(pin.away, 0); pin.assigned != 0) {
    Allocator& allocator = allocators_.at(pin.assigned);
    allocator.by_requester -= away;
    for (int i = 0; i < away; ++i) give_back(allocator, notes);
  }
  return true;
}

// The requester takes as many frames as the framing has. False when there is none.
bool StreamModel::acquire(Pin& pin, std::string& notes) {
  if (pin.assigned == 0) {
    pin.away = kDefaultFrames;
    return true;
  }
  Allocator& allocator = allocators_.at(pin.assigned);
  const int wanted = std::max(allocator.frames, 1);
  while (pin.away < wanted && has_room(allocator)) {
    ++pin.away;
    ++allocator.by_requester;
    notes += note("Allocate", allocator.number);
  }
  return pin.away != 0;
}

StreamAnswer StreamModel::set_state(const StreamStep& step) {
  const auto at = pin_at_.find(step.on);
  if (at == pin_at_.end()) return left_out();
  Pin& pin = pins_.at(at->second);
  if (is_lost_) return answered(STATUS_DEVICE_REMOVED);
  StreamAnswer out;
  while (pin.state != step.count) {
    const bool up = step.count > pin.state;
    if (step_to(pin, at->second, pin.state + (up ? 1 : -1), step.way == 1, out.notes)) continue;
    out.status = STATUS_INSUFFICIENT_RESOURCES;
    return out;
  }
  return out;
}

StreamAnswer StreamModel::reset(const StreamStep& step) {
  const auto at = pin_at_.find(step.on);
  if (at == pin_at_.end()) return left_out();
  if (is_lost_) return answered(STATUS_DEVICE_REMOVED);
  StreamAnswer out;
  const bool begins = step.way == 0;
  reset_pin(pins_.at(at->second), begins, out.notes);
  return out;
}

// A reset of an input goes on to the outputs behind it.
void StreamModel::reset_pin(Pin& pin, bool begins, std::string& notes) {
  if (pin.resets == begins) return;
  pin.resets = begins;
  if (begins) flush(pin, STATUS_CANCELLED);
  notes += note("Reset", pin.number);
  if (!pin.is_input) return;
  for (auto& [id, each] : pins_) {
    if (each.filter == pin.filter && !each.is_input) reset_pin(each, begins, notes);
  }
}

// Frames.

StreamAnswer StreamModel::send(const StreamStep& step) {
  const auto at = pin_at_.find(step.on);
  if (at == pin_at_.end() || step.count == 0) return left_out();
  if (const auto held = states_.find(step.to); held != states_.end() && !held->second.is_done)
    return left_out();
  Pin& pin = pins_.at(at->second);
  allocations_.erase(step.to);
  states_[step.to] = {};
  values_[step.to].clear();
  NTSTATUS refused = STATUS_SUCCESS;
  if (is_lost_) {
    refused = STATUS_DEVICE_REMOVED;
  } else if (pin.sink != 0) {
    refused = STATUS_INVALID_DEVICE_REQUEST;
  } else if (pin.resets) {
    refused = STATUS_DEVICE_NOT_READY;
  } else if (pin.state == kStopState) {
    refused = STATUS_INVALID_DEVICE_STATE;
  }
  if (!NT_SUCCESS(refused)) {
    answer(step.to, refused);
    return answered(refused);
  }
  Request request{.to = step.to,
                  .frames = step.count,
                  .is_end = step.way == 1 && pin.is_input,
                  .is_held = pin.is_holding,
                  .values = {}};
  for (int i = 0; i < step.count && pin.is_input; ++i) request.values.push_back(next_value());
  if (request.is_end && !request.is_held) pin.is_holding = true;
  values_[step.to] = request.values;
  pin.waiting.push_back(request);
  return answered(STATUS_PENDING);
}

int StreamModel::next_value() { return values_made_ = (values_made_ + 1) % kFrameValues; }

StreamAnswer StreamModel::cancel(const StreamStep& step) {
  const auto found = states_.find(step.on);
  if (found == states_.end()) return left_out();
  for (auto& [id, allocator] : allocators_) {
    if (std::erase(allocator.waiting, step.on) != 0) answer(step.on, STATUS_CANCELLED);
  }
  for (auto& [id, pin] : pins_) {
    const auto at = std::ranges::find(pin.waiting, step.on, &Request::to);
    if (at == pin.waiting.end()) continue;
    const bool ended = at->is_end && !at->is_held;
    pin.waiting.erase(at);
    answer(step.on, STATUS_CANCELLED);
    if (ended) resume(pin);
  }
  return {};
}

// Lets frames go on that were held behind an end that does not come, up to the next end.
void StreamModel::resume(Pin& pin) {
  pin.is_holding = false;
  for (Request& each : pin.waiting) {
    if (!each.is_held || pin.is_holding) continue;
    each.is_held = false;
    pin.is_holding = each.is_end;
  }
}

StreamAnswer StreamModel::process(const StreamStep& step) {
  const auto at = pin_at_.find(step.on);
  if (at == pin_at_.end() || is_lost_) return left_out();
  Pin& pin = pins_.at(at->second);
  if (pin.sink != 0 || pin.source != 0) return left_out();
  StreamAnswer out;
  if (pin.state < kPauseState) return out;
  for (int left = step.count; left > 0 && !pin.waiting.empty(); --left) {
    Request& first = pin.waiting.front();
    if (first.is_held) break;
    if (!pin.is_input) values_[first.to].push_back(next_value());
    std::vector<int>& values = values_[first.to];
    out.notes += pin.is_input
                     ? note("Got", values[values.size() - static_cast<std::size_t>(first.frames)])
                     : note("Fill", values.back());
    if (--first.frames != 0) continue;
    answer(first.to, STATUS_SUCCESS);
    pin.waiting.pop_front();
  }
  return out;
}

// Allocators.

bool StreamModel::has_room(const Allocator& allocator) {
  return allocator.frames == 0 || allocator.out + allocator.by_requester < allocator.frames;
}

// A frame comes back: to who waits for one, or to the minidriver.
void StreamModel::give_back(Allocator& allocator, std::string& notes) {
  if (allocator.waiting.empty()) {
    notes += note("Free", allocator.number);
    return;
  }
  const int waiter = allocator.waiting.front();
  allocator.waiting.pop_front();
  ++allocator.out;
  answer(waiter, STATUS_SUCCESS);
}

StreamAnswer StreamModel::open_allocator(const StreamStep& step) {
  const auto at = pin_at_.find(step.on);
  if (at == pin_at_.end() || allocator_at_.contains(step.to)) return left_out();
  if (is_lost_) return answered(STATUS_DEVICE_REMOVED);
  if (step.way == 1) return answered(STATUS_NO_MEMORY, "Refuse ");
  const Id id = ++ids_;
  Allocator& made = allocators_[id];
  made.pin = at->second;
  made.frames = step.count;
  made.number = ++allocators_made_;
  allocator_at_[step.to] = id;
  StreamAnswer out = answered(STATUS_SUCCESS, note("Initialize", made.number));
  out.is_made = true;
  return out;
}

StreamAnswer StreamModel::close_allocator(const StreamStep& step) {
  const auto at = allocator_at_.find(step.on);
  if (at == allocator_at_.end()) return left_out();
  const Id id = at->second;
  allocator_at_.erase(at);
  Allocator& allocator = allocators_.at(id);
  allocator.has_handle = false;
  for (const int each : std::exchange(allocator.waiting, {})) answer(each, STATUS_CANCELLED);
  StreamAnswer out;
  release_allocator(id, out.notes);
  return out;
}

// An allocator is deleted when its handle is closed and no source has it.
void StreamModel::release_allocator(Id id, std::string& notes) {
  const Allocator allocator = allocators_.at(id);
  if (allocator.has_handle || allocator.assigned_to != 0) return;
  for (int i = 0; i < allocator.out; ++i) notes += note("Free", allocator.number);
  notes += note("Delete", allocator.number);
  allocators_.erase(id);
  release_pin(allocator.pin, notes);
}

StreamAnswer StreamModel::allocate(const StreamStep& step) {
  const auto at = allocator_at_.find(step.on);
  if (at == allocator_at_.end()) return left_out();
  if (const auto held = states_.find(step.to); held != states_.end() && !held->second.is_done)
    return left_out();
  allocations_[step.to] = true;
  states_[step.to] = {};
  if (is_lost_) {
    answer(step.to, STATUS_DEVICE_REMOVED);
    return answered(STATUS_DEVICE_REMOVED);
  }
  Allocator& allocator = allocators_.at(at->second);
  if (!has_room(allocator)) {
    allocator.waiting.push_back(step.to);
    return answered(STATUS_PENDING);
  }
  ++allocator.out;
  answer(step.to, STATUS_SUCCESS);
  return answered(STATUS_SUCCESS, note("Allocate", allocator.number));
}

StreamAnswer StreamModel::free_frame(const StreamStep& step) {
  const auto at = allocator_at_.find(step.on);
  if (at == allocator_at_.end() || is_lost_) return left_out();
  Allocator& allocator = allocators_.at(at->second);
  if (step.way == 1) return answered(STATUS_INVALID_PARAMETER);
  if (allocator.out == 0) return left_out();
  --allocator.out;
  StreamAnswer out;
  give_back(allocator, out.notes);
  return out;
}

// S-073, S-075: an allocator is assigned to one source, before that leaves STOP.
StreamAnswer StreamModel::assign(const StreamStep& step) {
  const auto pin_at = pin_at_.find(step.on);
  const auto allocator_at = allocator_at_.find(step.of);
  if (pin_at == pin_at_.end() || allocator_at == allocator_at_.end() || is_lost_) return left_out();
  Pin& pin = pins_.at(pin_at->second);
  Allocator& allocator = allocators_.at(allocator_at->second);
  const bool is_of_pipe = allocator.pin == pin.sink || allocator.pin == pin_at->second;
  if (pin.sink == 0 || pin.state != kStopState || !is_of_pipe || allocator.assigned_to != 0)
    return left_out();
  allocator.assigned_to = pin_at->second;
  StreamAnswer out;
  if (const Id old = std::exchange(pin.assigned, allocator_at->second); old != 0) {
    allocators_.at(old).assigned_to = 0;
    release_allocator(old, out.notes);
  }
  return out;
}

StreamAnswer StreamModel::surprise(const StreamStep&) {
  if (std::exchange(is_lost_, true)) return left_out();
  for (auto& [id, pin] : pins_) flush(pin, STATUS_DEVICE_REMOVED);
  return {};
}

}  // namespace drydock::model
