#include "src/win32/system/environment.h"

#include <map>

#include "src/nt/base/fault_point.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"
#include "src/win32/base/win32.h"

namespace drydock::win32 {
namespace {

constexpr std::u16string_view kCurrentFolder = u"C:\\Windows\\System32";
constexpr std::u16string_view kWindowsFolder = u"C:\\Windows";
constexpr std::u16string_view kTemporaryFolder = u"C:\\Windows\\Temp\\";
constexpr std::u16string_view kComputerName = u"DRYDOCK";

struct Environment {
  sim::Lock mutex;
  std::map<std::u16string, std::u16string, nt::NameLess> variables DRYDOCK_GUARDED_BY(mutex) = {
      {u"COMPUTERNAME", std::u16string(kComputerName)},
      {u"OS", u"Windows_NT"},
      {u"PATH", u"C:\\Windows\\System32;C:\\Windows"},
      {u"SystemDrive", u"C:"},
      {u"SystemRoot", std::u16string(kWindowsFolder)},
      {u"TEMP", u"C:\\Windows\\Temp"},
      {u"TMP", u"C:\\Windows\\Temp"},
      {u"windir", std::u16string(kWindowsFolder)}};
};

Environment& environment() {
  static sim::NeverDestroyed<Environment> instance;
  return *instance;
}

template <typename Char>
ULONG answer_variable(const Char* name, Char* buffer, ULONG room) {
  const std::optional<std::u16string> value = environment_variable(wide_text(name));
  if (!value) return static_cast<ULONG>(fail_call(error::kVariableNotFound));
  SetLastError(error::kSuccess);
  return answer_text(*value, buffer, room);
}

// A call without a value removes the variable.
template <typename Char>
LOGICAL set_variable(const Char* name, const Char* value) {
  const std::u16string wide_name = wide_text(name);
  const std::u16string wide_value = wide_text(value);
  if (wide_name.empty() || wide_name.find(u'=') != wide_name.npos)
    return fail_call(error::kInvalidParameter);
  if (nt::fails_here(sim::FaultKind::kObject)) return fail_call(error::kNotEnoughMemory);
  Environment& all = environment();
  const sim::Hold hold(all.mutex);
  if (value != nullptr) {
    all.variables.insert_or_assign(wide_name, wide_value);
    return TRUE;
  }
  return all.variables.erase(wide_name) != 0 ? TRUE : fail_call(error::kVariableNotFound);
}

// The size counts the null when it is too small, and not when it was enough.
template <typename Char>
LOGICAL answer_computer_name(Char* buffer, ULONG* room) {
  if (room == nullptr) return fail_call(error::kInvalidParameter);
  const ULONG answer = answer_text(kComputerName, buffer, *room);
  const bool fits = answer <= kComputerName.size();
  *room = answer;
  return fits ? TRUE : fail_call(error::kBufferOverflow);
}

}  // namespace

std::optional<std::u16string> environment_variable(std::u16string_view name) {
  Environment& all = environment();
  const sim::Hold hold(all.mutex);
  const auto at = all.variables.find(name);
  if (at == all.variables.end()) return std::nullopt;
  return at->second;
}

std::u16string expand_environment(std::u16string_view text) {
  std::u16string out;
  while (!text.empty()) {
    const std::size_t begin = text.find(u'%');
    const std::size_t end = begin == text.npos ? text.npos : text.find(u'%', begin + 1);
    if (end == text.npos) break;
    const auto value = environment_variable(text.substr(begin + 1, end - begin - 1));
    out += text.substr(0, begin);
    // If there is no such variable, the second sign may begin another name.
    out += value ? std::u16string_view(*value) : text.substr(begin, end - begin);
    text.remove_prefix(value ? end + 1 : end);
  }
  return out += text;
}

}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

ULONG GetEnvironmentVariableA(const char* lpName, char* lpBuffer, ULONG nSize) {
  return answer_variable(lpName, lpBuffer, nSize);
}
ULONG GetEnvironmentVariableW(const char16_t* lpName, char16_t* lpBuffer, ULONG nSize) {
  return answer_variable(lpName, lpBuffer, nSize);
}
LOGICAL SetEnvironmentVariableA(const char* lpName, const char* lpValue) {
  return set_variable(lpName, lpValue);
}
LOGICAL SetEnvironmentVariableW(const char16_t* lpName, const char16_t* lpValue) {
  return set_variable(lpName, lpValue);
}

LOGICAL GetComputerNameA(char* lpBuffer, ULONG* nSize) {
  return answer_computer_name(lpBuffer, nSize);
}
LOGICAL GetComputerNameW(char16_t* lpBuffer, ULONG* nSize) {
  return answer_computer_name(lpBuffer, nSize);
}

ULONG GetTempPathA(ULONG nBufferLength, char* lpBuffer) {
  return answer_text(kTemporaryFolder, lpBuffer, nBufferLength);
}
ULONG GetTempPathW(ULONG nBufferLength, char16_t* lpBuffer) {
  return answer_text(kTemporaryFolder, lpBuffer, nBufferLength);
}
ULONG GetCurrentDirectoryA(ULONG nBufferLength, char* lpBuffer) {
  return answer_text(kCurrentFolder, lpBuffer, nBufferLength);
}
ULONG GetCurrentDirectoryW(ULONG nBufferLength, char16_t* lpBuffer) {
  return answer_text(kCurrentFolder, lpBuffer, nBufferLength);
}
UINT GetSystemDirectoryA(char* lpBuffer, UINT uSize) {
  return answer_text(kCurrentFolder, lpBuffer, uSize);
}
UINT GetSystemDirectoryW(char16_t* lpBuffer, UINT uSize) {
  return answer_text(kCurrentFolder, lpBuffer, uSize);
}
UINT GetWindowsDirectoryA(char* lpBuffer, UINT uSize) {
  return answer_text(kWindowsFolder, lpBuffer, uSize);
}
UINT GetWindowsDirectoryW(char16_t* lpBuffer, UINT uSize) {
  return answer_text(kWindowsFolder, lpBuffer, uSize);
}

}  // extern "C"
