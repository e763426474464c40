#include "engine.h"

#include "adapter.h"
#include "device.h"
#include "spin_guard.h"

class Engine::Guard : public SpinGuard {
 public:
  explicit Guard(const Engine& engine) : SpinGuard(engine.lock_) {}
};

NTSTATUS Engine::start(Adapter& adapter, UINT node) {
  *this = Engine();  // a device that is started again begins from its initial state
  adapter_ = &adapter;
  node_ = node;
  report_.node = node;
  KeInitializeSpinLock(&lock_);
  KeInitializeEvent(&wake_, SynchronizationEvent, FALSE);
  KeInitializeEvent(&reset_done_, SynchronizationEvent, FALSE);
  KeInitializeMutex(&reset_turn_, 0);
  HANDLE handle = nullptr;
  NTSTATUS status =
      PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, nullptr, nullptr, nullptr, thread, this);
  if (!NT_SUCCESS(status)) return status;
  status =
      ObReferenceObjectByHandle(handle, THREAD_ALL_ACCESS, nullptr, KernelMode, &thread_, nullptr);
  NT_ASSERT(NT_SUCCESS(status));
  ZwClose(handle);
  return status;
}

// Drops what is still queued: the graphics kernel stops an adapter only when it is idle or removed.
void Engine::stop() {
  if (thread_ == nullptr) return;
  {
    const Guard guard(*this);
    is_stopping_ = true;
  }
  wake();
  KeWaitForSingleObject(thread_, Executive, KernelMode, FALSE, nullptr);
  ObDereferenceObject(thread_);
  thread_ = nullptr;
}

void Engine::wake() { KeSetEvent(&wake_, IO_NO_INCREMENT, FALSE); }
void Engine::wait() { KeWaitForSingleObject(&wake_, Executive, KernelMode, FALSE, nullptr); }

bool Engine::submit(const Packet& packet) {
  {
    const Guard guard(*this);
    if (queued_ == kMostPackets) return false;
    queue_[(queue_first_ + queued_) % kMostPackets] = packet;
    ++queued_;
    submitted_ = packet.fence;
  }
  wake();
  return true;
}

void Engine::preempt(UINT fence) {
  {
    const Guard guard(*this);
    must_preempt_ = true;
    preemption_fence_ = fence;
  }
  wake();
}

void Engine::reset(bool freeze) {
  if (thread_ == nullptr) return;
  KeWaitForSingleObject(&reset_turn_, Executive, KernelMode, FALSE, nullptr);
  {
    const Guard guard(*this);
    must_reset_ = true;
    must_freeze_ = freeze;
  }
  wake();
  KeWaitForSingleObject(&reset_done_, Executive, KernelMode, FALSE, nullptr);
  KeReleaseMutex(&reset_turn_, FALSE);
}

void Engine::thaw() {
  {
    const Guard guard(*this);
    is_frozen_ = false;
  }
  wake();
}

void Engine::hang() {
  {
    const Guard guard(*this);
    must_hang_ = true;
  }
  wake();
}

void Engine::hold(UINT64 commands) {
  {
    const Guard guard(*this);
    is_free_ = is_held_ = false;
    allowed_ = commands;
  }
  wake();
}

void Engine::go() {
  {
    const Guard guard(*this);
    is_free_ = true;
    is_held_ = false;
    if (!is_in_packet_) must_hang_ = false;
  }
  wake();
}

UINT Engine::submitted_fence() const {
  const Guard guard(*this);
  return submitted_;
}

bool Engine::is_responsive() const {
  const Guard guard(*this);
  return !must_hang_;
}

SOFTGPU_ENGINE Engine::describe() const {
  const Guard guard(*this);
  SOFTGPU_ENGINE out = counts_;
  out.Queued = queued_;
  out.SubmittedFence = submitted_;
  out.CompletedFence = completed_;
  if (is_frozen_) {
    out.State = SOFTGPU_ENGINE_RESET;
  } else if (!is_in_packet_) {
    out.State = SOFTGPU_ENGINE_IDLE;
  } else if (must_hang_) {
    out.State = SOFTGPU_ENGINE_HUNG;
  } else {
    out.State = is_held_ ? SOFTGPU_ENGINE_HELD : SOFTGPU_ENGINE_RUNNING;
  }
  return out;
}

VOID Engine::thread(PVOID self) {
  static_cast<Engine*>(self)->run();
  PsTerminateSystemThread(STATUS_SUCCESS);
}

void Engine::run() {
  for (;;) {
    switch (demand()) {
      case Demand::kStop:
        return;
      case Demand::kReset:
        do_reset();
        break;
      case Demand::kRestore:
        restore_state();
        break;
      case Demand::kPreempt:
        do_preempt();
        break;
      case Demand::kWait:
        wait();
        break;
      case Demand::kGo:
        step();
        break;
    }
  }
}

// Decides what to do next; the order of the tests is the order of importance. A removed device does
// nothing.
Engine::Demand Engine::demand() {
  const Guard guard(*this);
  if (is_stopping_) return Demand::kStop;
  if (must_reset_) return Demand::kReset;
  if (is_frozen_ || adapter_->is_removed()) return Demand::kWait;
  if (!is_in_packet_) {
    if (must_preempt_) return Demand::kPreempt;
    if (queued_ == 0) return Demand::kWait;
    begin_packet();
    return must_hang_ ? Demand::kWait : Demand::kRestore;
  }
  if (must_hang_) return Demand::kWait;
  if (must_preempt_ && !cannot_save_ && next_command() != nullptr) return Demand::kPreempt;
  is_held_ = !is_free_ && allowed_ == 0 && next_command() != nullptr;
  return is_held_ ? Demand::kWait : Demand::kGo;
}

void Engine::begin_packet() {
  packet_ = queue_[queue_first_];
  queue_first_ = (queue_first_ + 1) % kMostPackets;
  --queued_;
  is_in_packet_ = true;
  cannot_save_ = false;
  part_ = 0;
  offset_ = packet_.begin;
}

// Reads or writes the state of the packet's context; what has none has no save area either. False
// is a fault.
bool Engine::move_state(bool restore) {
  GpuLocation where;
  if (packet_.context == nullptr || !packet_.context->find_save_area(where)) {
    const Guard guard(*this);
    cannot_save_ = true;
    return true;
  }
  GpuMemory& memory = adapter_->memory();
  UINT64 address = 0;
  const bool moved =
      restore ? memory.read(where.address, where.owner, &state_, sizeof state_, address)
              : memory.write(where.address, where.owner, &state_, sizeof state_, address);
  if (moved && state_.magic == kContextStateMagic) return true;
  // The driver may have freed the save area since.
  if (!packet_.context->find_save_area(where)) return move_state(restore);
  fault(address, !restore);
  return false;
}

// Continues a preempted packet where it was stopped.
void Engine::restore_state() {
  state_ = {};
  state_.magic = kContextStateMagic;
  if (!move_state(/*restore=*/true)) return;
  if (packet_.part_count != 1 || state_.resume_at == nullptr) return;
  const UCHAR* const begin = packet_.parts[0].begin;
  if (state_.resume_at < begin + packet_.begin || state_.resume_at >= begin + packet_.end) return;
  offset_ = static_cast<UINT>(state_.resume_at - begin);
  const Guard guard(*this);
  ++counts_.Resumed;
}

// Null at the end of the packet.
const GpuCommand* Engine::next_command() {
  while (part_ < packet_.part_count) {
    const DmaPart& part = packet_.parts[part_];
    const UINT end = part_ + 1 == packet_.part_count ? packet_.end : part.bytes;
    if (offset_ + sizeof(GpuCommand) <= end)
      return reinterpret_cast<const GpuCommand*>(part.begin + offset_);
    ++part_;
    offset_ = 0;
  }
  return nullptr;
}

void Engine::step() {
  const GpuCommand* const command = next_command();
  if (command == nullptr) return finish_packet();
  {
    const Guard guard(*this);
    if (!is_free_) --allowed_;
  }
  UINT64 where = 0;
  if (!execute(*command, where)) {
    const bool is_read = where - command->source.address < command->bytes;
    return fault(where, !is_read);
  }
  offset_ += sizeof *command;
  const Guard guard(*this);
  ++counts_.Commands;
}

// Ends the packet, and reports the address of the fault to the graphics kernel.
void Engine::fault(UINT64 address, bool is_write) {
  UINT fence = 0;
  {
    const Guard guard(*this);
    is_in_packet_ = false;
    completed_ = fence = packet_.fence;
    ++counts_.Faults;
    counts_.FaultAddress = address;
  }
  adapter_->record_faulted(*this, fence, address, is_write);
}

bool Engine::execute(const GpuCommand& command, UINT64& fault) {
  GpuMemory& memory = adapter_->memory();
  const GpuLocation& to = command.destination;
  const GpuLocation& from = command.source;
  switch (command.operation) {
    case GpuOperation::kFill:
      return memory.fill(to.address, to.owner, command.bytes, command.pattern, fault);
    case GpuOperation::kCopy:
      return memory.copy(to.address, to.owner, from.address, from.owner, command.bytes, fault);
    case GpuOperation::kWrite:
      return memory.write(to.address, to.owner, &command.value, sizeof command.value, fault);
    case GpuOperation::kAdd:
      return memory.add(to.address, to.owner, command.value, fault);
    default:
      return execute_paging(command, fault);
  }
}

bool Engine::execute_paging(const GpuCommand& command, UINT64& fault) {
  GpuMemory& memory = adapter_->memory();
  const GpuLocation& to = command.destination;
  const GpuLocation& from = command.source;
  const SIZE_T page = static_cast<SIZE_T>((to.address - kApertureBase) / PAGE_SIZE);
  const SIZE_T pages = static_cast<SIZE_T>(command.bytes / PAGE_SIZE);
  const ContextState fresh = {kContextStateMagic, 0, 0, nullptr};
  switch (command.operation) {
    case GpuOperation::kPageFill:
      memory.give(to.address, command.bytes, to.owner);
      return memory.fill(to.address, to.owner, command.bytes, command.pattern, fault);
    case GpuOperation::kPageIn:
      memory.give(to.address, command.bytes, to.owner);
      return memory.write(to.address, to.owner, command.system, command.bytes, fault);
    case GpuOperation::kPageOut:
      if (!memory.read(from.address, from.owner, command.system, command.bytes, fault))
        return false;
      memory.take_back(from.address, command.bytes, from.owner, /*poison=*/true);
      return true;
    case GpuOperation::kPageMove:
      memory.give(to.address, command.bytes, to.owner);
      if (!memory.copy(to.address, to.owner, from.address, from.owner, command.bytes, fault))
        return false;
      memory.take_back(from.address, command.bytes, from.owner, /*poison=*/true);
      return true;
    case GpuOperation::kPageInit:
      memory.give(to.address, command.bytes, to.owner);
      return memory.write(to.address, to.owner, &fresh, sizeof fresh, fault);
    case GpuOperation::kPageDiscard:
      memory.take_back(from.address, command.bytes, from.owner, /*poison=*/true);
      return true;
    case GpuOperation::kMapAperture:
      memory.map(page, pages, command.system, to.owner);
      return true;
    case GpuOperation::kUnmapAperture:
      memory.unmap(page, pages);
      return true;
    default:
      fault = kNowhere;
      return false;
  }
}

void Engine::finish_packet() {
  ++state_.packets;
  state_.resume_at = nullptr;
  if (!move_state(/*restore=*/false)) return;
  UINT fence = 0;
  {
    const Guard guard(*this);
    is_in_packet_ = false;
    completed_ = fence = packet_.fence;
    ++counts_.Packets;
  }
  adapter_->record_completed(*this, fence);
}

// Empties the queue. The engine accepts work again. No interrupt reports it.
void Engine::do_reset() {
  UINT fence = 0;
  {
    const Guard guard(*this);
    is_in_packet_ = false;
    queued_ = 0;
    must_preempt_ = must_hang_ = is_held_ = false;
    completed_ = fence = submitted_;
    ++counts_.Resets;
  }
  adapter_->drop_reports(*this, fence);
  {
    const Guard guard(*this);
    must_reset_ = false;
    is_frozen_ = must_freeze_;
  }
  KeSetEvent(&reset_done_, IO_NO_INCREMENT, FALSE);
}

// Returns the running and the waiting packets to the graphics kernel. A packet whose state cannot
// be saved ends first.
void Engine::do_preempt() {
  if (is_in_packet_) {
    state_.resume_at = reinterpret_cast<const UCHAR*>(next_command());
    if (!move_state(/*restore=*/false) || cannot_save_) return;
  }
  UINT fence = 0;
  UINT behind = 0;
  {
    const Guard guard(*this);
    must_preempt_ = false;
    is_in_packet_ = false;
    queued_ = 0;
    fence = preemption_fence_;
    behind = completed_;
    ++counts_.Preemptions;
  }
  adapter_->record_preempted(*this, fence, behind);
}
