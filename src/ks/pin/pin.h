// A pin: an open connection of a filter, with its format, state, queue, allocator and clock.
//
// Contract: everything here is under the control mutex of the filter unless a comment says
// otherwise. Requests that carry frames go past that mutex, to the queue.
//
//   STOP ◄──► ACQUIRE ◄──► PAUSE ◄──► RUN
//     the pipe section exists from the first step up to the last step down (S-139)
//
// Cost: nothing on the way of a frame but the look-up of the queue. Owner: the file object, until
// Close has returned. Threads: any that holds the control mutex; queue() and stream() any.
#pragma once

#include <memory>
#include <vector>

#include "src/ks/allocators/allocator.h"
#include "src/ks/automation/surface_properties.h"
#include "src/ks/clock/clock.h"
#include "src/ks/description/format.h"
#include "src/ks/filter/filter.h"
#include "src/ks/pin/pin_face.h"
#include "src/ks/pin/pipe.h"
#include "src/ks/queue/processing.h"
#include "src/ks/queue/queue.h"
#include "src/ks/queue/streaming_pin.h"
#include "src/nt/base/weak_list.h"

namespace drydock::ks {

// The life of a pin. It only goes forward.
enum class PinLife : std::uint8_t {
  kMade,      // not in the tree yet
  kOpen,      // in the tree of its filter and among the instances of its type
  kShutDown,  // the client has closed its handle: stopped, disconnected, and cannot start again
  kLeft,      // out of the tree; the pin waits for its last reference
};

class Pin final : public StreamingPin, public OpenedTarget, public SurfaceOwner {
 public:
  // Serves an IRP_MJ_CREATE with KSSTRING_Pin below a filter.
  static NTSTATUS create(Filter& filter, PIRP irp);
  ~Pin() override;

  KSPIN& face() const override { return face_; }
  Filter& filter() { return filter_; }
  PinType& type() { return type_; }
  Device& device() override { return filter_.device(); }
  Mutex& control_mutex() override { return filter_.control_mutex(); }
  std::string describe() const override;
  bool shares(const void* address) const override;
  bool is_framing_of_type(const void* address) const override;
  Object* object() override { return this; }
  PFILE_OBJECT file() const override { return file_; }

  NTSTATUS control(PIRP irp) override;  // pin_requests.cpp
  NTSTATUS cleanup(PIRP irp) override;  // the client has closed its handle: stops the stream
  // The file has no reference left: calls Close, leaves the tree.
  NTSTATUS close(PIRP irp) override;

  // Formats (pin_format.cpp).
  std::span<const std::byte> format() const { return format_; }
  // Calls SetDataFormat with each range that matches until one is accepted (S-115 to S-117). On
  // failure the pin keeps its old format.
  NTSTATUS set_format(std::vector<std::byte> format);
  // KSPROPERTY_CONNECTION_PROPOSEDATAFORMAT: whether the format would be accepted (S-120).
  NTSTATUS propose_format(std::span<const std::byte> format);

  // States (pin_state.cpp).
  KSSTATE state() const { return state_; }
  // One step at a time for pins of the standard transport (S-134), straight for others (S-135).
  // A failed step leaves the state of the step before.
  NTSTATUS set_state(KSSTATE to);
  // IOCTL_KS_RESET_STATE. Goes on to the pins that the topology connects (S-200).
  void reset(KSRESET to);
  // Flushes the queue and calls the minidriver's Reset (S-147, S-198).
  void flush_queue(NTSTATUS status);

  void abandon() override;
  void device_lost() override;
  void notify_power(DEVICE_POWER_STATE to, bool sleeps) override;
  void check_paused() override;

  // Streaming. Null outside ACQUIRE to RUN and without the standard transport (S-130). Any thread.
  std::shared_ptr<Queue> queue() const override;
  DmaMapper& mapper() override { return device().mapper(); }
  bool has_standard_transport() const;
  // IOCTL_KS_READ_STREAM and IOCTL_KS_WRITE_STREAM (pin_requests.cpp).
  NTSTATUS stream(PIRP irp);
  // The lowest state in which the pin processes: PAUSE, or RUN.
  KSSTATE least_processing_state() const;
  // The pin's own, or its filter's.
  Processor& processor() override;
  bool processes() override;  // else there is none

  // Connection (pipe.h). The peer is the other pin of a kernel connection.
  Connection& connection() { return connection_; }

  // The allocator that KSPROPERTY_STREAM_ALLOCATOR assigned; the pin keeps its file pinned (S-079).
  NTSTATUS assign_allocator(PFILE_OBJECT allocator);
  PFILE_OBJECT assigned_allocator() const { return allocator_; }
  Requester* requester() { return requester_.get(); }

  // The clock that KSPROPERTY_STREAM_MASTERCLOCK assigned, and the pin's own.
  ClockLink& clocks() { return clocks_; }

  struct Callbacks {
    PFNKSPINPOWER sleep = nullptr;
    PFNKSPINPOWER wake = nullptr;
    PFNKSPINFRAMERETURN frame_return = nullptr;
    PFNKSPINIRPCOMPLETION irp_completion = nullptr;
    PFNKSPINHANDSHAKE handshake = nullptr;
  };
  Callbacks callbacks;

  // The surfaces that the minidriver has mapped to capture into.
  MappedSurfaces& surfaces() override { return surfaces_; }

  // Called by the queue (src/ks/queue/streaming_pin.h).
  void note_progress() override;
  void note_done(const StreamRequest& request) override;
  void send_on(std::unique_ptr<StreamRequest> request) override;
  void stream_ended() override;

  // KsPinAttachAndGate and KsPinAttachOrGate; null detaches.
  void attach_gate(KSGATE* gate, GateKind kind);

  // The pin whose frames this one gets copies of: the first instance of a splitter's pin type, for
  // the later ones. Null for the others.
  std::shared_ptr<Pin> copy_source();

  // An allocator was made below this pin.
  void note_allocator(const std::shared_ptr<Allocator>& allocator);

  // S-125: the minidriver has not written to fields that are the host's; they are restored.
  void check_face();

 private:
  Pin(Filter& filter, PinType& type, std::unique_ptr<PinFace> storage, ULONG id, PFILE_OBJECT file);
  // pin.cpp
  void fill_face(const ConnectRequest& request);
  NTSTATUS begin(const ConnectRequest& request, PIRP irp);
  NTSTATUS finish_create(PIRP irp, NTSTATUS status) override;
  NTSTATUS finish_close(PIRP irp) override;
  void enter_life(PinLife to);
  void shut_down();
  void leave_tree();
  // pin_format.cpp
  NTSTATUS ask_format(PKSDATAFORMAT old_format, PKSMULTIPLE_ITEM old_attributes);
  // pin_state.cpp
  NTSTATUS step(KSSTATE to, KSSTATE from);
  NTSTATUS ask_state(KSSTATE to, KSSTATE from);
  NTSTATUS build_section();
  void drop_section();
  void set_own_state(KSSTATE to);
  NTSTATUS enter_state(KSSTATE to);
  bool needs_frames() const;
  std::vector<std::shared_ptr<Allocator>> live_allocators() const;
  void note_ready();  // the pin has come to its processing state or left it
  void open_gate();
  void close_gate();
  void notify_reset();
  void check_framing_of_format();
  void check_stall();
  void check_stamp(const KSSTREAM_HEADER& header);
  void check_surface(const Frame& frame);
  void check_in_place(const Allocator* allocator);
  void note_step(KSSTATE to, KSSTATE from);
  void check_format_change(const StreamRequest& request);
  std::shared_ptr<GateInput> frames_input();
  NTSTATUS process();
  void propagate_reset(KSRESET to);
  void end_output();

  Filter& filter_;
  PinType& type_;
  const std::unique_ptr<PinFace> storage_;
  KSPIN& face_;
  PFILE_OBJECT const file_;
  std::vector<std::byte> format_;      // behind face_.ConnectionFormat
  std::vector<std::byte> attributes_;  // behind face_.AttributeList
  KSSTATE state_ = KSSTATE_STOP;
  KSRESET reset_ = KSRESET_END;
  PinLife life_ = PinLife::kMade;
  std::unique_ptr<Processor> processor_;  // null in a filter-centric filter
  std::unique_ptr<GateInput> runs_;       // on while the state allows processing
  std::shared_ptr<GateInput> has_frames_;
  KSGATE* gate_ = nullptr;  // the gate that the minidriver attached; frames are an input of it
  GateKind gate_kind_ = GateKind::kAnd;
  std::unique_ptr<Requester> requester_;
  // The numbers of pictures, for S-146.
  struct Pictures {
    LONGLONG last = 0;
    bool resumed = false;  // between PAUSE and RUN since the last one
  };
  MappedSurfaces surfaces_;
  mutable sim::Lock lock_;
  Pictures pictures_ DRYDOCK_GUARDED_BY(lock_);
  // Since when frames wait because Process returned STATUS_PENDING.
  std::optional<sim::Time> pended_ DRYDOCK_GUARDED_BY(lock_);
  nt::WeakList<Allocator> allocators_ DRYDOCK_GUARDED_BY(lock_);
  std::shared_ptr<Queue> queue_ DRYDOCK_GUARDED_BY(lock_);
  Connection connection_;
  ClockLink clocks_;
  PFILE_OBJECT allocator_ = nullptr;
};

// The pins of a filter, or those of one type, in the order of their creation. Under its control
// mutex.
std::vector<std::shared_ptr<Pin>> pins_of(const Filter& filter);
std::vector<std::shared_ptr<Pin>> pins_of_type(const Filter& filter, ULONG id);

// The class driver's own automation of pins.
const KSAUTOMATION_TABLE& pin_automation();

// KsAcquireResetValue: the value of an IOCTL_KS_RESET_STATE.
NTSTATUS read_reset(PIRP irp, KSRESET& value);

// Opens a filter whose pins are those of this room (OpenFilter of src/ks/device/device.h).
NTSTATUS open_filter(Factory& factory, PIRP irp);

}  // namespace drydock::ks
