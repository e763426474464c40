// The changes that an entry point may make to the network that it was given.
//
//  change                    IsSupported  Recommend  RecommendTopology  EnumCofunc  Commit, HWCapability
//  create a mode set              x           x                             x
//  assign a mode set                          x                             x
//  assign multisampling                                                     x
//  pin a mode                                 x
//  add or remove a path                       x              x
//  update path support                        x              x              x
//
// What is not allowed is answered STATUS_ACCESS_DENIED. Cost: a constant. Threads: any.
#pragma once

#include <cstdint>
#include <optional>

#include "drydock/rule_id.h"

namespace drydock::display {

// Why the driver is called.
enum class Purpose : std::uint8_t {
  kSupport,            // DxgkDdiIsSupportedVidPn
  kRecommend,          // DxgkDdiRecommendFunctionalVidPn
  kRecommendTopology,  // DxgkDdiRecommendVidPnTopology
  kEnumerate,          // DxgkDdiEnumVidPnCofuncModality
  kCommit,             // DxgkDdiCommitVidPn, DxgkDdiQueryVidPnHWCapability
  kMonitorModes,       // DxgkDdiRecommendMonitorModes
  kOther,              // any, and the driver's own threads: no network is given
};

enum class Change : std::uint8_t {
  kCreateSet,
  kAssignSet,
  kAssignMethods,
  kPin,
  kPaths,
  kSupportInfo,
};

constexpr bool is_allowed(Purpose purpose, Change change) {
  switch (purpose) {
    case Purpose::kSupport:
      return change == Change::kCreateSet;
    case Purpose::kRecommend:
      return change != Change::kAssignMethods;
    case Purpose::kRecommendTopology:
      return change == Change::kPaths || change == Change::kSupportInfo;
    case Purpose::kEnumerate:
      return change != Change::kPin && change != Change::kPaths;
    default:
      return false;
  }
}

// The driver's rule that a change breaks where it is not allowed. Where there is none, the status
// is the whole answer.
constexpr std::optional<rules::RuleId> rule_of_denial(Purpose purpose, Change change) {
  if (purpose == Purpose::kSupport) return "D-072"_rule;
  if (purpose != Purpose::kEnumerate) return std::nullopt;
  return change == Change::kPin ? "D-085"_rule : "D-088"_rule;
}

// The entry point, for messages.
constexpr const char* name_of(Purpose purpose) {
  switch (purpose) {
    case Purpose::kSupport:
      return "DxgkDdiIsSupportedVidPn";
    case Purpose::kRecommend:
      return "DxgkDdiRecommendFunctionalVidPn";
    case Purpose::kRecommendTopology:
      return "DxgkDdiRecommendVidPnTopology";
    case Purpose::kEnumerate:
      return "DxgkDdiEnumVidPnCofuncModality";
    case Purpose::kCommit:
      return "DxgkDdiCommitVidPn";
    case Purpose::kMonitorModes:
      return "DxgkDdiRecommendMonitorModes";
    case Purpose::kOther:
      break;
  }
  return "the driver";
}

}  // namespace drydock::display
