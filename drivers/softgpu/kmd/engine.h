#pragma once

#include "context_state.h"
#include "gpu_command.h"

class Context;

// A part of a DMA buffer that an engine runs.
struct Packet {
  UINT fence;
  bool is_paging;
  Context* context;      // null for paging
  const DmaPart* parts;  // parts of the buffer, run one after the other
  UINT part_count;
  UINT begin;  // the begin of the first part, in bytes
  UINT end;    // the end of the last part
};

// The reports of an engine for the interrupt routine. Only code in the interrupt, or synchronised
// with it, touches them.
struct EngineReport {
  UINT node;
  UINT completed;  // the last fence whose packet has ended
  UINT reported;   // the last fence that was reported
  bool is_preempted;
  UINT preemption_fence;
  UINT preempted_behind;  // the last completed fence at that time
  bool is_faulted;
  UINT faulted_fence;
  UINT faulted_behind;
  UINT64 faulted_address;
  bool is_faulted_write;
};

// A node of the GPU: a queue of packets and a thread that runs them, one command after the other.
// What others ask of it (stop, reset, preemption, hold) it does before its next command.
class Engine {
 public:
  NTSTATUS start(class Adapter& adapter, UINT node);
  void stop();

  // Queues a packet at DISPATCH_LEVEL. Returns false when the queue is full.
  bool submit(const Packet& packet);
  void preempt(UINT fence);

  // Drops everything that was submitted and returns when the engine has stopped. Its fences count
  // as completed. With `freeze` the engine runs nothing before thaw().
  void reset(bool freeze);
  void thaw();

  // Lets the engine hang, for tests.
  void hang();
  void hold(UINT64 commands);
  void go();

  UINT submitted_fence() const;
  bool is_responsive() const;
  SOFTGPU_ENGINE describe() const;

  EngineReport& report() { return report_; }

 private:
  static constexpr UINT kMostPackets = 64;
  enum class Demand { kStop, kReset, kRestore, kPreempt, kWait, kGo };
  class Guard;

  static VOID thread(PVOID self);
  void run();
  Demand demand();
  void begin_packet();  // under the lock
  void wait();
  void wake();
  void step();
  const GpuCommand* next_command();
  bool execute(const GpuCommand& command, UINT64& fault);
  bool execute_paging(const GpuCommand& command, UINT64& fault);
  void finish_packet();
  void fault(UINT64 address, bool is_write);
  void do_reset();
  void do_preempt();
  bool move_state(bool restore);
  void restore_state();

  Adapter* adapter_ = nullptr;
  UINT node_ = 0;
  PVOID thread_ = nullptr;
  KEVENT wake_{};
  KEVENT reset_done_{};
  KMUTEX reset_turn_{};  // one reset at a time: by a time-out or by a removal
  EngineReport report_{};

  // Used by the thread of the engine only.
  Packet packet_{};
  UINT part_ = 0;
  UINT offset_ = 0;  // in the part
  ContextState state_{};

  mutable KSPIN_LOCK lock_ = 0;
  // Guarded by the lock.
  Packet queue_[kMostPackets] = {};
  UINT queue_first_ = 0;
  UINT queued_ = 0;
  bool is_in_packet_ = false;
  bool is_stopping_ = false;
  bool must_reset_ = false;
  bool must_freeze_ = false;
  bool is_frozen_ = false;
  bool must_preempt_ = false;
  bool must_hang_ = false;
  bool is_free_ = true;  // else it may run allowed_ commands
  UINT64 allowed_ = 0;
  bool is_held_ = false;
  bool cannot_save_ = false;  // the packet's context has no save area
  UINT preemption_fence_ = 0;
  UINT submitted_ = 0;
  UINT completed_ = 0;
  SOFTGPU_ENGINE counts_{};
};
