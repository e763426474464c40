// The software GPU's user-mode half, through its entry of Direct3D 11. The tables are called as a
// runtime would, with the callbacks of the real one behind a device of its own.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "src/d3d/callbacks.h"
#include "tests/um/gpu_stand.h"
// After the declarations of the kernel.
#include "d3d10umddi.h"

namespace drydock::testing {
namespace {

const d3d::Entry kEntry{"a function of Direct3D 11"};

HRESULT told_error = S_OK;
unsigned presents = 0;

VOID APIENTRY set_error(D3D10DDI_HRTCORELAYER, HRESULT result) { told_error = result; }
HRESULT APIENTRY present(HANDLE, DXGIDDICB_PRESENT*) {
  ++presents;
  return S_OK;
}

class D3d11Rig {
 public:
  D3d11Rig() : host_(stand_.new_device()) {
    told_error = S_OK;
    core_layer_.pfnSetErrorCb = set_error;
    dxgi_callbacks_.pfnPresentCb = present;
    D3D10_2DDI_ADAPTERFUNCS adapter{};
    D3D10DDIARG_OPENADAPTER open{};
    open.hRTAdapter.handle = stand_.adapter().handle().as_given();
    open.pAdapterCallbacks = &d3d::adapter_callbacks();
    open.pAdapterFuncs_2 = &adapter;
    auto* const entry = reinterpret_cast<PFND3D10DDI_OPENADAPTER>(
        stand_.driver().loaded().symbol("OpenAdapter10_2"));
    EXPECT_EQ(run([&] { return entry(&open); }), S_OK);
    adapter_ = open.hAdapter;
    adapter_functions_ = adapter;
    create_device();
  }

  // Everything that was found.
  std::string end() {
    run([&] { functions_.pfnDestroyDevice(device_); });
    EXPECT_EQ(run([&] { return adapter_functions_.pfnCloseAdapter(adapter_); }), S_OK);
    return stand_.end();
  }

  struct Texture {
    std::unique_ptr<std::byte[]> memory;
    D3D10DDI_HRESOURCE handle{};
    d3d::Resource* runtime = nullptr;
  };

  Texture create(UINT width, UINT levels, const std::uint32_t* initial = nullptr) {
    std::vector<D3D10DDI_MIPINFO> sizes;
    std::vector<D3D10_DDIARG_SUBRESOURCE_UP> data;
    for (UINT level = 0; level < levels; ++level) {
      const UINT size = width >> level;
      sizes.push_back({size, size, 1, size, size, 1});
      data.push_back({const_cast<std::uint32_t*>(initial), size * 4, size * size * 4});
    }
    D3D11DDIARG_CREATERESOURCE wanted{};
    wanted.pMipInfoList = sizes.data();
    wanted.pInitialDataUP = initial == nullptr ? nullptr : data.data();
    wanted.ResourceDimension = D3D10DDIRESOURCE_TEXTURE2D;
    wanted.Format = DXGI_FORMAT_B8G8R8A8_UNORM;
    wanted.SampleDesc.Count = 1;
    wanted.MipLevels = levels;
    wanted.ArraySize = 1;
    Texture out;
    out.runtime =
        &host_->objects.add_resource(d3d::RuntimeHandle::next(d3d::HandleKind::kResource));
    const SIZE_T bytes =
        run([&] { return functions_.pfnCalcPrivateResourceSize(device_, &wanted); });
    out.memory = std::make_unique<std::byte[]>(bytes);
    out.handle.pDrvPrivate = out.memory.get();
    const D3D10DDI_HRTRESOURCE runtime{out.runtime->handle.as_given()};
    run([&] { functions_.pfnCreateResource(device_, &wanted, out.handle, runtime); });
    out.runtime->state = d3d::Resource::State::kLive;
    return out;
  }

  // The runtime takes its memory back at once.
  void destroy(Texture& texture) {
    run([&] { functions_.pfnDestroyResource(device_, texture.handle); });
    texture.runtime->state = d3d::Resource::State::kDestroyed;
    texture.memory.reset();
  }

  std::uint32_t first_pixel(const Texture& texture, UINT index) {
    D3D10DDI_MAPPED_SUBRESOURCE mapped{};
    run([&] {
      functions_.pfnResourceMap(device_, texture.handle, index, D3D10_DDI_MAP_READ, 0, &mapped);
    });
    if (mapped.pData == nullptr) return 0xbad;
    const std::uint32_t pixel = *static_cast<std::uint32_t*>(mapped.pData);
    run([&] { functions_.pfnResourceUnmap(device_, texture.handle, index); });
    return pixel;
  }

  template <typename Body>
  auto run(Body body) -> decltype(body()) {
    const dxgk::ProcessScope scope(&stand_.adapter().process());
    d3d::Call call(kEntry, host_);
    using Result = decltype(body());
    if constexpr (std::is_void_v<Result>) {
      stand_.driver().driver().run(kEntry.name, [&] { body(); });
    } else {
      Result result{};
      stand_.driver().driver().run(kEntry.name, [&] { result = body(); });
      return result;
    }
  }

  D3D11DDI_DEVICEFUNCS& functions() { return functions_; }
  DXGI1_1_DDI_BASE_FUNCTIONS& dxgi() { return dxgi_; }
  D3D10DDI_HDEVICE device() const { return device_; }
  d3d::Device& host() { return *host_; }
  GpuStand& stand() { return stand_; }

 private:
  void create_device() {
    const D3D10DDIARG_CALCPRIVATEDEVICESIZE size{D3D11_0_DDI_INTERFACE_VERSION,
                                                 D3D11_0_DDI_BUILD_VERSION << 16, 0};
    const SIZE_T bytes =
        run([&] { return adapter_functions_.pfnCalcPrivateDeviceSize(adapter_, &size); });
    memory_ = std::make_unique<std::byte[]>(bytes);
    device_.pDrvPrivate = memory_.get();
    D3D10DDIARG_CREATEDEVICE wanted{};
    wanted.hRTDevice.handle = host_->handle().as_given();
    wanted.Interface = size.Interface;
    wanted.Version = size.Version;
    wanted.pKTCallbacks = &d3d::device_callbacks();
    wanted.p11DeviceFuncs = &functions_;
    wanted.hDrvDevice = device_;
    wanted.DXGIBaseDDI.pDXGIBaseCallbacks = &dxgi_callbacks_;
    wanted.DXGIBaseDDI.pDXGIDDIBaseFunctions2 = &dxgi_;
    wanted.p11UMCallbacks = &core_layer_;
    EXPECT_EQ(run([&] { return adapter_functions_.pfnCreateDevice(adapter_, &wanted); }), S_OK);
  }

  GpuStand stand_;
  d3d::Device* const host_;
  D3D11DDI_CORELAYER_DEVICECALLBACKS core_layer_{};
  DXGI_DDI_BASE_CALLBACKS dxgi_callbacks_{};
  D3D10DDI_HADAPTER adapter_{};
  D3D10_2DDI_ADAPTERFUNCS adapter_functions_{};
  D3D10DDI_HDEVICE device_{};
  D3D11DDI_DEVICEFUNCS functions_{};
  DXGI1_1_DDI_BASE_FUNCTIONS dxgi_{};
  std::unique_ptr<std::byte[]> memory_;
};

TEST(SoftGpuD3d11, ResourcesLiveAndGoByTheSameCore) {
  D3d11Rig rig;
  std::vector<std::uint32_t> pixels(16 * 16, 0x01020304);
  D3d11Rig::Texture source = rig.create(16, 1, pixels.data());
  D3d11Rig::Texture copy = rig.create(16, 3);
  ASSERT_EQ(told_error, S_OK) << rig.stand().told();
  EXPECT_EQ(rig.host().objects.living_of(*copy.runtime).size(), 3U);
  rig.run([&] { rig.functions().pfnResourceCopy(rig.device(), copy.handle, source.handle); });
  EXPECT_TRUE(rig.run(
      [&] { return rig.functions().pfnResourceIsStagingBusy(rig.device(), source.handle); }));
  EXPECT_EQ(rig.first_pixel(copy, 0), 0x01020304U);
  rig.destroy(source);
  rig.destroy(copy);
  EXPECT_EQ(rig.host().objects.living_of(*copy.runtime).size(), 3U);
  rig.run([&] { rig.functions().pfnFlush(rig.device()); });
  EXPECT_TRUE(rig.host().objects.living_of(*copy.runtime).empty());
  EXPECT_EQ(told_error, S_OK);
  EXPECT_EQ(rig.end(), "");
}

TEST(SoftGpuD3d11, ViewsAreClearedAndPresented) {
  D3d11Rig rig;
  D3d11Rig::Texture target = rig.create(16, 2);
  D3D10DDIARG_CREATERENDERTARGETVIEW wanted{};
  wanted.hDrvResource = target.handle;
  wanted.ResourceDimension = D3D10DDIRESOURCE_TEXTURE2D;
  wanted.Tex2D.MipSlice = 1;
  void* memory[4] = {};
  const D3D10DDI_HRENDERTARGETVIEW view{memory};
  FLOAT color[] = {1, 0, 0, 1};
  rig.run([&] {
    rig.functions().pfnCreateRenderTargetView(rig.device(), &wanted, view, {});
    rig.functions().pfnClearRenderTargetView(rig.device(), view, color);
    rig.functions().pfnDestroyRenderTargetView(rig.device(), view);
  });
  EXPECT_EQ(rig.first_pixel(target, 1), 0xffff0000U);
  DXGI_DDI_ARG_PRESENT arguments{};
  arguments.hDevice = reinterpret_cast<DXGI_DDI_HDEVICE>(rig.device().pDrvPrivate);
  arguments.hSurfaceToPresent = reinterpret_cast<DXGI_DDI_HRESOURCE>(target.handle.pDrvPrivate);
  presents = 0;
  EXPECT_EQ(rig.run([&] { return rig.dxgi().pfnPresent(&arguments); }), S_OK);
  EXPECT_EQ(presents, 1U);
  rig.destroy(target);
  EXPECT_EQ(rig.end(), "");
}

TEST(SoftGpuD3d11, EveryFunctionOfTheTableIsThere) {
  D3d11Rig rig;
  const auto* const functions = reinterpret_cast<void* const*>(&rig.functions());
  for (std::size_t i = 0; i < sizeof(D3D11DDI_DEVICEFUNCS) / sizeof(void*); ++i)
    EXPECT_NE(functions[i], nullptr) << i;
  EXPECT_EQ(rig.end(), "");
}

TEST(SoftGpuD3d11, AResourceThatCannotBeMadeIsToldAsALackOfMemory) {
  D3d11Rig rig;
  D3d11Rig::Texture huge = rig.create(16384, 1);
  EXPECT_EQ(told_error, E_OUTOFMEMORY);
  EXPECT_TRUE(rig.host().objects.living_of(*huge.runtime).empty());
  huge.runtime->state = d3d::Resource::State::kFailed;
  EXPECT_EQ(rig.end(), "");
}

}  // namespace
}  // namespace drydock::testing
