// Frames of the system to a display-only driver (DxgkDdiPresentDisplayOnly), and what becomes of
// them on screen.
//
//                       ┌── SUCCESS ─────────────────────────────────► shown
//   present ──► driver ─┼── PENDING ──► progress ──► DPC ────────────► shown, or lost
//                       └── any error ───────────────────────────────► lost
//
// Contract: one frame of a source at a time; a call returns when its frame is over. The image is
// the driver's until then, its lists until the entry point returns. After a lost frame, and after a
// change of mode, the next frame is a whole one. Where the device says what it scans out, what is
// shown is compared with what was presented.
//
// Owner: the adapter. Threads: present() on any; note_*() at the device's IRQL or in its DPC, where
// nothing waits. Cost: a copy of the image, and another of the screen where it is compared.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "src/display/scanout/picture.h"
#include "src/nt/mm/borrowed_page.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;
class FrameMemory;

// A source as the mode in force has it.
struct SourceView {
  display::PictureSize size;
  D3DKMDT_VIDPN_PRESENT_PATH_ROTATION rotation = D3DKMDT_VPPR_IDENTITY;
  bool is_visible = false;
  bool is_hidden = false;  // the driver was notified that it is not visible any more

  bool operator==(const SourceView&) const = default;
};

// The image of a source as it is from now on, and where it is new: everywhere when it does not say.
struct FrameChange {
  const display::Picture& image;
  // Rectangles whose pixels came from other places, in this order, and then rectangles that are
  // new.
  std::span<const D3DKMT_MOVE_RECT> moves = {};
  std::span<const RECT> dirty = {};
  // The image is to be turned as the path says; else it is as upright as the mode.
  bool is_turned = false;
};

class Frames {
 public:
  static constexpr UINT kMostSources = 16;

  explicit Frames(Adapter& adapter) : adapter_(adapter) {}
  Frames(const Frames&) = delete;
  Frames& operator=(const Frames&) = delete;

  // The image has the size of the view, and all rectangles lie in it. STATUS_NOT_SUPPORTED for
  // other drivers, STATUS_IO_TIMEOUT when the driver never reported progress, else what it
  // answered.
  NTSTATUS present(UINT source, const SourceView& view, const FrameChange& change);

  // While one lives no frame is under way: for changes of modes and power, after which each source
  // gets a whole frame.
  class Pause {
   public:
    explicit Pause(Frames& frames);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

    // The driver was told whether a source, or each with D3DDDI_ID_ALL, is visible. That counts for
    // frames whose view is older.
    void note_visibility(UINT source, bool is_visible);
    // The device starts: no source was visible yet, and the driver may draw elsewhere than before.
    void note_start();

   private:
    Frames& frames_;
  };

  // Progress that the driver reports. What is wrong with it; null when nothing is.
  const char* note_progress(const DXGKARGCB_PRESENT_DISPLAYONLY_PROGRESS& progress);
  void note_dpc();

 private:
  //   Idle ──► Given ──► Reported ──► Over ──► Idle
  enum class Stage : std::uint8_t { kIdle, kGiven, kReported, kOver };
  struct Slot {
    std::atomic<Stage> stage = Stage::kIdle;
    std::atomic<bool> has_failed = false;
    sim::Lock lock;
    // Completed at the end of the frame under way.
    sim::Completion* over DRYDOCK_GUARDED_BY(lock) = nullptr;
    // Only present() uses these, in its turn.
    bool needs_whole = true;
    SourceView view = {};    // the source at the last frame
    bool is_hidden = false;  // the last call notified the driver that the source is not visible
    // The size at which the presumed screen has shown exactly what was presented. So the driver
    // draws there, and can be judged by it.
    std::optional<display::PictureSize> proven_size = {};
  };

  NTSTATUS present_in_turn(Slot& slot, UINT source, const SourceView& view,
                           const FrameChange& change) DRYDOCK_REQUIRES(turn_);
  NTSTATUS give(Slot& slot, UINT source, FrameMemory& memory);
  NTSTATUS wait_for_progress(Slot& slot, UINT source, sim::Completion& over);
  void compare(Slot& slot, UINT source, const SourceView& view, const FrameChange& change,
               const std::optional<display::Picture>& before) DRYDOCK_REQUIRES(turn_);
  std::optional<display::ScannedOut> output() const;
  std::optional<display::Picture> screen() const;

  Adapter& adapter_;
  sim::Gate turn_;
  std::array<Slot, kMostSources> slots_;
  // Pixels of frames whose progress was never reported: the driver may still use them.
  std::vector<std::unique_ptr<nt::BorrowedPages>> overdue_ DRYDOCK_GUARDED_BY(turn_);
};

}  // namespace drydock::dxgk
