#include "src/ks/allocator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/ks/object.h"
#include "src/ks/pin.h"
#include "src/ks/processing.h"
#include "src/ks/request.h"
#include "src/nt/io/device.h"
#include "src/nt/mm/memory_changes.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/physical_contiguous.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/ob/object.h"
#include "src/nt/pool/pool.h"
#include "src/nt/watch/report.h"

namespace drydock::ks {
namespace {

std::atomic<std::uint64_t> closings = 0;

std::string name_of(const std::shared_ptr<Pin>& pin) {
  return pin == nullptr ? std::string() : pin->driver().name();
}

bool generates_mappings(Pin& pin) {
  return (pin.face().Descriptor->Flags & KSPIN_FLAG_GENERATE_MAPPINGS) != 0;
}

void cancel_allocation(PDEVICE_OBJECT, PIRP irp) {
  const PFILE_OBJECT file = IoGetCurrentIrpStackLocation(irp)->FileObject;
  const std::shared_ptr<Allocator> allocator = allocator_of(file);
  IoReleaseCancelSpinLock(irp->CancelIrql);
  if (allocator != nullptr) allocator->cancel_waiting(irp);
}

NTSTATUS framing_of(PIRP irp, KSALLOCATOR_FRAMING& framing) {
  const std::vector<std::byte> parameters = create_parameters(irp);
  if (parameters.size() < sizeof framing) return STATUS_INVALID_PARAMETER;
  std::memcpy(&framing, parameters.data(), sizeof framing);
  return check_framing_request(framing);
}

}  // namespace

std::uint64_t closed_allocators() { return closings.load(std::memory_order_acquire); }

std::shared_ptr<Allocator> allocator_of(PFILE_OBJECT file) {
  if (nt::type_of_object(file) != &nt::file_type) return nullptr;
  const ObjectHeader* header = header_of(file);
  return header == nullptr ? nullptr : std::dynamic_pointer_cast<Allocator>(header->target);
}

Allocator::Allocator(std::shared_ptr<Pin> pin, const KSALLOCATOR_FRAMING& framing,
                     std::unique_ptr<FrameSource> source)
    : pin_(std::move(pin)), framing_(framing), source_(std::move(source)) {}

Allocator::~Allocator() = default;

NTSTATUS Allocator::create(Pin& pin, PIRP irp) {
  KSALLOCATOR_FRAMING framing;
  NTSTATUS status = framing_of(irp, framing);
  if (!NT_SUCCESS(status)) return status;
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  const auto kept = std::static_pointer_cast<Pin>(pin.shared_from_this());
  const Holding control(pin.control_mutex());
  const KSPIN_DISPATCH* dispatch = pin.face().Descriptor->Dispatch;
  std::unique_ptr<FrameSource> source;
  if (dispatch != nullptr && dispatch->Allocator != nullptr) {
    status = minidriver_source(kept, *dispatch->Allocator, framing, source);
    if (!NT_SUCCESS(status)) return status;
  } else {
    source = pool_source(framing);
  }
  const auto made = std::make_shared<Allocator>(kept, framing, std::move(source));
  attach_target(irp, made);
  pin.note_allocator(made);
  return STATUS_SUCCESS;
}

NTSTATUS Allocator::create(PIRP irp, const ExternalRoutines& routines) {
  KSALLOCATOR_FRAMING framing;
  NTSTATUS status = framing_of(irp, framing);
  if (!NT_SUCCESS(status)) return status;
  const bool others = routines.initial_context != nullptr || routines.free != nullptr ||
                      routines.initialize != nullptr || routines.remove != nullptr;
  if (routines.allocate == nullptr && others) {
    nt::report("S-051", "KsCreateDefaultAllocatorEx has no DefaultAllocate but other routines");
    return STATUS_INVALID_PARAMETER;
  }
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

// A place among the frames that may be out (S-028), and a frame that came back if there is one.
bool Allocator::reserve(void*& recycled) {
  const sim::Hold hold(lock_);
  if (closing_) return false;
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

// A frame that is known goes out without another look at its memory.
bool Allocator::admit(void* frame) {
  const sim::Hold hold(lock_);
  if (known_at_ != nt::memory_changes() || std::ranges::find(known_, frame) == known_.end() ||
      overlaps_locked(frame)) {
    return false;
  }
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

// S-017, S-030. A frame that cannot be used is given back at once.
bool Allocator::check(void* frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(frame);
  const auto size = std::size_t{framing_.FrameSize};
  bool overlaps = false;
  {
    const sim::Hold hold(lock_);
    overlaps = overlaps_locked(frame);
  }
  const auto fault = [&](rules::RuleId rule, const std::string& message) {
    nt::report_about(name_of(pin_), rule, fmt::format("{}: {}", source_->describe(), message),
                     {.object = source_->describe(), .history = {}, .stacks = {}});
    return false;
  };
  if ((address & framing_.FileAlignment) != 0) {
    return fault("S-030", fmt::format("the frame {} misses the alignment {:#x}", fmt::ptr(frame),
                                      framing_.FileAlignment));
  }
  if (overlaps) return fault("S-017", "a frame overlaps another that is out");
  if (nt::is_mapped_for_users(frame)) return fault("S-016", "user mode sees the memory of a frame");
  const auto block = nt::find_pool_block(frame);
  if (block) {
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

// S-031, S-064: the pool that the framing names, and one that can be had where it was asked for.
template <class Fault>
void Allocator::check_pool(const nt::PoolBlockInfo& block, const Fault& fault) const {
  const bool paged = (block.type & 1) != 0;
  const bool asked = (framing_.PoolType & 1) != 0;
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
  --reserved_;
  if (frame != nullptr) out_.push_back(frame);
  return frame;
}

bool Allocator::give_back(void* frame) {
  PIRP waiter = nullptr;
  bool keep = false;
  {
    const sim::Hold hold(lock_);
    const auto at = std::ranges::find(out_, frame);
    if (at == out_.end()) return false;
    if (!waiting_.empty() && !closing_) {
      waiter = waiting_.front();
      waiting_.pop_front();
    } else {
      out_.erase(at);
      keep = source_->may_recycle() && !closing_;
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

// The frame stays out; its owner is the request's client now.
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
  if (closing_) return STATUS_DEVICE_NOT_READY;
  // Memory is short, not the count: nobody would come back to serve it.
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

void Allocator::shut_down() {
  std::vector<void*> left;
  {
    const sim::Hold hold(lock_);
    closing_ = true;
    left = std::exchange(out_, {});
    left.insert(left.end(), free_.begin(), free_.end());
    free_.clear();
  }
  answer_waiting(STATUS_CANCELLED);
  if (source_ == nullptr) return;
  for (void* frame : left) source_->free(frame);
  if (pin_ == nullptr) {
    source_.reset();
    return;
  }
  const Holding control(pin_->control_mutex());
  source_.reset();
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

using namespace drydock::ks;

extern "C" NTSTATUS KsCreateDefaultAllocatorEx(PIRP Irp, PVOID InitializeContext,
                                               PFNKSDEFAULTALLOCATE DefaultAllocate,
                                               PFNKSDEFAULTFREE DefaultFree,
                                               PFNKSINITIALIZEALLOCATOR InitializeAllocator,
                                               PFNKSDELETEALLOCATOR DeleteAllocator) {
  if (IoGetCurrentIrpStackLocation(Irp)->MajorFunction != IRP_MJ_CREATE) {
    drydock::nt::report("S-047", "KsCreateDefaultAllocatorEx was given no IRP_MJ_CREATE");
    return STATUS_INVALID_PARAMETER;
  }
  if (KSCREATE_ITEM_IRP_STORAGE(Irp) == nullptr) {
    drydock::nt::report("S-050", "KsCreateDefaultAllocatorEx: the IRP carries no create item");
    return STATUS_INVALID_PARAMETER;
  }
  if (Irp->AssociatedIrp.SystemBuffer == nullptr) {
    drydock::nt::report("S-055",
                        "KsCreateDefaultAllocatorEx: KsValidateAllocatorCreateRequest has "
                        "not succeeded for the IRP");
  }
  return Allocator::create(
      Irp, {InitializeContext, DefaultAllocate, DefaultFree, InitializeAllocator, DeleteAllocator});
}

extern "C" NTSTATUS KsCreateDefaultAllocator(PIRP Irp) {
  return KsCreateDefaultAllocatorEx(Irp, nullptr, nullptr, nullptr, nullptr, nullptr);
}

extern "C" NTSTATUS KsValidateAllocatorCreateRequest(PIRP Irp,
                                                     PKSALLOCATOR_FRAMING* AllocatorFraming) {
  KSALLOCATOR_FRAMING framing;
  const NTSTATUS status = framing_of(Irp, framing);
  if (!NT_SUCCESS(status)) return status;
  return keep_parameters(Irp, reinterpret_cast<void**>(AllocatorFraming));
}
