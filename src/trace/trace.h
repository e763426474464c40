// The trace: events of all threads in order, cheap enough to leave on. First header of src/trace.
//
//   trace::event("nt", "KeSetEvent", {{"object", 7}, {"state", 1}});
//   trace::event("nt", "DbgPrint", {}, line);
//   const trace::Span span("nt", "DriverEntry");
//
// Under a seed the text of a trace is the same in every run: callers pass numbers of objects and
// values, never addresses. Categories, names and argument names are string literals, because only
// their addresses are stored. Text is copied and cut to kTextSize bytes.
//
// Cost of an event: one relaxed load while nothing records, else some ten nanoseconds and the
// reading of the clock. Owner: each thread has a buffer of its own, which stores its latest events.
// Threads: any; a thread locks only when its buffer begins or grows. Signal handlers may not
// record.
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace drydock::trace {

inline constexpr std::size_t kArguments = 8;  // more are left out
inline constexpr std::size_t kTextSize = 86;
inline constexpr std::size_t kEventsPerThread = 1 << 16;

// An argument of an event: a name and a number of any integer or enumeration type.
struct Argument {
  template <typename T>
    requires std::integral<T> || std::is_enum_v<T>
  constexpr Argument(const char* argument, T number)
      : name(argument), value(static_cast<std::int64_t>(number)) {}
  Argument() = default;

  const char* name;
  std::int64_t value;
};

using Arguments = std::initializer_list<Argument>;

namespace internal {
enum class Kind : std::uint8_t { kInstant, kBegin, kEnd };
// Relaxed: it only says whether to record. The buffers order what is recorded.
extern std::atomic<bool> recording;
void record_list(Kind kind, const char* category, const char* name,
                 std::span<const Argument> arguments, std::string_view text);
inline void record(Kind kind, const char* category, const char* name, Arguments arguments,
                   std::string_view text) {
  record_list(kind, category, name, std::span(arguments.begin(), arguments.size()), text);
}
}  // namespace internal

inline bool is_recording() { return internal::recording.load(std::memory_order_relaxed); }

// Records an event of one moment.
inline void event(const char* category, const char* name, Arguments arguments = {},
                  std::string_view text = {}) {
  if (is_recording()) [[unlikely]] {
    internal::record(internal::Kind::kInstant, category, name, arguments, text);
  }
}

// Records an event that takes time. It begins with the span and ends with it, on the same thread.
class Span {
 public:
  Span(const char* category, const char* name, Arguments arguments = {}, std::string_view text = {})
      : category_(category), name_(is_recording() ? name : nullptr) {
    if (name_ != nullptr) {
      internal::record(internal::Kind::kBegin, category, name, arguments, text);
    }
  }
  // A span with one argument, for places that are passed often. While nothing records, the argument
  // costs nothing.
  Span(const char* category, const char* name, Argument argument)
      : category_(category), name_(is_recording() ? name : nullptr) {
    if (name_ != nullptr) [[unlikely]]
      internal::record(internal::Kind::kBegin, category, name, {argument}, {});
  }
  ~Span() {
    if (name_ != nullptr) [[unlikely]]
      internal::record(internal::Kind::kEnd, category_, name_, {}, {});
  }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

 private:
  const char* category_;
  const char* name_;  // null when nothing was recording at the beginning
};

// While one lives, events are recorded, and each finding is an event of the category "finding". The
// first one drops what was recorded before. Recorded events stay readable after the last one has
// ended.
class Recording {
 public:
  // Each thread stores at least its latest `events_per_thread` events. Of several live recordings
  // the first decides the number.
  explicit Recording(std::size_t events_per_thread = kEventsPerThread);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
};

// Drops all events; sequence numbers begin at 0 again.
void clear();

// Writes one line per event, in sequence:
//   sequence time [strand name] category.name argument=value … "text"
// A + stands before the category where a span begins and a - where it ends.
std::string to_text();

// Writes the trace event format of Chrome, for Perfetto and chrome://tracing. Events of the same
// moment, which virtual time has many of, are drawn a nanosecond apart.
std::string to_chrome_json();

}  // namespace drydock::trace
