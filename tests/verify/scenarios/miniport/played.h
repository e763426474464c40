// A run in which a test plays what scenarios of miniports play with: a stage, and a client with one
// device on it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "drydock/dock.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify {

// With the software GPU, unless the test names another driver before it begins.
class Played : public ::testing::Test {
 protected:
  Played() { drivers.miniport = Dock::software_gpu(); }

  // The stage is empty again afterwards, and nothing was found.
  void play(const std::function<void(Stage& stage)>& body) {
    const rules::FindingLog log;
    {
      const sim::SeededSchedule schedule(1);
      run.emplace(drivers, 1);
      Stage stage(*run);
      body(stage);
      stage.finish();
    }
    for (const rules::Finding& finding : log.findings()) ADD_FAILURE() << rules::to_text(finding);
  }
  void play_with_device(const std::function<void(Stage&, Client&, D3DKMT_HANDLE)>& body) {
    play([&](Stage& stage) {
      stage.with_device([&](Client& client, D3DKMT_HANDLE device) { body(stage, client, device); });
    });
  }

  TestedDrivers drivers;
  std::optional<verify::Run> run;
};

}  // namespace drydock::verify
