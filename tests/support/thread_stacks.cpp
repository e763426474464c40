#include "tests/support/thread_stacks.h"

#include <cxxabi.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

namespace drydock::testing {
namespace {

namespace fs = std::filesystem;

constexpr int kFrames = 48;  // frames of a thread

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
struct EndSession {
  void operator()(Dwfl* session) const { dwfl_end(session); }
};
using Session = std::unique_ptr<Dwfl, EndSession>;

struct Report {
  pid_t process;
  std::string text;
  int frames = 0;
};

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, Free> plain(abi::__cxa_demangle(name, nullptr, nullptr, &status));
  return status == 0 ? plain.get() : name;
}

// The unit of the program whose code is at an address. clang writes no table of addresses, so all
// units are asked.
Dwarf_Die* unit_at(Dwfl_Module* module, Dwarf_Addr pc, Dwarf_Addr& bias) {
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;) {
    if (dwarf_haspc(unit, pc - bias) == 1) return unit;
  }
  return nullptr;
}

// " (file:line)"; empty if it is not known.
std::string line_at(Dwfl_Module* module, Dwarf_Addr pc) {
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = unit_at(module, pc, bias);
  if (unit == nullptr) return {};
  Dwarf_Line* const place = dwarf_getsrc_die(unit, pc - bias);
  const char* const file = dwarf_linesrc(place, nullptr, nullptr);
  int line = 0;
  if (file == nullptr || dwarf_lineno(place, &line) != 0) return {};
  return fmt::format(" ({}:{})", fs::path(file).filename().string(), line);
}

// "function (file:line)", or the part of it that is known.
std::string frame_at(Dwfl* session, Dwarf_Addr pc) {
  Dwfl_Module* const module = dwfl_addrmodule(session, pc);
  if (module == nullptr) return fmt::format("{:#x}", pc);
  const char* const name = dwfl_module_addrname(module, pc);
  const std::string function = name == nullptr ? fmt::format("{:#x}", pc) : demangled(name);
  const std::string line = line_at(module, pc);
  if (!line.empty()) return function + line;
  const char* const object =
      dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  if (object == nullptr) return function;
  return function + " in " + fs::path(object).filename().string();
}

int add_frame(Dwfl_Frame* frame, void* argument) {
  auto& report = *static_cast<Report*>(argument);
  Dwarf_Addr pc = 0;
  bool is_interrupted = false;  // then the address is an instruction's, not a return address
  if (!dwfl_frame_pc(frame, &pc, &is_interrupted) || report.frames == kFrames)
    return DWARF_CB_ABORT;
  Dwfl* const session = dwfl_thread_dwfl(dwfl_frame_thread(frame));
  report.text +=
      fmt::format("  #{} {}\n", report.frames++, frame_at(session, is_interrupted ? pc : pc - 1));
  return DWARF_CB_OK;
}

int add_thread(Dwfl_Thread* thread, void* argument) {
  auto& report = *static_cast<Report*>(argument);
  const pid_t id = dwfl_thread_tid(thread);
  std::ifstream named(fmt::format("/proc/{}/task/{}/comm", report.process, id));
  std::string name;
  std::getline(named, name);
  report.text += fmt::format("process {}, thread {} ({})\n", report.process, id, name);
  report.frames = 0;
  if (dwfl_thread_getframes(thread, add_frame, argument) < 0 && report.frames == 0)
    report.text += fmt::format("  no stack: {}\n", dwfl_errmsg(-1));
  return DWARF_CB_OK;
}

std::string why_not(pid_t process, const std::string& reason) {
  return fmt::format("process {}: its threads cannot be read: {}\n", process, reason);
}

}  // namespace

std::string stacks_of(pid_t process) {
  char* path = nullptr;  // the path of debug information: the usual one
  const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                    .find_debuginfo = dwfl_standard_find_debuginfo,
                                    .section_address = nullptr,
                                    .debuginfo_path = &path};
  const Session session(dwfl_begin(&callbacks));
  if (session == nullptr) return why_not(process, dwfl_errmsg(-1));
  if (const int error = dwfl_linux_proc_report(session.get(), process); error != 0)
    return why_not(process, error < 0 ? dwfl_errmsg(-1) : std::strerror(error));
  dwfl_report_end(session.get(), nullptr, nullptr);
  if (const int error = dwfl_linux_proc_attach(session.get(), process, false); error != 0)
    return why_not(process, error < 0 ? dwfl_errmsg(-1) : std::strerror(error));
  Report report{.process = process, .text = {}};
  if (dwfl_getthreads(session.get(), add_thread, &report) != 0)
    report.text += why_not(process, dwfl_errmsg(-1));
  return report.text;
}

std::vector<pid_t> family_of(pid_t process) {
  std::vector<pid_t> family = {process};
  for (std::size_t i = 0; i < family.size(); ++i) {
    std::error_code gone;
    for (const auto& thread :
         fs::directory_iterator(fmt::format("/proc/{}/task", family[i]), gone)) {
      std::ifstream children(thread.path() / "children");
      family.insert(family.end(), std::istream_iterator<pid_t>(children), {});
    }
  }
  return family;
}

bool is_traced(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  for (std::string word; status >> word;) {
    pid_t tracer = 0;
    if (word == "TracerPid:" && status >> tracer) return tracer != 0;
  }
  return false;
}

}  // namespace drydock::testing
