// Signatures of functions, from the headers of the kit: the names of their arguments and what they
// return.
//
// The headers are read as text, by the form that they keep: a function is declared with the names
// of its arguments, and a table has functions as members. A declaration of another form gives no
// signature.
//
// Owner: the program that records calls (calls.h), as long as it runs. Threads: one makes it, any
// read it. Cost: some megabytes of text are read, once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace drydock::trace {

// How an argument or a result is passed, and shown.
enum class Passed : std::uint8_t {
  kNothing,     // the result of a function that has none
  kSigned8,     // the lowest byte of a register for integers; the others hold anything
  kUnsigned8,   // the same
  kSigned16,    // its two lowest
  kUnsigned16,  // the same
  kSigned32,    // its lower half
  kUnsigned32,  // the same
  kWhole,       // such a register
  kPointer,     // such a register, shown as the number of what it points to
  kFloating,    // a register of another kind, which is not shown
  kOtherwise,   // more than one register, or the stack
};

struct Parameter {
  std::string name;
  Passed passed;
};

// How a function says that it failed.
enum class Failure : std::uint8_t { kNever, kStatus, kResult };  // an NTSTATUS, an HRESULT

struct Signature {
  std::string name;
  Passed result = Passed::kNothing;
  std::vector<Parameter> parameters = {};
  Failure failure = Failure::kNever;
};

class Signatures {
 public:
  // Adds what all headers below a folder say, or the text of one.
  void add_headers(const std::filesystem::path& folder);
  void add(std::string_view text);

  // Of a function or of a type of one, or of a member of a table, such as "KSPIN_DISPATCH.Process".
  // Null when it is not known, or passes what does not fit into a register.
  const Signature* find(const std::string& function) const;
  // Returns the signatures of a table's functions, in order, each under the name of its member;
  // null for one that is not known. Values of the table come before its functions and are left out.
  std::vector<const Signature*> table(const std::string& type) const;

 private:
  using Member = std::pair<std::string, std::string>;  // the type and the name

  void add_type(const std::string& statement);
  const Signature* find_member(const std::string& table, const std::string& member) const;
  // Of a function by the type of a pointer to it, as members of tables have it.
  const Signature* find_type(const std::string& type) const;

  std::map<std::string, Passed> types_;         // by the names that typedef gave
  std::map<std::string, Signature> functions_;  // by the name of a function, or of a type of one
  std::map<std::string, std::vector<Member>> tables_;
  mutable std::map<std::string, Signature> of_members_;
};

}  // namespace drydock::trace
