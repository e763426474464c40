#include "src/cc/wpp.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "src/cc/text.h"

namespace drydock::cc {
namespace {

constexpr std::string_view kPrologue = R"(/* Written by drydock cc. */
#ifndef DRYDOCK_TRACE_HEADER
#define DRYDOCK_TRACE_HEADER

#ifdef __cplusplus
extern "C"
#endif
/* Formats in the notation of the trace preprocessor (%!STATUS!, %!FUNC!, …) and hands the text to the trace. */
void drydock_wpp_trace(const char* level, const char* flags, const char* file, int line,
                       const char* function, const char* format, ...);

#ifndef TRACE_LEVEL_NONE
#define TRACE_LEVEL_NONE 0
#define TRACE_LEVEL_CRITICAL 1
#define TRACE_LEVEL_FATAL 1
#define TRACE_LEVEL_ERROR 2
#define TRACE_LEVEL_WARNING 3
#define TRACE_LEVEL_INFORMATION 4
#define TRACE_LEVEL_VERBOSE 5
#endif

#define WPP_INIT_TRACING(...) ((void)0)
#define WPP_CLEANUP(...) ((void)0)
#define WPP_RECORDER_DUMP_LIVE_DRIVER_DATA ((void)0)

#define DoTraceMessage(FLAGS, ...) \
  drydock_wpp_trace("", #FLAGS, __FILE__, __LINE__, __func__, __VA_ARGS__)
#define DoDebugTrace(LEVEL, FLAGS, ...) \
  drydock_wpp_trace(#LEVEL, #FLAGS, __FILE__, __LINE__, __func__, __VA_ARGS__)

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

// Reads one FUNC line from left to right.
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

  // Everything up to one of `ends`, trimmed; the end itself stays.
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
    function.fixed[key] = reader.until(",}");
    reader.take(',');
  }
  return true;
}

bool is_parameter(std::string_view text) {
  return text == "..." || (!text.empty() && std::ranges::all_of(text, is_identifier_char) &&
                           !(text[0] >= '0' && text[0] <= '9'));
}

bool read_parameters(Reader& reader, TraceFunction& function) {
  if (!reader.take('(')) return false;
  function.double_parentheses = reader.take('(');
  while (!reader.take(')')) {
    std::string parameter = reader.until(",)");
    const bool after_last = !function.parameters.empty() && function.parameters.back() == "...";
    if (!is_parameter(parameter) || after_last) return false;
    if (std::ranges::find(function.parameters, parameter) != function.parameters.end())
      return false;
    function.parameters.push_back(std::move(parameter));
    reader.take(',');
  }
  return !function.double_parentheses || reader.take(')');
}

std::optional<TraceFunction> parse_function(std::string_view declaration) {
  Reader reader(declaration);
  TraceFunction function;
  function.name = reader.identifier();
  if (!is_parameter(function.name)) return std::nullopt;
  if (!read_fixed(reader, function) || !read_parameters(reader, function)) return std::nullopt;
  return function;
}

// What a condition of the trace shows: the value in the braces, or the text of the argument.
std::string shown(const TraceFunction& function, const std::string& condition) {
  if (const auto at = function.fixed.find(condition); at != function.fixed.end()) {
    std::string literal;
    for (char c : at->second) {
      if (c == '"' || c == '\\') literal += '\\';
      literal += c;
    }
    return '"' + literal + '"';
  }
  const bool passed =
      std::ranges::find(function.parameters, condition) != function.parameters.end();
  return passed ? '#' + condition : "\"\"";
}

std::string define(const TraceFunction& function) {
  const bool variadic = !function.parameters.empty() && function.parameters.back() == "...";
  const bool has_text =
      std::ranges::find(function.parameters, std::string("MSG")) != function.parameters.end();
  const std::string name =
      function.double_parentheses ? "DRYDOCK_TRACE_" + function.name : function.name;
  const std::string text = has_text ? "MSG" : "\"\"";
  const std::string arguments = variadic ? ", ##__VA_ARGS__" : "";
  std::string out = fmt::format(
      "#undef {0}\n#define {0}({1}) \\\n  drydock_wpp_trace({2}, {3}, __FILE__, __LINE__, "
      "__func__, "
      "{4}{5})\n",
      name, fmt::join(function.parameters, ", "), shown(function, "LEVEL"),
      shown(function, "FLAGS"), text, arguments);
  if (function.double_parentheses) {
    out += fmt::format("#undef {0}\n#define {0}(ARGUMENTS) {1} ARGUMENTS\n", function.name, name);
  }
  return out;
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
    } else if (inside && line.starts_with("FUNC ")) {
      if (auto function = parse_function(line.substr(5))) out.push_back(std::move(*function));
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
