// The events of all threads: where they are written and how they are read. Internal to src/trace.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"

namespace drydock::trace::internal {

struct Event {
  std::uint64_t sequence;
  sim::Time time;
  const char* category;
  const char* name;
  std::uint32_t strand;
  Kind kind;
  std::uint8_t argument_count;
  std::uint8_t text_size;
  Argument arguments[kArguments];
  char text[kTextSize];
};
static_assert(sizeof(Event) <= 192, "three cache lines an event");

// Events of one thread, in order. The thread writes; anybody reads the first `used` of them.
struct Chunk {
  explicit Chunk(std::size_t size) : room(size), events(new Event[size]) {}

  const std::size_t room;
  const std::unique_ptr<Event[]> events;
  std::atomic<std::size_t> used = 0;  // release by the writer pairs with acquire by the readers
};

// All events of one thread within one recording.
class Buffer {
 public:
  Buffer(std::string name, std::size_t kept) : name_(std::move(name)), kept_(kept) {}

  // Where the next event goes; only for the thread that owns the buffer. publish() shows it.
  Event& next() {
    if (at_ == room_) grow();
    return last_->events[at_];
  }
  void publish() { last_->used.store(++at_, std::memory_order_release); }

  const std::string& name() const { return name_; }
  std::vector<std::shared_ptr<const Chunk>> chunks() const;
  std::uint64_t dropped() const;

 private:
  void grow();

  const std::string name_;
  const std::size_t kept_;
  // The owner's alone.
  Chunk* last_ = nullptr;
  std::size_t at_ = 0;
  std::size_t room_ = 0;

  mutable sim::Lock lock_;
  std::vector<std::shared_ptr<Chunk>> chunks_ DRYDOCK_GUARDED_BY(lock_);
  std::size_t held_ DRYDOCK_GUARDED_BY(lock_) = 0;  // room in chunks_
  std::uint64_t dropped_ DRYDOCK_GUARDED_BY(lock_) = 0;
};

// Everything that is recorded at one moment. Holds the chunks alive.
struct Snapshot {
  struct Row {
    const Event* event;
    const Buffer* buffer;
  };
  std::vector<Row> rows;  // in sequence
  std::uint64_t dropped = 0;

  std::vector<std::shared_ptr<const Buffer>> buffers;
  std::vector<std::shared_ptr<const Chunk>> chunks;
};

Snapshot snapshot();

// Forgets everything; buffers that begin after this keep so many events.
void restart(std::size_t kept);

}  // namespace drydock::trace::internal
