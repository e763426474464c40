// The graph manager: which allocator serves a connection, and the order of many pins.
//
// A connection in the kernel has one allocator, and only its source allocates (S-075, S-076). The
// candidates are the ends whose framing says that they allocate. One is rejected when the two
// framings exclude each other, or when its pin refuses what was agreed (S-074); then the next is
// tried. Without any, nothing is assigned and the class driver's default allocator serves.
#include <algorithm>
#include <cstring>
#include <random>
#include <utility>

#include "src/ks/client/client_file.h"
#include "src/ks/description/framing.h"
#include "src/ks/object/header.h"

namespace drydock::avstream {
namespace {

// The framing that the pin answers; empty when it has none, or less than the structure.
Bytes framing_of(const ClientFile& file) {
  Bytes out;
  const Status status =
      file.get(property_bytes(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_ALLOCATORFRAMING_EX,
                              KSPROPERTY_TYPE_GET),
               out);
  if (!NT_SUCCESS(status) || out.size() < sizeof(KSALLOCATOR_FRAMING_EX)) out.clear();
  return out;
}

const KSALLOCATOR_FRAMING_EX* as_framing(const Bytes& bytes) {
  return bytes.empty() ? nullptr : reinterpret_cast<const KSALLOCATOR_FRAMING_EX*>(bytes.data());
}

// The wish of a pin to allocate.
enum class Wish { kNone, kCan, kMust };

Wish wish_of(const KSALLOCATOR_FRAMING_EX* framing) {
  if (framing == nullptr) return Wish::kNone;
  const KS_FRAMING_ITEM& item = framing->FramingItem[0];
  const ULONG flags = item.Flags | item.MemoryFlags;
  if ((flags & KSALLOCATOR_REQUIREMENTF_MUST_ALLOCATE) != 0) return Wish::kMust;
  return (flags & KSALLOCATOR_FLAG_CAN_ALLOCATE) != 0 ? Wish::kCan : Wish::kNone;
}

struct Candidate {
  AllocatorAt at;
  const ClientFile* file;
  const KSALLOCATOR_FRAMING_EX* framing;
};

// S-031: pool memory is promised only when the one that allocates takes it from there.
KSALLOCATOR_FRAMING framing_for(const Candidate& candidate, KSALLOCATOR_FRAMING agreed) {
  const ULONG flags = candidate.framing->FramingItem[0].Flags;
  if ((flags & KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY) == 0) {
    agreed.OptionsFlags &= ~static_cast<ULONG>(KSALLOCATOR_OPTIONF_SYSTEM_MEMORY);
  }
  return agreed;
}

// KSPROPERTY_STREAM_ALLOCATOR or _MASTERCLOCK.
Status assign(const ClientFile& pin, ULONG property, HANDLE handle) {
  Bytes value = to_bytes(handle);
  std::size_t returned = 0;
  return pin.request(IOCTL_KS_PROPERTY,
                     property_bytes(KSPROPSETID_Stream, property, KSPROPERTY_TYPE_SET), value,
                     returned);
}

Status open_child(const ClientFile& pin, std::u16string_view kind, const Bytes& parameters,
                  std::optional<Child>& out) {
  auto made = std::make_unique<Child::Impl>();
  const Status status = ClientFile::open_below(pin, kind, parameters, made->file);
  if (NT_SUCCESS(status)) out.emplace(std::move(made));
  return status;
}

}  // namespace

Status Pin::choose_allocator(Pin& sink, AllocatorChoice choice) {
  impl_->allocator.close();
  impl_->allocator_at = AllocatorAt::kDefault;
  if (choice == AllocatorChoice::kPool) {
    return assign(impl_->file, KSPROPERTY_STREAM_ALLOCATOR, nullptr);
  }
  const Bytes mine = framing_of(impl_->file);
  const Bytes its = framing_of(sink.impl_->file);
  const auto agreed = ks::agree(as_framing(mine), as_framing(its));
  if (!agreed) return STATUS_SUCCESS;
  const Candidate source{AllocatorAt::kSource, &impl_->file, as_framing(mine)};
  const Candidate other{AllocatorAt::kSink, &sink.impl_->file, as_framing(its)};
  std::vector<Candidate> order = {other, source};
  std::erase_if(order, [](const Candidate& one) { return wish_of(one.framing) == Wish::kNone; });
  if (wish_of(source.framing) > wish_of(other.framing)) std::ranges::reverse(order);
  for (const Candidate& one : order) {
    ClientFile allocator;
    const Bytes framing = to_bytes(framing_for(one, *agreed));
    if (!NT_SUCCESS(ClientFile::open_below(*one.file, ks::kAllocatorClass, framing, allocator))) {
      continue;
    }
    const Status status = assign(impl_->file, KSPROPERTY_STREAM_ALLOCATOR, allocator.handle());
    if (!NT_SUCCESS(status)) return status;
    impl_->allocator = std::move(allocator);
    impl_->allocator_at = one.at;
    break;
  }
  return STATUS_SUCCESS;
}

AllocatorAt Pin::allocator() const { return impl_->allocator_at; }

void Pin::close_allocator() { impl_->allocator.close(); }

// S-031: pool memory is asked for, unless the pin allocates and has other memory.
Status Pin::open_allocator(std::uint32_t frames, std::uint32_t size, std::optional<Child>& out,
                           std::optional<std::uint32_t> options) {
  KSALLOCATOR_FRAMING asked{};
  asked.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY;
  asked.PoolType = NonPagedPoolNx;
  asked.Frames = frames;
  asked.FrameSize = size;
  const Bytes said = framing_of(impl_->file);
  if (wish_of(as_framing(said)) != Wish::kNone) {
    asked = framing_for({AllocatorAt::kSource, &impl_->file, as_framing(said)}, asked);
    asked.FileAlignment = static_cast<ULONG>(as_framing(said)->FramingItem[0].FileAlignment);
  }
  asked.OptionsFlags = options.value_or(asked.OptionsFlags);
  return open_child(impl_->file, ks::kAllocatorClass, to_bytes(asked), out);
}

Status Pin::open_clock(std::optional<Child>& out) {
  return open_child(impl_->file, ks::kClockClass, to_bytes(KSCLOCK_CREATE{}), out);
}

Status Pin::assign_allocator(Child* allocator) {
  return assign(impl_->file, KSPROPERTY_STREAM_ALLOCATOR,
                allocator == nullptr ? nullptr : allocator->impl_->file.handle());
}

Status Pin::assign_clock(Child* clock) {
  return assign(impl_->file, KSPROPERTY_STREAM_MASTERCLOCK,
                clock == nullptr ? nullptr : clock->impl_->file.handle());
}

Graph::~Graph() { close(); }

Filter& Graph::add(Filter filter) { return filters_.emplace_back(std::move(filter)); }

Pin& Graph::add(Filter& filter, std::uint32_t pin_type, const Format& format) {
  return sources_.emplace_back(filter.connect(pin_type, format));
}

Pin& Graph::join(Filter& source, std::uint32_t source_type, Filter& sink, std::uint32_t sink_type,
                 const Format& format, AllocatorChoice choice, Pin** to) {
  Pin& end = sinks_.emplace_back(sink.connect(sink_type, format));
  Pin& from = sources_.emplace_back(source.connect(source_type, format, end));
  expect(from.choose_allocator(end, choice), "the allocator cannot be assigned");
  if (to != nullptr) *to = &end;
  return from;
}

Status Graph::try_set_state(State state) {
  const bool up = state > state_;
  std::vector<std::list<Pin>*> order = {&sources_, &sinks_};
  if (up) std::ranges::reverse(order);
  Status status = STATUS_SUCCESS;
  for (std::list<Pin>* pins : order) {
    for (Pin& pin : *pins) {
      const Status one = pin.try_set_state(state);
      if (!NT_SUCCESS(one)) status = one;
      if (!NT_SUCCESS(one) && up) return status;
    }
  }
  state_ = state;
  return status;
}

void Graph::set_state(State state) {
  expect(try_set_state(state), "the state of the graph cannot be set");
}

Status Graph::suspend() {
  sleeps_ = state_ == State::kRun;
  return sleeps_ ? try_set_state(State::kPause) : STATUS_SUCCESS;
}

Status Graph::resume() {
  return std::exchange(sleeps_, false) ? try_set_state(State::kRun) : STATUS_SUCCESS;
}

void Graph::close() {
  for (Pin& source : sources_) source.close();
  sources_.clear();
  sinks_.clear();
  filters_.clear();
}

void Graph::vanish(std::uint64_t seed) {
  close_handles(seed);
  close();
}

void Graph::close_handles(std::uint64_t seed) {
  std::vector<ClientFile*> all;
  for (std::list<Pin>* pins : {&sources_, &sinks_}) {
    for (Pin& pin : *pins) {
      all.push_back(&pin.impl_->file);
      all.push_back(&pin.impl_->allocator);
    }
  }
  for (Filter& filter : filters_) all.push_back(&filter.impl_->file);
  std::mt19937_64 engine(seed);
  std::ranges::shuffle(all, engine);
  for (ClientFile* file : all) file->close();
}

}  // namespace drydock::avstream
