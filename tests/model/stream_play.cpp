#include "tests/model/stream_play.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "src/ks/object/header.h"
#include "src/nt/watch/client_call.h"
#include "src/sim/faults.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

namespace drydock::model {
namespace {

using testing::Bytes;
using testing::bytes_of;
using testing::File;

constexpr std::size_t kFrameBytes = 64;

// Its callbacks are noted with the numbers of the pins and allocators, in the test's memory. It
// processes frames only when it is told to.
constexpr const char* kRecords = R"(
typedef struct { ULONG Length; char Notes[8192]; LONG RefusesState; LONG RefusesAllocator; LONG Pin; LONG Frames; UCHAR Fill; } SHARED;
static SHARED* Test;
static ULONG Halves, Low;
static LONG PinsMade, Pools, Budget;
static PKSPIN Live[256];
static void Tell(const char* Word) {
  if (!Test) return;
  SIZE_T Length = strlen(Word);
  if (Test->Length + Length + 2 > sizeof(Test->Notes)) return;
  RtlCopyMemory(Test->Notes + Test->Length, Word, Length);
  Test->Length += (ULONG)Length;
  Test->Notes[Test->Length++] = ' ';
}
static void Number(ULONG_PTR Value) {
  char Text[12];
  int At = 11;
  Text[At] = 0;
  do { Text[--At] = (char)('0' + Value % 10); Value /= 10; } while (Value);
  Tell(Text + At);
}
#define Note(Word) Tell(Word)
static void Name(const char* Word, LONG Value) { Tell(Word); Number((ULONG_PTR)Value); }
static LONG NumberOf(PKSPIN Pin) { return (LONG)(ULONG_PTR)Pin->Context; }

#define ON_PIN_CREATE Pin->Context = (PVOID)(ULONG_PTR)++PinsMade; Live[PinsMade % 256] = Pin; Number((ULONG_PTR)PinsMade);
#define ON_PIN_CLOSE Live[NumberOf(Pin) % 256] = NULL; Number((ULONG_PTR)NumberOf(Pin));
#define ON_RESET Number((ULONG_PTR)NumberOf(Pin));
#define ON_STATE Number((ULONG_PTR)NumberOf(Pin)); \
  if (Test->RefusesState && ToState > FromState) { Test->RefusesState = 0; return STATUS_INSUFFICIENT_RESOURCES; }

static NTSTATUS Take(PKSPIN Pin) {
  PKSSTREAM_POINTER Leading;
  if (Budget <= 0) return STATUS_PENDING;
  Leading = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
  while (Leading && Budget > 0) {
    ULONG Bytes = Leading->Offset->Remaining;
    Budget--;
    if (Pin->DataFlow == KSPIN_DATAFLOW_OUT) {
      Test->Fill = (UCHAR)((Test->Fill + 1) % 251);
      RtlFillMemory(Leading->Offset->Data, Bytes, Test->Fill);
      Leading->StreamHeader->PresentationTime.Numerator = 1;
      Leading->StreamHeader->PresentationTime.Denominator = 1;
      Name("Fill", Test->Fill);
    } else {
      Name("Got", Leading->Offset->Data[0]);
    }
    if (!NT_SUCCESS(KsStreamPointerAdvanceOffsets(Leading, Bytes, Bytes, TRUE))) Leading = NULL;
  }
  if (Leading) KsStreamPointerUnlock(Leading, FALSE);
  return STATUS_PENDING;
}
#define ON_PROCESS return Take(Pin);

static void Turn(void) {
  if (Halves == 0) { Low = Switch; Halves = 1; return; }
  if (Halves == 1) { Test = (SHARED*)((ULONG_PTR)Switch << 32 | Low); Halves = 2; return; }
  Budget = Test->Frames;
  if (Live[Test->Pin % 256]) KsPinAttemptProcessing(Live[Test->Pin % 256], FALSE);
  Budget = 0;
}
#define ON_SWITCH Turn();

typedef struct { LONG Number; ULONG Size; } POOL;
static NTSTATUS InitializeAllocator(PKSPIN, PKSALLOCATOR_FRAMING Framing, PVOID* Context) {
  POOL* Pool;
  if (Test->RefusesAllocator) { Tell("Refuse"); return STATUS_NO_MEMORY; }
  Pool = (POOL*)ExAllocatePoolZero(NonPagedPoolNx, sizeof(POOL), TAG);
  if (!Pool) return STATUS_INSUFFICIENT_RESOURCES;
  Pool->Number = ++Pools;
  Pool->Size = Framing->FrameSize;
  *Context = Pool;
  Name("Initialize", Pool->Number);
  return STATUS_SUCCESS;
}
static VOID DeleteAllocator(PVOID Context) { Name("Delete", ((POOL*)Context)->Number); ExFreePool(Context); }
static PVOID Allocate(PVOID Context) {
  PVOID Frame = ExAllocatePoolZero(NonPagedPoolNx, ((POOL*)Context)->Size, TAG);
  if (Frame) Name("Allocate", ((POOL*)Context)->Number);
  return Frame;
}
static VOID Free(PVOID Context, PVOID Buffer) { Name("Free", ((POOL*)Context)->Number); ExFreePool(Buffer); }
static const KSALLOCATOR_DISPATCH Allocator = {InitializeAllocator, DeleteAllocator, Allocate, Free};
#define ALLOCATOR &Allocator
)";

std::filesystem::path recording_minidriver() {
  static const std::filesystem::path built =
      testing::minidriver({"POSSIBLE=2", "SINK_POSSIBLE=2"}, kRecords);
  return built;
}

std::string differs_in(const char* what, const std::string& wanted, const std::string& got) {
  return fmt::format("{} is {}, and {} by the model\n", what, got, wanted);
}

std::string hex(NTSTATUS status) {
  return fmt::format("{:#x}", static_cast<std::uint32_t>(status));
}

bool meets_stream_faults(const StreamStep& step) {
  switch (step.op) {
    case StreamOp::kOpenFilter:
    case StreamOp::kConnect:
    case StreamOp::kSend:
    case StreamOp::kOpenAllocator:
    case StreamOp::kAllocate:
      return step.fault != 0;
    default:
      return false;
  }
}

}  // namespace

StreamPlay::StreamPlay() : rig_(recording_minidriver()) {
  rig_.device().start();
  rig_.open(testing::kFilterName, control_);
  const auto address = reinterpret_cast<std::uintptr_t>(shared_.get());
  turn(static_cast<ULONG>(address));
  turn(static_cast<ULONG>(address >> 32));
}

StreamPlay::~StreamPlay() {
  for (auto& [at, stream] : requests_) stream.sent->cancel();
  allocators_.clear();
  pins_.clear();
  filters_.clear();
  requests_.clear();
  control_.close();
}

void StreamPlay::turn(ULONG value) { control_.set(testing::kNotesSet, 1, bytes_of(value)); }

std::string StreamPlay::operator()(const StreamStep& step) {
  StreamModel after = model_;
  const StreamAnswer wanted = after.apply(step);
  if (wanted.is_left_out) return {};
  ++steps_;
  shared_->pin = model_.number_of(step.on);
  bool has_failed = false;
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  {
    std::optional<sim::FaultInjection> faults;
    if (meets_stream_faults(step))
      faults.emplace(sim::FaultPlan{.nth = static_cast<std::uint64_t>(step.fault - 1)});
    status = make(step);
    has_failed = faults && faults->failed() != 0 && (NT_ERROR(status) || status != wanted.status);
  }
  if (has_failed) return compare_failure(step, wanted, status) + compare_requests();
  model_ = std::move(after);
  return compare(wanted, status) + compare_requests();
}

std::string StreamPlay::end() {
  std::string out;
  for (int i = 0; i < kAllocators; ++i) out += (*this)({.op = StreamOp::kCloseAllocator, .on = i});
  for (int i = 0; i < kPins; ++i) out += (*this)({.op = StreamOp::kClosePin, .on = i});
  for (int i = 0; i < kFilters; ++i) out += (*this)({.op = StreamOp::kCloseFilter, .on = i});
  requests_.clear();
  control_.close();
  rig_.finish();
  for (const rules::Finding& finding : rig_.findings()) out += rules::to_text(finding);
  return out;
}

// The requests.

NTSTATUS StreamPlay::make(const StreamStep& step) {
  switch (step.op) {
    case StreamOp::kOpenFilter: {
      File made;
      const NTSTATUS status = rig_.open(testing::kFilterName, made);
      if (NT_SUCCESS(status)) filters_[step.to] = std::move(made);
      return status;
    }
    case StreamOp::kCloseFilter:
      filters_.erase(step.on);
      return STATUS_SUCCESS;
    case StreamOp::kConnect:
      return connect(step);
    case StreamOp::kClosePin:
      pins_.erase(step.on);
      return STATUS_SUCCESS;
    case StreamOp::kSetState: {
      shared_->refuses_state = step.way;
      const NTSTATUS status = pins_.at(step.on).set_state(static_cast<KSSTATE>(step.count));
      shared_->refuses_state = 0;
      return status;
    }
    case StreamOp::kReset:
      return reset(step);
    case StreamOp::kSend:
      return send(step);
    case StreamOp::kCancel:
      requests_.at(step.on).sent->cancel();
      return STATUS_SUCCESS;
    case StreamOp::kProcess:
      shared_->frames = step.count;
      shared_->fill = static_cast<UCHAR>(model_.last_value());
      turn(0);
      return STATUS_SUCCESS;
    case StreamOp::kOpenAllocator:
      return open_allocator(step);
    case StreamOp::kCloseAllocator:
      allocators_.erase(step.on);
      frames_.erase(step.on);
      return STATUS_SUCCESS;
    case StreamOp::kAllocate:
      return allocate(step);
    case StreamOp::kFree:
      return free_frame(step);
    case StreamOp::kAssign:
      return pins_.at(step.on).set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR,
                                   bytes_of(allocators_.at(step.of).handle()));
    case StreamOp::kSurpriseRemove:
      return rig_.device().surprise_remove();
  }
  return STATUS_UNSUCCESSFUL;
}

NTSTATUS StreamPlay::connect(const StreamStep& step) {
  Bytes format = testing::plain_format();
  if (step.way == kOtherFormat) {
    KSDATAFORMAT other;
    std::memcpy(&other, format.data(), sizeof other);
    other.MajorFormat = KSDATAFORMAT_TYPE_AUDIO;
    format = bytes_of(other);
  }
  const ULONG pin = step.way == kInput ? 1 : step.way == kNoSuchPin ? 7 : 0;
  const File* const sink = step.way == kPipe ? &pins_.at(step.of) : nullptr;
  File made;
  const NTSTATUS status = rig_.connect(filters_.at(step.on), pin, format, made, sink);
  if (NT_SUCCESS(status)) pins_[step.to] = std::move(made);
  return status;
}

NTSTATUS StreamPlay::reset(const StreamStep& step) {
  Bytes nothing;
  const KSRESET to = step.way == 0 ? KSRESET_BEGIN : KSRESET_END;
  return pins_.at(step.on).request(IOCTL_KS_RESET_STATE, bytes_of(to), nothing);
}

NTSTATUS StreamPlay::send(const StreamStep& step) {
  const bool is_input = model_.is_input(step.on);
  Stream& made = requests_[step.to];
  made.data.assign(static_cast<std::size_t>(step.count), Bytes(kFrameBytes));
  Bytes headers;
  for (Bytes& data : made.data) {
    KSSTREAM_HEADER header{};
    header.Size = sizeof header;
    header.PresentationTime.Numerator = header.PresentationTime.Denominator = 1;
    header.FrameExtent = kFrameBytes;
    header.Data = data.data();
    if (is_input) header.DataUsed = kFrameBytes;
    if (is_input && step.way == 1 && &data == &made.data.back())
      header.OptionsFlags = KSSTREAM_HEADER_OPTIONSF_ENDOFSTREAM;
    const Bytes one = bytes_of(header);
    headers.insert(headers.end(), one.begin(), one.end());
  }
  if (is_input) {
    StreamModel after = model_;
    after.apply(step);
    const std::vector<int>& values = after.values_of(step.to);
    for (std::size_t i = 0; i < values.size(); ++i)
      std::ranges::fill(made.data[i], static_cast<std::byte>(values[i]));
  }
  made.sent = pins_.at(step.on).send(is_input ? IOCTL_KS_WRITE_STREAM : IOCTL_KS_READ_STREAM, {},
                                     std::move(headers));
  return made.sent->is_done() ? made.sent->status() : STATUS_PENDING;
}

NTSTATUS StreamPlay::open_allocator(const StreamStep& step) {
  File made;
  shared_->refuses_allocator = step.way;
  const NTSTATUS status =
      rig_.open_below(pins_.at(step.on), ks::kAllocatorClass,
                      bytes_of(testing::pool_framing(static_cast<ULONG>(step.count))), made);
  shared_->refuses_allocator = 0;
  if (NT_SUCCESS(status)) allocators_[step.to] = std::move(made);
  return status;
}

NTSTATUS StreamPlay::allocate(const StreamStep& step) {
  Stream& made = requests_[step.to];
  made.data.clear();
  made.sent = allocators_.at(step.on).send(IOCTL_KS_METHOD, bytes_of(testing::alloc_method()),
                                           Bytes(sizeof(void*)));
  asked_[step.to] = step.on;
  return made.sent->is_done() ? made.sent->status() : STATUS_PENDING;
}

NTSTATUS StreamPlay::free_frame(const StreamStep& step) {
  std::vector<void*>& frames = frames_[step.on];
  void* frame = shared_.get();  // memory of no allocator
  if (step.way == 0) {
    frame = frames.front();
    frames.erase(frames.begin());
  }
  Bytes in_and_out = bytes_of(frame);
  return allocators_.at(step.on).request(IOCTL_KS_METHOD, bytes_of(testing::free_method()),
                                         in_and_out);
}

// The comparison.

std::string StreamPlay::compare(const StreamAnswer& wanted, NTSTATUS status) {
  const std::string notes(shared_->notes, std::exchange(shared_->length, 0));
  std::string out;
  if (status != wanted.status) out += differs_in("the status", hex(wanted.status), hex(status));
  if (notes != wanted.notes)
    out +=
        differs_in("what the minidriver is told", "\"" + wanted.notes + "\"", "\"" + notes + "\"");
  return out;
}

// The host's memory ran out: the call says so, and what was made on the way is gone.
std::string StreamPlay::compare_failure(const StreamStep& step, const StreamAnswer& wanted,
                                        NTSTATUS status) {
  ++failures_;
  const std::string notes(shared_->notes, std::exchange(shared_->length, 0));
  std::string out;
  const bool is_refused = NT_ERROR(wanted.status) && status == wanted.status;
  const bool may_wait = step.op == StreamOp::kAllocate && model_.has_frames_out(step.on);
  if (status != STATUS_INSUFFICIENT_RESOURCES && status != STATUS_NO_MEMORY && !is_refused &&
      !(may_wait && status == STATUS_PENDING))
    out += differs_in("the status", "a failure of memory", hex(status));
  if (const std::string wanted = model_.fail(step, status, notes); !wanted.empty())
    out +=
        differs_in("what the minidriver notes", "\"" + wanted + "\" or less", "\"" + notes + "\"");
  return out;
}

// Frames that clients were given since the last time.
void StreamPlay::note_frames() {
  for (auto at = asked_.begin(); at != asked_.end();) {
    const testing::Sent& sent = *requests_.at(at->first).sent;
    if (!sent.is_done()) {
      ++at;
      continue;
    }
    if (model_.requests().at(at->first).status == STATUS_SUCCESS) {
      void* frame = nullptr;
      std::memcpy(&frame, sent.out().data(), sizeof frame);
      frames_[at->second].push_back(frame);
    }
    at = asked_.erase(at);
  }
}

std::string StreamPlay::compare_requests() {
  std::string out;
  for (const auto& [at, wanted] : model_.requests()) {
    Stream& stream = requests_.at(at);
    if (stream.sent->is_done() != wanted.is_done) {
      out += fmt::format("request {} is {}answered\n", at, wanted.is_done ? "not " : "");
      continue;
    }
    if (!wanted.is_done) continue;
    if (const NTSTATUS status = stream.sent->status(); status != wanted.status)
      out += differs_in(fmt::format("the answer of request {}", at).c_str(), hex(wanted.status),
                        hex(status));
    if (model_.is_allocation(at) || wanted.status != STATUS_SUCCESS) continue;
    const std::vector<int>& values = model_.values_of(at);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::ranges::count(stream.data[i], static_cast<std::byte>(values[i])) !=
          static_cast<std::ptrdiff_t>(kFrameBytes))
        out += fmt::format("frame {} of request {} has other bytes\n", i, at);
    }
  }
  note_frames();
  return out;
}

}  // namespace drydock::model
