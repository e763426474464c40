// Programs that use Direct3D on a user-mode display driver.
//
// The miniport below is the one under test, or the software GPU. Every program has a process and a
// copy of the driver of its own.
//
// Drivers have one of three families of interfaces, or several: d3d::Style. A scenario is written
// once, over d3d::Device, which the first two families have in common; as9 and as10 make it a
// scenario of one of them. Direct3D 12 has scenarios of its own. Cost: each program loads its
// driver. Owner: the scenario. Threads: a program belongs to one strand.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "src/d3d/core/device.h"
#include "src/dxgk/dock/dock.h"
#include "src/nt/life/loader.h"
#include "src/verify/base/scenario.h"
#include "src/verify/base/start_notes.h"

namespace drydock::verify {

// A dock with one GPU: the miniport under test on the hardware of its profile, as its own scenarios
// have it, or the software GPU.
class Gpu {
 public:
  // Throws Refused when the miniport does not start.
  explicit Gpu(Run& run);
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  dxgk::Dock& dock() { return dock_; }
  LUID luid() const { return adapter_->luid(); }
  bool is_there() const { return adapter_->state() != dxgk::Adapter::State::kRemoved; }
  // Removes the GPU: by surprise when its miniport supports that, and otherwise after the miniport
  // has stopped it. Programs have lost their devices either way.
  void lose();
  // Replaces the GPU by another one of the same miniport.
  void replace();

 private:
  Run& run_;
  // The order of members matters: a miniport's code outlives its adapters.
  std::vector<std::unique_ptr<nt::LoadedDriver>> miniports_;
  dxgk::Dock dock_;
  dxgk::Adapter* adapter_ = nullptr;
  unsigned plugged_ = 0;
};

class GraphicsProgram {
 public:
  // Opens the adapter. Throws Skip when the driver has no such function of the style.
  GraphicsProgram(Run& run, Gpu& gpu, d3d::Options options = {});
  ~GraphicsProgram();  // devices first, then the adapter
  GraphicsProgram(const GraphicsProgram&) = delete;
  GraphicsProgram& operator=(const GraphicsProgram&) = delete;

  d3d::Device& new_device();
  // CloseAdapter and OpenAdapter, of another adapter if need be. Its devices are destroyed.
  void reopen();
  bool alive() const { return driver_->driver().alive(); }

 private:
  void open();
  void close();
  [[noreturn]] void refuse(const std::string& why) const;

  Gpu& gpu_;
  d3d::Options options_;
  const std::unique_ptr<dxgk::Process> process_;
  std::shared_ptr<d3d::UserDriver> driver_;
  std::shared_ptr<d3d::Adapter> adapter_;
  std::vector<std::shared_ptr<d3d::Device>> devices_;
  const StartNotes notes_;
  bool has_begun_ = false;  // a device was created
};

// Textures of one resource, each of this many pixels a side.
d3d::ResourceSpec textures(std::size_t surfaces, std::uint32_t side = 32);
d3d::ResourceSpec shared_textures(std::size_t surfaces);
// Memory that the application writes anew for each picture.
d3d::ResourceSpec dynamic_texture();

// Throws Refused when it is refused.
d3d::Resource& make(d3d::Device& device, const d3d::ResourceSpec& spec);
d3d::Resource& open(d3d::Device& device, const d3d::Resource& shared);
// Throws Skip when the driver has no function for it, and Refused, which names the result, when it
// was called and failed.
void must(HRESULT result, const char* what);
// Locks, writes a little and unlocks.
void touch(d3d::Device& device, d3d::Resource& resource, UINT surface, D3DDDI_LOCKFLAGS flags = {});
// Locks a surface, writes a word into each pixel of it and unlocks.
void write_word(d3d::Device& device, d3d::Resource& resource, UINT surface, std::uint32_t word);
// Locks a surface for reading: the first pixel of it that holds another word; nothing when there is
// none.
std::optional<std::uint32_t> find_other(d3d::Device& device, d3d::Resource& resource, UINT surface,
                                        std::uint32_t word);
// The application has written a different word to each surface of a resource, from `first` on.
// Raises a finding when this surface holds the word of another.
void expect_own_word(d3d::Device& device, d3d::Resource& resource, UINT surface,
                     std::uint32_t first);
// Creates a resource, uses every entry point that all drivers of the family have, and destroys it.
void use_one(d3d::Device& device);

// Runs the body with one program on one GPU. After a fault it checks that the driver recovered.
void run_with_gpu(Run& run, const std::function<void(Gpu&, GraphicsProgram&)>& life,
                  d3d::Options options);
void run_with_gpu(Run& run, d3d::Style style,
                  const std::function<void(Gpu&, GraphicsProgram&)>& life);
// The same with one device, which is destroyed in the end.
void run_with_device(Run& run, d3d::Style style, const std::function<void(d3d::Device&)>& life);

// The body of a Scenario, for a function that works with both styles.
template <void (*Life)(Run&, d3d::Style)>
void as9(Run& run) {
  Life(run, d3d::Style::kDirect3D9);
}
template <void (*Life)(Run&, d3d::Style)>
void as10(Run& run) {
  Life(run, d3d::Style::kDirect3D10);
}

}  // namespace drydock::verify
