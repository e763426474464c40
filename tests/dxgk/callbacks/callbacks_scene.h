// A driver of a started device that calls back as a test wants, and breaks no rule.
#pragma once

#include <functional>
#include <memory>

#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/callbacks/kernel_interface.h"
#include "tests/dxgk/miniport.h"

namespace drydock::testing {

using Calls = std::function<void(const DXGKRNL_INTERFACE& callbacks)>;

inline void with_callbacks(const Calls& body, std::shared_ptr<dxgk::DeviceModel> model = nullptr) {
  MiniportOptions options;
  if (model != nullptr) options.model = std::move(model);
  bool is_called = false;
  options.started = [&](dxgk::Adapter& adapter) {
    const DXGKRNL_INTERFACE callbacks =
        dxgk::kernel_interface(adapter.version(), adapter.hardware().device_handle());
    adapter.driver().run("test", [&] { body(callbacks); });
    is_called = true;
  };
  expect_silent(life_with(u"", options));
  EXPECT_TRUE(is_called);
}

}  // namespace drydock::testing
