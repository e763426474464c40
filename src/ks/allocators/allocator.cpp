#include "src/ks/allocators/allocator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "src/ks/base/host_work.h"
#include "src/ks/base/mutex.h"
#include "src/ks/base/out_of_memory.h"
#include "src/ks/base/request.h"
#include "src/ks/object/object.h"
#include "src/ks/queue/streaming_pin.h"
#include "src/nt/io/device.h"
#include "src/nt/mm/memory_changes.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/physical_contiguous.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/ob/object.h"
#include "src/nt/pool/pool.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

std::atomic<std::uint64_t> closings = 0;

std::string name_of(const std::shared_ptr<StreamingPin>& pin) {
  return pin == nullptr ? std::string() : pin->driver().name();
}

bool generates_mappings(const StreamingPin& pin) {
  return (pin.face().Descriptor->Flags & KSPIN_FLAG_GENERATE_MAPPINGS) != 0;
}

void cancel_allocation(PDEVICE_OBJECT, PIRP irp) {
  const PFILE_OBJECT file = IoGetCurrentIrpStackLocation(irp)->FileObject;
  const std::shared_ptr<Allocator> allocator = allocator_of(file);
  IoReleaseCancelSpinLock(irp->CancelIrql);
  if (allocator != nullptr) allocator->cancel_waiting(irp);
}

}  // namespace

NTSTATUS requested_framing(PIRP irp, KSALLOCATOR_FRAMING& framing) {
  const std::vector<std::byte> parameters = create_parameters(irp);
  if (parameters.size() < sizeof framing) return STATUS_INVALID_PARAMETER;
  std::memcpy(&framing, parameters.data(), sizeof framing);
  return check_framing_request(framing);
}

std::uint64_t closed_allocators() { return closings.load(std::memory_order_acquire); }

std::shared_ptr<Allocator> allocator_of(PFILE_OBJECT file) {
  if (nt::type_of_object(file) != &nt::file_type) return nullptr;
  const ObjectHeader* header = header_of(file);
  return header == nullptr ? nullptr : std::dynamic_pointer_cast<Allocator>(header->target);
}

Allocator::Allocator(std::shared_ptr<StreamingPin> pin, const KSALLOCATOR_FRAMING& framing,
                     std::unique_ptr<FrameSource> source)
    : pin_(std::move(pin)), framing_(framing), source_(std::move(source)) {}

Allocator::~Allocator() = default;

NTSTATUS Allocator::create(StreamingPin& pin, PIRP irp, std::shared_ptr<Allocator>& made) {
  KSALLOCATOR_FRAMING framing;
  NTSTATUS status = requested_framing(irp, framing);
  if (!NT_SUCCESS(status)) return status;
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  const auto streaming_pin = std::static_pointer_cast<StreamingPin>(pin.shared_from_this());
  const Holding control(pin.control_mutex());
  const KSPIN_DISPATCH* dispatch = pin.face().Descriptor->Dispatch;
  std::unique_ptr<FrameSource> source;
  if (dispatch != nullptr && dispatch->Allocator != nullptr) {
    status = minidriver_source(streaming_pin, *dispatch->Allocator, framing, source);
    if (!NT_SUCCESS(status)) return status;
  } else {
    source = pool_source(framing);
  }
  made = std::make_shared<Allocator>(streaming_pin, framing, std::move(source));
  attach_target(irp, made);
  return STATUS_SUCCESS;
}

NTSTATUS Allocator::create(PIRP irp, const ExternalRoutines& routines) {
  KSALLOCATOR_FRAMING framing;
  NTSTATUS status = requested_framing(irp, framing);
  if (!NT_SUCCESS(status)) return status;
  const bool others = routines.initial_context != nullptr || routines.free != nullptr ||
                      routines.initialize != nullptr || routines.remove != nullptr;
  if (rules::breaks("S-051", routines.allocate == nullptr && others)) {
    nt::Breach("S-051", nt::Offender::running())
        .message("KsCreateDefaultAllocatorEx has no DefaultAllocate but other routines")
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  nt::Driver* driver = nt::driver_of(IoGetCurrentIrpStackLocation(irp)->DeviceObject);
  std::unique_ptr<FrameSource> source;
  if (routines.allocate == nullptr || driver == nullptr) {
    source = pool_source(framing);
  } else {
    status = external_source(*driver, routines, framing, source);
    if (!NT_SUCCESS(status)) return status;
  }
  attach_target(irp, std::make_shared<Allocator>(nullptr, framing, std::move(source)));
  return STATUS_SUCCESS;
}

ULONG Allocator::outstanding() const {
  const sim::Hold hold(lock_);
  return static_cast<ULONG>(out_.size());
}

bool Allocator::is_out(const void* frame) const {
  const sim::Hold hold(lock_);
  return std::ranges::find(out_, frame) != out_.end();
}

bool Allocator::assign_to(const KSPIN& source) {
  const sim::Hold hold(lock_);
  if (source_pin_ != nullptr && source_pin_ != &source) return false;
  source_pin_ = &source;
  return true;
}

void Allocator::release(const KSPIN& source) {
  const sim::Hold hold(lock_);
  if (source_pin_ == &source) source_pin_ = nullptr;
}

// Takes a place among the frames that may be out (S-028), and a frame that came back if there is
// one.
bool Allocator::reserve(void*& recycled) {
  const sim::Hold hold(lock_);
  if (life_ != Life::kServing) return false;
  if (framing_.Frames != 0 && out_.size() + reserved_ >= framing_.Frames) return false;
  if (!free_.empty()) {
    recycled = free_.back();
    free_.pop_back();
    out_.push_back(recycled);
  } else {
    ++reserved_;
  }
  return true;
}

bool Allocator::overlaps_locked(const void* frame) const {
  const auto address = reinterpret_cast<std::uintptr_t>(frame);
  const auto size = std::size_t{framing_.FrameSize};
  return std::ranges::any_of(out_, [&](const void* other) {
    const auto begin = reinterpret_cast<std::uintptr_t>(other);
    return address < begin + size && begin < address + size;
  });
}

// A frame that was checked since memory last changed goes out without another check.
bool Allocator::admit(void* frame) {
  const sim::Hold hold(lock_);
  if (known_at_ != nt::memory_changes() || std::ranges::find(known_, frame) == known_.end() ||
      overlaps_locked(frame)) {
    return false;
  }
  assert(reserved_ != 0);
  --reserved_;
  out_.push_back(frame);
  return true;
}

void Allocator::remember(void* frame, std::uint64_t seen_at) {
  constexpr std::size_t kMost = 256;
  if (!nt::in_writable_view(frame, framing_.FrameSize)) return;
  const sim::Hold hold(lock_);
  if (std::exchange(known_at_, seen_at) != seen_at || known_.size() == kMost) known_.clear();
  known_.push_back(frame);
}

// S-017, S-030. False: the frame cannot be used, and the caller frees it at once.
bool Allocator::check(void* frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(frame);
  const auto size = std::size_t{framing_.FrameSize};
  bool overlaps = false;
  {
    const sim::Hold hold(lock_);
    overlaps = overlaps_locked(frame);
  }
  for (const rules::RuleId rule : {"S-030"_rule, "S-017"_rule, "S-016"_rule})
    rules::evaluated(rule);
  const auto fault = [&](rules::RuleId rule, const std::string& message) {
    nt::Breach(rule, nt::Offender::named(name_of(pin_)))
        .message("{}: {}", source_->describe(), message)
        .object(source_->describe())
        .raise_later();
    return false;
  };
  if ((address & framing_.FileAlignment) != 0) {
    return fault("S-030", fmt::format("the frame {} misses the alignment {:#x}", fmt::ptr(frame),
                                      framing_.FileAlignment));
  }
  if (overlaps) return fault("S-017", "a frame overlaps another that is out");
  if (nt::is_mapped_for_users(frame)) return fault("S-016", "user mode sees the memory of a frame");
  const auto block = nt::find_pool_block(frame);
  if (wants_pool()) rules::evaluated("S-031");
  if (pin_ != nullptr && generates_mappings(*pin_)) rules::evaluated("S-276");
  if (block) {
    rules::evaluated("S-029");
    const auto* end = static_cast<const std::byte*>(block->address) + block->size;
    if (static_cast<const std::byte*>(frame) + size > end) {
      return fault("S-029", fmt::format("the frame has {} of {} bytes",
                                        end - static_cast<const std::byte*>(frame), size));
    }
    check_pool(*block, fault);
    if (block->address == frame) source_->note_block(*block);
  }
  if (pin_ != nullptr && generates_mappings(*pin_) && nt::is_in_common_buffer(frame)) {
    fault("S-276", "a frame of a common buffer is for a pin that generates mappings");
  }
  if (!nt::writable(frame, size)) {
    return fault("S-017", fmt::format("the frame {} has not {} bytes", fmt::ptr(frame), size));
  }
  if (!block && wants_pool()) fault("S-031", "the frame lies in no pool");
  return true;
}

bool Allocator::wants_pool() const {
  return (framing_.OptionsFlags & KSALLOCATOR_OPTIONF_SYSTEM_MEMORY) != 0;
}

// S-031, S-064: the frame lies in the pool that the framing names, and not in paged pool when it
// was allocated at DISPATCH_LEVEL.
template <class Fault>
void Allocator::check_pool(const nt::PoolBlockInfo& block, const Fault& fault) const {
  const bool paged = (block.type & 1) != 0;
  const bool asked = (framing_.PoolType & 1) != 0;
  if (KeGetCurrentIrql() >= DISPATCH_LEVEL) rules::evaluated("S-064");
  if (paged && KeGetCurrentIrql() >= DISPATCH_LEVEL) {
    fault("S-064", "a frame for DISPATCH_LEVEL lies in paged pool");
  } else if (wants_pool() && paged != asked) {
    fault("S-031", fmt::format("the frame lies in {} pool", paged ? "paged" : "nonpaged"));
  }
}

void* Allocator::take() {
  void* frame = nullptr;
  if (!reserve(frame)) return nullptr;
  if (frame != nullptr) return frame;
  frame = source_->allocate();
  if (frame != nullptr && !source_->may_recycle()) {
    if (admit(frame)) return frame;
    const std::uint64_t changes = nt::memory_changes();
    if (check(frame)) {
      remember(frame, changes);
    } else {
      source_->free(frame);
      frame = nullptr;
    }
  }
  const sim::Hold hold(lock_);
  assert(reserved_ != 0);
  --reserved_;
  if (frame != nullptr) out_.push_back(frame);
  return frame;
}

bool Allocator::release_frame(void* frame) {
  PIRP waiter = nullptr;
  bool keep = false;
  {
    const sim::Hold hold(lock_);
    const auto at = std::ranges::find(out_, frame);
    if (at == out_.end()) return false;
    if (!waiting_.empty() && life_ == Life::kServing) {
      waiter = waiting_.front();
      waiting_.pop_front();
    } else {
      out_.erase(at);
      keep = life_ == Life::kServing && source_->may_recycle();
      if (keep) free_.push_back(frame);
    }
  }
  if (waiter != nullptr) {
    serve(waiter, frame);
  } else if (!keep) {
    source_->free(frame);
  }
  if (has_listeners_.load(std::memory_order_acquire)) {
    events_.generate(KSEVENTSETID_StreamAllocator, KSEVENT_STREAMALLOCATOR_FREEFRAME);
  }
  return true;
}

// The frame stays out; it belongs to the client of the request now.
void Allocator::serve(PIRP irp, void* frame) {
  end_cancelling(irp);
  const auto complete = [irp, frame] {
    std::memcpy(irp->AssociatedIrp.SystemBuffer, &frame, sizeof frame);
    irp->IoStatus.Information = sizeof frame;
    finish(irp, STATUS_SUCCESS);
  };
  if (KeGetCurrentIrql() == PASSIVE_LEVEL) {
    complete();
  } else {
    queue_host_work(complete);
  }
}

NTSTATUS Allocator::take_or_wait(PIRP irp, void*& frame) {
  frame = take();
  if (frame != nullptr) return STATUS_SUCCESS;
  const sim::Hold hold(lock_);
  if (life_ != Life::kServing) return STATUS_DEVICE_NOT_READY;
  // Memory is short, not the number of frames: no frame would come back to serve the request.
  if (out_.empty() && reserved_ == 0) return STATUS_INSUFFICIENT_RESOURCES;
  IoMarkIrpPending(irp);
  waiting_.push_back(irp);
  IoSetCancelRoutine(irp, cancel_allocation);
  const bool too_late = irp->Cancel && IoSetCancelRoutine(irp, nullptr) != nullptr;
  if (!too_late) return STATUS_PENDING;
  waiting_.pop_back();
  return STATUS_CANCELLED;
}

void Allocator::cancel_waiting(PIRP irp) {
  {
    const sim::Hold hold(lock_);
    const auto at = std::ranges::find(waiting_, irp);
    if (at == waiting_.end()) return;
    waiting_.erase(at);
  }
  finish(irp, STATUS_CANCELLED);
}

void Allocator::answer_waiting(NTSTATUS status) {
  std::deque<PIRP> all;
  {
    const sim::Hold hold(lock_);
    all.swap(waiting_);
  }
  for (const PIRP irp : all) {
    end_cancelling(irp);
    finish(irp, status);
  }
}

void Allocator::enter(Life to) {
  assert(static_cast<int>(to) == static_cast<int>(life_) + 1);
  life_ = to;
}

void Allocator::shut_down() {
  std::vector<void*> left;
  {
    const sim::Hold hold(lock_);
    if (life_ != Life::kServing) return;
    enter(Life::kClosing);
    left = std::exchange(out_, {});
    left.insert(left.end(), free_.begin(), free_.end());
    free_.clear();
  }
  answer_waiting(STATUS_CANCELLED);
  for (void* frame : left) source_->free(frame);
  if (pin_ == nullptr) {
    source_.reset();
  } else {
    const Holding control(pin_->control_mutex());
    source_.reset();
  }
  const sim::Hold hold(lock_);
  enter(Life::kDeleted);
}

NTSTATUS Allocator::cleanup(PIRP irp) {
  answer_waiting(STATUS_CANCELLED);
  events_.free_all(nullptr);
  return finish(irp, STATUS_SUCCESS);
}

NTSTATUS Allocator::close(PIRP irp) {
  const PFILE_OBJECT file = IoGetCurrentIrpStackLocation(irp)->FileObject;
  shut_down();
  closings.fetch_add(1, std::memory_order_release);
  detach_target(file);
  return finish(irp, STATUS_SUCCESS);
}

}  // namespace drydock::ks
