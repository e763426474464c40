#include "src/trace/signatures.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>

namespace drydock::trace {
namespace {

// Where a comment or a directive of the preprocessor that begins here ends; `at` when none does.
std::size_t end_of_gap(std::string_view text, std::size_t at, bool begins_line) {
  const auto behind = [&](std::string_view mark, std::size_t from) {
    const std::size_t found = text.find(mark, from);
    return found == std::string_view::npos ? text.size() : found + mark.size();
  };
  if (text.substr(at, 2) == "/*") return behind("*/", at + 2);
  if (text.substr(at, 2) == "//") return std::min(text.find('\n', at), text.size());
  if (text[at] != '#' || !begins_line) return at;
  std::size_t end = std::min(text.find('\n', at), text.size());
  while (end < text.size() && text[end - 1] == '\\')
    end = std::min(text.find('\n', end + 1), text.size());
  return end;
}

// Without comments and directives, and each gap as one space.
std::string plain(std::string_view text) {
  std::string out;
  bool begins_line = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_gap(text, at, begins_line);
    const bool is_gap = end != at || std::isspace(static_cast<unsigned char>(text[at])) != 0;
    if (text[at] == '\n') {
      begins_line = true;
    } else if (!is_gap) {
      begins_line = false;
    }
    if (!is_gap) {
      out += text[at];
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
    at = std::max(end, at + 1);
  }
  return out;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word(text[at])) {
      if (text[at] == '*' || text[at] == '&') out.emplace_back("*");
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    out.push_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

bool is_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::ranges::any_of(words, [&](const char* each) { return word == each; });
}

// The type by its words. Names of structures that are passed by value are not told from those of
// enumerations; the documents pass only such of eight bytes, in one register.
Passed passed_as(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "*" || word.starts_with("PFN")) return Passed::kPointer;
    if (is_of(word, {"VOID", "void"})) return Passed::kNothing;
    if (is_of(word, {"FLOAT", "float", "double", "DOUBLE"})) return Passed::kFloating;
    if (is_of(word, {"NTSTATUS", "HRESULT", "ULONG", "UINT", "DWORD", "UINT32", "ULONG32", "BOOL",
                     "UCHAR", "BOOLEAN", "KIRQL", "USHORT", "WORD", "BYTE", "WCHAR", "UINT8",
                     "UINT16", "D3DKMT_HANDLE", "ACCESS_MASK"}))
      return Passed::kUnsigned32;
    if (is_of(word, {"LONG", "INT", "INT32", "int", "SHORT", "KPRIORITY", "CCHAR", "CHAR", "char"}))
      return Passed::kSigned32;
    if (is_of(word, {"SIZE_T", "ULONG_PTR", "LONG_PTR", "UINT_PTR", "UINT64", "ULONG64",
                     "ULONGLONG", "LONGLONG", "INT64", "LARGE_INTEGER", "ULARGE_INTEGER",
                     "PHYSICAL_ADDRESS", "KAFFINITY", "LUID", "D3DGPU_VIRTUAL_ADDRESS"}))
      return Passed::kWhole;
  }
  // Pointers by their names: "PVOID", "LPSTR", "IN_CONST_PDXGKARG_PATCH".
  for (std::string word : words) {
    if (is_of(word, {"HANDLE", "HMODULE", "HKEY"})) return Passed::kPointer;
    for (const char* prefix : {"INOUT_", "OUT_", "IN_", "CONST_"}) {
      if (word.starts_with(prefix)) word.erase(0, std::string_view(prefix).size());
    }
    const bool is_value = word.starts_with("POOL") || word.starts_with("POWER");
    if (!is_value && (word.starts_with("P") || word.starts_with("LP"))) return Passed::kPointer;
  }
  return Passed::kUnsigned32;
}

// A parameter of a list, such as "SIZE_T NumberOfBytes".
std::optional<Parameter> parameter_from(const std::string& text) {
  std::vector<std::string> words = words_of(text);
  if (words.empty()) return std::nullopt;
  // Without a name its type has to say what it is.
  const auto last =
      std::find_if(words.rbegin(), words.rend(), [](const auto& w) { return w != "*"; });
  if (last == words.rend()) return std::nullopt;
  std::string name = *last;
  if (words.size() > 1 && words.back() != "*") words.pop_back();
  const Passed passed = passed_as(words);
  if (passed == Passed::kNothing) return std::nullopt;
  return Parameter{std::move(name), passed};
}

// The bracket that the one at `close` closes.
std::size_t opening_of(const std::string& text, std::size_t close) {
  int depth = 0;
  for (std::size_t at = close + 1; at-- > 0;) {
    depth += text[at] == ')' ? 1 : text[at] == '(' ? -1 : 0;
    if (depth == 0) return at;
  }
  return std::string::npos;
}

std::vector<Parameter> parameters_from(const std::string& list) {
  std::vector<Parameter> out;
  std::string one;
  int depth = 0;
  const auto add = [&] {
    if (auto parameter = parameter_from(one)) {
      out.push_back(std::move(*parameter));
    }
    one.clear();
  };
  for (const char c : list) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      add();
    } else {
      one += c;
    }
  }
  add();
  return out;
}

}  // namespace

void Signatures::add_headers(const std::filesystem::path& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() != ".h") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    add(std::string(std::istreambuf_iterator<char>(file), {}));
  }
}

void Signatures::add(std::string_view text) {
  std::string statement;
  std::vector<Member>* table = nullptr;  // the structure whose members come
  for (const char c : plain(text)) {
    if (c != ';' && c != '{' && c != '}') {
      if (c != ' ' || !statement.empty()) statement += c;
      continue;
    }
    const std::vector<std::string> words = words_of(statement);
    const std::size_t count = words.size();
    if (c == '{') {
      const bool is_struct = count > 1 && words[count - 2] == "struct";
      table = is_struct ? &tables_[words.back()] : nullptr;
    } else if (c == '}') {
      table = nullptr;
    } else if (table != nullptr && (count == 2 || (count == 3 && words[1] == "*"))) {
      table->emplace_back(words[0], words.back());
    }
    if (c == ';') add_statement(statement);
    statement.clear();
  }
}

void Signatures::add_statement(const std::string& statement) {
  const std::size_t close = statement.rfind(')');
  if (close == std::string::npos || statement.find("...") != std::string::npos ||
      statement.find('=') != std::string::npos)
    return;
  const std::size_t open = opening_of(statement, close);
  if (open == std::string::npos || open == 0) return;
  std::string head = statement.substr(0, open);
  while (head.ends_with(' ')) head.pop_back();
  std::string name;
  if (head.ends_with(')')) {
    const std::size_t inner = opening_of(head, head.size() - 1);
    if (inner == std::string::npos || head.find('*', inner) == std::string::npos) return;
    name = words_of(head.substr(inner)).back();
    head.resize(inner);
  }
  std::vector<std::string> result = words_of(head);
  std::erase(result, "typedef");
  if (name.empty() && !result.empty()) {
    name = result.back();
    result.pop_back();
  }
  if (result.empty() || !is_word(name.front()) || is_of(result.front(), {"return", "else", "case"}))
    return;
  const std::string list = statement.substr(open + 1, close - open - 1);
  functions_.try_emplace(name, Signature{name, passed_as(result), parameters_from(list)});
}

const Signature* Signatures::find(const std::string& function) const {
  const auto at = functions_.find(function);
  return at == functions_.end() ? nullptr : &at->second;
}

std::vector<const Signature*> Signatures::table(const std::string& type) const {
  std::vector<const Signature*> out;
  const auto table = tables_.find(type);
  if (table == tables_.end()) return out;
  for (const auto& [member_type, name] : table->second) {
    // A type of a pointer to a function that has a type of its own begins with a P more.
    const Signature* known = find(member_type);
    if (known == nullptr && member_type.starts_with("P")) known = find(member_type.substr(1));
    if (known == nullptr && out.empty()) continue;
    if (known != nullptr) {
      Signature& own = of_members_.try_emplace(type + "." + name, *known).first->second;
      own.name = name;
      known = &own;
    }
    out.push_back(known);
  }
  return out;
}

}  // namespace drydock::trace
