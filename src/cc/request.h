// A request to `drydock cc`. A request that cannot be met throws UsageError with a sentence for the
// user, and the command exits with 2.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace drydock::cc {

enum class Kind { kMiniport, kUserMode, kAvstream };

struct Request {
  std::optional<Kind> kind;                    // inferred from the sources when absent
  std::vector<std::filesystem::path> sources;  // C and C++ sources, and objects to link
  std::filesystem::path output;                // the driver, or the object with compile_only
  bool compile_only = false;                   // one source to one object
  std::vector<std::string> sanitizers;         // address, undefined, or a check of the latter
  bool coverage = false;
  bool races = false;                           // the host records each access to memory
  bool verbose = false;                         // print each command
  std::vector<std::string> compiler_arguments;  // -I, -D, -O, … as the user wrote them
  std::function<bool()> is_stopped;             // whether the user asked the program to end
};

// The request cannot be carried out as asked; the text is one sentence for the user.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Language { kC, kCxx, kObject };

// The language by the extension of a file name; nothing for other files.
std::optional<Language> language_of(const std::filesystem::path& source);

// Compiler options whose argument is the next word.
bool takes_next_word(std::string_view option);

// Adds the sanitizers of a list as users write it: "address,undefined". `thread` becomes races: the
// library of that sanitizer knows neither the locks of the executive nor its threads and would
// report what they protect. Throws UsageError for sanitizers of which nothing would come.
void add_sanitizers(std::string_view list, Request& request);

// Throws UsageError when there is no source; when one is absent, unreadable, endless, too long or
// of the wrong kind; when the output cannot be written; when an option lacks its argument; or when
// options contradict each other. Changes nothing.
void validate(const Request& request);

// The -I directories of the request, absolute, in order.
std::vector<std::filesystem::path> include_directories(const Request& request);

// Infers the kind of driver from the entry points and class-driver calls that the sources name.
Kind infer_kind(const std::vector<std::filesystem::path>& sources);

}  // namespace drydock::cc
