// Starting, stopping and restarting an adapter, power states, and hardware that does not answer.
#include <atomic>
#include <utility>

#include "drydock/dock.h"
#include "src/dxgk/adapter/adapter.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/stage.h"
#include "src/wdk/graphics.h"

namespace drydock::verify::miniport {
namespace {

// A client opens the adapter, uses it and exits, which shows that the adapter works.
void look_in(Stage& stage, dxgk::Adapter& adapter) {
  Client client = stage.client_of(adapter);
  if (stage.has_devices()) client.destroy_device(client.create_device());
  client.close_adapter();
  client.end();
}

void start_and_stop(Stage& stage) { look_in(stage, stage.adapter()); }

// A client that stays through restarts: it loses its device and creates another.
void restart(Stage& stage) {
  Client client = stage.client();
  const D3DKMT_HANDLE device = client.create_device();
  stage.restart();
  may_miss([&] { client.destroy_device(device); });
  client.destroy_device(client.create_device());
  client.end();
}

void restart_idle(Stage& stage) {
  for (int i = 0; i < 3; ++i) stage.restart();
}

void plug_and_unplug_again(Stage& stage) {
  stage.dock().unplug(stage.adapter());
  dxgk::Adapter& again = stage.plug_another();
  look_in(stage, again);
}

void two_adapters(Stage& stage) {
  dxgk::Adapter& second = stage.plug_another();
  look_in(stage, second);
  look_in(stage, stage.adapter());
  stage.dock().unplug(second);
  look_in(stage, stage.adapter());
}

// Two adapters of one driver do not affect each other.
void two_adapters_in_use(Stage& stage) {
  dxgk::Adapter& second = stage.plug_another();
  Client first_client = stage.client();
  Client second_client = stage.client_of(second);
  const D3DKMT_HANDLE first_device = first_client.create_device();
  const D3DKMT_HANDLE second_device = second_client.create_device();
  stage.dock().unplug(second);
  first_client.destroy_device(first_device);
  second_client.destroy_device(second_device);
  first_client.destroy_device(first_client.create_device());
  first_client.end();
  second_client.end();
}

// A driver may refuse to start on hardware that does not answer. It may not break a rule.
void start_on(Stage& stage, std::shared_ptr<dxgk::DeviceModel> hardware) {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  dxgk::Adapter* const adapter =
      stage.dock().plug(stage.adapter().miniport(), std::move(hardware), status);
  if (adapter != nullptr) stage.dock().unplug(*adapter);
  look_in(stage, stage.adapter());
}

class NoHardware final : public dxgk::DeviceModel {
 public:
  std::optional<Interrupt> interrupt() const override { return {}; }
};

void absent_hardware(Stage& stage) { start_on(stage, std::make_shared<NoHardware>()); }

void dead_hardware_at_start(Stage& stage) {
  start_on(stage, dead_hardware(hardware_of(stage.profile(), 1)));
}

void sleep_and_wake(Stage& stage) {
  Client client = stage.client();
  if (stage.has_devices()) client.create_device();
  for (const bool hibernates : {false, true, false}) {
    must(dxgk::Dock::power_down(stage.adapter(), hibernates), "DxgkDdiSetPowerState to D3");
    stage.run().pass(10'000'000);
    must(dxgk::Dock::power_up(stage.adapter()), "DxgkDdiSetPowerState to D0");
    look_in(stage, stage.adapter());
  }
  client.end();
}

void sleep_with_work_before_and_after(Stage& stage) {
  stage.need_work();
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
    for (UINT round = 0; round < 2; ++round) {
      stage.work(client, queue, resource.allocations, round);
      must(dxgk::Dock::power_down(stage.adapter(), round == 1), "DxgkDdiSetPowerState to D3");
      must(dxgk::Dock::power_up(stage.adapter()), "DxgkDdiSetPowerState to D0");
      stage.work(client, queue, resource.allocations, round);
    }
    client.wait_idle(device);
    client.destroy(device, resource);
  });
}

// Before a bug check Windows collects a report at any IRQL, with devices in use.
void report_before_a_bug_check(Stage& stage) {
  if (stage.adapter().table().DxgkDdiCollectDbgInfo == nullptr)
    stage.skip("DxgkDdiCollectDbgInfo is not registered");
  Client client = stage.client();
  if (stage.has_devices()) client.create_device();
  nt::Thread& thread = nt::self();
  // The room for the report is the system's choice.
  constexpr std::size_t kSmallRoom = 16;
  for (const KIRQL irql : {DISPATCH_LEVEL, PASSIVE_LEVEL}) {
    for (const std::size_t bytes : {dxgk::Adapter::kDebugInfoBytes, kSmallRoom}) {
      const KIRQL before = thread.irql;
      nt::set_irql(thread, irql);
      stage.adapter().collect_debug_info(
          irql == PASSIVE_LEVEL ? VIDEO_TDR_TIMEOUT_DETECTED : VIDEO_SCHEDULER_INTERNAL_ERROR,
          bytes);
      nt::set_irql(thread, before);
    }
  }
  client.end();
}

// The machine stops: Windows resets the display at the highest IRQL and calls nothing afterwards.
void reset_at_a_bug_check(Stage& stage) {
  if (stage.adapter().table().DxgkDdiResetDevice == nullptr)
    stage.skip("DxgkDdiResetDevice is not registered");
  Client client = stage.client();
  if (stage.has_devices()) client.create_device();
  nt::Thread& thread = nt::self();
  const KIRQL before = std::exchange(thread.irql, HIGH_LEVEL);
  stage.adapter().reset_device();
  thread.irql = before;
  stage.adapter().driver().die();
}

// Windows asks for the vertical blank only, of an adapter that shows pictures. The driver refuses
// every other type.
void interrupts_controlled(Stage& stage) {
  if (stage.adapter().table().DxgkDdiControlInterrupt == nullptr)
    stage.skip("DxgkDdiControlInterrupt is not registered");
  std::vector types = {DXGK_INTERRUPT_DMA_COMPLETED, DXGK_INTERRUPT_DISPLAYONLY_VSYNC};
  if (stage.adapter().caps().sources != 0) types.push_back(DXGK_INTERRUPT_CRTC_VSYNC);
  for (const bool is_on : {true, false}) {
    for (const DXGK_INTERRUPT_TYPE type : types) stage.adapter().control_interrupt(type, is_on);
  }
}

// A device whose interrupt is a line that it shares with another device.
class SharedLineDevice final : public dxgk::DeviceModel {
 public:
  explicit SharedLineDevice(std::shared_ptr<dxgk::DeviceModel> device)
      : device_(std::move(device)) {}

  Identity identity() const override { return device_->identity(); }
  std::vector<Range> ranges() const override { return device_->ranges(); }
  std::optional<DXGK_DISPLAY_INFORMATION> post_display() const override {
    return device_->post_display();
  }
  std::vector<std::uint8_t> configuration_space() const override {
    return device_->configuration_space();
  }
  void power_on(const std::vector<void*>& memory,
                const std::function<bool(ULONG message)>& interrupt) override {
    device_->power_on(memory, [interrupt, sent = sent_](ULONG message) {
      sent->store(true);
      return interrupt(message);
    });
  }
  void power_off() override { device_->power_off(); }
  // Nobody knows when a driver has dismissed an interrupt of its own device.
  std::optional<bool> is_interrupting() const override {
    return sent_->load() ? std::optional<bool>() : false;
  }

 private:
  const std::shared_ptr<dxgk::DeviceModel> device_;
  const std::shared_ptr<std::atomic<bool>> sent_ = std::make_shared<std::atomic<bool>>(false);
};

// Another device on the line interrupts while this one is idle. A driver whose device sends
// messages may take every interrupt for its own, so that only the profile can ask for this.
void foreign_interrupts(Stage& stage) {
  const std::vector<Profile::Device>& devices = stage.profile().devices;
  if (devices.empty() || devices.front().interrupt != Profile::Interrupt::kLine)
    stage.skip("it needs a profile whose device has \"interrupt\": \"line\"");
  if (stage.adapter().table().DxgkDdiInterruptRoutine == nullptr)
    stage.skip("DxgkDdiInterruptRoutine is not registered");
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  dxgk::Adapter* const adapter = stage.dock().plug(
      stage.adapter().miniport(),
      std::make_shared<SharedLineDevice>(hardware_of(stage.profile(), 1)), status);
  if (adapter == nullptr)
    must(NT_SUCCESS(status) ? STATUS_NOT_SUPPORTED : status,
         "the start on a device whose interrupt is a line");
  for (int i = 0; i < 3; ++i) adapter->raise_interrupt();
  look_in(stage, *adapter);
  stage.dock().unplug(*adapter);
}

// Every output of a display adapter changes its power state too.
void children_sleep(Stage& stage) {
  const auto& children = stage.adapter().caps().child_descriptors;
  if (children.empty()) stage.skip("DxgkDdiStartDevice returned NumberOfChildren 0");
  for (const DXGK_CHILD_DESCRIPTOR& child : children) {
    for (const DEVICE_POWER_STATE state : {PowerDeviceD1, PowerDeviceD3, PowerDeviceD0})
      must(stage.adapter().set_power_state(child.ChildUid, state, PowerActionNone),
           "DxgkDdiSetPowerState of a child");
  }
}

}  // namespace

std::span<const Scenario> adapter_lives() {
  static constexpr Scenario kAll[] = {
      {"miniport.start-stop", kMiniport,
       "start the device and stop it, with a client that looks in", false,
       on_stage<start_and_stop>},
      {"miniport.restart", kMiniport, "stop the device and start it again under a client", false,
       on_stage<restart>},
      {"miniport.restart-idle", kMiniport, "stop and start the device several times, nobody there",
       false, on_stage<restart_idle>},
      {"miniport.replug", kMiniport, "remove the device and plug another into the same driver",
       false, on_stage<plug_and_unplug_again>},
      {"miniport.two-adapters", kMiniport, "two devices of one driver; one goes", false,
       on_stage<two_adapters>},
      {"miniport.two-adapters-in-use", kMiniport, "one of two devices goes under a client", false,
       on_stage<two_adapters_in_use>},
      {"miniport.absent-hardware", kMiniport, "start on a device without ranges and interrupts",
       false, on_stage<absent_hardware>},
      {"miniport.dead-hardware", kMiniport, "start on a device whose registers read as all ones",
       false, on_stage<dead_hardware_at_start>},
      {"miniport.sleep", kMiniport, "sleep, hibernate and wake with a device open", false,
       on_stage<sleep_and_wake>},
      {"miniport.sleep-between-work", kMiniport,
       "sleep and wake with allocations and work around it", false,
       on_stage<sleep_with_work_before_and_after>},
      {"miniport.report", kMiniport, "collect debug information at a high IRQL and at a low one",
       false, on_stage<report_before_a_bug_check>},
      {"miniport.bug-check", kMiniport, "the machine stops and the display is reset", false,
       on_stage<reset_at_a_bug_check>},
      {"miniport.control-interrupt", kMiniport, "interrupts of each type are turned on and off",
       false, on_stage<interrupts_controlled>},
      {"miniport.foreign-interrupt", kMiniport, "another device on its line interrupts", false,
       on_stage<foreign_interrupts>},
      {"miniport.children-sleep", kMiniport, "power down and up each child of the adapter", false,
       on_stage<children_sleep>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
