#include "src/trace/buffers.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "src/sim/never_destroyed.h"

namespace drydock::trace::internal {
namespace {

// Sizes of chunks in bytes. The first has room for some events, because many threads end soon;
// later ones have room for some hundred.
constexpr std::size_t kFirstChunk = 2 * 1024;
constexpr std::size_t kLargestChunk = 28 * 1024;
constexpr std::size_t kBuffers = 512;  // with more, buffers of ended threads are dropped

struct Registry {
  sim::Lock lock{sim::LockRank::kTraceBuffers};
  std::vector<std::shared_ptr<Buffer>> buffers DRYDOCK_GUARDED_BY(lock);
  std::size_t events_per_thread DRYDOCK_GUARDED_BY(lock) = kEventsPerThread;
  std::uint64_t dropped DRYDOCK_GUARDED_BY(lock) = 0;  // events of dropped buffers
};

Registry& registry() {
  static sim::NeverDestroyed<Registry> instance;
  return *instance;
}

// A restart makes every buffer outdated. The release pairs with the acquire in buffer_of_thread(),
// so that an event in a new buffer has a number of the new sequence.
std::atomic<std::uint64_t> generation = 1;
// Numbers the events. Relaxed: only the order of the numbers matters.
std::atomic<std::uint64_t> next_sequence = 0;

// The fast way to the thread's buffer: plain data, initial-exec, without a guard variable.
struct Mine {
  std::uint64_t generation;
  Buffer* buffer;
  bool is_ending;  // the thread's own variables are being destroyed
};
[[gnu::tls_model("initial-exec")]] constinit thread_local Mine mine = {};

// Owns the buffer that `mine` points to.
struct Holder {
  std::shared_ptr<Buffer> buffer;
  ~Holder() { mine = {.generation = 0, .buffer = nullptr, .is_ending = true}; }
};
thread_local Holder holder;

void remove_ended_threads(Registry& all) DRYDOCK_REQUIRES(all.lock) {
  if (all.buffers.size() < kBuffers) return;
  // Drops half of them, so that this is rare; the oldest first.
  std::size_t excess = kBuffers / 2;
  std::uint64_t dropped = 0;
  std::erase_if(all.buffers, [&](const std::shared_ptr<Buffer>& buffer) {
    if (excess == 0 || buffer.use_count() > 1) return false;
    --excess;
    dropped += buffer->dropped();
    for (const auto& chunk : buffer->chunks()) {
      dropped += chunk->events.load(std::memory_order_acquire);
    }
    return true;
  });
  all.dropped += dropped;
}

Buffer* begin_buffer(const sim::Strand& strand) {
  Registry& all = registry();
  const sim::Hold hold(all.lock);
  remove_ended_threads(all);
  holder.buffer = std::make_shared<Buffer>(sim::name_of(strand), all.events_per_thread);
  all.buffers.push_back(holder.buffer);
  // The registry's lock is held, so no restart can come in between.
  mine.generation = generation.load(std::memory_order_relaxed);
  mine.buffer = holder.buffer.get();
  return mine.buffer;
}

Buffer* buffer_of_thread(const sim::Strand& strand) {
  if (mine.generation == generation.load(std::memory_order_acquire)) return mine.buffer;
  return begin_buffer(strand);
}

// How many bytes of the text fit, without cutting a character of UTF-8.
std::size_t fitting(std::string_view text) {
  if (text.size() <= kTextSize) return text.size();
  std::size_t size = kTextSize;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
  return size;
}

}  // namespace

void Buffer::grow() {
  const std::size_t size = std::clamp(room_ * 2, kFirstChunk, kLargestChunk);
  const sim::Hold hold(lock_);
  held_ += events_;
  while (!chunks_.empty()) {
    const std::size_t oldest = chunks_.front()->events.load(std::memory_order_relaxed);
    if (held_ - oldest < events_per_thread_) break;
    held_ -= oldest;
    dropped_ += oldest;
    chunks_.pop_front();
  }
  chunks_.push_back(std::make_shared<Chunk>(size));
  last_ = chunks_.back().get();
  at_ = events_ = 0;
  room_ = size;
}

std::vector<std::shared_ptr<const Chunk>> Buffer::chunks() const {
  const sim::Hold hold(lock_);
  return {chunks_.begin(), chunks_.end()};
}

std::uint64_t Buffer::dropped() const {
  const sim::Hold hold(lock_);
  return dropped_;
}

void record_list(Kind kind, const char* category, const char* name,
                 std::span<const Argument> arguments, std::string_view text) {
  if (mine.is_ending) return;
  const sim::Strand& strand = sim::current();
  Buffer* const buffer = buffer_of_thread(strand);
  const std::size_t count = std::min(arguments.size(), kArguments);
  const std::size_t text_size = fitting(text);
  const std::size_t bytes = Event::bytes_of(count, text_size);
  const Stamp stamp = Stamp::now();
  Event& event = *::new (buffer->next(bytes)) Event{
      .sequence = next_sequence.fetch_add(1, std::memory_order_relaxed),
      .stamp = stamp,
      .category = category,
      .name = name,
      .strand = sim::id_of(strand),
      .kind = kind,
      .argument_count = static_cast<std::uint8_t>(count),
      .text_size = static_cast<std::uint8_t>(text_size),
  };
  std::uninitialized_copy_n(arguments.begin(), count, event.argument_list());
  if (text_size != 0) std::memcpy(event.text_bytes(), text.data(), text_size);
  buffer->publish(bytes);
}

Snapshot snapshot() {
  Snapshot out;
  std::optional<StampScale> scale;
  Registry& all = registry();
  {
    const sim::Hold hold(all.lock);
    scale.emplace();
    out.buffers.assign(all.buffers.begin(), all.buffers.end());
    out.dropped = all.dropped;
  }
  for (const std::shared_ptr<const Buffer>& buffer : out.buffers) {
    out.dropped += buffer->dropped();
    for (std::shared_ptr<const Chunk>& chunk : buffer->chunks()) {
      const std::size_t used = chunk->used.load(std::memory_order_acquire);
      for (std::size_t at = 0; at < used;) {
        const auto* const event = reinterpret_cast<const Event*>(chunk->memory.get() + at);
        out.rows.push_back({event, buffer.get(), scale->time_of(event->stamp)});
        at += event->bytes();
      }
      out.chunks.push_back(std::move(chunk));
    }
  }
  std::ranges::sort(out.rows, {}, [](const Snapshot::Row& row) { return row.event->sequence; });
  return out;
}

void restart(std::size_t events_per_thread) {
  std::vector<std::shared_ptr<Buffer>> gone;
  Registry& all = registry();
  const sim::Hold hold(all.lock);
  gone.swap(all.buffers);
  all.events_per_thread = events_per_thread;
  all.dropped = 0;
  next_sequence.store(0, std::memory_order_relaxed);
  StampScale::restart();
  generation.fetch_add(1, std::memory_order_release);
}

}  // namespace drydock::trace::internal
