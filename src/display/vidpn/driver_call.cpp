#include "src/display/vidpn/driver_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "src/display/vidpn/lending.h"
#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

rules::RuleId rule_of_leak(Claim claim) {
  if (claim == Claim::kRefused) return "D-053"_rule;
  return claim == Claim::kCreated ? "D-050"_rule : "D-049"_rule;
}

rules::RuleId rule_of_leak(const Shown& shown, const Lent& lent) {
  if (shown.kind == ShownKind::kAdditionalModes) return "D-092"_rule;
  return lent.state() == Lent::State::kCreated ? "D-058"_rule : "D-056"_rule;
}

}  // namespace

constinit thread_local DriverCall* DriverCall::innermost_ = nullptr;

DriverCall::DriverCall(const DriverTraits& driver, Purpose purpose)
    : driver_(driver), purpose_(purpose), outer_(innermost_) {
  if (purpose_ != Purpose::kOther) innermost_ = this;
}

DriverCall::~DriverCall() { take_back(); }

D3DKMDT_HVIDPN DriverCall::show(VidPn& vidpn) {
  return Lending::instance().alone([&] {
    const Shown* const shown = show_object(ShownKind::kVidPn, &vidpn, Claim::kNone, &vidpn);
    return static_cast<D3DKMDT_HVIDPN>(shown == nullptr ? nullptr : shown->handle);
  });
}

D3DKMDT_HMONITORSOURCEMODESET DriverCall::show(const std::shared_ptr<MonitorModeSet>& set) {
  return Lending::instance().alone([&] {
    const Shown* const shown = show_object(ShownKind::kMonitorModes, set, Claim::kNone);
    return static_cast<D3DKMDT_HMONITORSOURCEMODESET>(shown == nullptr ? nullptr : shown->handle);
  });
}

Shown* DriverCall::show_object(ShownKind kind, const Shown::Object& object, Claim claim,
                               const VidPn* network) {
  const auto before = std::ranges::find_if(shown_, [&](const std::unique_ptr<Shown>& one) {
    return one->kind == kind && one->object == object && one->is_usable() && one->claim == claim;
  });
  if (before != shown_.end()) {
    if (claim != Claim::kNone) ++(*before)->references;
    return before->get();
  }
  auto shown = std::make_unique<Shown>();
  shown->call = this;
  shown->kind = kind;
  shown->object = object;
  shown->network = network;
  shown->claim = claim;
  shown->references = claim == Claim::kNone ? 0 : 1;
  shown->where = rules::Stack::capture();
  shown->handle = Lending::instance().issue(kind, *shown);
  if (shown->handle == nullptr) return nullptr;
  shown_.push_back(std::move(shown));
  return shown_.back().get();
}

Shown* DriverCall::find_lender(ShownKind kind, const void* address) {
  for (const std::unique_ptr<Shown>& one : shown_)
    if (one->kind == kind && one->find_lent(address) != nullptr) return one.get();
  return nullptr;
}

void DriverCall::note_owed(const Shown& shown, std::vector<Owed>& owed) const {
  if (shown.is_usable() && shown.references > 0)
    owed.push_back(
        {rule_of_leak(shown.claim),
         fmt::format("{} returned without giving back the {}, {}", name_of(purpose_),
                     describe(shown),
                     shown.claim == Claim::kAcquired
                         ? fmt::format("acquired {} times more than released", shown.references)
                         : "which it created and neither assigned nor released"),
         shown.where});
  for (const Lent& lent : shown.lent) {
    if (!lent.is_held()) continue;
    owed.push_back(
        {rule_of_leak(shown, lent),
         fmt::format("{} returned without giving back a structure of the {}, which it {}",
                     name_of(purpose_), describe(shown),
                     lent.state() == Lent::State::kCreated ? "created" : "acquired"),
         lent.where()});
    if (lent.state() == Lent::State::kAcquired && lent.is_changed())
      owed.push_back({"D-060",
                      fmt::format("{} wrote to a structure of the {}, which it acquired",
                                  name_of(purpose_), describe(shown)),
                      lent.where()});
  }
}

std::vector<DriverCall::Owed> DriverCall::take_back() {
  if (is_over_) return {};
  is_over_ = true;
  if (purpose_ != Purpose::kOther) innermost_ = outer_;
  return Lending::instance().alone([&] {
    std::vector<Owed> owed;
    for (const std::unique_ptr<Shown>& shown : shown_) {
      note_owed(*shown, owed);
      Lending::instance().revoke(shown->handle);
    }
    shown_.clear();
    return owed;
  });
}

void DriverCall::end(const Accused& accused) {
  for (const rules::RuleId rule : {"D-049"_rule, "D-050"_rule, "D-056"_rule, "D-058"_rule})
    rules::evaluated(rule);
  for (const Owed& one : take_back())
    nt::Breach(one.rule, accused())
        .message("{}", one.message)
        .history("given to the driver", one.where)
        .raise_later();
}

}  // namespace drydock::display
