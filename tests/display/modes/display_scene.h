// A started adapter of the display-only miniport.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "src/display/modes/mode_manager.h"
#include "src/dxgk/adapter/device_model.h"
#include "src/dxgk/dock/dock.h"
#include "src/rules/finding.h"
#include "tests/display/modes/display_miniport.h"

namespace drydock::testing {

// Only what sets modes.
inline std::vector<std::string> commits(std::vector<std::string> calls) {
  std::erase_if(calls, [](const std::string& call) {
    return !call.starts_with("commit") && !call.starts_with("visible") &&
           !call.starts_with("hidden");
  });
  return calls;
}

class DisplayTest : public ::testing::Test {
 protected:
  // Makes the driver and starts its device.
  void start(DisplayMiniport::Settings settings = {}) {
    make(std::move(settings));
    plug_in();
  }
  void make(DisplayMiniport::Settings settings = {}) {
    display = nullptr;  // one at a time
    display = std::make_unique<DisplayMiniport>(std::move(settings));
  }
  void plug_in() {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    adapter = dock.plug(display->miniport(), model, status);
    ASSERT_EQ(status, STATUS_SUCCESS);
    ASSERT_NE(adapter, nullptr);
  }
  void stop() {
    dock.unplug(*adapter);
    adapter = nullptr;
  }
  void TearDown() override {
    if (adapter != nullptr) stop();
  }
  std::shared_ptr<display::ModeManager> modes() { return adapter->modes(); }

  std::size_t count(std::string_view rule) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        log.findings(), [&](const rules::Finding& finding) { return finding.rule->id == rule; }));
  }
  std::string findings_text() const {
    std::string text;
    for (const rules::Finding& finding : log.findings()) text += rules::to_text(finding);
    return text;
  }
  void expect_silence() const { EXPECT_EQ(findings_text(), ""); }

  rules::FindingLog log;
  std::shared_ptr<dxgk::DeviceModel> model = std::make_shared<dxgk::DeviceModel>();
  std::unique_ptr<DisplayMiniport> display;
  dxgk::Dock dock;
  dxgk::Adapter* adapter = nullptr;
};

}  // namespace drydock::testing
