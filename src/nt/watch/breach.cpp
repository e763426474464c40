#include "src/nt/watch/breach.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <iterator>
#include <memory>
#include <utility>

#include "src/nt/base/driver_life.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/client_call.h"
#include "src/nt/watch/history.h"
#include "src/rules/client_findings.h"
#include "src/rules/evaluated.h"
#include "src/rules/evidence.h"

namespace drydock::nt {
namespace {

thread_local int silences = 0;

bool is_fatal(const rules::Finding& finding) {
  return rules::severity_of(finding) == rules::Severity::kFatal;
}

// True while the call of a dead driver is unwound: what its destructors do wrong follows from its
// end.
bool follows_from_end(const DriverLife* driver) {
  return driver != nullptr && !driver->alive() && std::uncaught_exceptions() > 0;
}

// The chain in which breaches wait: that of the call that this thread is in, or that of the thread
// outside of drivers.
WaitingBreaches*& waiting_chain() {
  Thread& thread = self();
  return thread.entry != nullptr ? thread.entry->waiting : thread.waiting;
}

// Records it against the driver that runs on this thread, with the stack of its call.
void record_running(rules::Finding finding, const DriverLife* driver, const rules::Stack& here) {
  finding.stacks.insert(finding.stacks.begin(), {"here", here});
  if (driver != nullptr) finding.driver = driver->name();
  rules::raise(std::move(finding));
}

// Records it against a client. A breach of a call is recorded once for each place that makes the
// call. A client that has switched its findings off has none.
void record_client(rules::RuleId rule, rules::Finding finding) {
  if (rules::are_client_findings_off()) return;
  const bool has_stack = !finding.stacks.empty() && finding.stacks.front().label == "here";
  if (!has_stack) {
    const ClientCall* const call = ClientCall::current();
    const rules::Stack here =
        call != nullptr ? call->stack() : rules::Stack::capture().outside_host();
    if (call != nullptr && here.depth != 0 && !rules::is_new_place(rule, here.hash())) return;
    if (here.depth != 0) finding.stacks.insert(finding.stacks.begin(), {"here", here});
  }
  rules::raise(std::move(finding));
}

// Records it as record_running() does, and ends the driver's call when the rule is fatal.
void raise_running(rules::Finding finding, const rules::Stack& here) {
  const DriverLife* driver = running_driver();
  if (follows_from_end(driver)) return;
  const bool ends = driver != nullptr && is_fatal(finding);
  record_running(std::move(finding), driver, here);
  if (ends) end_current_driver();
}

}  // namespace

Offender::Offender(const DriverLife& driver) : Offender(Kind::kDriver, driver.name()) {}

Offender Offender::ending(DriverLife& driver, std::function<void()> ended) {
  Offender out(driver);
  out.mortal_ = &driver;
  out.ended_ = std::move(ended);
  return out;
}

Breach::Breach(rules::RuleId rule, Offender offender)
    : rule_(rule), offender_(std::move(offender)) {
  rules::evaluated_at_least_once(rule);
}

Breach::Breach(Breach&& other) noexcept
    : rule_(other.rule_),
      offender_(std::move(other.offender_)),
      is_open_(std::exchange(other.is_open_, false)),
      is_tolerated_(other.is_tolerated_),
      is_survivable_(other.is_survivable_),
      message_(std::move(other.message_)),
      about_(std::move(other.about_)),
      fields_(std::move(other.fields_)) {}

Breach::~Breach() { assert(!is_open_ || std::uncaught_exceptions() > 0); }

Breach&& Breach::history(std::vector<rules::ObjectEvent> events) && {
  std::ranges::move(events, std::back_inserter(about_.history));
  return std::move(*this);
}

Breach&& Breach::about(Concerning concerning) && {
  if (!concerning.object.empty()) about_.object = std::move(concerning.object);
  if (concerning.address != nullptr) about_.address = concerning.address;
  std::ranges::move(concerning.history, std::back_inserter(about_.history));
  std::ranges::move(concerning.stacks, std::back_inserter(about_.stacks));
  return std::move(*this);
}

rules::Finding Breach::compose() {
  is_open_ = false;
  rules::Finding finding;
  finding.rule = &rules::find(rule_);
  finding.is_tolerated = is_tolerated_;
  finding.is_survivable = is_survivable_;
  finding.message = std::move(message_);
  finding.driver = offender_.name_;
  finding.object = std::move(about_.object);
  finding.fields = std::move(fields_);
  if (about_.address != nullptr) finding.history = history_of(about_.address);
  std::ranges::move(about_.history, std::back_inserter(finding.history));
  finding.stacks = std::move(about_.stacks);
  return finding;
}

bool Breach::is_dropped() {
  if (!rules::is_turned_off(rule_)) return false;
  is_open_ = false;
  return true;
}

void Breach::raise() && {
  assert(offender_.kind_ == Offender::Kind::kRunning);
  if (is_dropped()) return;
  raise_running(compose(), rules::Stack::capture());
}

void Breach::raise_later() && {
  if (is_dropped()) return;
  rules::Finding finding = compose();
  if (offender_.kind_ == Offender::Kind::kRunning) {
    if (LaterBreaches* const queue = LaterBreaches::innermost(); queue != nullptr) {
      queue->add(std::move(finding));
      return;
    }
    DriverLife* const driver = running_driver();
    if (follows_from_end(driver)) return;
    if (driver != nullptr && is_fatal(finding)) driver->die();
    record_running(std::move(finding), driver, rules::Stack::capture());
    return;
  }
  if (offender_.kind_ == Offender::Kind::kClient) {
    record_client(rule_, std::move(finding));
    return;
  }
  const bool ends = offender_.mortal_ != nullptr && is_fatal(finding);
  if (silences == 0) rules::raise(std::move(finding));
  if (!ends) return;
  offender_.mortal_->die();
  if (offender_.ended_) offender_.ended_();
}

LaterBreaches*& LaterBreaches::innermost() {
  Thread& thread = self();
  return thread.entry != nullptr ? thread.entry->later : thread.later;
}

// It lies on the heap and the crossing has a pointer to it, so that it is freed even if a crash
// jumps over its owner.
struct WaitingBreaches {
  std::vector<rules::Finding> all;
  WaitingBreaches* outer;
};

LaterBreaches::LaterBreaches()
    : place_(innermost()), outer_(std::exchange(place_, this)), chain_(waiting_chain()) {}

LaterBreaches::~LaterBreaches() {
  place_ = outer_;
  if (waiting_ == nullptr) return;
  assert(chain_ == waiting_);
  chain_ = waiting_->outer;
  delete waiting_;
}

bool LaterBreaches::empty() const { return waiting_ == nullptr || waiting_->all.empty(); }

void LaterBreaches::add(rules::Finding finding) {
  if (waiting_ == nullptr) chain_ = waiting_ = new WaitingBreaches{.all = {}, .outer = chain_};
  waiting_->all.push_back(std::move(finding));
}

std::vector<rules::Finding> LaterBreaches::take() {
  return waiting_ == nullptr ? std::vector<rules::Finding>() : std::exchange(waiting_->all, {});
}

void drop_waiting(WaitingBreaches*& chain) {
  while (chain != nullptr) {
    const std::unique_ptr<WaitingBreaches> dropped(chain);
    chain = dropped->outer;
  }
}

void LaterBreaches::raise() {
  const rules::Stack here = rules::Stack::capture();
  for (rules::Finding& each : take()) raise_running(std::move(each), here);
}

void LaterBreaches::raise_about(const DriverLife& driver) {
  for (rules::Finding& each : take()) {
    if (silences > 0) continue;
    each.driver = driver.name();
    rules::raise(std::move(each));
  }
}

Silence::Silence() { ++silences; }
Silence::~Silence() { --silences; }

}  // namespace drydock::nt
