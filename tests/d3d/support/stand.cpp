#include "tests/d3d/support/stand.h"

#include "tests/support/private_data.h"
#include "tests/support/softgpu_data.h"

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

Stand::Stand(const d3d::Options& options, Generation generation)
    : Bench(mender(), options, generation), door_(door_of(user())) {}

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

HRESULT Stand::open() { return adapter().open(); }

HRESULT Stand::try_device(std::shared_ptr<d3d::Device9>& out, D3DDDI_CREATEDEVICEFLAGS flags) {
  if (!adapter().is_open()) {
    if (const HRESULT result = adapter().open(); FAILED(result)) return result;
  }
  out = std::make_shared<d3d::Device9>(shared_adapter(), flags);
  return out->create();
}

std::shared_ptr<d3d::Device9> Stand::new_device() {
  std::shared_ptr<d3d::Device9> out;
  EXPECT_EQ(try_device(out), S_OK) << findings_text();
  return out;
}

SOFTGPU_BOOKS Stand::books() {
  const dxgk::ProcessScope scope(&process());
  SOFTGPU_ESCAPE_DATA data = softgpu_escape(SOFTGPU_ESCAPE_READ_BOOKS);
  EXPECT_EQ(escape_with(adapter().kernel().value, data), STATUS_SUCCESS);
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
