// Properties and methods of everything that a client can open, with buffers of every size. The
// driver's tables list them.
#include <algorithm>
#include <array>
#include <cstring>

#include "src/ks/base/wdk.h"
#include "src/verify/scenarios/minidriver/client.h"
#include "src/verify/scenarios/minidriver/groups.h"

namespace drydock::verify {

using namespace avstream;

namespace {

constexpr ULONG kMostIds = 24;
constexpr std::size_t kMostSets = 64;
// The sizes of buffers for each item: identifiers that are too short, of a property, of a node and
// longer; output buffers that are too small and larger than needed.
struct Sizes {
  std::vector<std::size_t> identifiers;
  std::vector<std::size_t> data;
};
const Sizes kHostile = {{0, sizeof(KSIDENTIFIER) - 1, sizeof(KSIDENTIFIER), sizeof(KSP_NODE), 200},
                        {0, 1, 4, 15, 104, 4096}};
// The class driver answers its own sets, unless a driver puts an item of its own in its place.
const Sizes kModest = {{sizeof(KSIDENTIFIER), sizeof(KSP_NODE)}, {0, 4, 104}};

// Sends one request to the object.
using Send = std::function<Status(ULONG code, std::span<const std::byte> in, Bytes& out,
                                  std::size_t& returned)>;

struct Question {
  ULONG code;     // IOCTL_KS_PROPERTY or IOCTL_KS_METHOD
  ULONG support;  // the flags that ask whether an item is there
  std::vector<ULONG> flags;
  Sizes sizes;
};

Bytes identifier(const GUID& set, ULONG id, ULONG flags, std::size_t size) {
  KSIDENTIFIER head{};
  head.Set = set;
  head.Id = id;
  head.Flags = flags;
  Bytes out(size);
  if (size != 0) std::memcpy(out.data(), &head, std::min(size, sizeof head));
  return out;
}

std::vector<GUID> sets_of(const Send& send, ULONG code) {
  static_assert(KSPROPERTY_TYPE_SETSUPPORT == KSMETHOD_TYPE_SETSUPPORT);
  Bytes out(kMostSets * sizeof(GUID));
  std::size_t returned = 0;
  const Bytes in = identifier({}, 0, KSPROPERTY_TYPE_SETSUPPORT, sizeof(KSIDENTIFIER));
  if (send(code, in, out, returned) < 0) return {};
  std::vector<GUID> sets(std::min(returned, out.size()) / sizeof(GUID));
  if (!sets.empty()) std::memcpy(sets.data(), out.data(), sets.size() * sizeof(GUID));
  return sets;
}

// Sets of the class driver. Other scenarios cover them.
bool is_of_class_driver(const GUID& set) {
  const std::array<const GUID*, 6> all = {&KSPROPSETID_Pin,     &KSPROPSETID_Topology,
                                          &KSPROPSETID_General, &KSPROPSETID_Connection,
                                          &KSPROPSETID_Stream,  &KSPROPSETID_StreamInterface};
  return std::ranges::any_of(all, [&](const GUID* one) { return IsEqualGUID(*one, set); });
}

void ask_item(Run& run, const Send& send, const Question& question, const GUID& set, ULONG id) {
  for (const ULONG flags : question.flags) {
    for (const std::size_t in_size : question.sizes.identifiers) {
      const Bytes in = identifier(set, id, flags, in_size);
      for (const std::size_t size : question.sizes.data) {
        Bytes out(size, static_cast<std::byte>(run.choose(256)));
        std::size_t returned = 0;
        send(question.code, in, out, returned);
      }
    }
  }
}

void ask_all(Run& run, const Send& send, const Question& question) {
  for (const GUID& set : sets_of(send, question.code)) {
    Question asked = question;
    if (is_of_class_driver(set)) {
      asked.flags = {KSPROPERTY_TYPE_GET};
      asked.sizes = kModest;
    }
    for (ULONG id = 0; id < kMostIds; ++id) {
      Bytes access(sizeof(ULONG));
      std::size_t returned = 0;
      const Bytes in = identifier(set, id, question.support, sizeof(KSIDENTIFIER));
      const Status status = send(question.code, in, access, returned);
      if (status != STATUS_NOT_FOUND) ask_item(run, send, asked, set, id);
    }
  }
}

const Question& properties() {
  static const Question question = {IOCTL_KS_PROPERTY,
                                    KSPROPERTY_TYPE_BASICSUPPORT,
                                    {KSPROPERTY_TYPE_GET, KSPROPERTY_TYPE_SET,
                                     KSPROPERTY_TYPE_BASICSUPPORT, KSPROPERTY_TYPE_RELATIONS},
                                    kHostile};
  return question;
}

const Question& methods() {
  static const Question question = {
      IOCTL_KS_METHOD, KSMETHOD_TYPE_BASICSUPPORT, {KSMETHOD_TYPE_SEND}, kHostile};
  return question;
}

template <class Opened>
Send to(Opened& opened) {
  return [&opened](ULONG code, std::span<const std::byte> in, Bytes& out, std::size_t& returned) {
    return opened.request(code, in, out, returned);
  };
}

void ask_filters(Run& run) {
  run_with_device(run, [&](Device& device) {
    const std::size_t filters = device.filters().size();
    if (filters == 0) throw Skip("the driver has no filter");
    for (std::size_t i = 0; i < filters; ++i) {
      Filter filter = device.open(i);
      for (const Question& question : {properties(), methods()}) {
        ask_all(run, to(filter), question);
      }
    }
  });
}

void ask_pins(Run& run, State state) {
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.reach(state);
    // The filter's own items look at its pins.
    for (const Question& question : {properties(), methods()})
      ask_all(run, to(client.filter()), question);
    for (const StreamClient::Line& line : client.lines()) {
      for (const Question& question : {properties(), methods()}) {
        ask_all(run, to(*line.pin), question);
      }
    }
    client.withdraw();
  });
}

void ask_pins_stopped(Run& run) { ask_pins(run, State::kStop); }
void ask_pins_running(Run& run) { ask_pins(run, State::kRun); }

// Reads of KSPIN.DeviceState are watched while pins change their states and items are asked for.
void ask_watched(Run& run) {
  const PinSpy spy;
  stream_with_each_filter(run, [&](StreamClient& client) {
    client.start();
    client.take_frames(1);
    ask_all(run, to(client.filter()),
            {IOCTL_KS_PROPERTY, KSPROPERTY_TYPE_BASICSUPPORT, {KSPROPERTY_TYPE_GET}, kModest});
    client.set_state(State::kPause);
    client.set_state(State::kStop);
  });
}

// Each node of the filter's topology, and one that is not there.
void ask_nodes(Run& run) {
  run_with_device(run, [&](Device& device) {
    for (std::size_t i = 0; i < device.filters().size(); ++i) {
      Filter filter = device.open(i);
      for (ULONG node = 0; node < 4; ++node) {
        const Send send = [&](ULONG code, std::span<const std::byte> in, Bytes& out,
                              std::size_t& returned) {
          KSP_NODE named{};
          std::memcpy(&named, in.data(), std::min(in.size(), sizeof named));
          named.Property.Flags |= KSPROPERTY_TYPE_TOPOLOGY;
          named.NodeId = node;
          return filter.request(code, std::as_bytes(std::span(&named, 1)), out, returned);
        };
        ask_all(run, send, properties());
      }
    }
  });
}

// Data of an event: an event object to set, and zeros for what an item may want behind it.
Bytes event_data(KEVENT& event) {
  KSEVENTDATA data{};
  data.NotificationType = KSEVENTF_EVENT_OBJECT;
  data.EventObject.Event = &event;
  Bytes out(sizeof data + sizeof(LONGLONG) * 2);
  std::memcpy(out.data(), &data, sizeof data);
  return out;
}

void enable_all(const Send& send, KEVENT& event) {
  for (const GUID& set : sets_of(send, IOCTL_KS_ENABLE_EVENT)) {
    for (ULONG id = 0; id < kMostIds; ++id) {
      Bytes data = event_data(event);
      std::size_t returned = 0;
      send(IOCTL_KS_ENABLE_EVENT, identifier(set, id, KSEVENT_TYPE_ENABLE, sizeof(KSEVENT)), data,
           returned);
    }
  }
}

// A client in the kernel enables every event of the filter and of its pins, streams, and closes
// without disabling them.
void events(Run& run) {
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  stream_with_each_filter(run, Mode::kKernel, [&](StreamClient& client) {
    enable_all(to(client.filter()), event);
    for (const StreamClient::Line& line : client.lines()) enable_all(to(*line.pin), event);
    client.start();
    client.take_frames(2);
    client.set_state(State::kStop);
  });
}

// The clock of each pin that has one, asked in every state of the pin, which runs by it.
void clocks(Run& run) {
  bool has_clock = false;
  stream_with_each_filter(run, Mode::kKernel, [&](StreamClient& client) {
    std::vector<Child> all;
    for (const StreamClient::Line& line : client.lines()) {
      std::optional<Child> clock;
      if (line.pin->open_clock(clock) < 0) continue;
      has_clock = true;
      line.pin->assign_clock(&*clock);
      all.push_back(std::move(*clock));
    }
    for (const State state : {State::kStop, State::kAcquire, State::kPause, State::kRun}) {
      client.reach(state);
      for (Child& clock : all)
        ask_all(run, to(clock),
                {IOCTL_KS_PROPERTY, KSPROPERTY_TYPE_BASICSUPPORT, {KSPROPERTY_TYPE_GET}, kModest});
    }
    for (const StreamClient::Line& line : client.lines()) line.pin->drop_answers();
    client.set_state(State::kStop);
    for (const StreamClient::Line& line : client.lines()) line.pin->assign_clock(nullptr);
  });
  if (!has_clock && !run.after_fault())
    throw Skip("no pin has a clock (KSPIN_FLAG_IMPLEMENT_CLOCK)");
}

// Control codes of kernel streaming with meaningless buffers. (Disabling an event that was not
// enabled is left out: it is a breach of the client.)
void ask_nonsense(Run& run) {
  run_with_each_filter(run, [&](Device& device, std::size_t filter) {
    StreamClient client(run, device, filter);
    client.set_state(State::kPause);
    for (const ULONG code : {ULONG{IOCTL_KS_PROPERTY}, ULONG{IOCTL_KS_METHOD},
                             ULONG{IOCTL_KS_ENABLE_EVENT}, ULONG{IOCTL_KS_RESET_STATE}}) {
      for (const std::size_t size : kHostile.data) {
        Bytes in(size, std::byte{0xEE});
        for (const std::size_t room : {std::size_t{0}, std::size_t{64}}) {
          Bytes out(room);
          std::size_t returned = 0;
          client.filter().request(code, in, out, returned);
          for (const StreamClient::Line& line : client.lines()) {
            out.assign(room, {});
            line.pin->request(code, in, out, returned);
          }
        }
      }
    }
  });
}

}  // namespace

std::span<const Scenario> minidriver_requests() {
  static constexpr auto kKind = DriverKind::kMinidriver;
  static const Scenario kAll[] = {
      {"minidriver.ask-filters", kKind, "every property and method of the filters", false,
       ask_filters},
      {"minidriver.ask-pins", kKind, "every property and method of pins in STOP", false,
       ask_pins_stopped},
      {"minidriver.ask-running-pins", kKind, "every property and method of pins in RUN", false,
       ask_pins_running},
      {"minidriver.ask-watched", kKind, "what the driver reads of its pins' states", false,
       ask_watched},
      {"minidriver.ask-nodes", kKind, "every property of the nodes", false, ask_nodes},
      {"minidriver.events", kKind, "every event, enabled and left to the close", false, events},
      {"minidriver.clocks", kKind, "clocks of pins, asked in every state", false, clocks},
      {"minidriver.ask-nonsense", kKind, "requests that make no sense", false, ask_nonsense},
  };
  return kAll;
}

}  // namespace drydock::verify
