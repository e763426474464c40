#include "tests/model/stream_gen.h"

namespace drydock::model {
namespace {

// All as likely in short sequences as in long ones; small ones are simpler.
int less_than(int end) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, end)); }
bool seldom(int n) { return less_than(n) == n - 1; }

StreamOp any_stream_op() {
  return *rc::gen::weightedElement<StreamOp>({{2, StreamOp::kOpenFilter},
                                              {1, StreamOp::kCloseFilter},
                                              {8, StreamOp::kConnect},
                                              {3, StreamOp::kClosePin},
                                              {14, StreamOp::kSetState},
                                              {4, StreamOp::kReset},
                                              {18, StreamOp::kSend},
                                              {5, StreamOp::kCancel},
                                              {12, StreamOp::kProcess},
                                              {4, StreamOp::kOpenAllocator},
                                              {2, StreamOp::kCloseAllocator},
                                              {8, StreamOp::kAllocate},
                                              {6, StreamOp::kFree},
                                              {6, StreamOp::kAssign}});
}

void aim_at_registers(StreamStep& out) {
  switch (out.op) {
    case StreamOp::kOpenFilter:
      out.to = less_than(kFilters);
      return;
    case StreamOp::kCloseFilter:
      out.on = less_than(kFilters);
      return;
    case StreamOp::kConnect:
      out.on = less_than(kFilters);
      out.of = less_than(kPins);
      out.to = less_than(kPins);
      out.way = seldom(12) ? less_than(kConnectings) : less_than(kPipe + 1);
      return;
    case StreamOp::kOpenAllocator:
      out.on = less_than(kPins);
      out.to = less_than(kAllocators);
      out.count = less_than(4);
      out.way = seldom(12) ? 1 : 0;
      return;
    case StreamOp::kCloseAllocator:
      out.on = less_than(kAllocators);
      return;
    case StreamOp::kAllocate:
      out.on = less_than(kAllocators);
      out.to = less_than(kRequests);
      return;
    case StreamOp::kFree:
      out.on = less_than(kAllocators);
      out.way = seldom(12) ? 1 : 0;
      return;
    case StreamOp::kAssign:
      out.on = less_than(kPins);
      out.of = less_than(kAllocators);
      return;
    case StreamOp::kCancel:
      out.on = less_than(kRequests);
      return;
    default:
      out.on = less_than(kPins);
  }
}

void choose_manner(StreamStep& out) {
  switch (out.op) {
    case StreamOp::kSetState:
      out.count = less_than(4);
      out.way = seldom(12) ? 1 : 0;
      return;
    case StreamOp::kReset:
      out.way = less_than(2);
      return;
    case StreamOp::kSend:
      out.to = less_than(kRequests);
      out.count = 1 + less_than(2);
      out.way = seldom(4) ? 1 : 0;
      return;
    case StreamOp::kProcess:
      out.count = 1 + less_than(3);
      return;
    default:
      return;
  }
}

}  // namespace

rc::Gen<StreamStep> any_stream_step() {
  return rc::gen::exec([] {
    StreamStep out;
    out.op = seldom(200) ? StreamOp::kSurpriseRemove : any_stream_op();
    aim_at_registers(out);
    choose_manner(out);
    if (seldom(8)) out.fault = 1 + less_than(20);
    return out;
  });
}

const std::vector<StreamStep>& opening_stream_steps() {
  static const std::vector<StreamStep> steps = {
      {.op = StreamOp::kOpenFilter, .to = 0},
      {.op = StreamOp::kOpenFilter, .to = 1},
      {.op = StreamOp::kConnect, .on = 0, .to = 0, .way = kInput},
      {.op = StreamOp::kConnect, .on = 0, .to = 1, .way = kOutput},
      {.op = StreamOp::kConnect, .on = 1, .to = 2, .way = kInput},
      {.op = StreamOp::kConnect, .on = 0, .of = 2, .to = 3, .way = kPipe}};
  return steps;
}

}  // namespace drydock::model
