// A client process: its handles and its seats. Several live in one Linux process.
#pragma once

#include <memory>
#include <vector>

#include "src/dxgk/handle_table.h"
#include "src/dxgk/object.h"
#include "src/dxgk/wdk.h"
#include "src/sim/lock.h"

namespace drydock::dxgk {

class Adapter;
class Device;
class Dock;
class Seat;

class Process {
 public:
  explicit Process(Dock& dock);
  ~Process();  // ends it, if that has not happened
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // The process that the calling thread's calls belong to; null for the host's own work.
  static Process* current();

  Dock& dock() const { return dock_; }
  HandleTable& handles() { return handles_; }

  // The client dies: everything it has goes, as if it had closed every handle itself.
  void end();

  // A new local handle for the adapter; 0 when there is none left.
  Handle open(Adapter& adapter);
  // False when the handle is no open adapter.
  bool close_adapter(Handle handle);
  // The adapter of a handle; null when it is none. It stays while the process has it open.
  Adapter* adapter_of(Handle handle);

  // The process's seat on an adapter, counted once more; made on first use.
  Seat& take_seat(Adapter& adapter);
  void give_back(Seat& seat);

  void add(Device& device);
  void remove(Device& device);
  // Every device, referred to: for those who end or stop them.
  std::vector<Ref<Device>> devices();

 private:
  friend class ProcessScope;
  struct SeatCount;

  Dock& dock_;
  HandleTable handles_;
  sim::Lock lock_;
  std::vector<std::unique_ptr<SeatCount>> seats_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<Device*> devices_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<Object*> open_adapters_ DRYDOCK_GUARDED_BY(lock_);
  bool ended_ DRYDOCK_GUARDED_BY(lock_) = false;
};

// Calls of this thread belong to a process, or to the host, while it lives.
class ProcessScope {
 public:
  explicit ProcessScope(Process* process);
  ~ProcessScope();
  ProcessScope(const ProcessScope&) = delete;
  ProcessScope& operator=(const ProcessScope&) = delete;

 private:
  Process* const outer_;
};

}  // namespace drydock::dxgk
