#include "src/cc/wpp.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <optional>

#include "src/cc/text.h"

namespace drydock::cc {
namespace {

constexpr std::string_view kPrologue = R"(/* Written by drydock cc. */
#ifndef DRYDOCK_TRACE_HEADER
#define DRYDOCK_TRACE_HEADER

#ifdef __cplusplus
extern "C" {
#endif
/* Formats in the notation of the trace preprocessor (%!STATUS!, %!FUNC!, …) and hands the text to the trace. */
void drydock_wpp_trace(const char* level, const char* flags, const char* file, int line,
                       const char* function, const char* format, ...);
void drydock_wpp_trace_wide(const char* level, const char* flags, const char* file, int line,
                            const char* function, const void* format, ...);
#ifdef __cplusplus
}
template <typename... Arguments>
inline void drydock_wpp_trace(const char* level, const char* flags, const char* file, int line,
                              const char* function, const wchar_t* format, Arguments... arguments) {
  drydock_wpp_trace_wide(level, flags, file, line, function, format, arguments...);
}
#define DRYDOCK_TRACE(LEVEL, FLAGS, ...) \
  drydock_wpp_trace(LEVEL, FLAGS, __FILE__, __LINE__, __func__, __VA_ARGS__)
#else
#define DRYDOCK_TRACE_FIRST(FIRST, ...) FIRST
#define DRYDOCK_TRACE(LEVEL, FLAGS, ...)                                                      \
  _Generic((DRYDOCK_TRACE_FIRST(__VA_ARGS__, 0)), const __WCHAR_TYPE__*: drydock_wpp_trace_wide, \
           __WCHAR_TYPE__*: drydock_wpp_trace_wide, default: drydock_wpp_trace)                  \
  (LEVEL, FLAGS, __FILE__, __LINE__, __func__, (void*)__VA_ARGS__)
#endif
#define DRYDOCK_TRACE_UNWRAP(...) __VA_ARGS__

#ifndef TRACE_LEVEL_NONE
#define TRACE_LEVEL_NONE 0
#define TRACE_LEVEL_CRITICAL 1
#define TRACE_LEVEL_FATAL 1
#define TRACE_LEVEL_ERROR 2
#define TRACE_LEVEL_WARNING 3
#define TRACE_LEVEL_INFORMATION 4
#define TRACE_LEVEL_VERBOSE 5
#endif

#ifndef WPP_INIT_TRACING
#define WPP_INIT_TRACING(...) ((void)0)
#endif
#ifndef WPP_CLEANUP
#define WPP_CLEANUP(...) ((void)0)
#endif

#define DoTraceMessage(FLAGS, ...) DRYDOCK_TRACE("", #FLAGS, __VA_ARGS__)
#define DoDebugTrace(LEVEL, FLAGS, ...) DRYDOCK_TRACE(#LEVEL, #FLAGS, __VA_ARGS__)

)";

constexpr std::string_view kEpilogue = R"(
#endif /* DRYDOCK_TRACE_HEADER */

#if defined(WPP_CONTROL_GUIDS) && !defined(DRYDOCK_TRACE_FLAGS)
#define DRYDOCK_TRACE_FLAGS
#ifndef WPP_DEFINE_CONTROL_GUID
#define WPP_DEFINE_CONTROL_GUID(NAME, GUID, BITS) BITS
#endif
#ifndef WPP_DEFINE_BIT
#define WPP_DEFINE_BIT(NAME) WPP_BIT_##NAME,
#endif
enum drydock_trace_flags { WPP_CONTROL_GUIDS drydock_trace_flags_end };
#endif
)";

bool is_identifier_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Parses one FUNC line from left to right.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool take(char c) {
    skip();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string identifier() {
    skip();
    const auto end = std::ranges::find_if_not(rest_, is_identifier_char);
    const auto length = static_cast<std::size_t>(end - rest_.begin());
    std::string out(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return out;
  }

  // The text up to one of `ends`, trimmed. The end itself is not consumed.
  std::string until(std::string_view ends) {
    const std::size_t length = std::min(rest_.find_first_of(ends), rest_.size());
    std::string out(trim(rest_.substr(0, length)));
    rest_.remove_prefix(length);
    return out;
  }

 private:
  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size())); }

  std::string_view rest_;
};

bool read_fixed(Reader& reader, TraceFunction& function) {
  if (!reader.take('{')) return true;
  while (!reader.take('}')) {
    const std::string key = reader.identifier();
    if (key.empty() || !reader.take('=')) return false;
    function.fixed.emplace_back(key, reader.until(",}"));
    reader.take(',');
  }
  return true;
}

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

bool is_parameter(std::string_view text) {
  return text == "..." || (!text.empty() && std::ranges::all_of(text, is_identifier_char) &&
                           !(text[0] >= '0' && text[0] <= '9'));
}

// Reads one list behind its opening parenthesis. If `nested` is not null, a list inside it goes
// there.
bool read_list(Reader& reader, std::vector<std::string>& list, std::vector<std::string>* nested) {
  while (!reader.take(')')) {
    if (nested != nullptr && nested->empty() && reader.take('(')) {
      if (!read_list(reader, *nested, nullptr) || nested->empty()) return false;
      reader.take(',');
      continue;
    }
    std::string parameter = reader.until(",()");
    const bool after_last = !list.empty() && list.back() == "...";
    if (!is_parameter(parameter) || after_last || contains(list, parameter)) return false;
    list.push_back(std::move(parameter));
    reader.take(',');
  }
  return true;
}

std::optional<TraceFunction> parse_function(std::string_view declaration) {
  Reader reader(declaration);
  TraceFunction function;
  function.name = reader.identifier();
  if (!is_parameter(function.name)) return std::nullopt;
  if (!read_fixed(reader, function) || !reader.take('(')) return std::nullopt;
  if (!read_list(reader, function.outer, &function.inner)) return std::nullopt;
  return function;
}

std::string string_literal(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

const std::string* fixed_value(const TraceFunction& function, std::string_view name) {
  const auto at =
      std::ranges::find(function.fixed, name, &std::pair<std::string, std::string>::first);
  return at == function.fixed.end() ? nullptr : &at->second;
}

// The expression that the trace prints for a condition with one of these names: the value in the
// braces, or the text of the argument.
std::string printed_expression(const TraceFunction& function,
                               std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (const std::string* value = fixed_value(function, name)) return string_literal(*value);
    if (contains(function.outer, name) || contains(function.inner, name))
      return std::string("#") + name;
  }
  return "\"\"";
}

// The conditions in the order in which the driver's PRE and POST macros name them.
std::vector<std::string> conditions_of(const TraceFunction& function) {
  std::vector<std::string> out;
  for (const auto& [name, value] : function.fixed) out.push_back(name);
  for (const auto* list : {&function.outer, &function.inner}) {
    for (const std::string& name : *list) {
      if (name != "MSG" && name != "...") out.push_back(name);
    }
  }
  return out;
}

// The text before or behind the trace of a function: the driver's PRE or POST macro if it has one.
std::string around(const TraceFunction& function, const char* where, std::string& definitions) {
  const std::vector<std::string> conditions = conditions_of(function);
  if (conditions.empty()) return "";
  const std::string macro = fmt::format("WPP_{}_{}", fmt::join(conditions, "_"), where);
  definitions += fmt::format("#ifndef {0}\n#define {0}(...)\n#endif\n", macro);
  std::vector<std::string> values;
  for (const std::string& name : conditions) {
    const std::string* fixed = fixed_value(function, name);
    values.push_back(fixed == nullptr ? name : *fixed);
  }
  return fmt::format("{}({})", macro, fmt::join(values, ", "));
}

std::string define(const TraceFunction& function) {
  const auto& holder = contains(function.inner, "MSG") ? function.inner : function.outer;
  const bool unwrapped = !function.inner.empty() && !function.outer.empty();
  std::string text = contains(holder, "MSG") ? "MSG" : "\"\"";
  if (contains(holder, "...")) text += ", ##__VA_ARGS__";
  if (unwrapped) text = "DRYDOCK_TRACE_UNWRAP DRYDOCK_TRACE_INNER";

  std::string out;
  const std::string before = around(function, "PRE", out);
  const std::string behind = around(function, "POST", out);
  const std::string trace = fmt::format(
      "{} DRYDOCK_TRACE({}, {}, {}) {}", before, printed_expression(function, {"LEVEL"}),
      printed_expression(function, {"FLAGS", "FLAG"}), text, behind);
  out += fmt::format("#undef {}\n", function.name);
  if (function.inner.empty()) {
    out +=
        fmt::format("#define {}({}) {}\n", function.name, fmt::join(function.outer, ", "), trace);
  } else if (unwrapped) {
    out += fmt::format("#define {}({}, DRYDOCK_TRACE_INNER) {}\n", function.name,
                       fmt::join(function.outer, ", "), trace);
  } else {
    out += fmt::format("#define DRYDOCK_TRACE_{}({}) {}\n", function.name,
                       fmt::join(function.inner, ", "), trace);
    out += fmt::format("#define {0}(ARGUMENTS) DRYDOCK_TRACE_{0} ARGUMENTS\n", function.name);
  }
  return out;
}

// Whether a line of a block declares no function.
bool is_directive(std::string_view line) {
  constexpr std::string_view kWords[] = {"USEPREFIX", "USESUFFIX", "CUSTOM_TYPE",
                                         "DEFINE_",   "NOPREFIX",  "TYPE"};
  return std::ranges::any_of(kWords,
                             [line](std::string_view word) { return line.starts_with(word); });
}

// The text of a configuration line without the comment mark in front of it.
std::string_view without_comment(std::string_view line) {
  line = trim(line);
  while (!line.empty() && (line.front() == '/' || line.front() == '*' || line.front() == ' ')) {
    line.remove_prefix(1);
  }
  return trim(line);
}

}  // namespace

std::vector<TraceFunction> trace_functions_of(std::string_view text) {
  std::vector<TraceFunction> out;
  bool inside = false;
  for_each_line(text, [&](std::string_view raw) {
    const std::string_view line = without_comment(raw);
    if (line.starts_with("begin_wpp") && line.find("config") != std::string_view::npos) {
      inside = true;
    } else if (line.starts_with("end_wpp")) {
      inside = false;
    } else if (inside && !is_directive(line)) {
      const std::string_view declaration = line.starts_with("FUNC ") ? line.substr(5) : line;
      if (auto function = parse_function(declaration)) out.push_back(std::move(*function));
    }
  });
  return out;
}

std::string trace_header(const std::vector<TraceFunction>& functions) {
  std::string out(kPrologue);
  for (const TraceFunction& function : functions) out += define(function);
  out += kEpilogue;
  return out;
}

}  // namespace drydock::cc
