// Graphics kernels of one's own.
//
// The entry points are declared in <d3dkmthk.h>, which lies in the package's include path.
// A program that links libdrydock and calls D3DKMT… has a graphics kernel with the software GPU
// already, without any set-up call: the standard one, of calls from threads that entered no
// process. A Dock is a further one, with the drivers that are plugged into it; its Processes are
// the clients that call it, each with handles of its own.
//
//   drydock::Dock dock;
//   dock.plug("gpu.so");
//   drydock::Process client = dock.process();
//   {
//     const drydock::Process::Scope inside = client.enter();
//     D3DKMTEnumAdapters2(&adapters);  // those of the dock
//   }
//   client.end();
//
// Every function may be called from any thread, but none while the calling thread is inside a
// driver.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "drydock/device.h"

namespace drydock {

// A driver that cannot be loaded or does not start; the text is one sentence.
class DockError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Names an adapter, as a LUID does.
struct AdapterId {
  std::uint32_t low = 0;
  std::int32_t high = 0;

  bool operator==(const AdapterId&) const = default;
};

// A client process of a dock. When the object goes and end() was not called, the process vanishes
// with everything it has open, as one that was killed.
class Process {
 public:
  Process(Process&&) noexcept;
  Process& operator=(Process&&) noexcept;
  ~Process();

  // While it lives, D3DKMT calls of the thread that made it come from the process. Scopes nest.
  class Scope {
   public:
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope();

   private:
    friend class Process;
    struct State;
    explicit Scope(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
  };
  [[nodiscard]] Scope enter() const;

  // The process exits: what it has open is closed in order, after calls under way have returned.
  // Later calls inside it fail.
  void end();

 private:
  friend class Dock;
  struct Impl;
  explicit Process(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

class Dock {
 public:
  Dock();
  // Processes vanish, adapters stop and are removed, drivers are unloaded.
  ~Dock();
  Dock(const Dock&) = delete;
  Dock& operator=(const Dock&) = delete;

  // Loads a miniport, adds a device for it and starts it. Without a model the device is the one
  // that the software GPU drives: a range of registers, a range of memory and one message to
  // interrupt with. Throws DockError. The same file can be plugged several times.
  AdapterId plug(const std::filesystem::path& miniport,
                 std::shared_ptr<DeviceModel> model = nullptr);

  // The software GPU that comes with the library. Throws DockError when it is not there.
  static std::filesystem::path software_gpu();

  // The device is stopped and removed; clients keep their handles, and what they do with them is
  // STATUS_DEVICE_REMOVED. False when there is no such adapter, or it is gone.
  bool unplug(AdapterId adapter);
  // The same without warning: the driver is told that its hardware is gone.
  bool surprise(AdapterId adapter);

  std::vector<AdapterId> adapters() const;

  // A new client process.
  Process process();

 private:
  friend class Process;
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace drydock
