// The mender on a miniport of the test's own: a device with a resource, whose GPU works by itself.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "src/dxgk/work/paging_queue_use.h"
#include "src/sched/scheduler.h"
#include "tests/d3d/support/stand.h"
#include "tests/support/engine_miniport.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

struct EngineStand {
  using Wrap = std::function<dxgk::Miniport(dxgk::Miniport)>;
  using Script = std::function<HRESULT(const ACTOR&)>;

  explicit EngineStand(const EngineMiniport::Settings& settings, const Wrap& wrap = std::identity(),
                       DEED deed_at_creation = DEED_NONE)
      : engine(settings) {
    // The mender's commands are the software GPU's; nothing is done of them.
    engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> std::optional<NTSTATUS> {
      wanted.MultipassOffset = wanted.CommandLength;
      return STATUS_SUCCESS;
    };
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    kernel = dock.plug(wrap(engine.miniport()), std::make_shared<dxgk::DeviceModel>(), status);
    EXPECT_EQ(status, STATUS_SUCCESS);
    process = dock.new_process();
    driver = d3d::UserDriver::load(mender());
    door = door_of(*driver);
    *door.Plan = {};
    door.Plan->Place = PLACE_CREATE_DEVICE;
    door.Plan->Deed = deed_at_creation;
    adapter = d3d::make_adapter(driver, dxgk::RuntimeView(*process), kernel->luid());
    EXPECT_EQ(adapter->open(), S_OK);
    device = std::make_shared<d3d::Device9>(adapter);
    EXPECT_EQ(device->create(), S_OK) << findings_text();
    *door.Plan = {};
    EXPECT_EQ(device->create_resource(textures(), resource), S_OK) << findings_text();
    engine.start_engine(*kernel);
  }
  ~EngineStand() {
    device->destroy();
    device.reset();
    adapter->close();
    adapter.reset();
    driver.reset();
    process.reset();
    engine.stop_engine();
    dock.unplug(*kernel);
  }
  EngineStand(const EngineStand&) = delete;
  EngineStand& operator=(const EngineStand&) = delete;

  // The driver makes a callback about the resource in Flush.
  HRESULT call(CALL_BACK callback, MISTAKE mistake = MISTAKE_NONE, ULONG value = 0) {
    *door.Plan = {};
    door.Plan->Place = PLACE_FLUSH;
    door.Plan->Deed = DEED_CALLBACK;
    door.Plan->Callback = callback;
    door.Plan->Mistake = mistake;
    door.Plan->Value = value;
    device->flush();
    return std::exchange(*door.Plan, {}).Got;
  }

  // The driver does what the test's lines say, the next time that it is at that place.
  void plan_script(PLACE place, const Script& script) {
    *door.Plan = {};
    door.Plan->Place = place;
    door.Plan->Deed = DEED_SCRIPT;
    door.Plan->Script = [](VOID* data, const ACTOR* as) {
      return (*static_cast<const Script*>(data))(*as);
    };
    door.Plan->ScriptData = const_cast<Script*>(&script);
  }
  HRESULT play(const Script& script) {
    plan_script(PLACE_FLUSH, script);
    device->flush();
    return std::exchange(*door.Plan, {}).Got;
  }

  // Waits until the kernel has done what it was asked for.
  void settle() const {
    for (int i = 0; i < 2; ++i) kernel->scheduler()->run_on_strand([](vidmm::VideoMemory&) {});
  }

  std::size_t count(std::string_view rule) const { return testing::count(log.findings(), rule); }
  std::string findings_text() const { return testing::text_of(log.findings()); }

  rules::FindingLog log;
  EngineMiniport engine;
  dxgk::Dock dock;
  dxgk::Adapter* kernel = nullptr;
  std::unique_ptr<dxgk::Process> process;
  std::shared_ptr<d3d::UserDriver> driver;
  DOOR door{};
  std::shared_ptr<d3d::Adapter> adapter;
  std::shared_ptr<d3d::Device9> device;
  d3d::Resource* resource = nullptr;
};

// While it lives nothing that the paging queue is asked for is done.
class Stillness {
 public:
  Stillness(dxgk::Adapter& adapter, dxgk::Process& process, D3DKMT_HANDLE queue_handle)
      : gpu_(*adapter.scheduler()) {
    const dxgk::PagingQueueUse queue(process, queue_handle);
    UINT64 value = 0;
    EXPECT_EQ(
        queue->queue([is_over = is_over_](vidmm::VideoMemory&) { return is_over->load(); }, value),
        STATUS_PENDING);
  }
  ~Stillness() {
    *is_over_ = true;
    gpu_.look_again();
  }
  Stillness(const Stillness&) = delete;
  Stillness& operator=(const Stillness&) = delete;

 private:
  sched::Scheduler& gpu_;
  const std::shared_ptr<std::atomic<bool>> is_over_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace drydock::testing
