// The call of a client that this thread is in, and the rules that the call breaks.
//
//   if (nt::client_breaks("K-256", data.Flags.Value != 0, {"Flags.Value", data.Flags.Value},
//                         "D3DKMTLock2 has no flags"))
//     return STATUS_INVALID_PARAMETER;
//
// A check counts that the rule was evaluated, and notes the breach if there is one. A note is made
// of literals and numbers, so that it can be made under any lock. Who made the ClientCall raises
// the notes at its end, when no lock is held: the client has the status that Windows returns, and
// the breach is told besides. Without a ClientCall on the thread a note is dropped.
//
// Cost: a call, a few stores; a check that finds the rule kept, one relaxed load besides its own
// condition. Only a breach is formatted, allocates and locks. Owner: the frame of the entry point.
// Threads: the one that makes it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "drydock/rule_id.h"
#include "src/nt/base/thread.h"
#include "src/rules/evaluated.h"
#include "src/rules/stack.h"

namespace drydock::nt {

// A field of a client's structure, by the path from the structure, and its value. Brackets in the
// path take the index: "phAllocationList[]". Paths are literals.
struct ClientField {
  ClientField() = default;
  template <typename Value>
  constexpr ClientField(const char* at, Value is, std::size_t number = 0)
      : path(at), value(number_of(is)), index(number) {}

  // "phAllocationList[3]".
  std::string path_text() const;
  // Small numbers are decimal, others hexadecimal.
  std::string value_text() const;

  const char* path;
  std::uint64_t value;
  std::size_t index;

 private:
  template <typename Value>
  static constexpr std::uint64_t number_of(Value is) {
    if constexpr (std::is_pointer_v<Value>) {
      return reinterpret_cast<std::uintptr_t>(is);
    } else if constexpr (std::is_null_pointer_v<Value>) {
      return 0;
    } else {
      return static_cast<std::uint64_t>(is);
    }
  }
};

// For which callers a breach of a client is raised.
enum class RaisedFor : std::uint8_t {
  kPrograms,    // only of a program that made the call itself
  kAllClients,  // also when the host's Direct3D runtime made it for a user-mode driver
};

// Rules about a handle that names nothing which the call accepts, by what the handle turns out to
// be. Without a rule that fits, the client has its status and no more.
struct HandleRules {
  std::optional<rules::RuleId> otherwise = {};
  std::optional<rules::RuleId> if_gone = {};    // the process had such an object and destroyed it
  std::optional<rules::RuleId> if_global = {};  // it is a global share handle
};

struct ClientBreach {
  std::optional<rules::RuleId> rule() const { return id_at(rule_index); }

  static constexpr std::uint16_t kNone = 0xFFFF;
  static std::uint16_t index_of(std::optional<rules::RuleId> rule) {
    return rule ? static_cast<std::uint16_t>(rule->index()) : kNone;
  }
  static std::optional<rules::RuleId> id_at(std::uint16_t index) {
    if (index == kNone) return std::nullopt;
    return rules::RuleId::at(index);
  }

  std::uint16_t rule_index;
  std::uint16_t if_gone;
  std::uint16_t if_global;
  bool is_handle;  // the object behind the handle decides the rule, when the breach is raised
  RaisedFor raised_for;
  ClientField field;
  const char* why;
};
static_assert(std::is_trivially_default_constructible_v<ClientBreach>,
              "a call does not pay for breaches that it does not have");

// In the call the thread is in the kernel. A user-mode driver that made it runs no longer until it
// returns: if another thread ends the driver's life meanwhile, the kernel finishes the call.
class ClientCall {
 public:
  // The name is a literal. The frame is the entry point's, so that its caller is the client.
  ClientCall(const char* entry, const void* frame)
      : entry_(entry),
        frame_(frame),
        outer_(innermost),
        thread_(self()),
        driver_entry_(thread_.entry) {
    innermost = this;
    thread_.entry = nullptr;
  }
  ~ClientCall() {
    innermost = outer_;
    thread_.entry = driver_entry_;
  }
  ClientCall(const ClientCall&) = delete;
  ClientCall& operator=(const ClientCall&) = delete;

  // The innermost of this thread; null outside of calls.
  static ClientCall* current() { return innermost; }

  // Drops a breach for which there is no room.
  void note(const ClientBreach& breach) {
    if (count_ < breaches_.size()) breaches_[count_++] = breach;
  }
  std::span<const ClientBreach> noted() const { return {breaches_.data(), count_}; }

  const char* entry() const { return entry_; }
  ClientCall* outer() const { return outer_; }
  // The client's frames, without those of the host. Empty when only the host is on the stack.
  rules::Stack stack() const;
  // The host itself made the call, for example its Direct3D runtime.
  bool is_by_host() const;

  // Raises what was noted, each by the rule that it names. No lock is held.
  void raise() const;
  // The same for one breach.
  void raise(const ClientBreach& breach, rules::RuleId rule, const char* why) const;

 private:
  static thread_local constinit ClientCall* innermost;

  const char* const entry_;
  const void* const frame_;
  ClientCall* const outer_;
  Thread& thread_;
  Entry* const driver_entry_;  // the frame of the user-mode driver that made the call, or null
  std::size_t count_ = 0;
  std::array<ClientBreach, 6> breaches_;  // the first `count_` are initialised
};

// Notes a breach of the call that this thread is in.
void note_client_breach(rules::RuleId rule, const ClientField& field, const char* why,
                        RaisedFor raised_for = RaisedFor::kPrograms);
void note_bad_handle(const ClientField& field, const HandleRules& rules);

// Counts that the rule was evaluated, notes the breach if there is one, and returns whether there
// is.
[[nodiscard]] inline bool client_breaks(rules::RuleId rule, bool is_broken,
                                        const ClientField& field, const char* why) {
  rules::evaluated(rule);
  if (is_broken) [[unlikely]]
    note_client_breach(rule, field, why);
  return is_broken;
}

// The same for a handle that must name something.
[[nodiscard]] inline bool names_nothing(bool is_missing, const ClientField& handle,
                                        const HandleRules& rules = {}) {
  rules::evaluated("K-037");
  rules::evaluated("K-039");
  if (rules.otherwise) rules::evaluated(*rules.otherwise);
  if (rules.if_gone) rules::evaluated(*rules.if_gone);
  if (rules.if_global) rules::evaluated(*rules.if_global);
  if (is_missing) [[unlikely]]
    note_bad_handle(handle, rules);
  return is_missing;
}

}  // namespace drydock::nt
