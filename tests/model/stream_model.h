// The reference model of lifetimes in streaming: what each request answers, what the minidriver is
// told in which order, and which requests are answered meanwhile.
//
//   filter ── pins ── frames that wait, in the order of their arrival
//                └─── allocators ── frames that are out
//
// A pin's states are STOP, ACQUIRE, PAUSE, RUN, and it goes through all between. Frames are taken
// in ACQUIRE and above, processed in PAUSE and above, and cancelled on the way to STOP. An input is
// held back behind the end of a stream, because the model's minidriver never ends its output
// (S-202). A pipe is a source pin that is connected to a sink pin; its frames come from the
// allocator that is assigned to it.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "tests/model/stream_step.h"

namespace drydock::model {

struct StreamAnswer {
  NTSTATUS status = STATUS_SUCCESS;
  std::string notes;  // the minidriver's notes, a word and a number each
  bool is_made = false;
  // True when the call is not made: it would break a rule for drivers, or its register is empty.
  bool is_left_out = false;
};

// A request that was sent.
struct StreamRequestState {
  bool is_done = false;
  NTSTATUS status = STATUS_PENDING;
};

class StreamModel {
 public:
  StreamAnswer apply(const StreamStep& step);
  // The host's memory ran out in a step that makes something. `notes` is what the minidriver noted:
  // a beginning of what it notes when the step succeeds, and the end of what that made. Empty when
  // it is; otherwise what it should have noted. Nothing is made; but a request for a frame of an
  // allocator that has some out waits for one of these.
  std::string fail(const StreamStep& step, NTSTATUS status, const std::string& notes);
  // Returns the requests that are in registers.
  const std::map<int, StreamRequestState>& requests() const { return states_; }
  bool is_allocation(int request) const { return allocations_.contains(request); }
  // Returns the values that the frames of a request must hold: those of processing as far as it
  // came, and those that they were sent with.
  const std::vector<int>& values_of(int request) const { return values_.at(request); }
  int last_value() const { return values_made_; }
  // Returns the minidriver's number of the pin in a register, 0 for none; and whether the pin is an
  // input.
  int number_of(int pin) const;
  bool is_input(int pin) const;
  bool has_frames_out(int allocator) const;

 private:
  using Id = int;
  struct Request {
    int to = 0;  // the register that holds the request
    int frames = 0;
    bool is_end = false;
    bool is_held = false;  // the request waits behind the end of a stream
    std::vector<int> values;
  };
  struct Pin {
    Id filter = 0;
    int number = 0;  // the minidriver's
    bool is_input = false;
    int state = 0;
    bool resets = false;
    Id sink = 0, source = 0;  // the pin at the other end of a pipe
    std::deque<Request> waiting;
    bool is_holding = false;
    Id assigned = 0;
    int away = 0;  // the number of frames that the requester took
    bool is_open = true;
  };
  struct Filter {
    bool is_open = true;
    int outputs = 0, inputs = 0;
  };
  struct Allocator {
    Id pin = 0;
    int number = 0;  // the minidriver's
    int frames = 0;
    int out = 0;  // frames that requests of clients took
    int by_requester = 0;
    std::deque<int> waiting;  // registers of requests
    bool has_handle = true;
    Id assigned_to = 0;
  };

  StreamAnswer open_filter(const StreamStep& step);
  StreamAnswer close_filter(const StreamStep& step);
  StreamAnswer connect(const StreamStep& step);
  StreamAnswer close_pin(const StreamStep& step);
  StreamAnswer set_state(const StreamStep& step);
  StreamAnswer reset(const StreamStep& step);
  StreamAnswer send(const StreamStep& step);
  StreamAnswer cancel(const StreamStep& step);
  StreamAnswer process(const StreamStep& step);
  StreamAnswer open_allocator(const StreamStep& step);
  StreamAnswer close_allocator(const StreamStep& step);
  StreamAnswer allocate(const StreamStep& step);
  StreamAnswer free_frame(const StreamStep& step);
  StreamAnswer assign(const StreamStep& step);
  StreamAnswer surprise(const StreamStep& step);

  static std::vector<std::string> events_in(const std::string& notes);
  static std::string undoing(const std::vector<std::string>& events, std::size_t count);
  bool step_to(Pin& pin, Id id, int to, bool refuses, std::string& notes);
  bool acquire(Pin& pin, std::string& notes);
  void reset_pin(Pin& pin, bool begins, std::string& notes);
  void flush(Pin& pin, NTSTATUS status);
  void resume(Pin& pin);
  void answer(int request, NTSTATUS status);
  int next_value();
  void shut_down(Id id, std::string& notes);
  void release_pin(Id id, std::string& notes);
  void end_filter(Id id, std::string& notes);
  void release_allocator(Id id, std::string& notes);
  static bool has_room(const Allocator& allocator);
  void give_back(Allocator& allocator, std::string& notes);

  bool is_lost_ = false;
  int ids_ = 0, pins_made_ = 0, allocators_made_ = 0, values_made_ = 0;
  std::map<Id, Filter> filters_;
  std::map<Id, Pin> pins_;
  std::map<Id, Allocator> allocators_;
  std::map<int, Id> filter_at_, pin_at_, allocator_at_;  // registers
  std::map<int, StreamRequestState> states_;
  std::map<int, std::vector<int>> values_;
  std::map<int, bool> allocations_;  // registers whose request asks an allocator
};

}  // namespace drydock::model
