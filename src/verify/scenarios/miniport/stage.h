// The scenarios of miniports run on a stage: a graphics kernel of its own with the driver started
// on one device, and what that driver says it can do. Owner: the run. Threads: strands of the run.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/nt/life/loader.h"
#include "src/verify/base/scenario.h"
#include "src/verify/base/start_notes.h"
#include "src/verify/scenarios/miniport/client.h"
#include "src/verify/scenarios/miniport/device.h"
#include "src/verify/scenarios/miniport/known_work.h"
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
  const Profile& profile() const { return run_.drivers().profile; }

  // Another device for the same driver. Throws DoesNotStart.
  dxgk::Adapter& plug_another();
  // Stops the device and starts it again. Throws Refused.
  void restart();

  Client client() { return client_of(*adapter_); }
  Client client_of(dxgk::Adapter& adapter);

  // False for display-only drivers.
  bool has_devices() const;
  // Returns whether clients of the driver have paging queues and residency lists.
  bool has_residency() const;
  const dxgk::AdapterCaps& adapter_caps() const;
  // Runs the body with a client that has one device. Afterwards the client destroys the device and
  // exits.
  void with_device(const std::function<void(Client& client, D3DKMT_HANDLE device)>& body);
  // The same with a queue of the device, which the client destroys after the body.
  void with_queue(
      const std::function<void(Client& client, D3DKMT_HANDLE device, Queue& queue)>& body);

  // How to create an allocation of at least so many pixels. Skips when neither driver nor profile
  // describe one. Allocations of the profile have the size that it gives them.
  Recipe recipe(UINT width = kSide, UINT height = kSide) const;
  // The kinds of surface that the system would create on this adapter.
  std::vector<Recipe> recipes() const;
  static std::string_view name_of(const Recipe& recipe);

  // Skips when the driver takes no surprise removal.
  void need_surprise_removal() const;
  // Skips when the driver cannot be reset after a time-out.
  void need_reset() const;
  // Skips when work is submitted by devices only.
  void need_contexts() const;
  void need_preemption() const;
  // Skips when the driver has no GPU.
  void need_scheduler() const;
  // Finds what work the driver takes (known_work.h), before the scenario creates its clients. Skips
  // when it takes none.
  void need_work();
  // Submits the work that need_work() found, on the allocations.
  void work(Client& client, Queue& queue, std::span<const D3DKMT_HANDLE> allocations,
            UINT color = 1) const;
  // True when the scenario knows what work() leaves in an allocation.
  bool draws() const;

  // Throws Skip, or Refused in a run with a fault, because the fault may be the reason.
  [[noreturn]] void skip(const std::string& why) const;
  // Maps an allocation for the CPU. Skips when the driver creates none that the CPU can see.
  void* lock(Client& client, D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) const;

  // After a fault, another client does what any client does. If that fails, the driver has not
  // recovered (N-069).
  void expect_usable();
  // Stops the adapters and unloads the driver. All client processes have ended.
  void finish();

  static constexpr UINT kSide = 16;

 private:
  void load();
  [[noreturn]] void refuse(const std::string& why) const;
  dxgk::Adapter* plug(const dxgk::Miniport& miniport, std::shared_ptr<HeldDevice>& device,
                      const std::string& which, std::string& why);
  bool start();
  void start_again();
  bool asks_for_gdi() const;
  void live_shortly();
  bool lives_anew();

  Run& run_;
  const HostileArguments hostile_;
  unsigned plugged_ = 0;
  std::unique_ptr<StartNotes> notes_;
  std::string why_not_;  // the device does not start
  std::unique_ptr<nt::LoadedDriver> driver_;
  std::optional<dxgk::Miniport> miniport_;
  std::shared_ptr<HeldDevice> device_;
  std::unique_ptr<dxgk::Dock> dock_;
  dxgk::Adapter* adapter_ = nullptr;
  std::optional<KnownWork> work_;  // found by need_work()
};

// Runs a scenario on a fresh stage and then checks that the driver recovered from a fault.
void play_on_stage(Run& run, void (*life)(Stage& stage));

template <void (*life)(Stage&)>
void on_stage(Run& run) {
  play_on_stage(run, life);
}

}  // namespace drydock::verify
