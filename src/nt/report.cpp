#include "src/nt/report.h"

#include <cassert>
#include <utility>

#include "src/nt/driver.h"

namespace drydock::nt {
namespace {

rules::Finding compose(std::string_view rule, std::string message, Concerning concerning) {
  rules::Finding finding;
  finding.rule = rules::find(rule);
  assert(finding.rule != nullptr);
  finding.message = std::move(message);
  finding.object = std::move(concerning.object);
  finding.history = std::move(concerning.history);
  finding.stacks = std::move(concerning.stacks);
  return finding;
}

}  // namespace

void report(std::string_view rule, std::string message, Concerning concerning) {
  rules::Finding finding = compose(rule, std::move(message), std::move(concerning));
  finding.stacks.insert(finding.stacks.begin(), {"here", rules::Stack::capture()});
  Driver* driver = current_driver();
  if (driver != nullptr) finding.driver = driver->name();
  const bool fatal = finding.rule->severity == rules::Severity::kFatal;
  rules::raise(std::move(finding));
  if (fatal && driver != nullptr) throw DriverEnded{};
}

void report_about(std::string_view driver, std::string_view rule, std::string message,
                  Concerning concerning) {
  rules::Finding finding = compose(rule, std::move(message), std::move(concerning));
  finding.driver = driver;
  rules::raise(std::move(finding));
}

}  // namespace drydock::nt
