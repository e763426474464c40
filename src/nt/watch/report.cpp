#include "src/nt/watch/report.h"

#include <utility>

namespace drydock::nt {

void report(rules::RuleId rule, std::string message, Concerning concerning) {
  Breach(rule, Offender::running())
      .message(std::move(message))
      .about(std::move(concerning))
      .raise();
}

void report_about(std::string_view driver, rules::RuleId rule, std::string message,
                  Concerning concerning) {
  Breach(rule, Offender::named(driver))
      .message(std::move(message))
      .about(std::move(concerning))
      .raise_later();
}

}  // namespace drydock::nt
