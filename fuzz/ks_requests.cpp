// Sequences of requests to a camera's filter, pin and allocator, in user mode, that are partly
// right: sets and ids that are there or not, identifiers and data of every size, stream headers
// that lie, states, resets, connections and allocators with parameters of any kind. Nothing
// crashes, the driver lives, and when the client is gone nothing of it is left.
#include <fuzzer/FuzzedDataProvider.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "src/ks/client/client_file.h"
#include "src/ks/object/header.h"
#include "src/nt/io/plug_and_play.h"
#include "src/nt/life/loader.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/ks/camera_requests.h"

namespace {

using namespace drydock;
using namespace drydock::avstream;
using namespace drydock::testing;

constexpr std::size_t kMostBytes = 512;

// The machine: made once.
struct Machine {
  std::unique_ptr<nt::LoadedDriver> driver = nt::LoadedDriver::load(DRYDOCK_VCAM);
  nt::PnpDevice device{nt::DeviceIdentity{}};

  Machine() {
    if (!NT_SUCCESS(driver->start()) || !NT_SUCCESS(device.add(driver->driver())) ||
        !NT_SUCCESS(device.start())) {
      std::abort();
    }
  }
};

Machine& machine() {
  static Machine& instance = *new Machine;
  return instance;
}

class Client {
 public:
  explicit Client(FuzzedDataProvider& data) : data_(data) {
    if (!NT_SUCCESS(ClientFile::open(machine().device.physical(),
                                     u"\\" + std::u16string(kCameraFilter), Mode::kUser,
                                     filter_))) {
      std::abort();
    }
  }

  void act() {
    switch (data_.ConsumeIntegralInRange(0, 6)) {
      case 0:
        connect();
        break;
      case 1:
        make_allocator();
        break;
      case 2:
        set_state();
        break;
      case 3:
        stream();
        break;
      case 4:
        pick().close();
        break;
      default:
        request();
    }
  }

 private:
  ClientFile& pick() {
    ClientFile* const all[] = {&filter_, &pin_, &allocator_};
    return *all[data_.ConsumeIntegralInRange(0, 2)];
  }

  Bytes bytes() {
    const auto text = data_.ConsumeRandomLengthString(kMostBytes);
    Bytes out(text.size());
    if (!out.empty()) std::memcpy(out.data(), text.data(), out.size());
    return out;
  }

  // Bytes that are good, with some of them changed, and cut or longer.
  Bytes spoiled(Bytes good) {
    for (int left = data_.ConsumeIntegralInRange(0, 3); left > 0 && !good.empty(); --left) {
      good[data_.ConsumeIntegralInRange<std::size_t>(0, good.size() - 1)] =
          std::byte{data_.ConsumeIntegral<std::uint8_t>()};
    }
    if (data_.ConsumeBool()) {
      good.resize(data_.ConsumeIntegralInRange<std::size_t>(0, good.size() + 16));
    }
    return good;
  }

  void connect() {
    ClientFile::open_below(filter_, ks::kPinClass,
                           spoiled(connect_parameters(0, nullptr, camera_format(32, 16))), pin_);
  }

  void make_allocator() {
    KSALLOCATOR_FRAMING framing{};
    framing.Frames = 2;
    framing.FrameSize = 32 * 16 * 2;
    ClientFile::open_below(pin_, ks::kAllocatorClass, spoiled(to_bytes(framing)), allocator_);
  }

  void set_state() {
    Bytes value = to_bytes(static_cast<KSSTATE>(data_.ConsumeIntegralInRange(0, 3)));
    std::size_t returned = 0;
    pin_.request(
        IOCTL_KS_PROPERTY,
        property_bytes(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_STATE, KSPROPERTY_TYPE_SET),
        value, returned);
  }

  void stream() {
    if (!pin_) return;
    const auto memory = std::make_shared<ClientMemory>(Bytes(2048), Mode::kUser);
    KSSTREAM_HEADER header{};
    header.Size = sizeof header;
    header.FrameExtent = 2048;
    header.Data = memory->data();
    const ULONG code = data_.ConsumeBool() ? IOCTL_KS_READ_STREAM : IOCTL_KS_WRITE_STREAM;
    // Cancelled and waited for at its end.
    const ClientRequest sent(pin_, code, {}, spoiled(to_bytes(header)), memory);
  }

  void request() {
    ClientFile& target = pick();
    constexpr ULONG kCodes[] = {IOCTL_KS_PROPERTY, IOCTL_KS_METHOD, IOCTL_KS_ENABLE_EVENT,
                                IOCTL_KS_DISABLE_EVENT, IOCTL_KS_RESET_STATE};
    const ULONG code = data_.PickValueInArray(kCodes);
    const std::vector<GUID>& sets = request_sets();
    const GUID set = sets[data_.ConsumeIntegralInRange<std::size_t>(0, sets.size() - 1)];
    constexpr ULONG kFlags[] = {1, 2, 0, 4, 0x100, 0x200, 0x400, 0x800, 0x1000, 0x10000001};
    Bytes in =
        property_bytes(set, data_.ConsumeIntegralInRange(0, 16), data_.PickValueInArray(kFlags));
    const Bytes more = bytes();
    in.insert(in.end(), more.begin(), more.end());
    Bytes out = bytes();
    out.resize(data_.ConsumeIntegralInRange<std::size_t>(0, kMostBytes));
    if (!target) return;
    ClientRequest(target, code, spoiled(in), std::move(out)).cancel();
  }

  FuzzedDataProvider& data_;
  ClientFile filter_, pin_, allocator_;
};

// What a client does wrong may be found; the driver does nothing wrong.
void expect_no_finding(const rules::FindingLog& log) {
  if (!machine().driver->driver().alive()) std::abort();
  for (const rules::Finding& finding : log.findings()) {
    const bool drivers = finding.rule->party == rules::Party::kMinidriver ||
                         finding.rule->party == rules::Party::kDriver;
    if (drivers) {
      std::fputs(rules::to_text(finding).c_str(), stderr);
      std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  machine();
  const rules::FindingLog log;
  FuzzedDataProvider data(bytes, size);
  {
    // The same input does the same, and waits for frames cost nothing.
    const sim::SeededSchedule schedule(1);
    Client client(data);
    while (data.remaining_bytes() > 0) client.act();
  }
  expect_no_finding(log);
  return 0;
}
