#include "tests/d3d/stand.h"

#include <gtest/gtest.h>

#include "tests/support/test_driver.h"

namespace drydock::testing {

std::filesystem::path mender() {
  return build_sample("mender", {"--kind umd", "-DD3D_UMD_INTERFACE_VERSION=0x7001",
                                 "-I" DRYDOCK_SOURCE_DIR "/drivers/softgpu/include",
                                 "-I" DRYDOCK_SOURCE_DIR "/tests/drivers/mender"});
}

DOOR door_of(d3d::UserDriver& driver) {
  using Open = HRESULT(APIENTRY*)(DOOR*);
  const auto open = reinterpret_cast<Open>(driver.loaded().symbol("OpenAdapter12"));
  DOOR door{};
  driver.driver().run("OpenAdapter12", [&] { open(&door); });
  return door;
}

Stand::Stand(d3d::Options options, Generation generation)
    : plugged_(dxgk::plug_driver(dock_, dxgk::software_gpu(),
                                 std::make_shared<dxgk::SoftwareGpuDevice>(16 << 20, generation))),
      process_(dock_.new_process()),
      driver_(d3d::UserDriver::load(mender())),
      door_(door_of(*driver_)),
      adapter_(
          std::make_shared<d3d::Adapter>(driver_, *process_, plugged_.adapter->luid(), options)) {}

Stand::~Stand() {
  close_adapter();
  driver_.reset();
  process_.reset();
  dock_.unplug(*plugged_.adapter);
  plugged_.driver->unload();
}

void Stand::plan_deed(PLACE place, DEED deed, HRESULT result) {
  plan() = {};
  plan().Place = place;
  plan().Deed = deed;
  plan().Result = result;
}

void Stand::plan_mistake(PLACE place, CALL_BACK callback, MISTAKE mistake, ULONG value) {
  plan() = {};
  plan().Place = place;
  plan().Deed = DEED_CALLBACK;
  plan().Callback = callback;
  plan().Mistake = mistake;
  plan().Value = value;
}

void Stand::call_outside(HANDLE device) {
  driver().run("outside", [&] { door_.Call(device); });
}

HRESULT Stand::open() { return adapter_->open(); }

HRESULT Stand::try_device(std::shared_ptr<d3d::Device>& out) {
  if (!adapter_->is_open()) {
    if (const HRESULT result = adapter_->open(); FAILED(result)) return result;
  }
  out = std::make_shared<d3d::Device>(adapter_);
  return out->create();
}

std::shared_ptr<d3d::Device> Stand::new_device() {
  std::shared_ptr<d3d::Device> out;
  EXPECT_EQ(try_device(out), S_OK) << told();
  return out;
}

void Stand::close_adapter() {
  if (adapter_ != nullptr) adapter_->close();
  adapter_.reset();
}

std::vector<rules::Finding> Stand::findings() const {
  std::vector<rules::Finding> all = log_.findings();
  std::erase_if(all, [](const rules::Finding& each) { return !each.rule->id.starts_with('U'); });
  return all;
}

std::size_t Stand::count(std::string_view rule) const { return testing::count(findings(), rule); }

std::string Stand::told() const { return testing::told(log_.findings()); }

SOFTGPU_BOOKS Stand::books() {
  const dxgk::ProcessScope scope(process_.get());
  SOFTGPU_ESCAPE_DATA data{};
  data.Header = {SOFTGPU_ESCAPE_MAGIC, SOFTGPU_VERSION, sizeof data};
  data.Command = SOFTGPU_ESCAPE_READ_BOOKS;
  D3DKMT_ESCAPE escape{};
  escape.hAdapter = adapter_->kernel().value;
  escape.Type = D3DKMT_ESCAPE_DRIVERPRIVATE;
  escape.pPrivateDriverData = &data;
  escape.PrivateDriverDataSize = sizeof data;
  EXPECT_EQ(D3DKMTEscape(&escape), STATUS_SUCCESS);
  return data.Books;
}

int Stand::kernel_allocations() { return books().Allocations; }
int Stand::kernel_resources() { return books().Resources; }

d3d::ResourceSpec textures(std::size_t count) {
  d3d::ResourceSpec spec;
  spec.flags.Texture = 1;
  spec.surfaces.assign(count, {16, 16, 1, nullptr, 0, 0});
  return spec;
}

d3d::ResourceSpec shared_textures(std::size_t count) {
  d3d::ResourceSpec spec = textures(count);
  spec.flags.SharedResource = 1;
  return spec;
}

}  // namespace drydock::testing
