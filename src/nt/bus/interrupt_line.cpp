#include "src/nt/bus/interrupt_line.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct Connected {
  std::shared_ptr<Interrupt> interrupt;
  bool shared;
};

ULONG vectors_in(const LineDescription& line) { return std::max(line.messages, ULONG{1}); }

}  // namespace

struct InterruptLine::State {
  explicit State(const LineDescription& given)
      : description(given), connected(vectors_in(description)) {}

  const LineDescription description;
  sim::Lock mutex;
  std::vector<std::vector<Connected>> connected DRYDOCK_GUARDED_BY(mutex);  // by message

  std::vector<std::shared_ptr<Interrupt>> on(ULONG message) {
    std::vector<std::shared_ptr<Interrupt>> out;
    const sim::Hold hold(mutex);
    if (message >= connected.size()) return out;
    for (const Connected& one : connected[message]) out.push_back(one.interrupt);
    return out;
  }
};

namespace {

struct Lines {
  sim::Lock mutex;
  std::vector<std::shared_ptr<InterruptLine::State>> all DRYDOCK_GUARDED_BY(mutex);
};

Lines& lines() {
  static sim::NeverDestroyed<Lines> instance;
  return *instance;
}

bool overlap(const LineDescription& a, const LineDescription& b) {
  return a.vector < b.vector + vectors_in(b) && b.vector < a.vector + vectors_in(a);
}

}  // namespace

InterruptLine::InterruptLine(std::shared_ptr<State> state) : state_(std::move(state)) {}

InterruptLine::~InterruptLine() {
  const sim::Hold hold(lines().mutex);
  std::erase(lines().all, state_);
}

bool InterruptLine::raise(ULONG message) {
  bool claimed = false;
  for (const auto& interrupt : state_->on(message)) {
    claimed |= interrupt->raise(message);
    if (claimed && state_->description.mode == LevelSensitive) break;
  }
  return claimed;
}

void InterruptLine::pend(ULONG message) {
  for (const auto& interrupt : state_->on(message)) interrupt->pend(message);
}

std::unique_ptr<InterruptLine> declare_interrupt_line(const LineDescription& description) {
  const sim::Hold hold(lines().mutex);
  for (const auto& line : lines().all) {
    if (overlap(line->description, description))
      throw std::invalid_argument("an interrupt vector is declared twice");
  }
  lines().all.push_back(std::make_shared<InterruptLine::State>(description));
  return std::unique_ptr<InterruptLine>(new InterruptLine(lines().all.back()));
}

InterruptVector find_vector(ULONG vector) {
  const sim::Hold hold(lines().mutex);
  for (const auto& line : lines().all) {
    const LineDescription& one = line->description;
    if (vector >= one.vector && vector - one.vector < vectors_in(one))
      return {line, vector - one.vector, one};
  }
  return {};
}

std::vector<InterruptVector> vectors_of(PDEVICE_OBJECT device) {
  std::vector<InterruptVector> out;
  const sim::Hold hold(lines().mutex);
  for (const auto& line : lines().all) {
    const LineDescription& one = line->description;
    if (one.device != nullptr && one.device != device) continue;
    for (ULONG message = 0; message < vectors_in(one); ++message)
      out.push_back({line, message, one});
  }
  return out;
}

bool connect(const InterruptVector& vector, std::shared_ptr<Interrupt> interrupt, bool shared) {
  const sim::Hold hold(vector.line->mutex);
  std::vector<Connected>& connected = vector.line->connected[vector.message];
  if (!connected.empty() && !(shared && connected.front().shared)) return false;
  connected.push_back({std::move(interrupt), shared});
  return true;
}

void disconnect(const InterruptVector& vector, const std::shared_ptr<Interrupt>& interrupt) {
  const sim::Hold hold(vector.line->mutex);
  std::erase_if(vector.line->connected[vector.message],
                [&](const Connected& one) { return one.interrupt == interrupt; });
}

}  // namespace drydock::nt
