// The reference camera, and a filter of it that a client has open.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drydock/avstream.h"
#include "src/ks/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

class KsClient : public ::testing::Test {
 protected:
  const rules::FindingLog log;
  const sim::SeededSchedule schedule{1};
  avstream::Device camera{DRYDOCK_VCAM};
  avstream::Filter filter = camera.open(0);
  avstream::Format format = filter.formats(0, 64, 32).back();
};

}  // namespace drydock::testing
