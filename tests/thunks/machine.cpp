#include "tests/thunks/machine.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <fstream>
#include <iterator>

#include "src/dxgk/adapter/initialize.h"
#include "tests/support/file_text.h"
#include "tests/support/private_data.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

std::filesystem::path driver_file(const std::vector<std::string>& more, const char* version) {
  const std::string folder = DRYDOCK_SOURCE_DIR "/tests/drivers/bookkeeper";
  const auto text = [&](const std::string& name) { return file_text(folder + name); };
  // The header's text is part of what the driver is known by.
  std::string source = text("/bookkeeper.c");
  for (const std::string name : {"book.h", "variants.h"}) {
    const std::string include = "#include \"" + name + "\"";
    source.replace(source.find(include), include.size(), text("/" + name));
  }
  std::vector<std::string> arguments = more;
  arguments.insert(arguments.end(),
                   {"--kind miniport", std::string("-DDXGKDDI_INTERFACE_VERSION=") + version});
  return build_driver(source, ".c", arguments);
}

}  // namespace

BOOK_ALLOCATION wanted(ULONG size, ULONG flags, ULONG segments) {
  return {.Magic = BOOK_MAGIC, .Size = size, .Flags = flags, .Segments = segments, .Serial = 0};
}

Machine::Machine(const std::vector<std::string>& arguments, const char* version)
    : driver_(nt::LoadedDriver::load(driver_file(arguments, version))),
      dock_(std::make_unique<dxgk::Dock>()) {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  const auto miniport = dxgk::start_miniport(*driver_, status);
  EXPECT_TRUE(miniport.has_value()) << std::hex << status << text_of(findings());
  adapter_ = dock_->plug(*miniport, std::make_shared<dxgk::DeviceModel>(), status);
  EXPECT_NE(adapter_, nullptr) << std::hex << status << text_of(findings());
  observer_ = dock_->new_process();
  observed_ = observer_->open(*adapter_);
}

Machine::~Machine() {
  if (!is_ended_) {
    const BOOK end = book();
    EXPECT_EQ(end.Errors, 0);
    EXPECT_EQ(end.Allocations, 0);
    EXPECT_EQ(end.Resources, 0);
    EXPECT_EQ(end.Bindings, 0);
    EXPECT_EQ(end.Contexts, 0);
    EXPECT_EQ(end.Devices, 0);
    EXPECT_EQ(end.Processes, 0);
  }
  observer_->close_adapter(observed_);
  observer_.reset();
  dock_.reset();
  driver_->unload();
  if (!is_ended_) {
    for (const rules::Finding& finding : findings()) {
      const bool is_drivers = finding.rule->party != rules::Party::kClient;
      EXPECT_FALSE(is_drivers && finding.driver == driver_->driver().name() &&
                   finding.rule->severity == rules::Severity::kFatal)
          << rules::to_text(finding);
    }
  }
}

NTSTATUS Machine::talk(BOOK& book) {
  const dxgk::ProcessScope scope(observer_.get());
  return escape_with(observed_, book);
}

BOOK Machine::book() {
  BOOK book{};
  book.Command = BOOK_READ;
  EXPECT_EQ(talk(book), STATUS_SUCCESS);
  return book;
}

void Machine::set_fault(BOOK_FAULT fault, ULONG at, VOID (*callback)(VOID*)) {
  BOOK book{};
  book.Command = BOOK_SET;
  book.Fault = fault;
  book.FaultAt = at;
  book.Callback = callback;
  EXPECT_EQ(talk(book), STATUS_SUCCESS);
}

std::size_t Machine::count(std::string_view rule) const {
  return testing::count(log_.findings(), rule);
}

Client::Client(Machine& machine)
    : machine_(machine), process_(machine.new_process()), scope_(process_.get()) {
  D3DKMT_OPENADAPTERFROMLUID open{};
  open.AdapterLuid = machine.adapter().luid();
  EXPECT_EQ(D3DKMTOpenAdapterFromLuid(&open), STATUS_SUCCESS);
  adapter_ = open.hAdapter;
}

Client::~Client() {
  const D3DKMT_CLOSEADAPTER close{adapter_};
  D3DKMTCloseAdapter(&close);  // the test may have been first
  scope_.reset();
}

D3DKMT_HANDLE Client::new_device() {
  D3DKMT_CREATEDEVICE create{};
  create.hAdapter = adapter_;
  EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_SUCCESS);
  return create.hDevice;
}

D3DKMT_HANDLE Client::new_context(D3DKMT_HANDLE device) {
  D3DKMT_CREATECONTEXT create{};
  create.hDevice = device;
  create.EngineAffinity = 1;
  EXPECT_EQ(D3DKMTCreateContext(&create), STATUS_SUCCESS);
  return create.hContext;
}

std::vector<D3DKMT_HANDLE> Client::allocate(D3DKMT_HANDLE device, std::size_t count,
                                            const BOOK_ALLOCATION& what) {
  Creation creation(device, count, what);
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  return creation.handles();
}

Client::MadeResource Client::new_resource(D3DKMT_HANDLE device, std::size_t count, bool shared,
                                          const BOOK_ALLOCATION& what) {
  Creation creation(device, count, what);
  creation.request.Flags.CreateResource = 1;
  creation.request.Flags.CreateShared = shared ? 1 : 0;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  return {creation.request.hResource, creation.request.hGlobalShare, creation.handles()};
}

NTSTATUS Client::destroy(D3DKMT_HANDLE device, D3DKMT_HANDLE resource,
                         const std::vector<D3DKMT_HANDLE>& allocations) {
  D3DKMT_DESTROYALLOCATION destroy{};
  destroy.hDevice = device;
  destroy.hResource = resource;
  destroy.phAllocationList = allocations.empty() ? nullptr : allocations.data();
  destroy.AllocationCount = static_cast<UINT>(allocations.size());
  return D3DKMTDestroyAllocation(&destroy);
}

NTSTATUS Client::destroy_device(D3DKMT_HANDLE device) {
  const D3DKMT_DESTROYDEVICE destroy{device};
  return D3DKMTDestroyDevice(&destroy);
}

Creation::Creation(D3DKMT_HANDLE device, std::size_t count, const BOOK_ALLOCATION& what)
    : infos(count), data(count, what) {
  request.hDevice = device;
  request.NumAllocations = static_cast<UINT>(count);
  request.pAllocationInfo2 = infos.data();
  for (std::size_t i = 0; i < count; ++i) {
    infos[i].pPrivateDriverData = &data[i];
    infos[i].PrivateDriverDataSize = sizeof data[i];
  }
}

std::vector<D3DKMT_HANDLE> Creation::handles() const {
  std::vector<D3DKMT_HANDLE> out;
  for (const D3DDDI_ALLOCATIONINFO2& info : infos) out.push_back(info.hAllocation);
  return out;
}

Heap::Heap(D3DKMT_HANDLE device)
    : memory(mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
  standard.Type = D3DKMT_STANDARDALLOCATIONTYPE_EXISTINGHEAP;
  standard.ExistingHeapData.Size = kSize;
  info.pSystemMem = memory;
  request.hDevice = device;
  request.pStandardAllocation = &standard;
  request.NumAllocations = 1;
  request.pAllocationInfo2 = &info;
  request.Flags.ExistingSysMem = 1;
  request.Flags.StandardAllocation = 1;
}

Heap::~Heap() { munmap(memory, kSize); }

}  // namespace drydock::testing
