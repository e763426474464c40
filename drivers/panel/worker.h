// A thread that copies frames and reports each by the interrupt of the board.
//
// One frame at a time: whoever gives it another waits until it is idle. Owner: the adapter.
#pragma once

#include "copy.h"

// A frame of the system, with what it needs when the call that brought it is over.
class Frame {
 public:
  // Null when there is no memory. The lists are copied.
  static Frame* make(const DXGKARG_PRESENT_DISPLAYONLY& present, const Mode& mode, bool is_whole);
  ~Frame();
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  // Makes the pixels readable in any process, until the end of the frame. False when they cannot
  // be.
  bool lock_pixels();
  // Copies it to the screen, moves first; ends early when the machine stops.
  void copy_to(const Screen& screen, const volatile LONG& is_over) const;

 private:
  Frame(const Mode& mode, Rotation rotation, const Image& image)
      : mode_(mode), rotation_(rotation), image_(image) {}
  RECT* rectangles() { return reinterpret_cast<RECT*>(this + 1); }
  const RECT* rectangles() const { return reinterpret_cast<const RECT*>(this + 1); }

  const Mode mode_;
  const Rotation rotation_;
  Image image_;
  PMDL pixels_ = nullptr;
  ULONG count_ = 0;
};

class Worker {
 public:
  NTSTATUS start(const DXGKRNL_INTERFACE& kernel, Board& board, const volatile LONG& is_over);
  void stop();
  bool is_running() const { return thread_ != nullptr; }

  // Waits until nothing is being copied. At PASSIVE_LEVEL.
  void wait_idle();
  // The worker is idle, and frees the frame when it is on screen.
  void give(Frame* frame);
  // Reports frames that were not reported yet. In the interrupt routine.
  void report();

 private:
  static KSTART_ROUTINE thread;
  void run();
  void finish();
  static KSYNCHRONIZE_ROUTINE count_frame;

  const DXGKRNL_INTERFACE* kernel_ = nullptr;
  Board* board_ = nullptr;
  const volatile LONG* is_over_ = nullptr;
  PVOID thread_ = nullptr;
  KEVENT work_;
  KEVENT idle_;
  Frame* frame_ = nullptr;  // the worker's frame from give() until idle
  bool is_stopping_ = false;
  ULONG finished_ = 0;  // and not reported; synchronised with the interrupt
};
