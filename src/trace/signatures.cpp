#include "src/trace/signatures.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>

namespace drydock::trace {
namespace {

// Returns the end of the comment or directive of the preprocessor that begins at `at`; `at` when
// none begins there.
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

// Returns the text without comments and directives, and with each gap as one space.
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

// A handle of Direct3D 10 or later, such as D3D10DDI_HRESOURCE: a structure with one pointer. Those
// of the kernel (HKM) have its number.
bool is_handle(const std::string& word) {
  const std::size_t at = word.find("DDI_H");
  const bool is_of_10 = word.starts_with("D3D1") || word.starts_with("D3DWDDM");
  if (!is_of_10 || at == std::string::npos) return false;
  const std::string_view name = std::string_view(word).substr(at + 4);
  return !name.starts_with("HKM") && !name.starts_with("HANDLE") && !name.starts_with("HEAP_");
}

Failure failure_of(const std::vector<std::string>& words) {
  if (is_of(words.back(), {"*"})) return Failure::kNever;
  for (const std::string& word : words) {
    if (word == "NTSTATUS") return Failure::kStatus;
    if (word == "HRESULT") return Failure::kResult;
  }
  return Failure::kNever;
}

using Types = std::map<std::string, Passed>;

// "IN_CONST_HANDLE" is a HANDLE.
std::string without_direction(std::string word) {
  for (const char* prefix : {"INOUT_", "OUT_", "IN_", "CONST_"}) {
    if (word.starts_with(prefix)) word.erase(0, std::string_view(prefix).size());
  }
  return word;
}

const Types& basic_types() {
  using enum Passed;
  static const Types types = [] {
    Types out;
    const auto add = [&](Passed passed, std::initializer_list<const char*> names) {
      for (const char* const name : names) out.emplace(name, passed);
    };
    add(kNothing, {"VOID", "void"});
    add(kFloating, {"FLOAT", "float", "double", "DOUBLE"});
    add(kOtherwise, {"GUID", "D3D12DDI_HANDLE_AND_TYPE", "D3D12DDIARG_BUFFER_PLACEMENT",
                     "D3D12DDIARG_PLACED_RESOURCE"});
    add(kPointer, {"HANDLE", "HMODULE", "HKEY"});
    add(kUnsigned8, {"UCHAR", "BOOLEAN", "KIRQL", "BYTE", "UINT8", "bool"});
    add(kSigned8, {"CCHAR", "CHAR", "char", "INT8"});
    add(kUnsigned16, {"USHORT", "WORD", "WCHAR", "UINT16"});
    add(kSigned16, {"SHORT", "INT16", "short"});
    add(kUnsigned32, {"NTSTATUS", "HRESULT", "ULONG", "UINT", "DWORD", "UINT32", "ULONG32", "BOOL",
                      "D3DKMT_HANDLE", "ACCESS_MASK", "POOL_TYPE", "POOL_FLAGS"});
    add(kSigned32, {"LONG", "INT", "INT32", "LONG32", "int", "KPRIORITY"});
    add(kWhole, {"SIZE_T",
                 "ULONG_PTR",
                 "LONG_PTR",
                 "UINT_PTR",
                 "UINT64",
                 "ULONG64",
                 "ULONGLONG",
                 "LONGLONG",
                 "INT64",
                 "LONG64",
                 "LARGE_INTEGER",
                 "ULARGE_INTEGER",
                 "PHYSICAL_ADDRESS",
                 "KAFFINITY",
                 "LUID",
                 "D3DGPU_VIRTUAL_ADDRESS",
                 "D3D12DDI_GPU_VIRTUAL_ADDRESS",
                 "D3D12DDI_CPU_DESCRIPTOR_HANDLE",
                 "D3D12DDI_GPU_DESCRIPTOR_HANDLE",
                 "D3D12DDI_HEAP_AND_RESOURCE_SIZES"});
    return out;
  }();
  return types;
}

// A pointer by its name: "PVOID", "LPSTR".
bool is_pointer(const std::string& word) {
  const bool is_value = word.starts_with("POOL") || word.starts_with("POWER");
  return !is_value && (word.starts_with("P") || word.starts_with("LP"));
}

// The type by its words, and by what `typedef` says of them. Names of structures that are passed by
// value are not told from those of enumerations; but for four of them, the documents pass only such
// of eight bytes, in one register.
Passed passed_as(const std::vector<std::string>& words, const Types& types) {
  if (std::ranges::find(words, "*") != words.end()) return Passed::kPointer;
  for (const Types* known : {&basic_types(), &types}) {
    for (const std::string& each : words) {
      const std::string word = without_direction(each);
      if (word.starts_with("PFN") || is_handle(word)) return Passed::kPointer;
      if (const auto at = known->find(word); at != known->end()) return at->second;
    }
  }
  const bool points = std::ranges::any_of(
      words, [](const std::string& word) { return is_pointer(without_direction(word)); });
  return points ? Passed::kPointer : Passed::kUnsigned32;
}

// A parameter of a list, such as "SIZE_T NumberOfBytes". An array is passed as a pointer.
std::optional<Parameter> parameter_from(const std::string& text, const Types& types) {
  const std::size_t bracket = text.find('[');
  std::vector<std::string> words = words_of(text.substr(0, bracket));
  if (words.empty()) return std::nullopt;
  // An argument without a name gets that of its type.
  const auto last =
      std::find_if(words.rbegin(), words.rend(), [](const auto& w) { return w != "*"; });
  if (last == words.rend()) return std::nullopt;
  std::string name = *last;
  if (words.size() > 1 && words.back() != "*") words.pop_back();
  const Passed passed = passed_as(words, types);
  if (passed == Passed::kNothing) return std::nullopt;
  return Parameter{std::move(name), bracket == std::string::npos ? passed : Passed::kPointer};
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

std::vector<Parameter> parameters_from(const std::string& list, const Types& types) {
  std::vector<Parameter> out;
  std::string one;
  int depth = 0;
  const auto add = [&] {
    if (auto parameter = parameter_from(one, types)) {
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

// What a statement declares: a function, a type of one, or a pointer to one.
std::optional<Signature> function_from(const std::string& statement, const Types& types) {
  const std::size_t close = statement.rfind(')');
  if (close == std::string::npos || statement.find("...") != std::string::npos ||
      statement.find('=') != std::string::npos)
    return std::nullopt;
  const std::size_t open = opening_of(statement, close);
  if (open == std::string::npos || open == 0) return std::nullopt;
  std::string head = statement.substr(0, open);
  while (head.ends_with(' ')) head.pop_back();
  std::string name;
  if (head.ends_with(')')) {
    const std::size_t inner = opening_of(head, head.size() - 1);
    if (inner == std::string::npos || head.find('*', inner) == std::string::npos)
      return std::nullopt;
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
    return std::nullopt;
  const std::string list = statement.substr(open + 1, close - open - 1);
  return Signature{name, passed_as(result, types), parameters_from(list, types),
                   failure_of(result)};
}

}  // namespace

void Signatures::add_headers(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() == ".h") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::string all;
  for (const std::filesystem::path& path : files) {
    std::ifstream file(path, std::ios::binary);
    all.append(std::istreambuf_iterator<char>(file), {});
    all += ";\n";
  }
  add(all);
}

// "typedef PVOID KSOBJECT_BAG;". What `struct`, `union` and `enum` make has its name alone.
void Signatures::add_type(const std::string& statement) {
  std::vector<std::string> words = words_of(statement);
  if (words.size() < 3 || words.front() != "typedef" ||
      statement.find_first_of("(,[") != std::string::npos ||
      is_of(words[1], {"struct", "union", "enum"}))
    return;
  const std::string name = std::move(words.back());
  words.pop_back();
  words.erase(words.begin());
  types_.try_emplace(name, passed_as(words, types_));
}

void Signatures::add(std::string_view text) {
  const std::string code = plain(text);
  // Types may come after what uses them.
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t end = std::min(code.find_first_of(";{}", at), code.size());
    add_type(code.substr(at, end - at));
    at = end + 1;
  }
  std::string statement;
  std::string tag;                       // of the structure whose members come
  std::vector<Member>* table = nullptr;  // the members
  for (const char c : code) {
    if (c != ';' && c != '{' && c != '}') {
      if (c != ' ' || !statement.empty()) statement += c;
      continue;
    }
    const std::vector<std::string> words = words_of(statement);
    const std::size_t count = words.size();
    if (c == '{') {
      const bool is_struct = count > 1 && words[count - 2] == "struct";
      tag = is_struct ? words.back() : std::string();
      table = is_struct ? &tables_[tag] : nullptr;
    } else if (c == '}') {
      table = nullptr;
    } else if (table != nullptr && (count == 2 || (count == 3 && words[1] == "*"))) {
      table->emplace_back(words[0], words.back());
    }
    if (auto function = c == ';' ? function_from(statement, types_) : std::nullopt) {
      const std::string type = table == nullptr ? function->name : tag + "::" + function->name;
      if (table != nullptr) table->emplace_back(type, function->name);
      functions_.try_emplace(type, std::move(*function));
    }
    statement.clear();
  }
}

const Signature* Signatures::find(const std::string& function) const {
  const std::size_t dot = function.find('.');
  if (dot != std::string::npos)
    return find_member(function.substr(0, dot), function.substr(dot + 1));
  const auto at = functions_.find(function);
  if (at == functions_.end()) return nullptr;
  const bool fits = std::ranges::none_of(at->second.parameters, [](const Parameter& each) {
    return each.passed == Passed::kOtherwise;
  });
  return fits ? &at->second : nullptr;
}

// A type of a pointer to a function that has a type of its own begins with a P more.
const Signature* Signatures::find_type(const std::string& type) const {
  const Signature* const known = find(type);
  return known == nullptr && type.starts_with("P") ? find(type.substr(1)) : known;
}

// Structures of the kernel have an underscore before the name that everybody uses.
const Signature* Signatures::find_member(const std::string& table,
                                         const std::string& member) const {
  for (const std::string& tag : {"_" + table, table}) {
    const auto at = tables_.find(tag);
    if (at == tables_.end()) continue;
    for (const auto& [type, name] : at->second) {
      if (name == member) return find_type(type);
    }
  }
  return nullptr;
}

std::vector<const Signature*> Signatures::table(const std::string& type) const {
  std::vector<const Signature*> out;
  const auto table = tables_.find(type);
  if (table == tables_.end()) return out;
  for (const auto& [member_type, name] : table->second) {
    const Signature* known = find_type(member_type);
    if (known == nullptr && out.empty() && !functions_.contains(member_type)) continue;
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
