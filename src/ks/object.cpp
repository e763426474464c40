#include "src/ks/object.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "src/ks/mutex.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/report.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"

namespace drydock::ks {
namespace {

struct Faces {
  sim::Lock lock;
  std::unordered_map<const void*, std::weak_ptr<Object>> live DRYDOCK_GUARDED_BY(lock);
};

Faces& faces() {
  // Never destroyed: strands may still run when the process ends.
  static auto& instance = *new Faces;
  return instance;
}

std::shared_ptr<Object> find_face(const void* face) {
  Faces& all = faces();
  const sim::Hold hold(all.lock);
  const auto at = all.live.find(face);
  return at == all.live.end() ? nullptr : at->second.lock();
}

}  // namespace

Object::Object(Kind kind, void* face, std::shared_ptr<Object> parent, nt::Driver& driver,
               std::shared_ptr<BagItems> items)
    : kind_(kind),
      face_(face),
      parent_(std::move(parent)),
      driver_(driver),
      bag_(std::make_unique<Bag>(std::move(items), driver)) {}

Object::~Object() { retract(); }

void Object::publish() {
  bag_->guard_by(control_mutex(), *this);
  Faces& all = faces();
  const sim::Hold hold(all.lock);
  all.live[face_] = weak_from_this();
}

void Object::retract() {
  Faces& all = faces();
  const sim::Hold hold(all.lock);
  all.live.erase(face_);
}

// The end of a driver unwinds whatever called it too, when that is the driver itself.
bool Object::call(const char* where, nt::Errand body) {
  const InCallback marked(where);
  nt::self().fault_address = ~std::uintptr_t{0};
  try {
    const bool was_alive = driver_.alive();
    const bool lived = driver_.run(where, body);
    if (was_alive && !lived) explain_end(where);
    return lived;
  } catch (const nt::DriverEnded&) {
    explain_end(where);
    throw;
  }
}

// A driver that died at an address near zero may have taken for memory what it was told is none;
// one that died in the framing of its descriptor took a constant for its own.
void Object::explain_end(const char* where) const {
  constexpr std::uintptr_t kNear = 0x1000;
  nt::Thread& thread = nt::self();
  const Given& given = given_to_callback();
  const std::uintptr_t address = std::exchange(thread.fault_address, ~std::uintptr_t{0});
  if (thread.fault_writes && is_framing_of_type(reinterpret_cast<const void*>(address))) {
    blame("S-046", fmt::format("{} wrote into the constant framing of the descriptor", where));
  }
  if (address >= kNear) return;
  if (given.no_frame) {
    blame("S-153", fmt::format("{} died of a stream pointer that it was not given", where));
  } else if (given.no_pins && !thread.fault_writes) {
    blame("S-184", fmt::format("{} died of a process pin that is not there", where));
  } else if (given.no_data) {
    blame("S-186", fmt::format("{} died of the data of a pin that has no frame", where));
  } else if (given.empty_frame) {
    blame("S-269", fmt::format("{} died of the data of a frame without a buffer", where));
  }
}

NTSTATUS Object::ask(const char* where, const std::function<NTSTATUS()>& body) {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  return call(where, [&] { status = body(); }) ? status : STATUS_DEVICE_REMOVED;
}

NTSTATUS Object::ask_now(const char* where, rules::RuleId rule,
                         const std::function<NTSTATUS()>& body) {
  const NTSTATUS status = ask(where, body);
  if (status != STATUS_PENDING) return status;
  blame(rule, fmt::format("{} returned STATUS_PENDING", where));
  return STATUS_UNSUCCESSFUL;
}

void Object::blame(rules::RuleId rule, const std::string& message) const {
  nt::report_about(driver_.name(), rule, fmt::format("{}: {}", describe(), message),
                   {.object = describe(), .history = {}, .stacks = {}});
}

void Object::check_marked(PIRP irp) const {
  if ((IoGetCurrentIrpStackLocation(irp)->Control & SL_PENDING_RETURNED) != 0) return;
  blame("S-106", "a callback returned STATUS_PENDING without IoMarkIrpPending");
  IoMarkIrpPending(irp);
}

OuterUnknown& Object::outer_unknown() {
  const sim::Hold hold(lock_);
  if (unknown_ == nullptr) unknown_ = make_unknown(*this);
  return *unknown_;
}

void Object::add_child(std::shared_ptr<Object> child) {
  const sim::Hold hold(lock_);
  children_.push_back(std::move(child));
}

void Object::remove_child(const Object& child) {
  std::shared_ptr<Object> last;  // goes after the lock
  const sim::Hold hold(lock_);
  const auto at = std::ranges::find(children_, &child, &std::shared_ptr<Object>::get);
  if (at == children_.end()) return;
  last = std::move(*at);
  children_.erase(at);
}

std::vector<std::shared_ptr<Object>> Object::children() const {
  const sim::Hold hold(lock_);
  return children_;
}

std::shared_ptr<Object> Object::next_sibling() const {
  if (parent_ == nullptr) return nullptr;
  const std::vector<std::shared_ptr<Object>> all = parent_->children();
  const auto at = std::ranges::find(all, this, &std::shared_ptr<Object>::get);
  return at == all.end() || at + 1 == all.end() ? nullptr : *(at + 1);
}

std::shared_ptr<Object> object_of(const void* face, const char* call) {
  std::shared_ptr<Object> found = find_face(face);
  if (found == nullptr) {
    nt::report("N-005", fmt::format("{} was given {}, which is no AVStream object that lives", call,
                                    fmt::ptr(face)));
  }
  return found;
}

bool out_of_memory() { return nt::fails_here(sim::FaultKind::kPool); }

}  // namespace drydock::ks
