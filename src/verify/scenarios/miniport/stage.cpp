#include "src/verify/scenarios/miniport/stage.h"

#include <fmt/format.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/initialize.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/faults.h"
#include "src/verify/base/profile_registry.h"
#include "src/verify/base/start_help.h"

namespace drydock::verify {

Stage::Stage(Run& run) : run_(run) {
  load();
  if (!start()) start_again();
}

Stage::~Stage() { finish(); }

void Stage::load() {
  dock_ = std::make_unique<dxgk::Dock>();
  notes_ = std::make_unique<StartNotes>(run_.drivers().miniport.stem().string());
  set_registry(profile(), run_.drivers().miniport);
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  try {
    driver_ = nt::LoadedDriver::load(run_.drivers().miniport);
  } catch (const nt::LoadError& error) {
    throw Refused(error.what());
  }
  miniport_ = dxgk::start_miniport(*driver_, status);
  if (miniport_) return;
  finish();
  refuse(why_not_loaded(run_.drivers().miniport, status));
}

// The driver, or its device, does not start.
void Stage::refuse(const std::string& why) const { throw DoesNotStart(why, notes_->before(why)); }

// Null when it does not start; then `why` says so, and the notes what came before.
dxgk::Adapter* Stage::plug(const dxgk::Miniport& miniport, std::shared_ptr<HeldDevice>& device,
                           const std::string& which, std::string& why) {
  if (notes_ == nullptr || !notes_->lines()->is_noting())
    notes_ = std::make_unique<StartNotes>(run_.drivers().miniport.stem().string());
  const std::shared_ptr<NotedLines> lines = notes_->lines();
  device = std::make_shared<HeldDevice>(hardware_of(profile(), plugged_++), lines);
  dxgk::StartFailure failure;
  dxgk::Adapter* const adapter = dock_->plug(miniport, device, failure);
  lines->end();
  if (adapter == nullptr)
    why = why_not_started(run_.drivers(), failure, lines->has(NotedLines::Kind::kRegister), which);
  return adapter;
}

// False when a fault may be the reason that it does not start.
bool Stage::start() {
  adapter_ = plug(*miniport_, device_, "the device", why_not_);
  if (adapter_ != nullptr) return true;
  if (run_.after_fault() && driver_->driver().alive()) return false;
  finish();
  refuse(why_not_);
}

// After a start that failed the next one has to succeed, unless the driver never starts.
void Stage::start_again() {
  const std::uint64_t faults = sim::faults_failed();
  const sim::NoFaults none;
  if (start()) return;
  const std::string name(driver_->driver().name());
  finish();
  load();
  const bool starts = start();
  if (starts && sim::faults_failed() == faults)
    nt::Breach("N-069", nt::Offender::named(name))
        .message("its device starts only when the driver is loaded anew")
        .raise_later();
  if (starts) return;
  finish();
  refuse(why_not_);
}

dxgk::Adapter& Stage::plug_another() {
  std::shared_ptr<HeldDevice> device;
  std::string why;
  dxgk::Adapter* const added = plug(adapter_->miniport(), device, "a further device", why);
  if (added == nullptr) refuse(why);
  return *added;
}

void Stage::restart() {
  const NTSTATUS status = dock_->restart(*adapter_);
  if (NT_SUCCESS(status)) return;
  throw Refused("the device does not start again after DxgkDdiStopDevice: " +
                to_text(adapter_->why_not_started(status)));
}

bool Stage::has_devices() const { return adapter_->table().DxgkDdiCreateDevice != nullptr; }

bool Stage::has_residency() const { return adapter_->has_paging_queues(); }

const dxgk::AdapterCaps& Stage::adapter_caps() const { return adapter_->caps(); }

void Stage::with_device(const std::function<void(Client& client, D3DKMT_HANDLE device)>& body) {
  Client client = this->client();
  const D3DKMT_HANDLE device = client.create_device();
  body(client, device);
  client.destroy_device(device);
  client.end();
}

void Stage::with_queue(
    const std::function<void(Client& client, D3DKMT_HANDLE device, Queue& queue)>& body) {
  with_device([&](Client& client, D3DKMT_HANDLE device) {
    Queue queue = client.create_queue(device);
    body(client, device, queue);
    client.destroy_queue(queue);
  });
}

bool Stage::asks_for_gdi() const {
  return adapter_->table().DxgkDdiRenderKm != nullptr &&
         adapter_->caps().driver.PresentationCaps.SupportKernelModeCommandBuffer != 0;
}

std::vector<Recipe> Stage::recipes() const {
  std::vector<Recipe> out;
  const auto add = [&](D3DKMDT_STANDARDALLOCATION_TYPE type, D3DKMDT_GDISURFACETYPE gdi = {}) {
    out.push_back({.surface = {.type = type,
                               .gdi = gdi,
                               .width = kSide,
                               .height = kSide,
                               .format = D3DDDIFMT_A8R8G8B8}});
  };
  for (const Profile::Allocation& each : profile().allocations)
    out.push_back({.surface = {}, .of_profile = &each});
  if (adapter_->table().DxgkDdiGetStandardAllocationDriverData == nullptr) return out;
  if (asks_for_gdi()) {
    add(D3DKMDT_STANDARDALLOCATION_GDISURFACE, D3DKMDT_GDISURFACE_TEXTURE_CPUVISIBLE);
    add(D3DKMDT_STANDARDALLOCATION_GDISURFACE, D3DKMDT_GDISURFACE_TEXTURE);
    add(D3DKMDT_STANDARDALLOCATION_GDISURFACE, D3DKMDT_GDISURFACE_STAGING_CPUVISIBLE);
    add(D3DKMDT_STANDARDALLOCATION_GDISURFACE, D3DKMDT_GDISURFACE_STAGING);
  }
  add(D3DKMDT_STANDARDALLOCATION_SHADOWSURFACE);
  add(D3DKMDT_STANDARDALLOCATION_STAGINGSURFACE);
  if (adapter_->caps().sources != 0) add(D3DKMDT_STANDARDALLOCATION_SHAREDPRIMARYSURFACE);
  return out;
}

Recipe Stage::recipe(UINT width, UINT height) const {
  if (adapter_->table().DxgkDdiCreateAllocation == nullptr)
    skip("DxgkDdiCreateAllocation is not registered");
  const std::vector<Recipe> all = recipes();
  if (all.empty())
    skip(
        "it needs a profile with allocations: DxgkDdiGetStandardAllocationDriverData is not "
        "registered");
  Recipe out = all.front();
  out.surface.width = width;
  out.surface.height = height;
  return out;
}

std::string_view Stage::name_of(const Recipe& recipe) {
  if (recipe.of_profile != nullptr) return recipe.of_profile->name;
  switch (recipe.surface.type) {
    case D3DKMDT_STANDARDALLOCATION_SHAREDPRIMARYSURFACE:
      return "a shared primary";
    case D3DKMDT_STANDARDALLOCATION_SHADOWSURFACE:
      return "a shadow surface";
    case D3DKMDT_STANDARDALLOCATION_STAGINGSURFACE:
      return "a staging surface";
    default:
      return "a GDI surface";
  }
}

bool Stage::draws() const { return profile().allocations.empty() && asks_for_gdi(); }

void Stage::need_surprise_removal() const {
  const DXGK_DRIVERCAPS& caps = adapter_->caps().driver;
  if (adapter_->table().DxgkDdiNotifySurpriseRemoval == nullptr)
    skip("DxgkDdiNotifySurpriseRemoval is not registered");
  if (caps.SupportSurpriseRemoval == FALSE && caps.SupportSurpriseRemovalInHibernation == FALSE)
    skip("the driver does not report SupportSurpriseRemoval (DXGK_DRIVERCAPS)");
}

void Stage::need_reset() const {
  if (adapter_->table().DxgkDdiResetFromTimeout == nullptr)
    skip("DxgkDdiResetFromTimeout is not registered");
  if (adapter_->table().DxgkDdiRestartFromTimeout == nullptr)
    skip("DxgkDdiRestartFromTimeout is not registered");
}

void Stage::need_contexts() const {
  if (!adapter_->has_contexts()) skip(kNoContexts);
}

void Stage::need_preemption() const {
  need_contexts();
  if (adapter_->table().DxgkDdiPreemptCommand == nullptr)
    skip("DxgkDdiPreemptCommand is not registered");
  if (adapter_->caps().driver.SchedulingCaps.PreemptionAware == 0)
    skip("PreemptionAware is not set");
}

void Stage::need_scheduler() const {
  if (adapter_->scheduler() == nullptr)
    skip("DxgkDdiSubmitCommand is not registered: the driver only shows pictures");
}

void Stage::need_work() {
  need_scheduler();
  recipe();
  if (!work_) {
    FoundWork found = find_work(*this);
    if (!found.work) skip(found.missing);
    work_ = std::move(found.work);
  }
  if (!work_->name.empty()) run_.note(work_->name);
}

Client Stage::client_of(dxgk::Adapter& adapter) {
  const bool by_address = work_ && work_->kind == KnownWork::Kind::kByAddress;
  return {*dock_, adapter, run_, by_address ? Contexts::kByAddress : Contexts::kWithBuffers};
}

void Stage::work(Client& client, Queue& queue, std::span<const D3DKMT_HANDLE> allocations,
                 UINT color) const {
  submit(work_.value_or(KnownWork{}), client, queue, recipe(), allocations, color);
}

void Stage::skip(const std::string& why) const {
  if (run_.after_fault()) throw Refused(why);
  throw Skip(why);
}

void* Stage::lock(Client& client, D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) const {
  try {
    return client.lock(device, allocation);
  } catch (const RefusedCall& refused) {
    if (refused.status() != STATUS_INVALID_PARAMETER) throw;
    skip(fmt::format("the driver created no CPU visible allocation: {}", refused.what()));
  }
}

// Creates a device, draws and destroys everything, as far as the driver supports it.
void Stage::live_shortly() {
  const bool allocates = adapter_->table().DxgkDdiCreateAllocation != nullptr && !recipes().empty();
  const bool renders = (work_ || draws()) && adapter_->scheduler() != nullptr;
  if (!has_devices()) return client().end();
  with_device([&](Client& client, D3DKMT_HANDLE device) {
    if (!allocates) return;
    const Resource resource = client.create(device, recipe(), Kind::kResource);
    if (renders) {
      Queue queue = client.create_queue(device);
      work(client, queue, resource.allocations);
      client.wait_idle(device);
      client.destroy_queue(queue);
    }
    client.destroy(device, resource);
  });
}

// What a driver cannot do when it is loaded anew is no failure to recover.
bool Stage::lives_anew() {
  try {
    finish();
    load();
    if (!start()) return false;
    live_shortly();
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

void Stage::expect_usable() {
  if (!adapter_->driver().alive()) return;
  rules::evaluated("N-069");
  const std::uint64_t faults = sim::faults_failed();
  const sim::NoFaults none;
  std::string why;
  try {
    if (!adapter_->is_working()) adapter_ = &plug_another();
    live_shortly();
    return;
  } catch (const std::runtime_error& error) {
    why = error.what();
  }
  // A thread of the driver may have met a further fault.
  if (sim::faults_failed() != faults || !adapter_->driver().alive()) return;
  const std::string name(adapter_->driver().name());
  if (!lives_anew()) return;
  nt::Breach("N-069", nt::Offender::named(name))
      .message("after a call that failed, to a new client: {}", why)
      .raise_later();
}

void Stage::finish() {
  dock_ = nullptr;
  adapter_ = nullptr;
  miniport_.reset();
  if (driver_ != nullptr) driver_->unload();
  driver_ = nullptr;
}

void play_on_stage(Run& run, void (*life)(Stage& stage)) {
  Stage stage(run);
  try {
    life(stage);
  } catch (const std::runtime_error&) {
    if (!run.after_fault()) throw;
  }
  stage.device().release_line();
  if (run.after_fault()) stage.expect_usable();
  stage.finish();
}

}  // namespace drydock::verify
