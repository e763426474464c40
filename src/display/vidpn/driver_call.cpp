#include "src/display/vidpn/driver_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "src/display/vidpn/network_handles.h"
#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

rules::RuleId rule_of_leak(Claim claim) {
  if (claim == Claim::kRefused) return "D-053"_rule;
  return claim == Claim::kCreated ? "D-050"_rule : "D-049"_rule;
}

rules::RuleId rule_of_leak(const BorrowedObject& object, const BorrowedStructure& borrowed) {
  if (object.kind == ObjectKind::kAdditionalModes) return "D-092"_rule;
  return borrowed.state() == BorrowedStructure::State::kCreated ? "D-058"_rule : "D-056"_rule;
}

}  // namespace

constinit thread_local DriverCall* DriverCall::innermost_ = nullptr;

DriverCall::DriverCall(const DriverTraits& driver, Purpose purpose)
    : driver_(driver), purpose_(purpose), outer_(innermost_) {
  if (purpose_ != Purpose::kOther) innermost_ = this;
}

DriverCall::~DriverCall() { revoke_all(); }

D3DKMDT_HVIDPN DriverCall::handle_of(VidPn& vidpn) {
  return NetworkHandles::instance().alone([&] {
    const BorrowedObject* const object =
        issue_object(ObjectKind::kVidPn, &vidpn, Claim::kNone, &vidpn);
    return static_cast<D3DKMDT_HVIDPN>(object == nullptr ? nullptr : object->handle);
  });
}

D3DKMDT_HMONITORSOURCEMODESET DriverCall::handle_of(const std::shared_ptr<MonitorModeSet>& set) {
  return NetworkHandles::instance().alone([&] {
    const BorrowedObject* const object = issue_object(ObjectKind::kMonitorModes, set, Claim::kNone);
    return static_cast<D3DKMDT_HMONITORSOURCEMODESET>(object == nullptr ? nullptr : object->handle);
  });
}

BorrowedObject* DriverCall::issue_object(ObjectKind kind,
                                         const BorrowedObject::HostObject& host_object, Claim claim,
                                         const VidPn* network) {
  const auto before =
      std::ranges::find_if(objects_, [&](const std::unique_ptr<BorrowedObject>& one) {
        return one->kind == kind && one->host_object == host_object && one->is_usable() &&
               one->claim == claim;
      });
  if (before != objects_.end()) {
    if (claim != Claim::kNone) ++(*before)->references;
    return before->get();
  }
  auto object = std::make_unique<BorrowedObject>();
  object->call = this;
  object->kind = kind;
  object->host_object = host_object;
  object->network = network;
  object->claim = claim;
  object->references = claim == Claim::kNone ? 0 : 1;
  object->where = rules::Stack::capture();
  object->handle = NetworkHandles::instance().issue(kind, *object);
  if (object->handle == nullptr) return nullptr;
  objects_.push_back(std::move(object));
  return objects_.back().get();
}

BorrowedObject* DriverCall::find_with_structure(ObjectKind kind, const void* address) {
  for (const std::unique_ptr<BorrowedObject>& one : objects_)
    if (one->kind == kind && one->find_structure(address) != nullptr) return one.get();
  return nullptr;
}

void DriverCall::add_debts(const BorrowedObject& object, std::vector<Debt>& debts) const {
  if (object.is_usable() && object.references > 0)
    debts.push_back(
        {rule_of_leak(object.claim),
         fmt::format("{} returned without giving back the {}, {}", name_of(purpose_),
                     describe(object),
                     object.claim == Claim::kAcquired
                         ? fmt::format("acquired {} times more than released", object.references)
                         : "which it created and neither assigned nor released"),
         object.where});
  for (const BorrowedStructure& borrowed : object.structures) {
    if (!borrowed.is_held()) continue;
    debts.push_back(
        {rule_of_leak(object, borrowed),
         fmt::format(
             "{} returned without giving back a structure of the {}, which it {}",
             name_of(purpose_), describe(object),
             borrowed.state() == BorrowedStructure::State::kCreated ? "created" : "acquired"),
         borrowed.where()});
    if (borrowed.state() == BorrowedStructure::State::kAcquired && borrowed.is_changed())
      debts.push_back({"D-060",
                       fmt::format("{} wrote to a structure of the {}, which it acquired",
                                   name_of(purpose_), describe(object)),
                       borrowed.where()});
  }
}

std::vector<DriverCall::Debt> DriverCall::revoke_all() {
  if (is_over_) return {};
  is_over_ = true;
  if (purpose_ != Purpose::kOther) innermost_ = outer_;
  return NetworkHandles::instance().alone([&] {
    std::vector<Debt> debts;
    for (const std::unique_ptr<BorrowedObject>& object : objects_) {
      add_debts(*object, debts);
      NetworkHandles::instance().revoke(object->handle);
    }
    objects_.clear();
    return debts;
  });
}

void DriverCall::end(const OffenderOf& offender) {
  for (const rules::RuleId rule : {"D-049"_rule, "D-050"_rule, "D-056"_rule, "D-058"_rule})
    rules::evaluated(rule);
  for (const Debt& one : revoke_all())
    nt::Breach(one.rule, offender())
        .message("{}", one.message)
        .history("given to the driver", one.where)
        .raise_later();
}

}  // namespace drydock::display
