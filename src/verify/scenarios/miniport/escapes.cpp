// Driver-private escapes: those of the profile, and hostile ones that need none.
#include <fmt/format.h>

#include <cstring>

#include "src/dxgk/adapter/adapter.h"
#include "src/nt/mm/user_memory.h"
#include "src/nt/rtl/names.h"
#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/spoiled.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {
namespace {

constexpr std::size_t kSizes[] = {0, 1, 4, 8, 16, 64, 4096};
constexpr std::size_t kPointer = sizeof(std::uint64_t);
constexpr std::size_t kPlaces = 16;         // places of a pointer, from the start of the data on
constexpr std::uint32_t kCommonCodes = 16;  // a first word that may be the code of a request

void need_escape(Stage& stage) {
  if (stage.adapter().table().DxgkDdiEscape == nullptr)
    stage.skip("DxgkDdiEscape is not registered");
}

// The flags that a client may set, as far as the driver's version has them. Windows itself composes
// what comes with VirtualMachineData, and looks through what comes with DriverKnownEscape and
// DriverCommonEscape, so that no client sends rubbish with them.
std::vector<D3DDDI_ESCAPEFLAGS> flags_of(ULONG version) {
  std::vector<D3DDDI_ESCAPEFLAGS> out(2);
  out[1].HardwareAccess = 1;
  if (version >= DXGKDDI_INTERFACE_VERSION_WDDM1_3) {
    out.emplace_back().DeviceStatusQuery = 1;
    out.emplace_back().ChangeFrameLatency = 1;
  }
  if (version >= DXGKDDI_INTERFACE_VERSION_WDDM2_0) out.emplace_back().NoAdapterSynchronization = 1;
  return out;
}

// A client that sends escapes to the adapter, to a device and to a context.
class Sender {
 public:
  explicit Sender(Stage& stage) : stage_(stage), client_(stage.client()) {
    targets_.push_back({});  // the process has no device yet
  }

  void add_device() {
    if (!stage_.has_devices()) return;
    device_ = client_.create_device();
    targets_.push_back({.device = device_});
    if (stage_.adapter().scheduler() == nullptr || !stage_.adapter().has_contexts()) return;
    queue_ = client_.create_queue(device_);
    targets_.push_back({.device = device_, .context = queue_.context});
  }

  // The driver may accept or refuse it.
  void send_to_all(const Blob& data, D3DDDI_ESCAPEFLAGS flags = {}) {
    for (const Client::EscapeTarget& target : targets_) {
      Blob copy = data;
      client_.escape(target, flags, copy);
      if (!stage_.adapter().driver().alive()) throw Refused("the driver did not survive an escape");
    }
  }

  NTSTATUS send(const Profile::Escape& escape, Blob& data) {
    using Target = Profile::Escape::Target;
    Client::EscapeTarget target;
    if (escape.target != Target::kAdapter) target.device = device_;
    if (escape.target == Target::kContext) {
      stage_.need_contexts();
      target.context = queue_.context;
    }
    return client_.escape(target, {}, data);
  }

  void end() {
    if (queue_.context != 0) client_.destroy_queue(queue_);
    if (device_ != 0) client_.destroy_device(device_);
    client_.end();
  }

 private:
  Stage& stage_;
  Client client_;
  std::vector<Client::EscapeTarget> targets_;
  D3DKMT_HANDLE device_ = 0;
  Queue queue_;
};

std::string name_of(const Stage& stage, std::size_t index) {
  const std::string& name = stage.profile().escapes[index].name;
  return name.empty() ? fmt::format("escapes[{}] of the profile", index)
                      : fmt::format("the escape '{}' of the profile", name);
}

// The escapes of the profile return what it says. After a fault they may fail.
void escapes_of_the_profile(Stage& stage) {
  need_escape(stage);
  const std::vector<Profile::Escape>& all = stage.profile().escapes;
  if (all.empty()) stage.skip("it needs a profile with escapes");
  Sender sender(stage);
  sender.add_device();
  for (std::size_t i = 0; i < all.size(); ++i) {
    Blob data = all[i].data;
    const NTSTATUS status = sender.send(all[i], data);
    if (all[i].status && static_cast<NTSTATUS>(*all[i].status) != status)
      throw RefusedCall(name_of(stage, i), status);
    if (all[i].returns && *all[i].returns != data)
      throw Refused(name_of(stage, i) + " returned other data than the profile says");
  }
  sender.end();
}

// Every size, of zeros and of ones, with every flag, to everybody.
void escapes_without_sense(Stage& stage) {
  need_escape(stage);
  const std::vector<D3DDDI_ESCAPEFLAGS> all_flags = flags_of(stage.adapter().version());
  Sender sender(stage);
  for (const bool has_device : {false, true}) {
    if (has_device) sender.add_device();
    for (const D3DDDI_ESCAPEFLAGS flags : all_flags) {
      for (const std::size_t size : kSizes) {
        sender.send_to_all(Blob(size), flags);
        sender.send_to_all(Blob(size, std::byte{0xff}), flags);
      }
    }
  }
  sender.end();
}

void escapes_spoiled(Stage& stage) {
  need_escape(stage);
  if (stage.profile().escapes.empty()) stage.skip("it needs a profile with escapes");
  Sender sender(stage);
  sender.add_device();
  for (const Profile::Escape& escape : stage.profile().escapes) {
    if (escape.data.empty()) continue;
    for (const Blob& bad : spoiled(escape.data)) sender.send_to_all(bad);
  }
  sender.end();
}

void put(Blob& data, std::size_t at, std::uint64_t value, std::size_t bytes = kPointer) {
  std::memcpy(data.data() + at, &value, bytes);
}

// The data with the pointer at each place in turn, and then at every place at once.
void send_with_pointer(Sender& sender, const Blob& data, std::uint64_t pointer) {
  Blob full = data;
  for (std::size_t at = 0; at + kPointer <= data.size(); at += kPointer) {
    put(full, at, pointer);
    if (at / kPointer >= kPlaces) continue;
    Blob one = data;
    put(one, at, pointer);
    sender.send_to_all(one);
  }
  sender.send_to_all(full);
}

// Pointers to a client's memory, to memory that the client has freed, and to the kernel's. A driver
// that follows one without a probe and a try block breaks N-058; one that takes them for numbers,
// or probes them, does not.
void escapes_with_pointers(Stage& stage) {
  need_escape(stage);
  const nt::UserMemory of_client(2 * PAGE_SIZE);
  nt::UserMemory freed(PAGE_SIZE);
  freed.set_rights(nt::PageRights::kNone);
  const nt::KernelBait of_kernel(2 * PAGE_SIZE);
  Sender sender(stage);
  sender.add_device();
  for (const void* const address : {of_client.address(), freed.address(), of_kernel.address()}) {
    const auto pointer = reinterpret_cast<std::uint64_t>(address);
    for (const std::size_t size : kSizes) send_with_pointer(sender, Blob(size), pointer);
    for (std::uint32_t code = 0; code < kCommonCodes; ++code) {
      Blob request(64);
      for (std::size_t at = kPointer; at < request.size(); at += kPointer)
        put(request, at, pointer);
      put(request, 0, code, sizeof code);
      sender.send_to_all(request);
    }
    for (const Profile::Escape& escape : stage.profile().escapes)
      send_with_pointer(sender, escape.data, pointer);
  }
  sender.end();
}

}  // namespace

std::span<const Scenario> escape_lives() {
  static constexpr Scenario kAll[] = {
      {"miniport.escapes", kMiniport, "the escapes of the profile return what it says", false,
       on_stage<escapes_of_the_profile>},
      {"miniport.escapes-spoiled", kMiniport, "escapes of the profile cut off and changed", false,
       on_stage<escapes_spoiled>},
      {"miniport.escapes-without-sense", kMiniport, "escapes of every size and with every flag",
       false, on_stage<escapes_without_sense>},
      {"miniport.escapes-with-pointers", kMiniport,
       "escapes with pointers to freed memory, to a client's and to the kernel's", false,
       on_stage<escapes_with_pointers>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
