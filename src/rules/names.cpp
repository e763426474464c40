#include "drydock/rules.h"

namespace drydock::rules {

std::string_view name(Party party) {
  switch (party) {
    case Party::kClient:
      return "client";
    case Party::kMiniport:
      return "miniport";
    case Party::kUserModeDriver:
      return "user-mode driver";
    case Party::kMinidriver:
      return "minidriver";
    case Party::kDriver:
      return "driver";
    case Party::kGraphicsKernel:
      return "graphics kernel";
    case Party::kRuntime:
      return "runtime";
    case Party::kClassDriver:
      return "class driver";
    case Party::kRuntimeAndUserModeDriver:
      return "runtime and user-mode driver";
  }
  return "unknown";
}

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::kFatal:
      return "fatal";
    case Severity::kViolation:
      return "violation";
    case Severity::kLint:
      return "lint";
  }
  return "unknown";
}

std::string_view name(Status status) {
  switch (status) {
    case Status::kChecked:
      return "checked";
    case Status::kProved:
      return "proved";
    case Status::kPlanned:
      return "planned";
    case Status::kNotApplicable:
      return "not-applicable";
  }
  return "unknown";
}

std::string_view name(TestRole role) {
  switch (role) {
    case TestRole::kProvokes:
      return "provokes";
    case TestRole::kStaysSilent:
      return "stays-silent";
    case TestRole::kProves:
      return "proves";
  }
  return "unknown";
}

}  // namespace drydock::rules
