// Hardware queues and doorbells for the engine's miniport, which the test drives by hand: it keeps
// books of what it is asked to create, connect and destroy, in which order.
#pragma once

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {

class QueueMiniport {
 public:
  using Id = std::uintptr_t;

  // At most one lives at a time.
  QueueMiniport() {
    the_queues = this;
    place_ = static_cast<std::uint64_t*>(
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  }
  ~QueueMiniport() {
    munmap(place_, 4096);
    the_queues = nullptr;
  }
  QueueMiniport(const QueueMiniport&) = delete;
  QueueMiniport& operator=(const QueueMiniport&) = delete;

  // Settings that a test may change before the adapter starts, or between calls.
  bool has_user_mode = true;  // the node has user-mode submission
  bool can_suspend = true;
  bool suspends_at_once = true;
  // There is one place to ring, and each connection takes it from the one before.
  bool is_single = false;
  D3DDDI_DOORBELLSTATUS connection = D3DDDI_DOORBELLSTATUS_CONNECTED;
  NTSTATUS create_queue = STATUS_SUCCESS, submit = STATUS_SUCCESS;
  NTSTATUS create_doorbell = STATUS_SUCCESS, connect = STATUS_SUCCESS;

  EngineMiniport::Settings settings() {
    EngineMiniport::Settings out;
    out.dma_private = 32;
    out.gpu_mmu = true;
    out.version = DXGKDDI_INTERFACE_VERSION_WDDM3_1;
    out.extend = [](DRIVER_INITIALIZATION_DATA& table) { the_queues->dress(table); };
    return out;
  }

  // The GPU has done the work of a queue up to a value; without an interrupt the host is not
  // notified.
  void reach(GpuWorld& gpu, Id queue, UINT64 value, bool interrupts = true) {
    {
      const std::lock_guard guard(mutex_);
      // The store is atomic, as of hardware, because another thread may read it.
      std::atomic_ref(*queues_.at(queue).fence).store(value, std::memory_order_release);
    }
    if (!interrupts) return;
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
    data.InterruptType = DXGK_INTERRUPT_MONITORED_FENCE_SIGNALED;
    gpu.engine.report(*gpu.adapter, data);
  }
  void acknowledge(GpuWorld& gpu, const DXGKARG_SUSPENDCONTEXT& suspension) {
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
    data.InterruptType = DXGK_INTERRUPT_SUSPEND_CONTEXT_COMPLETED;
    data.SuspendContextCompleted.hContext = suspension.hContext;
    data.SuspendContextCompleted.ContextSuspendFence = suspension.contextSuspendFence;
    gpu.engine.report(*gpu.adapter, data);
  }
  // DxgkCbDisconnectDoorbell.
  NTSTATUS take_away(GpuWorld& gpu, Id queue, D3DDDI_DOORBELLSTATUS why) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    gpu.adapter->driver().run("a thread of the driver's own",
                              [&] { status = call_take_away(gpu.engine.kernel(), queue, why); });
    const std::lock_guard guard(mutex_);
    for (auto& [handle, bell] : doorbells_) {
      if (bell.queue == queue) bell.is_connected = false;
    }
    return status;
  }

  // Returns the calls since the last time, in order: "create queue", "submit 5", "disconnect",
  // "destroy doorbell", "destroy queue", "destroy context", "destroy allocation", "suspend", …
  std::vector<std::string> take_calls() {
    const std::lock_guard guard(mutex_);
    return std::exchange(calls_, {});
  }
  void await_call(const std::string& name) {
    for (;;) {
      {
        const std::lock_guard guard(mutex_);
        if (std::ranges::find(calls_, name) != calls_.end()) return;
      }
      sim::park(sim::now() + 1000);
    }
  }
  std::vector<std::string> faults() {
    const std::lock_guard guard(mutex_);
    return faults_;
  }
  bool is_empty() {
    const std::lock_guard guard(mutex_);
    return queues_.empty() && doorbells_.empty();
  }
  Id last_queue() {
    const std::lock_guard guard(mutex_);
    return queues_.empty() ? 0 : queues_.rbegin()->first;
  }
  const DXGKARG_SUBMITCOMMANDTOHWQUEUE& submitted() const { return submitted_; }
  const DXGKARG_SUSPENDCONTEXT& suspension() const { return suspension_; }
  const DXGKARG_CREATEDOORBELL& created() const { return created_; }
  // The value that was written last at the mapped place.
  std::uint64_t rung() const { return *static_cast<volatile std::uint64_t*>(place_); }

 private:
  struct Queue {
    UINT64* fence = nullptr;
    std::size_t doorbells = 0;
  };
  struct Bell {
    Id queue = 0;
    HANDLE ring = nullptr, control = nullptr;
    bool is_connected = false;
  };

  static inline QueueMiniport* the_queues = nullptr;
  static Id id(HANDLE handle) { return reinterpret_cast<Id>(handle); }

  void note(std::string what) {
    const std::lock_guard guard(mutex_);
    calls_.push_back(std::move(what));
  }
  void expect(bool is_right, const char* what) {
    if (!is_right) faults_.emplace_back(what);
  }
  static NTSTATUS call_take_away(const DXGKRNL_INTERFACE& kernel, Id queue,
                                 D3DDDI_DOORBELLSTATUS why) {
    DXGKARGCB_DISCONNECTDOORBELL arguments{};
    arguments.hHwQueue = reinterpret_cast<HANDLE>(queue);
    arguments.DisconnectReason = why;
    return kernel.DxgkCbDisconnectDoorbell(&arguments);
  }

  void dress(DRIVER_INITIALIZATION_DATA& table) {
    base_ = table;
    table.DxgkDdiStartDevice = [](PVOID context, PDXGK_START_INFO info, PDXGKRNL_INTERFACE kernel,
                                  PULONG sources, PULONG children) {
      the_queues->kernel_ = *kernel;
      return the_queues->base_.DxgkDdiStartDevice(context, info, kernel, sources, children);
    };
    table.DxgkDdiGetNodeMetadata = [](HANDLE, UINT, DXGKARG_GETNODEMETADATA* out) -> NTSTATUS {
      out->Flags.UserModeSubmission = the_queues->has_user_mode ? 1 : 0;
      return STATUS_SUCCESS;
    };
    table.DxgkDdiQueryAdapterInfo = [](HANDLE adapter, const DXGKARG_QUERYADAPTERINFO* query) {
      if (query->Type != DXGKQAITYPE_USERMODESUBMISSION_CAPS)
        return the_queues->base_.DxgkDdiQueryAdapterInfo(adapter, query);
      auto& caps = *static_cast<DXGK_USERMODESUBMISSION_CAPS*>(query->pOutputData);
      caps.DoorbellSizeInBytes = sizeof(UINT64);
      return STATUS_SUCCESS;
    };
    dress_queues(table);
    dress_doorbells(table);
    dress_ends(table);
  }

  static void dress_queues(DRIVER_INITIALIZATION_DATA& table) {
    table.DxgkDdiCreateHwQueue = [](HANDLE, DXGKARG_CREATEHWQUEUE* wanted) {
      the_queues->note("create queue");
      if (!NT_SUCCESS(the_queues->create_queue)) return the_queues->create_queue;
      const std::lock_guard guard(the_queues->mutex_);
      const Id made = the_queues->next_ += 16;
      the_queues->queues_[made].fence =
          static_cast<UINT64*>(wanted->HwQueueProgressFenceCPUVirtualAddress);
      wanted->hHwQueue = reinterpret_cast<HANDLE>(made);
      return STATUS_SUCCESS;
    };
    table.DxgkDdiDestroyHwQueue = [](HANDLE queue) {
      the_queues->note("destroy queue");
      const std::lock_guard guard(the_queues->mutex_);
      const auto gone = the_queues->queues_.extract(id(queue));
      the_queues->expect(!gone.empty(), "a queue that is not there is destroyed");
      the_queues->expect(gone.empty() || gone.mapped().doorbells == 0,
                         "a queue is destroyed before its doorbell");
      return STATUS_SUCCESS;
    };
    table.DxgkDdiSubmitCommandToHwQueue = [](HANDLE, const DXGKARG_SUBMITCOMMANDTOHWQUEUE* wanted) {
      {
        const std::lock_guard guard(the_queues->mutex_);
        the_queues->submitted_ = *wanted;
        the_queues->expect(the_queues->queues_.contains(id(wanted->hHwQueue)),
                           "work for a queue that is not there");
      }
      the_queues->note(fmt::format("submit {}", wanted->HwQueueProgressFenceId));
      return the_queues->submit;
    };
    if (!the_queues->can_suspend) return;
    table.DxgkDdiSuspendContext = [](HANDLE, const DXGKARG_SUSPENDCONTEXT* wanted) {
      the_queues->suspension_ = *wanted;
      the_queues->note("suspend");
      return the_queues->suspends_at_once ? STATUS_SUCCESS : STATUS_PENDING;
    };
  }

  static void dress_doorbells(DRIVER_INITIALIZATION_DATA& table) {
    table.DxgkDdiCreateDoorbell = [](DXGKARG_CREATEDOORBELL* wanted) {
      the_queues->note("create doorbell");
      if (!NT_SUCCESS(the_queues->create_doorbell)) return the_queues->create_doorbell;
      const std::lock_guard guard(the_queues->mutex_);
      the_queues->created_ = *wanted;
      const Id made = the_queues->next_ += 16;
      the_queues->doorbells_[made] = {id(wanted->hHwQueue), wanted->hRingBuffer,
                                      wanted->hRingBufferControl};
      ++the_queues->queues_.at(id(wanted->hHwQueue)).doorbells;
      wanted->hDoorbell = reinterpret_cast<HANDLE>(made);
      return STATUS_SUCCESS;
    };
    table.DxgkDdiConnectDoorbell = [](DXGKARG_CONNECTDOORBELL* wanted) {
      the_queues->note("connect");
      if (!NT_SUCCESS(the_queues->connect)) return the_queues->connect;
      if (the_queues->is_single) the_queues->take_from_others(id(wanted->hDoorbell));
      const std::lock_guard guard(the_queues->mutex_);
      Bell& bell = the_queues->doorbells_.at(id(wanted->hDoorbell));
      the_queues->expect(!std::exchange(bell.is_connected, true), "a doorbell is connected twice");
      wanted->KernelCpuVirtualAddress = the_queues->place_;
      wanted->Status = the_queues->connection;
      return STATUS_SUCCESS;
    };
    table.DxgkDdiDisconnectDoorbell = [](DXGKARG_DISCONNECTDOORBELL* wanted) {
      the_queues->note("disconnect");
      const std::lock_guard guard(the_queues->mutex_);
      Bell& bell = the_queues->doorbells_.at(id(wanted->hDoorbell));
      the_queues->expect(std::exchange(bell.is_connected, false), "nothing was connected");
      return STATUS_SUCCESS;
    };
    table.DxgkDdiDestroyDoorbell = [](DXGKARG_DESTROYDOORBELL* wanted) {
      the_queues->note("destroy doorbell");
      const std::lock_guard guard(the_queues->mutex_);
      const auto gone = the_queues->doorbells_.extract(id(wanted->hDoorbell));
      the_queues->expect(!gone.empty(), "a doorbell that is not there is destroyed");
      if (gone.empty()) return STATUS_SUCCESS;
      the_queues->expect(!gone.mapped().is_connected, "a connected doorbell is destroyed");
      --the_queues->queues_.at(gone.mapped().queue).doorbells;
      return STATUS_SUCCESS;
    };
    table.DxgkDdiNotifyWorkSubmission = [](DXGKARG_NOTIFYWORKSUBMISSION* wanted) {
      the_queues->note(fmt::format("notified of {}", id(wanted->hHwQueue)));
      return STATUS_SUCCESS;
    };
  }

  // The other ends, for their place among them.
  static void dress_ends(DRIVER_INITIALIZATION_DATA& table) {
    table.DxgkDdiDestroyContext = [](HANDLE context) {
      the_queues->note("destroy context");
      return the_queues->base_.DxgkDdiDestroyContext(context);
    };
    table.DxgkDdiDestroyDevice = [](HANDLE device) {
      the_queues->note("destroy device");
      return the_queues->base_.DxgkDdiDestroyDevice(device);
    };
    table.DxgkDdiDestroyAllocation = [](HANDLE adapter, const DXGKARG_DESTROYALLOCATION* wanted) {
      the_queues->note("destroy allocation");
      the_queues->check_rings(*wanted);
      return the_queues->base_.DxgkDdiDestroyAllocation(adapter, wanted);
    };
  }

  // K-233.
  void check_rings(const DXGKARG_DESTROYALLOCATION& wanted) {
    const std::lock_guard guard(mutex_);
    for (UINT i = 0; i < wanted.NumAllocations; ++i) {
      for (const auto& [handle, bell] : doorbells_)
        expect(wanted.pAllocationList[i] != bell.ring && wanted.pAllocationList[i] != bell.control,
               "a ring buffer is destroyed before its doorbell");
    }
  }

  void take_from_others(Id doorbell) {
    std::vector<Id> victims;
    {
      const std::lock_guard guard(mutex_);
      for (auto& [handle, bell] : doorbells_) {
        if (handle != doorbell && std::exchange(bell.is_connected, false))
          victims.push_back(bell.queue);
      }
    }
    for (const Id queue : victims)
      call_take_away(kernel_, queue, D3DDDI_DOORBELLSTATUS_DISCONNECTED_RETRY);
  }

  DRIVER_INITIALIZATION_DATA base_{};
  DXGKRNL_INTERFACE kernel_{};
  std::uint64_t* place_ = nullptr;
  std::mutex mutex_;
  Id next_ = 0x10'0000;
  std::map<Id, Queue> queues_;
  std::map<Id, Bell> doorbells_;
  std::vector<std::string> calls_, faults_;
  DXGKARG_SUBMITCOMMANDTOHWQUEUE submitted_{};
  DXGKARG_SUSPENDCONTEXT suspension_{};
  DXGKARG_CREATEDOORBELL created_{};
};

}  // namespace drydock::testing
