// Several clients at once, and clients of a device that is stopped, suspended or removed meanwhile.
#include <fmt/format.h>

#include "src/sim/schedule.h"
#include "src/verify/scenarios/minidriver/client.h"
#include "src/verify/scenarios/minidriver/groups.h"

namespace drydock::verify {

using namespace avstream;

namespace {

// Opens, streams and closes in one of several orders. A refusal because another client uses the
// device is allowed.
void come_and_go(Run& run, Device& device, std::size_t filter) {
  try {
    StreamClient client(run, device, filter);
    client.start();
    client.take_frames(1);
    switch (run.choose(3)) {
      case 0:
        client.set_state(State::kStop);
        break;
      case 1:
        client.vanish();
        break;
      default:
        break;
    }
  } catch (const Error&) {
    // The device is lost or busy, or a fault was injected.
  } catch (const Skip&) {
    // The filter has no pins for clients.
  }
}

std::vector<Actor> clients(Run& run, Device& device) {
  std::vector<Actor> out;
  const std::size_t filters = std::min<std::size_t>(device.filters().size(), 2);
  for (std::size_t i = 0; i < 3 && filters != 0; ++i) {
    out.push_back({fmt::format("client {}", i), [&run, &device, filter = i % filters] {
                     for (int round = 0; round < 2; ++round) come_and_go(run, device, filter);
                   }});
  }
  return out;
}

void expect_filters(const Device& device) {
  if (device.filters().empty()) throw Skip("the driver has no filter");
}

void several_clients(Run& run) {
  run_with_device(run, [&](Device& device) {
    expect_filters(device);
    run.together(clients(run, device));
  });
}

void clients_and_sleep(Run& run) {
  run_with_device(run, [&](Device& device) {
    expect_filters(device);
    std::vector<Actor> actors = clients(run, device);
    actors.push_back({"power", [&] {
                        for (int i = 0; i < 2; ++i) {
                          run.pass(kFrameTime);
                          device.set_power(false);
                          run.pass(kFrameTime);
                          wake_device(device);
                        }
                      }});
    run.together(std::move(actors));
  });
}

void clients_and_loss(Run& run) {
  run_with_device(run, [&](Device& device) {
    expect_filters(device);
    std::vector<Actor> actors = clients(run, device);
    actors.push_back({"removal", [&] {
                        run.pass(static_cast<std::int64_t>(run.choose(3 * kFrameTime)));
                        device.surprise_remove();
                      }});
    run.together(std::move(actors));
  });
}

// One client reads while another looks at properties of the same kind of filter.
void reader_and_looker(Run& run) {
  run_with_each_filter(run, [&](Device& device, std::size_t filter) {
    StreamClient reader(run, device, filter);
    reader.start();
    run.together({{"reader", [&] { reader.take_frames(3); }},
                  {"looker", [&] {
                     for (int i = 0; i < 3; ++i) {
                       std::optional<Filter> other;
                       if (device.try_open(filter, Mode::kUser, other) < 0) continue;
                       const std::vector<PinType> types = other->pin_types();
                       for (std::uint32_t t = 0; t < types.size(); ++t) formats_of(run, *other, t);
                     }
                   }}});
  });
}

void pipe_and_reader(Run& run) {
  run_with_device(run, [&](Device& device) {
    PipeClient pipe(run, device);
    pipe.set_state(State::kRun);
    run.together({{"reader", [&] { come_and_go(run, device, 0); }}, {"pipe", [&] {
                                                                       run.pass(2 * kFrameTime);
                                                                       pipe.vanish();
                                                                     }}});
  });
}

// Frames come at the pace of the driver's hardware, and so do its late interrupts.
void wait_for_next_tick(Run& run, StreamClient& client) {
  Pin& pin = *client.lines().front().pin;
  pin.answer();
  const sim::Time before = sim::now();
  pin.answer();
  run.pass(sim::now() - before);
}

// The other actor is the driver's hardware: it may still fill a frame, or begin to, when the client
// that received one changes the pin.
void at_a_frame(Run& run, const std::function<void(Device&, StreamClient&)>& deed) {
  run_with_each_filter(run, [&](Device& device, std::size_t filter) {
    StreamClient client(run, device, filter);
    client.start();
    client.send_ahead(2);
    for (const StreamClient::Line& line : client.lines()) line.pin->answer();
    if (run.choose(2) == 0) wait_for_next_tick(run, client);
    deed(device, client);
  });
}

void vanish_at_a_frame(Run& run) {
  at_a_frame(run, [](Device&, StreamClient& client) { client.vanish(); });
}

void stop_at_a_frame(Run& run) {
  at_a_frame(run, [](Device&, StreamClient& client) {
    client.set_state(State::kStop);
    client.drop_answers();
  });
}

void cancel_at_a_frame(Run& run) {
  at_a_frame(run, [](Device&, StreamClient& client) { client.withdraw(); });
}

void reset_at_a_frame(Run& run) {
  at_a_frame(run, [&](Device&, StreamClient& client) {
    for (int i = 0; i < 3; ++i) {
      for (const bool begins : {true, false}) {
        for (const StreamClient::Line& line : client.lines()) line.pin->reset(begins);
      }
      client.drop_answers();
      client.send_ahead(4);
      wait_for_next_tick(run, client);
    }
  });
}

void sleep_at_a_frame(Run& run) {
  at_a_frame(run, [&](Device& device, StreamClient& client) {
    device.set_power(false);
    run.pass(kFrameTime);
    client.withdraw();
    wake_device(device);
  });
}

void lose_at_a_frame(Run& run) {
  at_a_frame(run, [](Device& device, StreamClient& client) {
    device.surprise_remove();
    client.drop_answers();
  });
}

// Two devices share the globals of the driver.
void two_devices(Run& run) {
  run_with_device(run, [&](Device& device) {
    expect_filters(device);
    const std::unique_ptr<Device> second = [&] {
      try {
        return device.another();
      } catch (const Error& error) {
        if (run.after_fault()) throw;
        throw Skip(std::string("the driver takes one device only: ") + error.what());
      }
    }();
    run.together({{"first", [&] { come_and_go(run, device, 0); }},
                  {"second", [&] { come_and_go(run, *second, 0); }}});
    if (run.choose(2) == 0) second->surprise_remove();
    second->finish();
    come_and_go(run, device, 0);
  });
}

}  // namespace

std::span<const Scenario> minidriver_crowds() {
  static constexpr auto kKind = DriverKind::kMinidriver;
  static const Scenario kAll[] = {
      {"minidriver.several-clients", kKind, "three clients come and go", true, several_clients},
      {"minidriver.clients-and-sleep", kKind, "clients while device power goes and comes", true,
       clients_and_sleep},
      {"minidriver.clients-and-loss", kKind, "clients while the device is lost", true,
       clients_and_loss},
      {"minidriver.reader-and-looker", kKind, "one streams, another asks", true, reader_and_looker},
      {"minidriver.pipe-and-reader", kKind, "a connection in the kernel beside a client", true,
       pipe_and_reader},
      {"minidriver.vanish-at-a-frame", kKind, "a client dies as a frame is filled", true,
       vanish_at_a_frame},
      {"minidriver.stop-at-a-frame", kKind, "pins stop as a frame is filled", true,
       stop_at_a_frame},
      {"minidriver.cancel-at-a-frame", kKind, "frames are cancelled as one is filled", true,
       cancel_at_a_frame},
      {"minidriver.reset-at-a-frame", kKind, "pins are reset as a frame is filled", true,
       reset_at_a_frame},
      {"minidriver.sleep-at-a-frame", kKind, "device power goes as a frame is filled", true,
       sleep_at_a_frame},
      {"minidriver.lose-at-a-frame", kKind, "surprise removal as a frame is filled", true,
       lose_at_a_frame},
      {"minidriver.two-devices", kKind, "two devices of the driver at work", true, two_devices},
  };
  return kAll;
}

}  // namespace drydock::verify
