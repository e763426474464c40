#include "src/nt/watch/report.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <iterator>
#include <utility>

#include "src/nt/base/driver_life.h"
#include "src/nt/watch/history.h"

namespace drydock::nt {
namespace {

thread_local int silences = 0;

rules::Finding compose(std::string_view rule, std::string message, Concerning concerning) {
  rules::Finding finding;
  finding.rule = rules::find(rule);
  assert(finding.rule != nullptr);
  finding.message = std::move(message);
  finding.object = std::move(concerning.object);
  if (concerning.address != nullptr) finding.history = history_of(concerning.address);
  std::ranges::move(concerning.history, std::back_inserter(finding.history));
  finding.stacks = std::move(concerning.stacks);
  return finding;
}

}  // namespace

void report(std::string_view rule, std::string message, Concerning concerning) {
  const DriverLife* const driver = running_driver();
  // What destructors meet while a dead driver's call is unwound follows from its end.
  if (driver != nullptr && !driver->alive() && std::uncaught_exceptions() > 0) return;
  rules::Finding finding = compose(rule, std::move(message), std::move(concerning));
  finding.stacks.insert(finding.stacks.begin(), {"here", rules::Stack::capture()});
  if (driver != nullptr) finding.driver = driver->name();
  const bool fatal = finding.rule->severity == rules::Severity::kFatal;
  rules::raise(std::move(finding));
  if (fatal && driver != nullptr) end_current_driver();
}

void report_about(std::string_view driver, std::string_view rule, std::string message,
                  Concerning concerning) {
  if (silences > 0) return;
  rules::Finding finding = compose(rule, std::move(message), std::move(concerning));
  finding.driver = driver;
  rules::raise(std::move(finding));
}

Silence::Silence() { ++silences; }
Silence::~Silence() { --silences; }

}  // namespace drydock::nt
