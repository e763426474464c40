// Loading, filters, pins and formats, as a client sees them.
#include <algorithm>

#include "src/ks/base/wdk.h"
#include "src/verify/scenarios/minidriver/client.h"
#include "src/verify/scenarios/minidriver/groups.h"

namespace drydock::verify {

using namespace avstream;

namespace {

constexpr std::size_t kMostFormats = 6;
constexpr std::uint32_t kMostInstances = 4;

void load(Run& run) {
  run_with_device(run, [](Device&) {});
}

// A device that is added, and removed before anything starts it.
void never_started(Run& run) {
  run_with_device(run, [&](Device&) { Device unstarted(run.drivers().avstream, false); });
}

void open_filters(Run& run) {
  run_with_device(run, [&](Device& device) {
    const std::size_t count = device.filters().size();
    if (count == 0) throw Skip("the driver has no filter");
    std::vector<Filter> open;
    for (const Mode mode : {Mode::kUser, Mode::kKernel, Mode::kUser}) {
      for (std::size_t i = 0; i < count; ++i) {
        std::optional<Filter> filter;
        const Status status = device.try_open(i, mode, filter);
        if (filter) filter->pin_types();
        if (filter) open.push_back(std::move(*filter));
        if (status < 0 && open.empty()) throw Error("the filter cannot be opened", status);
      }
    }
    while (!open.empty()) {
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(run.choose(open.size())));
    }
  });
}

// Opens as many pins of a type as the type allows, and one more.
void open_pins(Run& run) {
  run_with_each_filter(run, [&](Device& device, std::size_t index) {
    Filter filter = device.open(index);
    std::vector<Pin> pins;
    const std::vector<PinType> types = filter.pin_types();
    for (std::uint32_t type = 0; type < types.size(); ++type) {
      if (!types[type].opens_for_client) continue;
      const std::vector<Format> formats = formats_of(run, filter, type);
      const std::uint32_t most = std::min(types[type].instances_possible, kMostInstances);
      for (std::uint32_t i = 0; i <= most && !formats.empty(); ++i) {
        std::optional<Pin> pin;
        for (const Format& format : formats) {
          if (filter.try_connect(type, format, pin) >= 0) break;
        }
        if (pin) pins.push_back(std::move(*pin));
      }
    }
    if (pins.empty()) throw Skip("no pin of the filter opens with a format that is known for it");
  });
}

void each_format(Run& run) {
  run_with_each_filter(run, [&](Device& device, std::size_t index) {
    std::size_t most = 1;
    for (std::size_t i = 0; i < most; ++i) {
      StreamClient client(run, device, index, Mode::kUser, i);
      for (const StreamClient::Line& line : client.lines()) {
        most = std::max(most, formats_of(run, client.filter(), line.type).size());
      }
      most = std::min(most, kMostFormats);
      client.start();
      client.take_frames(1);
      client.set_state(State::kStop);
    }
  });
}

// Formats outside of all ranges, and bytes that are no format. The driver may refuse them; if it
// accepts one, streaming has to work.
void odd_formats(Run& run) {
  run_with_each_filter(run, [&](Device& device, std::size_t index) {
    Filter filter = device.open(index);
    const std::vector<PinType> types = filter.pin_types();
    for (std::uint32_t type = 0; type < types.size(); ++type) {
      if (!types[type].opens_for_client) continue;
      for (const Format& good : formats_of(run, filter, type)) {
        std::optional<Pin> pin;
        for (const std::size_t size :
             {std::size_t{0}, sizeof(KSDATAFORMAT) - 1, sizeof(KSDATAFORMAT), good.bytes.size() - 1,
              good.bytes.size() + 8}) {
          Format odd = good;
          odd.bytes.resize(size);
          filter.try_connect(type, odd, pin);
          pin.reset();
        }
        Format odd = good;
        for (int i = 0; i < 4 && odd.bytes.size() > sizeof(KSDATAFORMAT); ++i) {
          const std::size_t at =
              sizeof(KSDATAFORMAT) + run.choose(odd.bytes.size() - sizeof(KSDATAFORMAT));
          odd.bytes[at] = static_cast<std::byte>(run.choose(256));
        }
        filter.try_connect(type, odd, pin);
        pin.reset();
      }
    }
    if (types.empty()) throw Skip("the filter has no pin");
  });
}

// Proposes and sets each format in this state of the pins. A driver may refuse.
void change_formats(Run& run, State state) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.reach(state);
    for (StreamClient::Line& line : client.lines()) {
      std::vector<Format> formats = formats_of(run, client.filter(), line.type);
      formats.resize(std::min(formats.size(), kMostFormats));
      for (const Format& format : formats) {
        if (line.pin->propose_format(format) < 0) continue;
        if (line.pin->set_format(format) >= 0) client.use_format(line, format);
        run.pass(kFrameTime);
      }
    }
    client.withdraw();
    client.set_state(State::kStop);
    client.start();
    client.take_frames(1);
  });
}

void change_formats_stopped(Run& run) { change_formats(run, State::kStop); }
void change_formats_paused(Run& run) { change_formats(run, State::kPause); }
void change_formats_running(Run& run) { change_formats(run, State::kRun); }

}  // namespace

std::span<const Scenario> minidriver_opening() {
  static constexpr auto kKind = DriverKind::kMinidriver;
  static const Scenario kAll[] = {
      {"minidriver.load", kKind, "loaded, started, removed and unloaded", false, load},
      {"minidriver.never-started", kKind, "a device that is added and removed", false,
       never_started},
      {"minidriver.open-filters", kKind, "every filter several times, closed in any order", false,
       open_filters},
      {"minidriver.open-pins", kKind, "as many pins as there may be, and one more", false,
       open_pins},
      {"minidriver.each-format", kKind, "a frame in every format that the pins offer", false,
       each_format},
      {"minidriver.odd-formats", kKind, "formats that are short, long and wrong", false,
       odd_formats},
      {"minidriver.change-format-stopped", kKind, "the format changes between two runs", false,
       change_formats_stopped},
      {"minidriver.change-format-paused", kKind, "the format changes in pause", false,
       change_formats_paused},
      {"minidriver.change-format-running", kKind, "the format changes under way", false,
       change_formats_running},
  };
  return kAll;
}

}  // namespace drydock::verify
