#include "tests/model/graphics_gen.h"

#include <algorithm>

namespace drydock::model {
namespace {

using rc::Gen;

// A number below `end`, all as likely in short sequences as in long ones; small ones are simpler.
Gen<int> below(int end) { return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, end)); }

bool one_in(int n) { return *below(n) == n - 1; }

// A register of the kind, now and then of another.
Ref any_ref(Kind kind) {
  const Kind chosen = one_in(40) ? static_cast<Kind>(*below(kKinds)) : kind;
  return reg(chosen, *below(kRegisters[static_cast<std::size_t>(chosen)]));
}

std::vector<Ref> any_list(Kind kind, int most) {
  std::vector<Ref> out;
  const int count = one_in(12) ? 0 : 1 + *below(most);
  for (int i = 0; i < count; ++i) out.push_back(any_ref(kind));
  return out;
}

// The first ways are the ordinary ones.
int any_way(int ordinary, int all) { return one_in(12) ? *below(all) : *below(ordinary); }

Op any_op() {
  return *rc::gen::weightedElement<Op>(
      {{2, Op::kOpenAdapter},    {1, Op::kCloseAdapter},  {4, Op::kCreateDevice},
       {2, Op::kDestroyDevice},  {2, Op::kCreateContext}, {2, Op::kDestroyContext},
       {3, Op::kCreateQueue},    {1, Op::kDestroyQueue},  {18, Op::kCreate},
       {12, Op::kDestroy},       {8, Op::kOpen},          {5, Op::kShare},
       {2, Op::kCloseNt},        {10, Op::kLock},         {6, Op::kUnlock},
       {5, Op::kOffer},          {4, Op::kReclaim},       {1, Op::kReclaimByQueue},
       {2, Op::kDiscard},        {4, Op::kMakeResident},  {3, Op::kEvict},
       {3, Op::kQueryResidency}, {1, Op::kEndProcess}});
}

void aim_create(Step& out) {
  out.on = any_ref(Kind::kDevice);
  out.way = any_way(kAdded + 1, kCreations);
  if (out.way == kAdded || out.way == kResourceIntoAnother) out.of = any_ref(Kind::kResource);
  out.count = one_in(100) ? kHugeCount : *below(4) + (one_in(8) ? 0 : 1);
  out.count = std::min(out.count, out.count == kHugeCount ? kHugeCount : 3);
}

void aim_destroy(Step& out) {
  out.on = any_ref(Kind::kDevice);
  const bool names_resource = *below(3) == 0;
  if (names_resource) out.of = any_ref(Kind::kResource);
  if (!names_resource || one_in(8)) out.list = any_list(Kind::kAllocation, 3);
  out.way = one_in(20) ? kReservedBit : *below(kReservedBit);
}

void aim_open(Step& out) {
  out.on = any_ref(Kind::kDevice);
  out.of = any_ref(one_in(3) ? Kind::kNt : Kind::kGlobal);
  out.way = any_way(1, kOpenings);
}

void aim_query(Step& out) {
  out.on = any_ref(Kind::kDevice);
  const bool names_resource = *below(3) == 0;
  if (names_resource) out.of = any_ref(Kind::kResource);
  if (!names_resource || one_in(8)) out.list = any_list(Kind::kAllocation, 3);
}

void aim_offer(Step& out, Kind on) {
  out.on = any_ref(on);
  out.way = any_way(kResources + 1, kOfferings);
  out.list = any_list(out.way == kResources ? Kind::kResource : Kind::kAllocation, 3);
  out.count = *below(4);  // the priority
}

void aim_unlock(Step& out) {
  out.on = any_ref(Kind::kDevice);
  out.list = any_list(Kind::kAllocation, 3);
  out.way = *below(2);
}

void aim_lock(Step& out) {
  out.on = any_ref(Kind::kDevice);
  out.of = any_ref(Kind::kAllocation);
  out.way = any_way(kReadOnly + 1, kLockings);
}

void aim_residency(Step& out) {
  const bool evicts = out.op == Op::kEvict;
  out.on = any_ref(evicts ? Kind::kDevice : Kind::kQueue);
  out.list = any_list(Kind::kAllocation, 3);
  const int bad = one_in(12) ? static_cast<int>(kBadFlags) : static_cast<int>(kPlain);
  out.way = evicts ? any_way(2, kResidings) : bad;
}

// The kind of object that the call names, if it names one only.
Kind kind_of_target(Op op) {
  switch (op) {
    case Op::kCloseAdapter:
    case Op::kCreateDevice:
      return Kind::kAdapter;
    case Op::kDestroyDevice:
    case Op::kCreateContext:
    case Op::kCreateQueue:
      return Kind::kDevice;
    case Op::kDestroyContext:
      return Kind::kContext;
    case Op::kDestroyQueue:
      return Kind::kQueue;
    default:
      return Kind::kNone;
  }
}

void aim(Step& out) {
  switch (out.op) {
    case Op::kCreate:
      return aim_create(out);
    case Op::kDestroy:
      return aim_destroy(out);
    case Op::kOpen:
      return aim_open(out);
    case Op::kShare:
      out.of = any_ref(Kind::kResource);
      return;
    case Op::kCloseNt:
      out.of = any_ref(Kind::kNt);
      return;
    case Op::kLock:
      return aim_lock(out);
    case Op::kUnlock:
      return aim_unlock(out);
    case Op::kOffer:
    case Op::kReclaim:
      return aim_offer(out, Kind::kDevice);
    case Op::kReclaimByQueue:
      return aim_offer(out, Kind::kQueue);
    case Op::kDiscard:
      out.way = *below(6);
      return;
    case Op::kMakeResident:
    case Op::kEvict:
      return aim_residency(out);
    case Op::kQueryResidency:
      return aim_query(out);
    case Op::kOpenAdapter:
      out.by = 1 + *below(kProcesses);
      return;
    default:
      out.on = any_ref(kind_of_target(out.op));
      if (out.op == Op::kCreateQueue) out.way = any_way(3, 4);
  }
}

void add_fault(Step& out) {
  if (!one_in(12)) return;
  out.fault = static_cast<Fault>(1 + *below(3));
  if (out.fault == Fault::kHost) out.nth = *below(6);
}

// A process ends, and its successor is soon at work.
std::vector<Step> succession() {
  const int process = 1 + *below(kProcesses);
  const Step end{.op = Op::kEndProcess, .by = process, .way = *below(2)};
  const int opened = *below(3), made = *below(4);
  return {end,
          {.op = Op::kOpenAdapter, .by = process, .to = opened},
          {.op = Op::kCreateDevice, .by = process, .on = adapter(opened), .to = made},
          {.op = Op::kCreateQueue, .by = process, .on = device(made), .to = *below(2)}};
}

// Offers allocations, makes memory scarce so that they are lost, and reclaims them.
std::vector<Step> scarcity() {
  Step offer{.op = Op::kOffer};
  aim_offer(offer, Kind::kDevice);
  Step reclaim = offer;
  reclaim.op = Op::kReclaim;
  return {offer, {.op = Op::kDiscard, .way = *below(6)}, reclaim};
}

// Some are made resident, and others evicted. The first queues are those of the first devices.
std::vector<Step> coming_and_going() {
  const int which = *below(2);
  Step come{.op = Op::kMakeResident, .on = queue(which)};
  come.list = any_list(Kind::kAllocation, 3);
  Step go{.op = Op::kEvict, .on = device(which)};
  go.list = any_list(Kind::kAllocation, 3);
  return {come, go};
}

// Two devices have one allocation on their residency lists, and one of them lets go.
std::vector<Step> two_openers() {
  const int first = *below(8), second = *below(8);
  return {{.op = Op::kCreate, .on = device(0), .to = first, .count = 1, .way = kShared},
          {.op = Op::kOpen, .on = device(1), .of = global(first), .to = second},
          {.op = Op::kMakeResident, .on = queue(0), .list = {allocation(first)}},
          {.op = Op::kMakeResident, .on = queue(1), .list = {allocation(second)}},
          {.op = Op::kEvict, .on = device(0), .list = {allocation(first)}},
          {.op = Op::kQueryResidency, .on = device(1), .list = {allocation(second)}}};
}

std::vector<Step> one_step() {
  Step out;
  out.op = any_op();
  aim(out);
  out.to = *below(8);
  if (out.by == 0 && one_in(30)) out.by = 1 + *below(kProcesses);
  add_fault(out);
  return {out};
}

}  // namespace

Gen<std::vector<Step>> any_steps() {
  return rc::gen::exec([] {
    if (one_in(300)) return std::vector<Step>{{.op = Op::kRestart}};
    if (one_in(60)) return succession();
    if (one_in(40)) return scarcity();
    if (one_in(40)) return coming_and_going();
    return one_in(120) ? two_openers() : one_step();
  });
}

const std::vector<Step>& opening_steps() {
  static const std::vector<Step> steps = {
      {.op = Op::kOpenAdapter, .by = 1, .to = 0},
      {.op = Op::kOpenAdapter, .by = 2, .to = 1},
      {.op = Op::kCreateDevice, .on = adapter(0), .to = 0},
      {.op = Op::kCreateDevice, .on = adapter(1), .to = 1},
      {.op = Op::kCreateDevice, .on = adapter(0), .to = 2},
      {.op = Op::kCreateQueue, .on = device(0), .to = 0},
      {.op = Op::kCreateQueue, .on = device(1), .to = 1},
      {.op = Op::kCreate, .on = device(0), .to = 0, .count = 1, .way = kShared},
      {.op = Op::kCreate, .on = device(1), .to = 1, .count = 1, .way = kNtShared},
      {.op = Op::kCreate, .on = device(0), .to = 2, .count = 2, .way = kResource}};
  return steps;
}

}  // namespace drydock::model
