// Sequences of thunk calls with requests that are partly right: handles that were issued, are dead,
// are another process's or were never there; pointers into memory that is there, half there or not;
// counts and flags of every size. Nothing crashes, and when the clients are gone the driver has
// nothing left.
#include <fuzzer/FuzzedDataProvider.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "drydock/findings.h"
#include "fuzz/thunk_table.h"
#include "src/dxgk/adapter/initialize.h"
#include "src/dxgk/dock/dock.h"
#include "src/dxgk/wishes/offer.h"
#include "src/nt/life/loader.h"
#include "src/rules/finding.h"
#include "src/wdk/graphics.h"
#include "tests/drivers/bookkeeper/book.h"

namespace {

using namespace drydock;
using fuzz::kThunks;
using fuzz::Thunk;

constexpr std::size_t kPage = 4096;

// The machine: made once, with a process that reads the driver's books.
struct Machine {
  rules::FindingLog log;
  std::shared_ptr<nt::LoadedDriver> driver;
  dxgk::Dock dock;
  dxgk::Adapter* adapter = nullptr;
  std::unique_ptr<dxgk::Process> observer;
  D3DKMT_HANDLE observed = 0;

  Machine() : driver(nt::LoadedDriver::load(DRYDOCK_BOOKKEEPER)) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    const auto miniport = dxgk::start_miniport(*driver, status);
    if (!miniport) std::abort();
    adapter = dock.plug(*miniport, std::make_shared<dxgk::DeviceModel>(), status);
    if (adapter == nullptr) std::abort();
    observer = dock.new_process();
    observed = observer->open(*adapter);
  }

  // Prints the findings and ends the run.
  [[noreturn]] void give_up() const {
    for (const rules::Finding& finding : log.findings())
      std::fputs(rules::to_text(finding).c_str(), stderr);
    std::abort();
  }

  void expect_nothing_left() {
    const dxgk::ProcessScope scope(observer.get());
    BOOK book{};
    book.Command = BOOK_READ;
    D3DKMT_ESCAPE escape{};
    escape.hAdapter = observed;
    escape.pPrivateDriverData = &book;
    escape.PrivateDriverDataSize = sizeof book;
    if (!NT_SUCCESS(D3DKMTEscape(&escape))) give_up();
    if (book.Errors != 0 || book.Devices != 0 || book.Contexts != 0 || book.Allocations != 0 ||
        book.Resources != 0 || book.Bindings != 0)
      give_up();
    for (const rules::Finding& finding : log.findings()) {
      if (finding.rule->severity == rules::Severity::kFatal) give_up();
    }
    log.clear();
  }
};

// Memory of the clients: two pages to write, one to read, one that is not there.
struct Arena {
  char* base = static_cast<char*>(
      mmap(nullptr, 4 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  Arena() {
    mprotect(base + 2 * kPage, kPage, PROT_READ);
    mprotect(base + 3 * kPage, kPage, PROT_NONE);
  }
};

bool may_be_handle(std::uint32_t word) {
  return word >> 30 != 0 && ((word & 0x3F) == 0 || (word & 0x3F) == 2);
}

class Session {
 public:
  Session(Machine& machine, Arena& arena, FuzzedDataProvider& data)
      : machine_(machine), arena_(arena), data_(data) {
    for (auto& process : processes_) {
      process = machine.dock.new_process();
      handles_.push_back(process->open(*machine.adapter));
    }
  }

  void run() {
    for (int i = 0; i < 64 && data_.remaining_bytes() > 0; ++i) {
      const dxgk::ProcessScope scope(processes_[data_.ConsumeBool() ? 1 : 0].get());
      switch (data_.ConsumeIntegralInRange(0, 10)) {
        case 0:
          allocate();
          break;
        case 1:
          dxgk::discard_offered(machine_.dock, data_.ConsumeIntegralInRange<UINT>(0, 4));
          break;
        case 2:
          put_handles();
          break;
        case 3:
          share();
          break;
        default:
          call(kThunks[data_.ConsumeIntegralInRange<std::size_t>(0, std::size(kThunks) - 1)]);
      }
    }
  }

 private:
  D3DKMT_HANDLE handle() {
    if (data_.ConsumeIntegralInRange(0, 15) == 0) return data_.ConsumeIntegral<std::uint32_t>();
    return handles_[data_.ConsumeIntegralInRange<std::size_t>(0, handles_.size() - 1)];
  }

  std::uint32_t number() {
    if (data_.ConsumeIntegralInRange(0, 7) == 0) return data_.ConsumeIntegral<std::uint32_t>();
    return data_.ConsumeIntegralInRange<std::uint32_t>(0, 16);
  }

  std::uint64_t pointer() {
    const auto base = reinterpret_cast<std::uint64_t>(arena_.base);
    switch (data_.ConsumeIntegralInRange(0, 7)) {
      case 0:
        return 0;
      case 1:
        return data_.ConsumeIntegral<std::uint64_t>();
      case 2:
        return base + data_.ConsumeIntegralInRange<std::uint64_t>(0, 4 * kPage);
      case 3:
        return base + 3 * kPage - data_.ConsumeIntegralInRange<std::uint64_t>(0, 64);
      default:
        return base + 8 * data_.ConsumeIntegralInRange<std::uint64_t>(0, kPage / 8);
    }
  }

  // A list of handles in the arena, where pointers find it.
  void put_handles() {
    for (int i = 0; i < 8; ++i) {
      const D3DKMT_HANDLE each = handle();
      std::memcpy(arena_.base + 4 * i, &each, sizeof each);
    }
  }

  // A request that may well succeed, so that there is something to be wrong about.
  void allocate() {
    D3DKMT_CREATEDEVICE device{};
    device.hAdapter = handles_[data_.ConsumeIntegralInRange(0, 1)];
    if (!NT_SUCCESS(D3DKMTCreateDevice(&device))) return;
    std::array<BOOK_ALLOCATION, 3> what;
    std::array<D3DDDI_ALLOCATIONINFO, 3> infos{};
    for (std::size_t i = 0; i < what.size(); ++i) {
      what[i] = {BOOK_MAGIC, number() + 1, 0, 0, 0};
      infos[i].pPrivateDriverData = &what[i];
      infos[i].PrivateDriverDataSize = sizeof what[i];
    }
    D3DKMT_CREATEALLOCATION create{};
    create.hDevice = device.hDevice;
    create.NumAllocations = data_.ConsumeIntegralInRange<UINT>(1, 3);
    create.pAllocationInfo = infos.data();
    create.Flags.CreateResource = data_.ConsumeBool();
    create.Flags.CreateShared = create.Flags.CreateResource;
    create.Flags.NtSecuritySharing = create.Flags.CreateResource != 0 && data_.ConsumeBool();
    D3DKMTCreateAllocation(&create);
    keep(device.hDevice);
    keep(create.hResource);
    keep(create.hGlobalShare);
    for (const D3DDDI_ALLOCATIONINFO& info : infos) keep(info.hAllocation);
  }

  // NT handles end with their processes.
  void share() {
    const std::array<D3DKMT_HANDLE, 3> objects = {handle(), handle(), handle()};
    HANDLE made = nullptr;
    const DWORD access = data_.ConsumeBool() ? GENERIC_ALL : number();
    if (NT_SUCCESS(D3DKMTShareObjects(data_.ConsumeBool() ? 1 : 3, objects.data(), nullptr, access,
                                      &made)))
      nt_handles_.push_back(made);
    if (!nt_handles_.empty() && data_.ConsumeIntegralInRange(0, 7) == 0) ZwClose(nt_handle());
  }

  HANDLE nt_handle() {
    if (nt_handles_.empty()) return nullptr;
    return nt_handles_[data_.ConsumeIntegralInRange<std::size_t>(0, nt_handles_.size() - 1)];
  }

  void keep(D3DKMT_HANDLE handle) {
    if (may_be_handle(handle) && handles_.size() < 64) handles_.push_back(handle);
  }

  void call(const Thunk& thunk) {
    alignas(8) std::array<char, 512> room{};
    std::size_t at = 0;
    const auto put = [&](const auto& value) {
      if (at + sizeof value <= thunk.bytes) std::memcpy(room.data() + at, &value, sizeof value);
      at += sizeof value;
    };
    for (const char* word = thunk.words; *word != 0; ++word) {
      if ((*word == 'p' || *word == 't') && at % 8 != 0) at += 4;
      if (*word == 'h') put(handle());
      if (*word == 'n') put(number());
      if (*word == 'p') put(pointer());
      if (*word == 't') put(nt_handle());
      if (*word == '-') at += 4;
    }
    void* request = room.data();
    // Now and then at the edge of the mapped memory.
    if (data_.ConsumeIntegralInRange(0, 15) == 0) request = reinterpret_cast<void*>(pointer());
    thunk.call(request);
    for (std::size_t i = 0; i + 4 <= thunk.bytes; i += 4) {
      std::uint32_t word;
      std::memcpy(&word, room.data() + i, sizeof word);
      keep(word);
    }
  }

  Machine& machine_;
  Arena& arena_;
  FuzzedDataProvider& data_;
  std::array<std::unique_ptr<dxgk::Process>, 2> processes_;
  std::vector<D3DKMT_HANDLE> handles_;
  std::vector<HANDLE> nt_handles_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ClientFindingsOff off;  // the input breaks rules on purpose
  static auto& machine = *new Machine;
  static auto& arena = *new Arena;
  FuzzedDataProvider provider(data, size);
  {
    Session(machine, arena, provider).run();
  }
  machine.expect_nothing_left();
  return 0;
}
