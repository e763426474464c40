// The stage of a miniport's scenarios: a graphics kernel of its own with the driver started on one
// device, and what the driver's own answers say can be done with it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/nt/life/loader.h"
#include "src/verify/base/scenario.h"
#include "src/verify/scenarios/miniport/client.h"
#include "src/verify/scenarios/miniport/device.h"
#include "src/wdk/hostile.h"

namespace drydock::verify {

class Stage {
 public:
  // Loads and starts the driver. Throws Refused when it does not start.
  explicit Stage(Run& run);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  Run& run() const { return run_; }
  dxgk::Dock& dock() { return *dock_; }
  dxgk::Adapter& adapter() { return *adapter_; }
  HeldDevice& device() { return *device_; }
  const Profile& profile() const { return run_.subject().profile; }

  // Another device for the same driver. Throws Refused.
  dxgk::Adapter& plug_another();

  Client client() { return {*dock_, *adapter_, profile()}; }

  // False for drivers that only show pictures.
  bool has_devices() const;
  // Its clients have paging queues and residency lists.
  bool has_residency() const;
  const dxgk::AdapterCaps& adapter_caps() const;
  // A client with one device: it destroys it after the body and exits.
  void with_device(const std::function<void(Client& client, D3DKMT_HANDLE device)>& body);

  // What allocations are made of here, of at least so many pixels; skips when there is no way to
  // one. Surfaces of the profile have the size they have.
  Recipe recipe(UINT width = kSide, UINT height = kSide) const;
  // The kinds of surface that the system would create on this adapter.
  std::vector<Recipe> recipes() const;
  static std::string_view name_of(const Recipe& recipe);

  // Skips when the driver is not called any more once its device has vanished.
  void need_surprise_removal() const;
  // Skips when work is submitted by devices only.
  void need_contexts() const;
  // Skips when nothing can be submitted.
  void need_work() const;
  // Work on the allocations: rectangles of a colour where the driver draws for GDI, or what the
  // profile has.
  void work(Client& client, Queue& queue, std::span<const D3DKMT_HANDLE> allocations,
            UINT color = 1) const;
  // Whether what work() leaves in an allocation is known.
  bool draws() const;

  // Throws Skip, or in a run with a fault, which may be the reason, Refused.
  [[noreturn]] void skip(const std::string& why) const;
  // Memory of an allocation for the CPU; skips when the driver makes none that it sees.
  void* lock(Client& client, D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) const;

  // After a fault: another client comes and does what any client may. When it cannot, that is a
  // finding (N-069).
  void expect_usable();
  // Processes are over by now: the adapters stop, the driver is unloaded.
  void finish();

  static constexpr UINT kSide = 16;

 private:
  void load();
  bool start();
  void start_again();
  bool asks_for_gdi() const;
  void live_shortly();

  Run& run_;
  const HostileArguments hostile_;
  unsigned plugged_ = 0;
  std::unique_ptr<nt::LoadedDriver> driver_;
  std::optional<dxgk::Miniport> miniport_;
  std::shared_ptr<HeldDevice> device_;
  std::unique_ptr<dxgk::Dock> dock_;
  dxgk::Adapter* adapter_ = nullptr;
};

// One life on a fresh stage, with the proof after a fault.
void play_on_stage(Run& run, void (*life)(Stage& stage));

template <void (*life)(Stage&)>
void on_stage(Run& run) {
  play_on_stage(run, life);
}

}  // namespace drydock::verify
