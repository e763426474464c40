// What happened, in order: events of all threads, cheap enough to leave on.
//
//   trace::event("nt", "KeSetEvent", {{"object", 7}, {"state", 1}});
//   trace::event("nt", "DbgPrint", {}, line);
//   const trace::Span span("nt", "DriverEntry");
//
// Under a seed the text of a trace is the same in every run: pass numbers of objects and values,
// never addresses. Categories, names and argument names are string literals, because only their
// addresses are kept; text is copied and cut to kTextSize bytes.
//
// Cost of an event: one relaxed load while nothing records, else some ten nanoseconds and the
// clock. A thread writes into a buffer of its own; it locks when the buffer begins or grows. Each
// thread keeps its latest events. Not for signal handlers.
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace drydock::trace {

inline constexpr std::size_t kArguments = 4;  // more are left out
inline constexpr std::size_t kTextSize = 86;
inline constexpr std::size_t kKeptPerThread = 1 << 16;

// Something to know about an event: a name and a number of any integer or enumeration type.
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
// Only says whether to record; what is recorded is ordered by the buffers.
extern std::atomic<bool> recording;
void record(Kind kind, const char* category, const char* name, Arguments arguments,
            std::string_view text);
}  // namespace internal

inline bool is_recording() { return internal::recording.load(std::memory_order_relaxed); }

// Something happened.
inline void event(const char* category, const char* name, Arguments arguments = {},
                  std::string_view text = {}) {
  if (is_recording()) [[unlikely]] {
    internal::record(internal::Kind::kInstant, category, name, arguments, text);
  }
}

// Something that takes time: it begins here and ends where the span ends, on the same thread.
class Span {
 public:
  Span(const char* category, const char* name, Arguments arguments = {}, std::string_view text = {})
      : category_(category), name_(is_recording() ? name : nullptr) {
    if (name_ != nullptr) {
      internal::record(internal::Kind::kBegin, category, name, arguments, text);
    }
  }
  ~Span() {
    if (name_ != nullptr) internal::record(internal::Kind::kEnd, category_, name_, {}, {});
  }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

 private:
  const char* category_;
  const char* name_;  // null when nothing recorded at the beginning
};

// While one lives events are recorded, and findings are events of the category "finding". The
// first one clears what was recorded before; what was recorded stays readable after the last.
class Recording {
 public:
  // Each thread keeps at least its latest `kept` events; the first recording decides.
  explicit Recording(std::size_t kept = kKeptPerThread);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
};

// Forgets all events; sequence numbers begin at 0 again.
void clear();

// One line an event, in sequence:
//   sequence time [strand name] category.name argument=value … "text"
// with + before the category where a span begins and - where it ends.
std::string to_text();

// The trace event format of Chrome, for Perfetto and chrome://tracing. Events at one moment, as
// virtual time has many, are shown a nanosecond apart.
std::string to_chrome_json();

}  // namespace drydock::trace
