// The requester: the frames of a kernel connection, from their allocator and back.
#include <fmt/format.h>

#include <cassert>
#include <cstring>

#include "src/ks/pin/pin.h"
#include "src/nt/io/irp.h"
#include "src/nt/mm/mdl.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

constexpr ULONG kHeaderTag = 0x6872734B;  // "Ksrh"
constexpr ULONG kMostFrames = 256;
constexpr LONGLONG kPatience = -10LL * 10'000'000;  // ten seconds

void clear(Frame& frame, ULONG size) {
  std::memset(frame.header, 0, size);
  frame.header->Size = size;
  frame.header->FrameExtent = frame.extent;
  frame.header->Data = frame.data;
  frame.header->PresentationTime.Numerator = 1;
  frame.header->PresentationTime.Denominator = 1;
}

}  // namespace

Requester::Requester(Pin& source) : source_(source) {
  KeInitializeEvent(&all_home_, NotificationEvent, TRUE);
}

Requester::~Requester() = default;

NTSTATUS Requester::acquire() {
  if (source_.callbacks.frame_return != nullptr) return STATUS_SUCCESS;  // S-212
  if (const PFILE_OBJECT file = source_.assigned_allocator()) {
    allocator_ = allocator_of(file);
  } else {
    const std::shared_ptr<Pin> sink = source_.connection().peer();
    const auto framing =
        agree(source_.face().Descriptor->AllocatorFraming,
              sink == nullptr ? nullptr : sink->face().Descriptor->AllocatorFraming);
    if (!framing) return STATUS_INVALID_DEVICE_STATE;
    allocator_ = std::make_shared<Allocator>(nullptr, *framing, pool_source(*framing));
    own_allocator_ = true;
  }
  if (allocator_ == nullptr) return STATUS_INVALID_DEVICE_STATE;
  const ULONG wanted = std::clamp<ULONG>(allocator_->framing().Frames, 1, kMostFrames);
  for (ULONG i = 0; i < wanted; ++i) {
    void* frame = allocator_->take();
    if (frame == nullptr) break;
    std::unique_ptr<StreamRequest> request = make_request(frame, allocator_->framing().FrameSize);
    if (request == nullptr) {
      allocator_->release_frame(frame);
      break;
    }
    const sim::Hold hold(lock_);
    home_.push_back(std::move(request));
  }
  const sim::Hold hold(lock_);
  return home_.empty() ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}

// Each frame has an IRP of its own that never leaves the class driver, for minidrivers that ask.
std::unique_ptr<StreamRequest> Requester::make_request(void* data, ULONG extent) {
  const ULONG size = source_.face().StreamHeaderSize;
  auto request = std::make_unique<StreamRequest>();
  request->irp = nt::make_irp(1, nt::IrpOwner::kMaker);
  request->home = this;
  request->header_size = size;
  Frame& frame = request->frames.emplace_back();
  frame.request = request.get();
  frame.data = frame.buffer = data;
  frame.extent = extent;
  frame.header =
      static_cast<KSSTREAM_HEADER*>(ExAllocatePoolWithTag(NonPagedPool, size, kHeaderTag));
  if (data != nullptr) frame.mdl = IoAllocateMdl(data, frame.extent, FALSE, FALSE, nullptr);
  const bool whole = request->irp != nullptr && frame.header != nullptr &&
                     (frame.mdl != nullptr || data == nullptr);
  if (!whole ||
      (data != nullptr && !NT_SUCCESS(nt::lock_pages(*frame.mdl, KernelMode, IoWriteAccess)))) {
    dispose(*request);
    return nullptr;
  }
  IoSetNextIrpStackLocation(request->irp);
  clear(frame, size);
  return request;
}

void Requester::dispose(StreamRequest& request) {
  Frame& frame = request.frames.front();
  if (frame.mdl != nullptr) {
    if ((frame.mdl->MdlFlags & MDL_PAGES_LOCKED) != 0) MmUnlockPages(frame.mdl);
    IoFreeMdl(frame.mdl);
  }
  if (frame.header != nullptr) ExFreePoolWithTag(frame.header, kHeaderTag);
  if (request.irp != nullptr) nt::free_irp(request.irp);
}

void Requester::start() {
  std::vector<std::unique_ptr<StreamRequest>> going;
  {
    const sim::Hold hold(lock_);
    running_ = true;
    going.swap(home_);
    away_ += static_cast<ULONG>(going.size());
    KeClearEvent(&all_home_);
  }
  const std::shared_ptr<Queue> queue = source_.queue();
  for (std::unique_ptr<StreamRequest>& request : going) queue->arrive(std::move(request));
}

void Requester::stop() {
  const sim::Hold hold(lock_);
  running_ = false;
}

// A frame has come round: it is emptied and sent again, or it stays at home.
void Requester::arrive(std::unique_ptr<StreamRequest> request) {
  if (const PFNKSPINIRPCOMPLETION callback = source_.callbacks.irp_completion) {
    source_.call("IrpCompletion callback", [&] {
      trace::recorded_call("IrpCompletion callback", callback, "PFNKSPINIRPCOMPLETION")(
          &source_.face(), request->irp);
    });
  }
  check_integrity(*request);
  if (request->injected) {
    return_injected(*request);
    one_home();
    return;
  }
  some_queue_lock.is_not_needed();  // the request is in no queue
  request->enter(RequestState::kTravelling);
  request->status = STATUS_SUCCESS;
  clear(request->frames.front(), request->header_size);
  request->frames.front().mapping_count = 0;
  request->frames.front().digest.reset();
  const std::shared_ptr<Queue> queue = source_.queue();
  {
    const sim::Hold hold(lock_);
    if (!running_ || queue == nullptr) {
      home_.push_back(std::move(request));
      assert(away_ != 0);
      if (--away_ == 0) KeSetEvent(&all_home_, IO_NO_INCREMENT, FALSE);
      return;
    }
  }
  queue->arrive(std::move(request));
}

void Requester::one_home() {
  const sim::Hold hold(lock_);
  assert(away_ != 0);
  if (--away_ == 0) KeSetEvent(&all_home_, IO_NO_INCREMENT, FALSE);
}

// S-033: the sink has not changed a frame whose source asks for integrity.
void Requester::check_integrity(const StreamRequest& request) {
  const Frame& frame = request.frames.front();
  if (!frame.digest || !rules::breaks("S-033", *frame.digest != digest_of(frame))) return;
  const std::shared_ptr<Pin> sink = source_.connection().peer();
  (sink == nullptr ? source_ : *sink)
      .breach("S-033", "a frame whose source asks for FRAME_INTEGRITY was changed downstream")
      .raise_later();
}

// S-213: the minidriver gets its frame back with the status that the frame came round with.
void Requester::return_injected(StreamRequest& request) {
  const Injected frame = *request.injected;
  const NTSTATUS status = request.status;
  dispose(request);
  const PFNKSPINFRAMERETURN callback = source_.callbacks.frame_return;
  source_.call("FrameReturn callback", [&] {
    trace::recorded_call("FrameReturn callback", callback, "PFNKSPINFRAMERETURN")(
        &source_.face(), frame.data, frame.size, frame.mdl, frame.context, status);
  });
}

NTSTATUS Requester::submit(const Injected& frame, const KSSTREAM_HEADER* header) {
  void* data = frame.mdl == nullptr ? frame.data
                                    : MmGetSystemAddressForMdlSafe(frame.mdl, NormalPagePriority);
  const ULONG size = frame.mdl == nullptr ? frame.size : MmGetMdlByteCount(frame.mdl);
  std::unique_ptr<StreamRequest> request = make_request(data, size);
  if (request == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  KSSTREAM_HEADER& own = *request->frames.front().header;
  if (header != nullptr) {
    const ULONG room = own.Size;
    std::memcpy(&own, header, std::min<ULONG>(header->Size, room));
    own.Size = room;
  } else {
    own.DataUsed = size;
  }
  own.Data = data;
  own.FrameExtent = size;
  request->injected = frame;
  {
    const sim::Hold hold(lock_);
    ++away_;
    KeClearEvent(&all_home_);
  }
  source_.send_on(std::move(request));
  return STATUS_SUCCESS;
}

// Its frames leave the sink's queue; what a client sent there stays. Frames that the sink's
// minidriver holds are waited for.
void Requester::release() {
  stop();
  const std::shared_ptr<Pin> sink = source_.connection().peer();
  const std::shared_ptr<Queue> queue = sink == nullptr ? nullptr : sink->queue();
  if (queue != nullptr) queue->take_back(*this);
  LARGE_INTEGER patience{.QuadPart = kPatience};
  const NTSTATUS waited =
      KeWaitForSingleObject(&all_home_, Executive, KernelMode, FALSE, &patience);
  if (queue != nullptr) rules::evaluated("S-148");
  if (waited == STATUS_TIMEOUT && queue != nullptr) {
    if (sink->driver().alive())
      sink->breach("S-148", "frames are held when the source has stopped").raise_later();
    queue->close(STATUS_CANCELLED);
  }
  std::vector<std::unique_ptr<StreamRequest>> all;
  {
    const sim::Hold hold(lock_);
    all.swap(home_);
  }
  for (const std::unique_ptr<StreamRequest>& request : all) {
    void* data = request->frames.front().data;
    dispose(*request);
    allocator_->release_frame(data);
  }
  if (own_allocator_) allocator_->shut_down();
}

}  // namespace drydock::ks
