// Miniports that others published, unmodified, from where they lie: each test needs the folder of
// its driver's sources in an environment variable and is skipped without.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "src/display/modes/mode_manager.h"
#include "src/dxgk/dock/dock.h"
#include "tests/support/firmware_display.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"
#include "tests/support/test_miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
namespace fs = std::filesystem;

std::string folder_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

fs::path build(const TempFolder& into, const std::string& words) {
  const fs::path driver = into.path() / "driver.so";
  const Outcome outcome =
      drydock::testing::drydock("cc --kind miniport " + words + " -o " + driver.string());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return driver;
}

// A display-only driver on the picture of 1024 x 768 that firmware left: it committed that mode
// when it started, and goes to every other that it lists.
void expect_modes(display::ModeManager& modes) {
  ASSERT_TRUE(modes.active().is_functional());
  const auto width = [&] {
    return modes.active().source_modes(0)->pinned()->Format.Graphics.PrimSurfSize.cx;
  };
  EXPECT_EQ(width(), 1024U);
  EXPECT_GE(modes.modes(0).size(), 2U);
  for (const display::DisplayMode& mode : modes.modes(0)) {
    EXPECT_EQ(modes.set_mode(0, {.width = mode.width, .height = mode.height}), STATUS_SUCCESS);
    EXPECT_EQ(width(), mode.width);
    EXPECT_EQ(modes.set_visible(0, true), STATUS_SUCCESS);
  }
}

// Microsoft's sample of a display-only driver (Windows-driver-samples/video/KMDOD).
TEST(PublicDrivers, KmdodStartsStopsAndUnloads) {
  const std::string folder = folder_of("DRYDOCK_KMDOD");
  if (folder.empty()) GTEST_SKIP() << "DRYDOCK_KMDOD is not set";
  const TempFolder build_folder;
  MiniportOptions options;
  options.model = std::make_shared<FirmwareDisplay>();
  options.started = [](dxgk::Adapter& adapter) {
    EXPECT_EQ(adapter.caps().sources, 1U);
    EXPECT_EQ(adapter.caps().child_descriptors.size(), 1U);
    expect_modes(*adapter.modes());
    EXPECT_EQ(adapter.set_power_state(DISPLAY_ADAPTER_HW_ID, PowerDeviceD3, PowerActionSleep),
              STATUS_SUCCESS);
    EXPECT_EQ(adapter.set_power_state(DISPLAY_ADAPTER_HW_ID, PowerDeviceD0, PowerActionNone),
              STATUS_SUCCESS);
    adapter.reset_device();
  };
  const MiniportLife life = life_of_miniport(build(build_folder, folder + "/*.cxx"), options);
  EXPECT_EQ(life.entry, STATUS_SUCCESS) << life.findings_text();
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
  EXPECT_TRUE(life.alive);
  // RegisterHWInfo() opens the key of its driver and never closes it.
  EXPECT_EQ(life.count("K-055"), 1U) << life.findings_text();
  EXPECT_EQ(life.count("N-044"), 1U) << life.findings_text();
  EXPECT_EQ(life.findings.size(), 2U) << life.findings_text();
}

// Microsoft's render-only sample (graphics-driver-samples/render-only-sample). It is for a
// Raspberry Pi: on another device it reports a segment whose size it never set.
TEST(PublicDrivers, RenderOnlySampleComesToItsSegments) {
  const std::string folder = folder_of("DRYDOCK_RENDER_ONLY_SAMPLE");
  if (folder.empty()) GTEST_SKIP() << "DRYDOCK_RENDER_ONLY_SAMPLE is not set";
  const TempFolder build_folder;
  const MiniportLife life = life_of_miniport(
      build(build_folder, "-DVC4=1 -I" + folder + "/roscommon " + folder + "/roskmd/*.cpp"), {});
  EXPECT_EQ(life.entry, STATUS_SUCCESS) << life.findings_text();
  EXPECT_EQ(life.start, STATUS_UNSUCCESSFUL) << life.findings_text();
  EXPECT_EQ(life.count("K-317"), 1U) << life.findings_text();
  EXPECT_TRUE(life.alive);
}

// Microsoft's compute-only sample (graphics-driver-samples/compute-only-sample).
TEST(PublicDrivers, ComputeOnlySampleStartsStopsAndUnloads) {
  const std::string folder = folder_of("DRYDOCK_COMPUTE_ONLY_SAMPLE");
  if (folder.empty()) GTEST_SKIP() << "DRYDOCK_COMPUTE_ONLY_SAMPLE is not set";
  const TempFolder build_folder;
  const MiniportLife life =
      life_of_miniport(build(build_folder, "-I" + folder + "/coscommon -I" + folder +
                                               "/vpucommon " + folder + "/coskmd/*.cpp"),
                       {});
  EXPECT_EQ(life.entry, STATUS_SUCCESS) << life.findings_text();
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
  EXPECT_TRUE(life.alive);
  // No aperture segment, a memory segment that is cache coherent, and a thread that just returns.
  EXPECT_EQ(life.count("K-318"), 1U);
  EXPECT_EQ(life.count("K-320"), 1U);
  EXPECT_EQ(life.count("N-042"), 1U);
  EXPECT_EQ(life.findings.size(), 3U) << life.findings_text();
}

// The user-mode half of that sample, as far as it says what an allocation is, behind the name that
// such a half exports.
constexpr char kComputeOnlyClient[] = R"(
#include <windows.h>
#include <d3dumddi.h>
#include "CosAllocation.h"
struct Wish { void* to; unsigned room, size; };
extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* wish) {
  const auto [to, room, size] = *reinterpret_cast<const Wish*>(wish);
  if (room < sizeof(CosAllocationExchange)) return 0;
  auto* data = static_cast<CosAllocationExchange*>(to);
  *data = {};
  data->m_magic = CosAllocationExchange::kMagic;
  data->m_hwSizeBytes = size;
  data->m_cpuVisible = true;
  return sizeof *data;
}
)";

// A client of a public driver, which knows its private data.
class PublicClient {
 public:
  PublicClient(dxgk::Adapter& adapter, std::vector<std::byte> private_data)
      : private_data_(std::move(private_data)) {
    D3DKMT_CREATEDEVICE create{};
    create.hAdapter = adapter_ = process_->open(adapter);
    EXPECT_EQ(D3DKMTCreateDevice(&create), STATUS_SUCCESS);
    device = create.hDevice;
  }
  ~PublicClient() {
    const D3DKMT_DESTROYDEVICE destroy{device};
    EXPECT_EQ(D3DKMTDestroyDevice(&destroy), STATUS_SUCCESS);
    EXPECT_TRUE(process_->close_adapter(adapter_));
  }

  // Creates one allocation, in a resource or alone, and returns the arguments with the answer.
  D3DKMT_CREATEALLOCATION create(bool resource, D3DKMT_HANDLE& allocation) {
    D3DDDI_ALLOCATIONINFO2 info{};
    info.pPrivateDriverData = private_data_.data();
    info.PrivateDriverDataSize = static_cast<UINT>(private_data_.size());
    D3DKMT_CREATEALLOCATION request{};
    request.hDevice = device;
    request.NumAllocations = 1;
    request.pAllocationInfo2 = &info;
    request.Flags.CreateResource = request.Flags.CreateShared = resource;
    EXPECT_EQ(D3DKMTCreateAllocation2(&request), STATUS_SUCCESS);
    allocation = info.hAllocation;
    return request;
  }

  void write_and_read(D3DKMT_HANDLE allocation) {
    D3DKMT_LOCK2 lock{};
    lock.hDevice = device;
    lock.hAllocation = allocation;
    ASSERT_EQ(D3DKMTLock2(&lock), STATUS_SUCCESS);
    static_cast<char*>(lock.pData)[0] = 'x';
    const D3DKMT_UNLOCK2 unlock{device, allocation};
    EXPECT_EQ(D3DKMTUnlock2(&unlock), STATUS_SUCCESS);
  }

  D3DKMT_HANDLE open(D3DKMT_HANDLE global) {
    D3DDDI_OPENALLOCATIONINFO info{};
    std::vector<std::byte> total(private_data_.size());
    D3DKMT_OPENRESOURCE request{};
    request.hDevice = device;
    request.hGlobalShare = global;
    request.NumAllocations = 1;
    request.pOpenAllocationInfo = &info;
    request.pTotalPrivateDriverDataBuffer = total.data();
    request.TotalPrivateDriverDataBufferSize = static_cast<UINT>(total.size());
    EXPECT_EQ(D3DKMTOpenResource(&request), STATUS_SUCCESS);
    return request.hResource;
  }

  void destroy(D3DKMT_HANDLE resource, D3DKMT_HANDLE allocation) {
    D3DKMT_DESTROYALLOCATION2 request{};
    request.hDevice = device;
    request.hResource = resource;
    request.phAllocationList = allocation == 0 ? nullptr : &allocation;
    request.AllocationCount = allocation == 0 ? 0 : 1;
    EXPECT_EQ(D3DKMTDestroyAllocation2(&request), STATUS_SUCCESS);
  }

  D3DKMT_HANDLE device = 0;

 private:
  std::vector<std::byte> private_data_;
  dxgk::Dock dock_;
  std::unique_ptr<dxgk::Process> process_ = dock_.new_process();
  dxgk::ProcessScope scope_{process_.get()};
  D3DKMT_HANDLE adapter_ = 0;
};

std::vector<std::byte> compute_only_data(const TempFolder& build_folder,
                                         const std::string& folder) {
  const fs::path source = build_folder.path() / "client.cpp",
                 built = build_folder.path() / "client.so";
  std::ofstream(source) << kComputeOnlyClient;
  const Outcome outcome = drydock::testing::drydock("cc --kind umd -I" + folder + "/coscommon " +
                                                    source.string() + " -o " + built.string());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  void* const loaded = dlopen(built.c_str(), RTLD_NOW);
  struct Wish {
    void* to;
    unsigned room, size;
  };
  using Describe = unsigned(const Wish*);
  auto* const describe =
      loaded == nullptr ? nullptr : reinterpret_cast<Describe*>(dlsym(loaded, "OpenAdapter"));
  if (describe == nullptr) return {};
  std::vector<std::byte> data(4096);
  const Wish wish{data.data(), static_cast<unsigned>(data.size()), 3 * 4096};
  data.resize(describe(&wish));
  return data;
}

TEST(PublicDrivers, ComputeOnlySampleCreatesSharesAndDestroysAllocations) {
  const std::string folder = folder_of("DRYDOCK_COMPUTE_ONLY_SAMPLE");
  if (folder.empty()) GTEST_SKIP() << "DRYDOCK_COMPUTE_ONLY_SAMPLE is not set";
  const TempFolder build_folder;
  const std::vector<std::byte> data = compute_only_data(build_folder, folder);
  ASSERT_FALSE(data.empty());
  MiniportOptions options;
  options.started = [&](dxgk::Adapter& adapter) {
    PublicClient client(adapter, data), other(adapter, data);
    for (int round = 0; round < 20; ++round) {
      D3DKMT_HANDLE alone = 0, member = 0;
      client.create(/*resource=*/false, alone);
      const D3DKMT_CREATEALLOCATION made = client.create(/*resource=*/true, member);
      client.write_and_read(alone);
      client.write_and_read(member);
      const D3DKMT_HANDLE opened = client.open(made.hGlobalShare);
      client.destroy(0, alone);
      if (round % 2 == 0) client.destroy(0, member);  // the resource is left alone
      client.destroy(made.hResource, 0);
      client.destroy(opened, 0);
    }
  };
  const MiniportLife life =
      life_of_miniport(build(build_folder, "-I" + folder + "/coscommon -I" + folder +
                                               "/vpucommon " + folder + "/coskmd/*.cpp"),
                       options);
  EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
  EXPECT_TRUE(life.alive) << life.findings_text();
  // The findings are those of a start and stop, and one for shared memory outside an aperture that
  // the CPU can see.
  EXPECT_EQ(life.count("K-168"), 20U) << life.findings_text();
  EXPECT_EQ(life.count("K-216"), 1U) << "the client's own: it shares by a global handle";
  EXPECT_EQ(life.findings.size(), 24U) << life.findings_text();
}

// The display-only driver for virtio (kvm-guest-drivers-windows/viogpu). On a device that is not
// virtio's its start fails, and then its RemoveDevice waits for a thread that was never made.
TEST(PublicDrivers, ViogpudoRefusesAForeignDeviceAndDies) {
  const std::string folder = folder_of("DRYDOCK_VIOGPUDO");
  if (folder.empty()) GTEST_SKIP() << "DRYDOCK_VIOGPUDO is not set";
  const TempFolder build_folder;
  const std::string words = "-I" + folder + "/viogpu/common -I" + folder + "/viogpu/shared -I" +
                            folder + "/VirtIO -I" + folder + "/VirtIO/WDF -I" + folder +
                            "/viogpu/viogpudo " + folder + "/viogpu/viogpudo/*.cpp " + folder +
                            "/viogpu/common/*.cpp " + folder + "/VirtIO/*.c";
  MiniportOptions options;
  options.model = std::make_shared<FirmwareDisplay>();
  const MiniportLife life = life_of_miniport(build(build_folder, words), options);
  EXPECT_EQ(life.entry, STATUS_SUCCESS) << life.findings_text();
  EXPECT_FALSE(NT_SUCCESS(life.start)) << life.findings_text();
  EXPECT_FALSE(life.alive);
  EXPECT_EQ(life.count("N-021"), 1U) << life.findings_text();
  EXPECT_EQ(life.findings.size(), 1U) << life.findings_text();
}

}  // namespace
