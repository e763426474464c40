// The events of all threads: how a thread writes them and how readers get them. Internal to
// src/trace.
//
// Owner: a registry of the process has all buffers; a Snapshot shares their chunks. Threads: each
// buffer has one writer and any number of readers. Cost: writing takes no lock except when a buffer
// begins or grows.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "src/trace/stamp.h"
#include "src/trace/trace.h"

namespace drydock::trace::internal {

// An event, followed by its arguments and its text.
struct Event {
  std::uint64_t sequence;
  Stamp stamp;
  const char* category;
  const char* name;
  std::uint32_t strand;
  Kind kind;
  std::uint8_t argument_count;
  std::uint8_t text_size;

  Argument* argument_list() { return reinterpret_cast<Argument*>(this + 1); }
  char* text_bytes() { return reinterpret_cast<char*>(argument_list() + argument_count); }
  std::span<const Argument> arguments() const {
    return {const_cast<Event*>(this)->argument_list(), argument_count};
  }
  std::string_view text() const { return {const_cast<Event*>(this)->text_bytes(), text_size}; }

  // The size of an event with its arguments and its text.
  static constexpr std::size_t bytes_of(std::size_t arguments, std::size_t text) {
    const std::size_t bytes = sizeof(Event) + arguments * sizeof(Argument) + text;
    return (bytes + alignof(Event) - 1) / alignof(Event) * alignof(Event);
  }
  std::size_t bytes() const { return bytes_of(argument_count, text_size); }
};
static_assert(alignof(Event) >= alignof(Argument));
static_assert(Event::bytes_of(kArguments, kTextSize) <= 264, "some four cache lines at most");

// Events of one thread, in order. That thread writes; any thread may read the first `used` bytes.
struct Chunk {
  explicit Chunk(std::size_t size) : room(size), memory(new std::byte[size]) {}

  const std::size_t room;  // bytes
  const std::unique_ptr<std::byte[]> memory;
  std::atomic<std::size_t> events = 0;  // stored before `used`
  std::atomic<std::size_t> used = 0;    // the writer's release pairs with the readers' acquire
};

// All events of one thread within one recording.
class Buffer {
 public:
  Buffer(std::string name, std::size_t events_per_thread)
      : name_(std::move(name)), events_per_thread_(events_per_thread) {}

  // Room for the next event, whose size with arguments and text is `bytes`. Only the thread that
  // owns the buffer calls this. Readers see the event after publish().
  void* next(std::size_t bytes) {
    if (bytes > room_ - at_) [[unlikely]]
      grow();
    return last_->memory.get() + at_;
  }
  void publish(std::size_t bytes) {
    at_ += bytes;
    last_->events.store(++events_, std::memory_order_relaxed);
    last_->used.store(at_, std::memory_order_release);
  }

  const std::string& name() const { return name_; }
  std::vector<std::shared_ptr<const Chunk>> chunks() const;
  std::uint64_t dropped() const;

 private:
  void grow();

  const std::string name_;
  const std::size_t events_per_thread_;
  // Only the owning thread uses these.
  Chunk* last_ = nullptr;
  std::size_t at_ = 0;      // used bytes of *last_
  std::size_t events_ = 0;  // events in *last_
  std::size_t room_ = 0;

  mutable sim::Lock lock_;
  std::deque<std::shared_ptr<Chunk>> chunks_ DRYDOCK_GUARDED_BY(lock_);
  std::size_t held_ DRYDOCK_GUARDED_BY(lock_) = 0;  // events in all chunks but the last
  std::uint64_t dropped_ DRYDOCK_GUARDED_BY(lock_) = 0;
};

// Everything that is recorded at one moment. Keeps the chunks alive.
struct Snapshot {
  struct Row {
    const Event* event;
    const Buffer* buffer;
    sim::Time time;
  };
  std::vector<Row> rows;  // in sequence
  std::uint64_t dropped = 0;

  std::vector<std::shared_ptr<const Buffer>> buffers;
  std::vector<std::shared_ptr<const Chunk>> chunks;
};

Snapshot snapshot();

// Drops all events. Each buffer that begins after this stores at least `events_per_thread` events.
void restart(std::size_t events_per_thread);

}  // namespace drydock::trace::internal
