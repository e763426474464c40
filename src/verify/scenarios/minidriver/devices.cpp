// Plug and Play and power requests for a device that is in use.
#include "src/verify/scenarios/minidriver/client.h"
#include "src/verify/scenarios/minidriver/groups.h"

namespace drydock::verify {

using namespace avstream;

namespace {

void restart(Run& run) {
  run_with_device(run, [](Device& device) {
    for (int i = 0; i < 3; ++i) {
      if (const Status status = device.stop(); status < 0) {
        throw Error("the device does not stop", status);
      }
      if (const Status status = device.start(); status < 0) {
        throw Error("the device does not start again", status);
      }
    }
  });
}

// The system asks whether the device may stop or go, and then leaves it, because another driver
// refused; the device works on. A driver may refuse too.
void asked_in_vain(Run& run) {
  run_with_each_filter(run, [&](Device& device, std::size_t filter) {
    device.offer_stop();
    device.offer_removal();
    StreamClient client(run, device, filter);
    client.start();
    device.offer_stop();
    device.offer_removal();
    client.take_frames(1);
    client.set_state(State::kStop);
  });
}

// A driver may refuse to stop while it is in use.
void restart_while_running(Run& run) {
  run_with_each_filter(run, [&](Device& device, std::size_t filter) {
    StreamClient client(run, device, filter);
    client.start();
    client.take_frames(1);
    if (device.stop() >= 0) {
      run.pass(2 * kFrameTime);
      if (const Status status = device.start(); status < 0) {
        throw Error("the device does not start again", status);
      }
    }
    run.pass(2 * kFrameTime);
    client.withdraw();
    client.graph().try_set_state(State::kStop);
  });
}

void device_sleeps(Run& run) {
  run_with_each_filter(run, [&](Device& device, std::size_t filter) {
    StreamClient client(run, device, filter);
    client.start();
    client.take_frames(1);
    device.set_power(false);
    run.pass(2 * kFrameTime);
    wake_device(device);
    client.take_frames(2);
  });
}

// Devices may return to power in any order.
void system_sleeps(Run& run) {
  run_with_each_filter(run, [&](Device& device, std::size_t filter) {
    StreamClient client(run, device, filter);
    client.start();
    client.take_frames(1);
    if (client.graph().suspend() < 0) return;
    device.set_system_power(false);
    run.pass(2 * kFrameTime);
    const bool client_first = run.choose(2) == 0;
    if (client_first) client.graph().resume();
    wake_system(device);
    if (!client_first) client.graph().resume();
    client.take_frames(2);
  });
}

void sleep_unused(Run& run) {
  run_with_device(run, [&](Device& device) {
    for (int i = 0; i < 2; ++i) {
      device.set_system_power(false);
      run.pass(kFrameTime);
      wake_system(device);
    }
  });
}

void lose(Run& run, State state) {
  run_with_each_filter(run, [&](Device& device, std::size_t filter) {
    StreamClient client(run, device, filter);
    client.reach(state);
    if (state == State::kRun) run.pass(kFrameTime);
    device.surprise_remove();
    client.drop_answers();
    client.graph().try_set_state(State::kStop);
  });
}

void lose_in_stop(Run& run) { lose(run, State::kStop); }
void lose_in_acquire(Run& run) { lose(run, State::kAcquire); }
void lose_in_pause(Run& run) { lose(run, State::kPause); }
void lose_in_run(Run& run) { lose(run, State::kRun); }

void lose_unused(Run& run) {
  run_with_device(run, [](Device& device) { device.surprise_remove(); });
}

void lose_pipe(Run& run) {
  run_with_device(run, [&](Device& device) {
    PipeClient pipe(run, device);
    pipe.set_state(State::kRun);
    run.pass(3 * kFrameTime);
    device.surprise_remove();
    run.pass(kFrameTime);
    pipe.vanish();
  });
}

void lose_asleep(Run& run) {
  run_with_each_filter(run, [&](Device& device, std::size_t filter) {
    StreamClient client(run, device, filter);
    client.start();
    client.take_frames(1);
    device.set_power(false);
    run.pass(kFrameTime);
    device.surprise_remove();
    client.drop_answers();
  });
}

}  // namespace

std::span<const Scenario> minidriver_devices() {
  static constexpr auto kKind = DriverKind::kMinidriver;
  static const Scenario kAll[] = {
      {"minidriver.restart", kKind, "stopped and started again, unused", false, restart},
      {"minidriver.asked-in-vain", kKind, "asked to stop and to go, and then left", false,
       asked_in_vain},
      {"minidriver.restart-while-running", kKind, "stopped and started again under a client", false,
       restart_while_running},
      {"minidriver.device-sleeps", kKind, "device power goes and comes while it runs", false,
       device_sleeps},
      {"minidriver.system-sleeps", kKind, "the system sleeps and wakes while it runs", false,
       system_sleeps},
      {"minidriver.sleep-unused", kKind, "the system sleeps and wakes, without clients", false,
       sleep_unused},
      {"minidriver.lose-unused", kKind, "surprise removal without clients", false, lose_unused},
      {"minidriver.lose-in-stop", kKind, "surprise removal with pins in STOP", false, lose_in_stop},
      {"minidriver.lose-in-acquire", kKind, "surprise removal with pins in ACQUIRE", false,
       lose_in_acquire},
      {"minidriver.lose-in-pause", kKind, "surprise removal with pins in PAUSE", false,
       lose_in_pause},
      {"minidriver.lose-in-run", kKind, "surprise removal with pins in RUN", false, lose_in_run},
      {"minidriver.lose-asleep", kKind, "surprise removal while its power is off", false,
       lose_asleep},
      {"minidriver.lose-pipe", kKind, "surprise removal under a connection in the kernel", false,
       lose_pipe},
  };
  return kAll;
}

}  // namespace drydock::verify
