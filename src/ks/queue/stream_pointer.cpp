#include "src/ks/queue/stream_pointer.h"

#include <fmt/format.h>

#include <cassert>
#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "src/ks/base/undisturbed.h"
#include "src/ks/object/object.h"
#include "src/ks/queue/queue.h"
#include "src/ks/queue/streaming_pin.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"

namespace drydock::ks {
namespace {

constexpr ULONG kPointerTag = 0x7073734B;  // "Kssp"

constexpr std::size_t kMostCancelled = 4096;

struct Pointers {
  sim::Lock lock;
  std::unordered_map<const void*, std::weak_ptr<StreamPointer>> live DRYDOCK_GUARDED_BY(lock);
  // Faces that a cancel callback deleted, until another pointer gets the same address.
  std::unordered_set<const void*> cancelled DRYDOCK_GUARDED_BY(lock);
};

Pointers& pointers() {
  static sim::NeverDestroyed<Pointers> instance;
  return *instance;
}

void set_offset(KSSTREAM_POINTER_OFFSET& offset, const Frame& frame, ULONG bytes)
    DRYDOCK_REQUIRES(some_queue_lock) {
  if (frame.mapping_count != 0) {
    offset.Mappings = reinterpret_cast<PKSMAPPING>(const_cast<std::byte*>(frame.mappings.data()));
    offset.Count = offset.Remaining = frame.mapping_count;
  } else {
    offset.Data = static_cast<PUCHAR>(frame.data);
    offset.Count = offset.Remaining = frame.data == nullptr ? 0 : bytes;
  }
}

}  // namespace

StreamPointer::StreamPointer(Queue& owner, Role part, KSSTREAM_POINTER* block)
    : queue(owner), role(part), face(block) {}

std::shared_ptr<StreamPointer> StreamPointer::make(Queue& queue, Role role, ULONG context) {
  const std::size_t bytes = sizeof(KSSTREAM_POINTER) + context;
  if (bytes < context) return nullptr;
  auto* face =
      static_cast<KSSTREAM_POINTER*>(ExAllocatePoolWithTag(NonPagedPool, bytes, kPointerTag));
  if (face == nullptr) return nullptr;
  std::memset(face, 0, bytes);
  const bool input = queue.options().is_input;
  face->Pin = &queue.pin().face();
  face->Context = context == 0 ? nullptr : face + 1;
  face->Offset = input ? &face->OffsetIn : &face->OffsetOut;
  const std::shared_ptr<StreamPointer> made(new StreamPointer(queue, role, face));
  Pointers& all = pointers();
  const sim::Hold hold(all.lock);
  all.live[face] = made;
  all.cancelled.erase(face);
  return made;
}

StreamPointer::~StreamPointer() {
  if (life_ != Life::kDetached) retract();
  undisturbed([this] { ExFreePoolWithTag(face, kPointerTag); });
}

void StreamPointer::retract() {
  Pointers& all = pointers();
  const sim::Hold hold(all.lock);
  all.live.erase(face);
  if (life_ != Life::kDeleted) return;
  if (all.cancelled.size() >= kMostCancelled) all.cancelled.clear();
  all.cancelled.insert(face);
}

void StreamPointer::mark_deleted() {
  assert(role == Role::kClone);
  if (life_ == Life::kLive) life_ = Life::kDeleted;
}

void StreamPointer::detach() {
  assert(role == Role::kClone && life_ != Life::kDetached);
  retract();
  life_ = Life::kDetached;
  deadline = 0;
}

void StreamPointer::place(Frame* frame) {
  assert(!is_locked_);
  frame_ = frame;
  fill_view();
}

void StreamPointer::place_like(const StreamPointer& from) {
  assert(frame_ == nullptr && from.frame_ != nullptr);
  frame_ = from.frame_;
  ++frame_->references;
  face->StreamHeader = frame_->header;
  face->OffsetIn = from.face->OffsetIn;
  face->OffsetOut = from.face->OffsetOut;
  remaining = from.remaining;
  mapped = from.mapped;
  if (from.is_locked_) lock();
}

void StreamPointer::lock() {
  assert(!is_locked_ && frame_ != nullptr && frame_->state != FrameState::kOutside);
  is_locked_ = true;
  ++frame_->locks;
}

void StreamPointer::unlock() {
  assert(is_locked_ && frame_ != nullptr && frame_->locks != 0);
  is_locked_ = false;
  --frame_->locks;
}

Frame* StreamPointer::leave() {
  assert(!is_locked_);
  return std::exchange(frame_, nullptr);
}

void StreamPointer::abandon() {
  is_locked_ = false;
  frame_ = nullptr;
}

void StreamPointer::fill_view() {
  if (frame_ == nullptr) {
    face->StreamHeader = nullptr;
    *face->Offset = {};
    remaining = 0;
    mapped = false;
    return;
  }
  face->StreamHeader = frame_->header;
  const bool input = queue.options().is_input;
  set_offset(input ? face->OffsetIn : face->OffsetOut, *frame_,
             input ? std::min(frame_->header->DataUsed, frame_->extent) : frame_->extent);
  remaining = face->Offset->Remaining;
  mapped = frame_->mapping_count != 0;
}

std::shared_ptr<StreamPointer> pointer_of(const KSSTREAM_POINTER* face, const char* call) {
  bool cancelled = false;
  {
    Pointers& all = pointers();
    const sim::Hold hold(all.lock);
    const auto at = all.live.find(face);
    rules::evaluated("S-158");
    if (at != all.live.end()) {
      if (std::shared_ptr<StreamPointer> found = at->second.lock()) return found;
    }
    cancelled = all.cancelled.contains(face);
  }
  if (rules::breaks("S-194", cancelled)) {
    nt::Breach("S-194", nt::Offender::running())
        .message("{} was given {}, which its cancel callback has deleted", call, fmt::ptr(face))
        .raise();
  } else {
    nt::Breach("S-158", nt::Offender::running())
        .message("{} was given {}, which is no stream pointer that lives", call, fmt::ptr(face))
        .raise();
  }
  return nullptr;
}

}  // namespace drydock::ks
