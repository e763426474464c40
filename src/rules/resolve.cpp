#include <cxxabi.h>
#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <ranges>
#include <unordered_map>
#include <utility>

#include "src/rules/data_name.h"
#include "src/rules/declared.h"
#include "src/rules/stack.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::rules {
namespace {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

struct EndDwfl {
  void operator()(Dwfl* session) const { dwfl_end(session); }
};

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// A driver that was loaded from memory has the name of the file that the memory was copied from.
std::string display_name(const std::string& path) {
  constexpr std::string_view kInMemory = "/memfd:";
  std::error_code error;
  const std::string target = std::filesystem::read_symlink(path, error).string();
  if (!target.starts_with(kInMemory)) return file_name(path);
  return target.substr(kInMemory.size(), target.rfind(" (deleted)") - kInMemory.size());
}

std::string text_or_empty(const char* text) { return text == nullptr ? "" : text; }

std::string demangled(const char* name) {
  if (name == nullptr) return {};
  int status = 0;
  const std::unique_ptr<char, Free> plain(abi::__cxa_demangle(name, nullptr, nullptr, &status));
  return status == 0 ? plain.get() : name;
}

std::string function_name(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  for (const unsigned kind : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name}) {
    if (dwarf_attr_integrate(die, kind, &attribute) == nullptr) continue;
    if (const char* name = dwarf_formstring(&attribute)) return demangled(name);
  }
  return {};
}

// The line where a function begins; 0 when that is in another file.
int line_of_function(Dwarf_Die* function, Dwarf_Die* unit, const std::string& file) {
  const Declared where = declared(function, unit);
  return where.file != nullptr && file == where.file ? where.line : 0;
}

// Writes into `frame` where an inlined function was called.
void locate_call(Dwarf_Die* inlined, Dwarf_Die* unit, Frame& frame) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &number) == 0) {
    frame.line = static_cast<int>(number);
  }
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &number) != 0) return;
  if (dwarf_getsrcfiles(unit, &files, &count) != 0 || number >= count) return;
  frame.file = text_or_empty(dwarf_filesrc(files, number, nullptr, nullptr));
}

bool may_hold_functions(int tag) {
  return tag == DW_TAG_namespace || tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
         tag == DW_TAG_union_type;
}

bool is_code(int tag) {
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine ||
         tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

// Appends the functions below `die` that enclose an address, outermost first. Unlike
// dwarf_getscopes this looks into namespaces, where clang has its functions.
bool find_functions(Dwarf_Die* die, Dwarf_Addr address, std::vector<Dwarf_Die>& functions) {
  Dwarf_Die child;
  if (dwarf_child(die, &child) != 0) return false;
  do {
    const int tag = dwarf_tag(&child);
    if (is_code(tag) && dwarf_haspc(&child, address) == 1) {
      const bool is_function = tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
      if (is_function) functions.push_back(child);
      return find_functions(&child, address, functions) || is_function;
    }
    if (may_hold_functions(tag) && find_functions(&child, address, functions)) return true;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

// A module as the dynamic linker knows it, with the identity of its file, because another file may
// replace it later.
struct Loaded {
  std::string path;
  GElf_Addr bias = 0;
  bool file_exists = false;
  dev_t device = 0;
  ino_t inode = 0;
  std::int64_t written = 0;

  bool is_still(const Loaded& before) const {
    if (path != before.path || bias != before.bias) return false;
    if (!file_exists) return true;
    return device == before.device && inode == before.inode && written == before.written;
  }
};

// The debug information of one module.
class Module {
 public:
  explicit Module(Loaded loaded)
      : loaded_(std::move(loaded)),
        name_(display_name(loaded_.path)),
        dwfl_(dwfl_begin(&kCallbacks)) {
    if (dwfl_ == nullptr) return;
    dwfl_report_begin(dwfl_.get());
    const char* const path = loaded_.path.c_str();
    module_ = dwfl_report_elf(dwfl_.get(), path, path, -1, loaded_.bias, true);
    if (dwfl_report_end(dwfl_.get(), nullptr, nullptr) != 0) module_ = nullptr;
    if (module_ != nullptr) {
      dwfl_module_info(module_, nullptr, &begin_, &end_, nullptr, nullptr, nullptr, nullptr);
    }
  }

  const Loaded& loaded() const { return loaded_; }
  bool holds(Dwarf_Addr address) const { return address >= begin_ && address < end_; }

  // The frames at an address, inlined ones first.
  std::vector<Frame> at(Dwarf_Addr address) {
    if (!units_) units_ = all_units();
    Frame frame;
    frame.module = name_;
    std::vector<Frame> frames;
    const auto unit = std::ranges::find_if(*units_, [&](const UnitRange& range) {
      return address >= range.begin && address < range.end;
    });
    if (unit != units_->end()) frames = unfold(*unit, address, frame);
    if (frames.empty()) {
      frame.function = demangled(dwfl_module_addrname(module_, address));
      frames.push_back(std::move(frame));
    }
    return frames;
  }

  DataName data_at(Dwarf_Addr address) {
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char* const name =
        dwfl_module_addrinfo(module_, address, &offset, &symbol, nullptr, nullptr, nullptr);
    if (name == nullptr) return {};
    return {demangled(name), offset};
  }

 private:
  // A range of code of a compilation unit.
  struct UnitRange {
    Dwarf_Addr begin;
    Dwarf_Addr end;
    Dwarf_Addr bias;
    Dwarf_Die unit;
  };

  // libdw finds units through .debug_aranges only, which clang does not write.
  std::vector<UnitRange> all_units() {
    std::vector<UnitRange> units;
    Dwarf_Die* unit = nullptr;
    Dwarf_Addr bias = 0;
    while ((unit = dwfl_module_nextcu(module_, unit, &bias)) != nullptr) {
      Dwarf_Addr base = 0;
      Dwarf_Addr begin = 0;
      Dwarf_Addr end = 0;
      ptrdiff_t next = 0;
      while ((next = dwarf_ranges(unit, next, &base, &begin, &end)) > 0) {
        units.push_back({begin + bias, end + bias, bias, *unit});
      }
    }
    return units;
  }

  // Empty when the debug information knows no function there, but then `frame` may know the line.
  static std::vector<Frame> unfold(UnitRange& range, Dwarf_Addr address, Frame& frame) {
    const Dwarf_Addr place = address - range.bias;
    if (Dwarf_Line* line = dwarf_getsrc_die(&range.unit, place)) {
      dwarf_lineno(line, &frame.line);
      frame.file = text_or_empty(dwarf_linesrc(line, nullptr, nullptr));
    }
    std::vector<Dwarf_Die> functions;
    find_functions(&range.unit, place, functions);
    std::vector<Frame> frames;
    Frame outer = frame;
    for (Dwarf_Die& function : functions | std::views::reverse) {
      outer.function = function_name(&function);
      outer.function_line = line_of_function(&function, &range.unit, outer.file);
      frames.push_back(outer);
      locate_call(&function, &range.unit, outer);
    }
    return frames;
  }

  static int find_nothing(Dwfl_Module*, void**, const char*, Dwarf_Addr, char**, Elf**) {
    return -1;
  }

  static constexpr Dwfl_Callbacks kCallbacks = {
      .find_elf = &find_nothing,
      .find_debuginfo = dwfl_standard_find_debuginfo,
      .section_address = dwfl_offline_section_address,
      .debuginfo_path = nullptr,
  };

  Loaded loaded_;
  std::string name_;
  std::unique_ptr<Dwfl, EndDwfl> dwfl_;
  Dwfl_Module* module_ = nullptr;
  std::optional<std::vector<UnitRange>> units_;
  Dwarf_Addr begin_ = 0;
  Dwarf_Addr end_ = 0;
};

// All modules of the process. Not thread-safe.
class Session {
 public:
  // Adds modules that were loaded and removes those that were unloaded. A module whose file was
  // deleted stays known while it is loaded.
  void refresh() {
    unsigned long long changes = 0;
    dl_iterate_phdr(count_changes, &changes);
    if (changes == changes_) return;
    changes_ = changes;
    known_.clear();
    std::vector<Loaded> now;
    dl_iterate_phdr(collect, &now);
    std::vector<std::unique_ptr<Module>> before = std::exchange(modules_, {});
    for (Loaded& loaded : now) {
      identify(loaded);
      const auto same = std::ranges::find_if(before, [&](const std::unique_ptr<Module>& module) {
        return module != nullptr && loaded.is_still(module->loaded());
      });
      modules_.push_back(same != before.end() ? std::move(*same)
                                              : std::make_unique<Module>(std::move(loaded)));
    }
  }

  const std::vector<Frame>& at(const void* pc) {
    const auto [entry, is_new] = known_.try_emplace(pc);
    if (is_new) entry->second = look_up(reinterpret_cast<Dwarf_Addr>(pc) - 1);
    return entry->second;
  }

  DataName data_at(const void* address) {
    const auto place = reinterpret_cast<Dwarf_Addr>(address);
    for (const std::unique_ptr<Module>& module : modules_) {
      if (module->holds(place)) return module->data_at(place);
    }
    return {};
  }

 private:
  static int count_changes(dl_phdr_info* info, std::size_t, void* into) {
    *static_cast<unsigned long long*>(into) = info->dlpi_adds + info->dlpi_subs;
    return 1;
  }

  // Runs under the lock of the dynamic linker, so it only collects.
  static int collect(dl_phdr_info* info, std::size_t, void* into) {
    auto& all = *static_cast<std::vector<Loaded>*>(into);
    all.push_back({.path = copy_of(info->dlpi_name), .bias = info->dlpi_addr});
    return 0;
  }

  // The thread sanitizer does not see the linker's lock, and would take a later dlclose, which
  // frees the name, for a race with a reader that it can see.
  __attribute__((no_sanitize("thread"))) static std::string copy_of(const char* name) {
    std::string copy;
    for (; *name != 0; ++name) copy.push_back(*name);
    return copy;
  }

  // The program comes first, without a name.
  static void identify(Loaded& loaded) {
    if (loaded.path.empty()) {
      std::error_code error;
      loaded.path = std::filesystem::read_symlink("/proc/self/exe", error).string();
    }
    struct stat file;
    if (stat(loaded.path.c_str(), &file) != 0) return;
    loaded.file_exists = true;
    loaded.device = file.st_dev;
    loaded.inode = file.st_ino;
    loaded.written = std::int64_t{file.st_mtim.tv_sec} * 1'000'000'000 + file.st_mtim.tv_nsec;
  }

  std::vector<Frame> look_up(Dwarf_Addr address) {
    for (const std::unique_ptr<Module>& module : modules_) {
      if (module->holds(address)) return module->at(address);
    }
    Frame frame;
    Dl_info info;
    if (dladdr(reinterpret_cast<const void*>(address), &info) != 0) {
      frame.module = file_name(text_or_empty(info.dli_fname));
      frame.function = demangled(info.dli_sname);
    }
    return {frame};
  }

  unsigned long long changes_ = 0;
  std::vector<std::unique_ptr<Module>> modules_;
  std::unordered_map<const void*, std::vector<Frame>> known_;
};

struct Shared {
  sim::Lock lock;
  Session session DRYDOCK_GUARDED_BY(lock);
};

Shared& shared() {
  static sim::NeverDestroyed<Shared> instance;
  return *instance;
}

}  // namespace

std::vector<Frame> resolve(const Stack& stack) {
  Shared& all = shared();
  const sim::Hold hold(all.lock);
  all.session.refresh();
  std::vector<Frame> frames;
  for (std::uint32_t i = 0; i < stack.depth; ++i) {
    const std::vector<Frame>& here = all.session.at(stack.pcs[i]);
    frames.insert(frames.end(), here.begin(), here.end());
  }
  return frames;
}

DataName name_of_data(const void* address) {
  Shared& all = shared();
  const sim::Hold hold(all.lock);
  all.session.refresh();
  return all.session.data_at(address);
}

void remember_modules() {
  Shared& all = shared();
  const sim::Hold hold(all.lock);
  all.session.refresh();
}

bool is_host(const Frame& frame) {
  static const std::string host = [] {
    Dl_info info;
    const auto* here = reinterpret_cast<const void*>(&remember_modules);
    return dladdr(here, &info) != 0 ? file_name(text_or_empty(info.dli_fname)) : std::string();
  }();
  return !host.empty() && frame.module == host;
}

bool is_of_system(const Frame& frame) {
  const std::string_view module = frame.module;
  for (const std::string_view beginning : {"ld-linux", "linux-vdso", "libclang_rt."}) {
    if (module.starts_with(beginning)) return true;
  }
  // Those of the system have a version in their names, and drivers have none.
  const std::size_t at = module.find(".so.");
  return module.starts_with("lib") && at != module.npos && at + 4 < module.size() &&
         std::isdigit(static_cast<unsigned char>(module[at + 4])) != 0;
}

std::string to_text(const Frame& frame) {
  const std::string function = frame.function.empty() ? "unknown function" : frame.function;
  if (!frame.file.empty()) return fmt::format("{} ({}:{})", function, frame.file, frame.line);
  if (!frame.module.empty()) return fmt::format("{} ({})", function, frame.module);
  return function;
}

}  // namespace drydock::rules
