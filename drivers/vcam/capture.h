// The capture pin. While the camera works and the pin runs, a timer stands for the sensor: at each
// tick the frame that is being filled is done, and the next one of the queue is taken.
//
//   queue ──process()──► flying ──tick()──► done
//
// The frame that is being filled is a locked clone, which nobody can cancel; it flies for one tick
// at most, and lands when the capture ends (S-148, S-155).
#pragma once

#include "camera.h"
#include "format.h"

class Capture {
 public:
  // The pin's context once Create has succeeded.
  static Capture& of(PKSPIN pin) { return *static_cast<Capture*>(pin->Context); }

  Capture(PKSPIN pin, Camera& camera, const Format& format);

  NTSTATUS process();
  NTSTATUS set_state(KSSTATE to, KSSTATE from);
  void reset();  // the frame that is being filled goes back as it is (S-199)
  void set_format(const Format& format);

  // The camera calls these under its mutex. Each may be called again.
  void begin();
  void end();

  LIST_ENTRY link = {};
  bool wanted = false;

  Camera& camera() { return camera_; }

 private:
  static KDEFERRED_ROUTINE on_tick;
  void tick();
  PKSSTREAM_POINTER land();
  void finish(PKSSTREAM_POINTER frame);
  void fill(KSSTREAM_HEADER& header, UCHAR* data, const Format& format);
  LONGLONG time(ULONGLONG number, const Format& format) const;

  const PKSPIN pin_;
  Camera& camera_;
  KTIMER timer_;
  KDPC dpc_;
  PIKSREFERENCECLOCK clock_ = nullptr;  // held from ACQUIRE to STOP

  KSPIN_LOCK lock_;  // guards what follows
  Format format_;
  bool working_ = false;
  PKSSTREAM_POINTER flying_ = nullptr;
  ULONGLONG pictures_ = 0;  // since ACQUIRE: pause does not reset them (S-146)
  ULONGLONG dropped_ = 0;   // pictures for which there was no frame
};

extern const KSPIN_DISPATCH kCaptureDispatch;
