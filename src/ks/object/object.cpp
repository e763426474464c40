#include "src/ks/object/object.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "src/ks/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/rules/stack.h"
#include "src/sim/never_destroyed.h"

namespace drydock::ks {
namespace {

struct Faces {
  sim::Lock lock;
  std::unordered_map<const void*, std::weak_ptr<Object>> live DRYDOCK_GUARDED_BY(lock);
};

Faces& faces() {
  static sim::NeverDestroyed<Faces> instance;
  return *instance;
}

std::shared_ptr<Object> find_face(const void* face) {
  Faces& all = faces();
  const sim::Hold hold(all.lock);
  const auto at = all.live.find(face);
  return at == all.live.end() ? nullptr : at->second.lock();
}

}  // namespace

RefusalListeners& refusal_listeners() {
  static sim::NeverDestroyed<RefusalListeners> instance;
  return *instance;
}

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

namespace {

// The callback returned, whatever the host had not given it.
void note_survived(const Given& given) {
  if (given.no_frame) rules::evaluated("S-153");
  if (given.no_pins) rules::evaluated("S-184");
  if (given.no_data) rules::evaluated("S-186");
  if (given.empty_frame) rules::evaluated("S-269");
}

}  // namespace

// When the class driver itself runs in a call of the driver that dies, that call is unwound too.
bool Object::call(const char* where, nt::Errand body) {
  const InCallback marked(where);
  nt::self().fault_address = ~std::uintptr_t{0};
  try {
    const bool was_alive = driver_.alive();
    const bool lived = driver_.run(where, body);
    if (lived) note_survived(given_to_callback());
    if (was_alive && !lived) explain_end(where);
    return lived;
  } catch (const nt::DriverEnded&) {
    explain_end(where);
    throw;
  }
}

// Raises the rule that explains a crash. A crash near address zero may come from a null pointer
// that the host gave the callback; a crash inside the framing of the descriptor is a write to a
// constant.
void Object::explain_end(const char* where) const {
  constexpr std::uintptr_t kNear = 0x1000;
  nt::Thread& thread = nt::self();
  const Given& given = given_to_callback();
  const std::uintptr_t address = std::exchange(thread.fault_address, ~std::uintptr_t{0});
  if (thread.fault_writes && is_framing_of_type(reinterpret_cast<const void*>(address))) {
    breach("S-046", fmt::format("{} wrote into the constant framing of the descriptor", where))
        .raise_later();
  }
  if (address >= kNear) return;
  if (given.no_frame) {
    breach("S-153", fmt::format("{} died of a stream pointer that it was not given", where))
        .raise_later();
  } else if (given.no_pins && !thread.fault_writes) {
    breach("S-184", fmt::format("{} died of a process pin that is not there", where)).raise_later();
  } else if (given.no_data) {
    breach("S-186", fmt::format("{} died of the data of a pin that has no frame", where))
        .raise_later();
  } else if (given.empty_frame) {
    breach("S-269", fmt::format("{} died of the data of a frame without a buffer", where))
        .raise_later();
  }
}

NTSTATUS Object::ask(const char* where, const std::function<NTSTATUS()>& body) {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  if (!call(where, [&] { status = body(); })) return STATUS_DEVICE_REMOVED;
  if (!NT_SUCCESS(status)) refusal_listeners().call(where, status);
  return status;
}

NTSTATUS Object::ask_now(const char* where, rules::RuleId rule,
                         const std::function<NTSTATUS()>& body) {
  const NTSTATUS status = ask(where, body);
  if (!rules::breaks(rule, status == STATUS_PENDING)) return status;
  breach(rule, fmt::format("{} returned STATUS_PENDING", where)).raise_later();
  return STATUS_UNSUCCESSFUL;
}

nt::Breach Object::breach(rules::RuleId rule, std::string_view what) const {
  const std::string name = describe();
  return nt::Breach(rule, driver_).message("{}: {}", name, what).object(name);
}

void Object::check_marked(PIRP irp) const {
  const bool marked = (IoGetCurrentIrpStackLocation(irp)->Control & SL_PENDING_RETURNED) != 0;
  if (!rules::breaks("S-106", !marked)) return;
  breach("S-106", "a callback returned STATUS_PENDING without IoMarkIrpPending").raise_later();
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
  std::shared_ptr<Object> last;  // may destroy the child: after the lock is released
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

void Object::abandon() {
  for (const std::shared_ptr<Object>& child : children()) child->abandon();
}

void Object::device_lost() {
  for (const std::shared_ptr<Object>& child : children()) child->device_lost();
}

void Object::notify_power(DEVICE_POWER_STATE to, bool sleeps) {
  for (const std::shared_ptr<Object>& child : children()) child->notify_power(to, sleeps);
}

void Object::check_paused() {
  for (const std::shared_ptr<Object>& child : children()) child->check_paused();
}

std::shared_ptr<Object> Object::next_sibling() const {
  if (parent_ == nullptr) return nullptr;
  const std::vector<std::shared_ptr<Object>> all = parent_->children();
  const auto at = std::ranges::find(all, this, &std::shared_ptr<Object>::get);
  return at == all.end() || at + 1 == all.end() ? nullptr : *(at + 1);
}

std::shared_ptr<Object> object_of(const void* face, const char* call) {
  std::shared_ptr<Object> found = find_face(face);
  if (rules::breaks("N-005", found == nullptr)) {
    nt::Breach("N-005", nt::Offender::running())
        .message("{} was given {}, which is no AVStream object that lives", call, fmt::ptr(face))
        .raise();
  }
  return found;
}

}  // namespace drydock::ks
