// Sleeps, and DPCs that note when they run.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"

namespace drydock::testing {

struct Noted {
  std::string order;
  KIRQL irql = 0xFF;
  char name = 'x';
  std::string* log = nullptr;
};

inline void note(KDPC*, PVOID context, PVOID, PVOID) {
  auto& noted = *static_cast<Noted*>(context);
  noted.irql = KeGetCurrentIrql();
  (noted.log != nullptr ? *noted.log : noted.order) += noted.name;
}

class Timer : public ::testing::Test {
 protected:
  sim::SeededSchedule schedule_{1};
  rules::FindingLog log_;
};
class Dpc : public Timer {};
class WorkItem : public Timer {};

}  // namespace drydock::testing
