// Docks: graphics kernels with the drivers that a program plugs into them.
//
// A client of a graphics kernel calls the D3DKMT functions, which <d3dkmthk.h> declares; it lies in
// the package's include path. A program that links libdrydock has a standard graphics kernel with
// the software GPU, without any set-up call: calls of threads that entered no process go there. A
// Dock is a further graphics kernel. Its Processes are the clients that call it, each with handles
// of its own.
//
//   drydock::Dock dock;
//   dock.plug("gpu.so");
//   dock.run_client([&] {
//     D3DKMTEnumAdapters2(&adapters);  // those of the dock
//   });
//
// Clients that live at the same time are Processes, which threads enter:
//
//   drydock::Process client = dock.process();
//   {
//     const drydock::Process::Scope inside = client.enter();
//     D3DKMTEnumAdapters2(&adapters);
//   }
//   client.end();
//
// Owner: the program owns its docks and processes; a process may outlive its dock object. Threads:
// any, but no function may be called while the calling thread is inside a driver. Cost: plug()
// loads and starts a driver, unplug() and the destructors stop it; the other functions are cheap.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "drydock/device.h"

namespace drydock {

// The driver cannot be loaded or does not start. The text is one sentence.
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

// A client process of a dock. If the object is destroyed without a call of end(), the process ends
// as one that was killed, with everything that it has open.
class Process {
 public:
  Process(Process&&) noexcept;
  Process& operator=(Process&&) noexcept;
  ~Process();

  // While one lives, D3DKMT calls of the thread that made it come from the process. Scopes nest.
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

  // Ends the process: waits until calls under way have returned, then closes in order what it has
  // open. Later calls inside it fail.
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
  // Ends processes as if killed, stops and removes adapters, and unloads drivers.
  ~Dock();
  Dock(const Dock&) = delete;
  Dock& operator=(const Dock&) = delete;

  // Loads a miniport, adds a device for it and starts it. Throws DockError. Without a model the
  // device is the one that the software GPU drives: a range of registers, a range of memory and one
  // interrupt message. The same file can be plugged several times.
  AdapterId plug(const std::filesystem::path& miniport,
                 std::shared_ptr<DeviceModel> model = nullptr);

  // The file of the software GPU that comes with the library. Throws DockError when it does not
  // exist.
  static std::filesystem::path software_gpu();

  // Stops and removes the device. Clients retain their handles, and calls with them return
  // STATUS_DEVICE_REMOVED. Returns false when there is no such adapter or it was removed before.
  bool unplug(AdapterId adapter);
  // Removes the device without warning: the driver is notified that its hardware was removed.
  bool surprise(AdapterId adapter);

  std::vector<AdapterId> adapters() const;

  // Makes a new client process.
  Process process();
  // Runs the body in a new client process, on the calling thread. Afterwards the process ends as
  // one that exits; if the body throws, as one that was killed.
  void run_client(const std::function<void()>& body);

 private:
  friend class Process;
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace drydock
