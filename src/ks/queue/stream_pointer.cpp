#include "src/ks/queue/stream_pointer.h"

#include <fmt/format.h>

#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "src/ks/base/undisturbed.h"
#include "src/ks/object/object.h"
#include "src/ks/queue/queue.h"
#include "src/ks/queue/streaming_pin.h"
#include "src/nt/watch/breach.h"

namespace drydock::ks {
namespace {

constexpr ULONG kPointerTag = 0x7073734B;  // "Kssp"

constexpr std::size_t kMostCancelled = 4096;

struct Pointers {
  sim::Lock lock;
  std::unordered_map<const void*, std::weak_ptr<StreamPointer>> live DRYDOCK_GUARDED_BY(lock);
  // Faces that a cancel callback deleted and no pointer has had since.
  std::unordered_set<const void*> cancelled DRYDOCK_GUARDED_BY(lock);
};

Pointers& pointers() {
  static auto& instance = *new Pointers;
  return instance;
}

void set_offset(KSSTREAM_POINTER_OFFSET& offset, const Frame& frame, ULONG bytes) {
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
  retract();
  undisturbed([this] { ExFreePoolWithTag(face, kPointerTag); });
}

void StreamPointer::retract(bool by_cancel) {
  Pointers& all = pointers();
  const sim::Hold hold(all.lock);
  all.live.erase(face);
  if (!by_cancel) return;
  if (all.cancelled.size() >= kMostCancelled) all.cancelled.clear();
  all.cancelled.insert(face);
}

void StreamPointer::show() {
  if (frame == nullptr) {
    face->StreamHeader = nullptr;
    *face->Offset = {};
    remaining = 0;
    mapped = false;
    return;
  }
  face->StreamHeader = frame->header;
  const bool input = queue.options().is_input;
  set_offset(input ? face->OffsetIn : face->OffsetOut, *frame,
             input ? std::min(frame->header->DataUsed, frame->extent) : frame->extent);
  remaining = face->Offset->Remaining;
  mapped = frame->mapping_count != 0;
}

std::shared_ptr<StreamPointer> pointer_of(const KSSTREAM_POINTER* face, const char* call) {
  bool cancelled = false;
  {
    Pointers& all = pointers();
    const sim::Hold hold(all.lock);
    const auto at = all.live.find(face);
    if (at != all.live.end()) {
      if (std::shared_ptr<StreamPointer> found = at->second.lock()) return found;
    }
    cancelled = all.cancelled.contains(face);
  }
  if (cancelled) {
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
