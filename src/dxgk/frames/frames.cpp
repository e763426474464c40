#include "src/dxgk/frames/frames.h"

#include <fmt/format.h>

#include <cassert>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/device_model.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/frames/frame_memory.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/trace.h"

namespace drydock::dxgk {
namespace {

constexpr sim::Time kPatience = 20'000'000;  // TdrDodPresentDelay: two seconds

using display::Picture;
using display::PictureSize;

bool lies_in(const RECT& area, PictureSize size) {
  return area.left >= 0 && area.top >= 0 && area.left < area.right && area.top < area.bottom &&
         area.right <= static_cast<LONG>(size.width) &&
         area.bottom <= static_cast<LONG>(size.height);
}

RECT origin_of(const D3DKMT_MOVE_RECT& move) {
  const POINT from = move.SourcePoint;
  return {from.x, from.y, from.x + move.DestRect.right - move.DestRect.left,
          from.y + move.DestRect.bottom - move.DestRect.top};
}

bool has_form_of(const FrameChange& change, const SourceView& view) {
  const bool is_sideways = change.is_turned && (view.rotation == D3DKMDT_VPPR_ROTATE90 ||
                                                view.rotation == D3DKMDT_VPPR_ROTATE270);
  const PictureSize size = change.image.size();
  if (size.is_empty() || size != (is_sideways ? view.size.turned() : view.size)) return false;
  for (const RECT& each : change.dirty) {
    if (!lies_in(each, size)) return false;
  }
  for (const D3DKMT_MOVE_RECT& each : change.moves) {
    if (!lies_in(each.DestRect, size) || !lies_in(origin_of(each), size)) return false;
  }
  return true;
}

}  // namespace

Frames::Pause::Pause(Frames& frames) : frames_(frames) { frames_.turn_.enter_alone(); }

Frames::Pause::~Pause() {
  for (Slot& slot : frames_.slots_) slot.needs_whole = true;
  frames_.turn_.leave_alone();
}

void Frames::Pause::note_visibility(UINT source, bool is_visible) {
  for (UINT i = 0; i < kMostSources; ++i) {
    if (source == i || source == D3DDDI_ID_ALL) frames_.slots_[i].is_hidden = !is_visible;
  }
}

void Frames::Pause::note_start() {
  for (Slot& slot : frames_.slots_) {
    slot.is_hidden = false;
    slot.proven_size.reset();
  }
}

NTSTATUS Frames::present(UINT source, const SourceView& view, const FrameChange& change) {
  if (adapter_.miniport().present_display_only == nullptr) return STATUS_NOT_SUPPORTED;
  if (source >= kMostSources || source >= adapter_.caps().sources)
    return STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE;
  if (!has_form_of(change, view)) return STATUS_INVALID_PARAMETER;
  if (!adapter_.is_working()) return STATUS_DEVICE_REMOVED;
  const sim::Alone alone(turn_);
  SourceView now = view;
  if (slots_[source].is_hidden) {
    now.is_visible = false;
    now.is_hidden = true;
  }
  return present_in_turn(slots_[source], source, now, change);
}

NTSTATUS Frames::present_in_turn(Slot& slot, UINT source, const SourceView& view,
                                 const FrameChange& change) {
  const auto before = view.is_hidden ? screen() : std::nullopt;
  FrameMemory memory(change);
  if (!memory.has_memory()) return STATUS_NO_MEMORY;
  slot.needs_whole |= slot.view != view || (change.moves.empty() && change.dirty.empty());
  slot.view = view;
  NTSTATUS status = give(slot, source, memory);
  if (status == STATUS_IO_TIMEOUT) overdue_.push_back(memory.take_pixels());
  if (NT_SUCCESS(status) && slot.has_failed.load()) status = STATUS_UNSUCCESSFUL;
  // The driver may draw nothing while the source is invisible.
  slot.needs_whole = !NT_SUCCESS(status) || !view.is_visible;
  trace::event("frame", NT_SUCCESS(status) ? "shown" : "lost", {{"source", source}});
  if (NT_SUCCESS(status)) compare(slot, source, view, change, before);
  const bool lacks_memory = status == STATUS_NO_MEMORY || status == STATUS_INSUFFICIENT_RESOURCES;
  if (view.is_hidden && adapter_.driver().alive() &&
      rules::breaks("D-151", !NT_SUCCESS(status) && !lacks_memory))
    nt::Breach("D-151", adapter_.offender())
        .message("DxgkDdiPresentDisplayOnly returned {:#010x} for source {}, which is invisible",
                 static_cast<ULONG>(status), source)
        .raise_later();
  return status;
}

NTSTATUS Frames::give(Slot& slot, UINT source, FrameMemory& memory) {
  sim::Completion over;
  {
    const sim::Hold hold(slot.lock);
    slot.over = &over;
  }
  slot.has_failed.store(false);
  slot.stage.store(Stage::kGiven);
  const DXGKARG_PRESENT_DISPLAYONLY& arguments = memory.arguments(source, slot.needs_whole);
  NTSTATUS status = STATUS_NO_MEMORY;
  if (memory.has_memory())
    status = adapter_.call(ddi::kPresentDisplayOnly, adapter_.system_seat(), [&] {
      return adapter_.miniport().present_display_only(adapter_.context(), &arguments);
    });
  memory.end_lists();
  if (status == STATUS_PENDING) {
    status = wait_for_progress(slot, source, over);
  } else if (rules::breaks("D-147", slot.stage.load() != Stage::kGiven)) {
    nt::Breach("D-147", adapter_.offender())
        .message(
            "DxgkDdiPresentDisplayOnly returned {:#010x} for source {}, whose progress was "
            "reported",
            static_cast<ULONG>(status), source)
        .raise_later();
  }
  slot.stage.store(Stage::kIdle);
  const sim::Hold hold(slot.lock);
  slot.over = nullptr;
  return status;
}

NTSTATUS Frames::wait_for_progress(Slot& slot, UINT source, sim::Completion& over) {
  const bool is_over = over.wait(sim::now() + kPatience);
  if (is_over) return STATUS_SUCCESS;
  if (!adapter_.driver().alive()) return STATUS_DEVICE_REMOVED;
  const bool is_reported = slot.stage.load() == Stage::kReported;
  nt::Breach("D-147", adapter_.offender())
      .message("a present of source {} is pending for two seconds {}", source,
               is_reported ? "after its progress was reported, without DxgkCbNotifyDpc"
                           : "without a report of progress")
      .raise_later();
  return STATUS_IO_TIMEOUT;
}

const char* Frames::note_progress(const DXGKARGCB_PRESENT_DISPLAYONLY_PROGRESS& progress) {
  if (progress.VidPnSourceId >= kMostSources || progress.VidPnSourceId >= adapter_.caps().sources)
    return "which does not exist";
  const bool has_failed = progress.ProgressId == DXGK_PRESENT_DISPLAYONLY_PROGRESS_ID_FAILED;
  if (!has_failed && progress.ProgressId != DXGK_PRESENT_DISPLAYONLY_PROGRESS_ID_COMPLETE)
    return "with a ProgressId that does not exist";
  Slot& slot = slots_[progress.VidPnSourceId];
  if (has_failed) slot.has_failed.store(true);
  Stage given = Stage::kGiven;
  if (slot.stage.compare_exchange_strong(given, Stage::kReported)) return nullptr;
  return given == Stage::kIdle ? "of which none is pending" : "which was reported before";
}

void Frames::note_dpc() {
  for (Slot& slot : slots_) {
    Stage reported = Stage::kReported;
    if (!slot.stage.compare_exchange_strong(reported, Stage::kOver)) continue;
    const sim::Hold hold(slot.lock);
    if (slot.over != nullptr) slot.over->complete();
  }
}

// The first output, where the device says what it shows.
std::optional<display::ScannedOut> Frames::output() const {
  const auto outputs = adapter_.model().scanned_out();
  if (outputs.empty()) return std::nullopt;
  return outputs.front();
}

std::optional<Picture> Frames::screen() const {
  const auto from = output();
  if (!from) return std::nullopt;
  return read_screen(*from);
}

// A picture that the driver scales cannot be judged, nor one of several outputs.
void Frames::compare(Slot& slot, UINT source, const SourceView& view, const FrameChange& change,
                     const std::optional<Picture>& before) {
  if (adapter_.caps().sources != 1) return;
  const auto from = output();
  if (!from || !adapter_.driver().alive()) return;
  const std::optional<Picture> on_screen = read_screen(*from);
  const bool is_proven = !from->is_presumed || slot.proven_size == view.size;
  if (!view.is_visible) {
    if (!is_proven) return;
    if (before && rules::breaks("D-151", first_difference(*before, *on_screen).has_value()))
      nt::Breach("D-151", adapter_.offender())
          .message("DxgkDdiPresentDisplayOnly drew to source {}, which is invisible", source)
          .raise_later();
    return;
  }
  const Picture wanted = change.is_turned ? turned(change.image, view.rotation) : change.image;
  if (on_screen->size() != wanted.size()) return;
  const auto wrong = first_difference(wanted, *on_screen);
  if (!is_proven) {
    if (!wrong) slot.proven_size = view.size;
    return;
  }
  const bool turns = view.rotation != D3DKMDT_VPPR_IDENTITY;
  const rules::RuleId rule = turns                  ? "D-149"_rule
                             : change.moves.empty() ? "D-146"_rule
                                                    : "D-145"_rule;
  if (!rules::breaks(rule, wrong.has_value())) return;
  nt::Breach(rule, adapter_.offender())
      .message(
          "source {} shows {:#08x} at {}, {} after DxgkDdiPresentDisplayOnly with {} moves, {} "
          "dirty rectangles and Flags {:#x}; it was {:#08x}",
          source, on_screen->at(wrong->x, wrong->y) & Picture::kColors, wrong->x, wrong->y,
          change.moves.size(), change.dirty.size(), change.is_turned ? 1 : 0,
          wanted.at(wrong->x, wrong->y) & Picture::kColors)
      .raise_later();
}

}  // namespace drydock::dxgk
