#include "src/verify/scenarios/user_mode/client.h"

#include <fmt/format.h>

#include <algorithm>

#include "drydock/dock.h"
#include "src/d3d/api/factory.h"
#include "src/d3d/d3d12/device.h"
#include "src/d3d/driver/result.h"
#include "src/dxgk/dock/software_gpu.h"
#include "src/dxgk/dock/software_gpu_device.h"
#include "src/nt/mm/user_copy.h"
#include "src/nt/ob/played_windows.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/faults.h"
#include "src/verify/base/profile_registry.h"
#include "src/verify/scenarios/miniport/device.h"

namespace drydock::verify {

Gpu::Gpu(Run& run) : run_(run) { replace(); }

Gpu::~Gpu() {
  for (dxgk::Adapter* each : dock_.adapters()) dock_.unplug(*each);
  for (const auto& each : miniports_) each->unload();
}

void Gpu::replace() {
  const std::filesystem::path& given = run_.drivers().miniport;
  // The software GPU is for the newest Windows, whatever the user-mode driver sees.
  std::optional<nt::PlayedWindows> newest;
  if (given.empty()) newest.emplace(nt::newest_windows());
  const Profile& profile = run_.drivers().profile;
  set_registry(profile, given);
  try {
    dxgk::Plugged plugged =
        given.empty() ? dxgk::plug_driver(dock_, dxgk::software_gpu(),
                                          std::make_shared<dxgk::SoftwareGpuDevice>())
                      : dxgk::plug_driver(dock_, given,
                                          hardware_of(profile, plugged_++,
                                                      dxgk::SoftwareGpuDevice::kStandardMemory));
    adapter_ = plugged.adapter;
    miniports_.push_back(std::move(plugged.driver));
  } catch (const DockError& error) {
    throw Refused(fmt::format("there is no GPU for it: {}", error.what()));
  }
}

void Gpu::lose() {
  const DXGK_DRIVERCAPS& caps = adapter_->caps().driver;
  const bool may_vanish =
      adapter_->table().DxgkDdiNotifySurpriseRemoval != nullptr &&
      (caps.SupportSurpriseRemoval != FALSE || caps.SupportSurpriseRemovalInHibernation != FALSE);
  if (may_vanish) {
    dock_.surprise(*adapter_);
  } else {
    dock_.unplug(*adapter_);
  }
}

namespace {

// Why a driver cannot be asked for this family; empty: it can.
std::string why_not(d3d::UserDriver& driver, d3d::Style style) {
  switch (style) {
    case d3d::Style::kDirect3D10:
      return driver.is_of_style10() ? ""
                                    : "the driver exports neither OpenAdapter10 nor "
                                      "OpenAdapter10_2: it is none of Direct3D 10";
    case d3d::Style::kDirect3D12:
      return driver.is_of_style12() ? ""
                                    : "the driver exports no OpenAdapter12: it is none of "
                                      "Direct3D 12";
    case d3d::Style::kDirect3D9:
    case d3d::Style::kAsExported:
      break;
  }
  return driver.is_of_style9() ? "" : "the driver exports no OpenAdapter: it is none of Direct3D 9";
}

}  // namespace

GraphicsProgram::GraphicsProgram(Run& run, Gpu& gpu, d3d::Options options)
    : gpu_(gpu),
      options_(options),
      process_(gpu.dock().new_process()),
      driver_(d3d::UserDriver::load(run.drivers().umd)),
      notes_(run.drivers().umd.stem().string()) {
  options_.follows_kernel10 = true;
  if (const std::string why = why_not(*driver_, options.style); !why.empty()) throw Skip(why);
  open();
}

GraphicsProgram::~GraphicsProgram() { close(); }

void GraphicsProgram::open() {
  adapter_ = d3d::make_adapter(driver_, dxgk::RuntimeView(*process_), gpu_.luid(), options_);
  if (SUCCEEDED(adapter_->open())) return;
  refuse("the driver does not open the adapter: " + adapter_->why_not_open());
}

void GraphicsProgram::refuse(const std::string& why) const {
  std::vector<std::string> before = notes_.before(why);
  for (const std::string& call : adapter_->failed_calls()) {
    if (why.find(call) == std::string::npos) before.push_back(call);
  }
  throw DoesNotStart(why, before);
}

void GraphicsProgram::close() {
  for (const auto& device : devices_) device->destroy();
  devices_.clear();
  if (adapter_ != nullptr && adapter_->is_open()) adapter_->close();
  adapter_.reset();
}

void GraphicsProgram::reopen() {
  close();
  open();
}

d3d::Device& GraphicsProgram::new_device() {
  auto device = d3d::make_device(adapter_);
  const HRESULT result = device->create();
  if (FAILED(result) && result != d3d::kNoEntryPoint && !has_begun_)
    refuse(fmt::format("CreateDevice returned {}", d3d::name_of(result)));
  must(result, "CreateDevice");
  has_begun_ = true;
  notes_.lines()->end();
  return *devices_.emplace_back(std::move(device));
}

d3d::ResourceSpec textures(std::size_t surfaces, std::uint32_t side) {
  d3d::ResourceSpec out;
  out.flags.Texture = 1;
  out.surfaces.assign(surfaces, {side, side, 1, nullptr, 0, 0});
  return out;
}

d3d::ResourceSpec shared_textures(std::size_t surfaces) {
  d3d::ResourceSpec out = textures(surfaces);
  out.flags.SharedResource = 1;
  return out;
}

d3d::ResourceSpec dynamic_texture() {
  d3d::ResourceSpec out = textures(1);
  out.flags.Dynamic = 1;
  return out;
}

void must(HRESULT result, const char* what) {
  if (result == d3d::kNoEntryPoint)
    throw Skip(fmt::format("the driver has no {}: its table has no function there", what));
  if (FAILED(result)) throw Refused(fmt::format("{} returned {}", what, d3d::name_of(result)));
}

d3d::Resource& make(d3d::Device& device, const d3d::ResourceSpec& spec) {
  d3d::Resource* out = nullptr;
  const HRESULT result = device.create_resource(spec, out);
  if (out != nullptr) return *out;
  const D3DDDI_SURFACEINFO& first = spec.surfaces.front();
  if (result == d3d::kNoEntryPoint) must(result, "CreateResource");
  must(FAILED(result) ? result : E_FAIL,
       fmt::format("CreateResource, for {} of {} by {} in format {} with the flags {:#x},",
                   spec.surfaces.size(), first.Width, first.Height, static_cast<UINT>(spec.format),
                   spec.flags.Value)
           .c_str());
  return *out;
}

d3d::Resource& open(d3d::Device& device, const d3d::Resource& shared) {
  d3d::Resource* out = nullptr;
  const HRESULT result = device.open_resource(shared.global, out);
  if (out == nullptr) must(FAILED(result) ? result : E_FAIL, "OpenResource");
  return *out;
}

void touch(d3d::Device& device, d3d::Resource& resource, UINT surface, D3DDDI_LOCKFLAGS flags) {
  d3d::LockedSurface locked;
  const HRESULT result = device.lock(resource, surface, flags, locked);
  if (result == D3DDDIERR_WASSTILLDRAWING && flags.DoNotWait != 0) return;
  must(result, "Lock");
  constexpr std::uint32_t kAnything = 0x5a5a5a5a;
  if (flags.ReadOnly == 0) (void)nt::copy_to_user(locked.data, &kAnything, sizeof kAnything);
  must(device.unlock(resource, surface), "Unlock");
}

namespace {

// A picture as the application sees it, row by row. The pitch and address that the driver returned
// may be wrong.
std::byte* row_of(const d3d::LockedSurface& locked, UINT y) {
  return static_cast<std::byte*>(locked.data) + std::size_t{y} * locked.pitch;
}

}  // namespace

void write_word(d3d::Device& device, d3d::Resource& resource, UINT surface, std::uint32_t word) {
  d3d::LockedSurface locked;
  must(device.lock(resource, surface, {}, locked), "Lock");
  const D3DDDI_SURFACEINFO& size = resource.surfaces[surface];
  const std::vector<std::uint32_t> row(size.Width, word);
  bool is_written = true;
  for (UINT y = 0; y < size.Height && is_written; ++y)
    is_written = nt::copy_to_user(row_of(locked, y), row.data(), row.size() * sizeof word);
  if (rules::breaks("U-156", !is_written))
    nt::Breach("U-156", nt::Offender::named(device.driver().name()))
        .message(
            "Lock gave an address for surface {} of resource {}, and not all "
            "of the surface can be written there",
            surface, resource.number)
        .raise_later();
  must(device.unlock(resource, surface), "Unlock");
}

std::optional<std::uint32_t> find_other(d3d::Device& device, d3d::Resource& resource, UINT surface,
                                        std::uint32_t word) {
  d3d::LockedSurface locked;
  D3DDDI_LOCKFLAGS reading{};
  reading.ReadOnly = 1;
  must(device.lock(resource, surface, reading, locked), "Lock");
  const D3DDDI_SURFACEINFO& size = resource.surfaces[surface];
  std::vector<std::uint32_t> row(size.Width);
  std::optional<std::uint32_t> other;
  for (UINT y = 0; y < size.Height && !other; ++y) {
    if (!nt::copy_from_user(row.data(), row_of(locked, y), row.size() * sizeof word)) break;
    const auto found = std::ranges::find_if(row, [&](std::uint32_t each) { return each != word; });
    if (found != row.end()) other = *found;
  }
  must(device.unlock(resource, surface), "Unlock");
  return other;
}

void expect_own_word(d3d::Device& device, d3d::Resource& resource, UINT surface,
                     std::uint32_t first) {
  const auto other = find_other(device, resource, surface, first + surface);
  rules::evaluated("U-026");
  if (!other || *other - first >= resource.surfaces.size()) return;
  nt::Breach("U-026", nt::Offender::named(device.driver().name()))
      .message(
          "surface {} of resource {} holds what the application had put into "
          "surface {}",
          surface, resource.number, *other - first)
      .about({.object = resource.name(), .history = resource.history})
      .raise_later();
}

namespace {

void use_heap(d3d::Device12& device) {
  d3d::Resource* heap = nullptr;
  const HRESULT result = device.create_committed({.bytes = 65536}, {.width = 4096}, heap);
  if (heap == nullptr) must(FAILED(result) ? result : E_FAIL, "CreateHeapAndResource");
  void* data = nullptr;
  must(device.map(*heap, data), "MapHeap");
  must(device.unmap(*heap), "UnmapHeap");
  must(device.destroy_resource(*heap), "DestroyHeapAndResource");
}

}  // namespace

void use_one(d3d::Device& device) {
  if (device.adapter().is_of_12()) return use_heap(static_cast<d3d::Device12&>(device));
  d3d::Resource& resource = make(device, textures(1));
  must(device.color_fill(resource, 0, 0xff00ff00), "ColorFill");
  touch(device, resource, 0);
  must(device.destroy_resource(resource), "DestroyResource");
  must(device.flush(), "Flush");
}

namespace {

// Why the program cannot work any more; empty: it works.
std::string why_useless(GraphicsProgram& program) {
  try {
    d3d::Device& device = program.new_device();
    use_one(device);
    must(device.destroy(), "DestroyDevice");
    return {};
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

std::string why_useless_anew(Run& run, d3d::Style style) {
  try {
    Gpu gpu(run);
    GraphicsProgram program(run, gpu, {.style = style});
    return why_useless(program);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

// Uses the adapter as it is, or another one with the same copy of the driver when it is lost.
void expect_still_works(Run& run, d3d::Style style, Gpu& gpu, GraphicsProgram& program) {
  rules::evaluated("N-069");
  const std::uint64_t faults = sim::faults_failed();
  std::string why;
  try {
    if (!gpu.is_there()) gpu.replace();
    program.reopen();
    why = why_useless(program);
  } catch (const std::runtime_error& error) {
    why = error.what();
  }
  if (why.empty() || !program.alive() || !why_useless_anew(run, style).empty()) return;
  if (sim::faults_failed() != faults) return;
  throw StillBroken(fmt::format("the driver does not get over the fault: {}", why));
}

template <class Made, class... Arguments>
std::unique_ptr<Made> make_or_again(Run& run, Arguments&&... arguments) {
  try {
    return std::make_unique<Made>(arguments...);
  } catch (const Refused&) {
    if (!run.after_fault()) throw;
    return std::make_unique<Made>(arguments...);
  }
}

}  // namespace

void run_with_gpu(Run& run, const std::function<void(Gpu&, GraphicsProgram&)>& life,
                  d3d::Options options) {
  const std::unique_ptr<Gpu> gpu = make_or_again<Gpu>(run, run);
  const auto program = make_or_again<GraphicsProgram>(run, run, *gpu, options);
  try {
    life(*gpu, *program);
  } catch (const Refused&) {
    if (!run.after_fault()) throw;
  } catch (const Skip&) {
    if (!run.after_fault()) throw;
  }
  if (run.after_fault() && program->alive()) expect_still_works(run, options.style, *gpu, *program);
}

void run_with_gpu(Run& run, d3d::Style style,
                  const std::function<void(Gpu&, GraphicsProgram&)>& life) {
  run_with_gpu(run, life, {.style = style});
}

void run_with_device(Run& run, d3d::Style style, const std::function<void(d3d::Device&)>& life) {
  run_with_gpu(run, style, [&](Gpu&, GraphicsProgram& program) {
    d3d::Device& device = program.new_device();
    life(device);
    must(device.destroy(), "DestroyDevice");
  });
}

}  // namespace drydock::verify
