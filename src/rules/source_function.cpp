#include "src/rules/source_function.h"

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <vector>

#include "src/rules/declared.h"

namespace drydock::rules {
namespace {

struct EndDwarf {
  void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
};

struct Unit {
  Dwarf_Die die;
  std::vector<Frame>& functions;
};

// Takes the functions of a unit: dwarf_getfuncs() calls it for each.
int take_function(Dwarf_Die* die, void* into) {
  auto& unit = *static_cast<Unit*>(into);
  const char* const name = dwarf_diename(die);
  const Declared where = declared(die, &unit.die);
  Dwarf_Addr entry = 0;
  const bool has_code = dwarf_entrypc(die, &entry) == 0;
  if (has_code && name != nullptr && where.file != nullptr)
    unit.functions.push_back({.function = name,
                              .file = where.file,
                              .line = where.line,
                              .module = {},
                              .function_line = where.line});
  return DWARF_CB_OK;
}

std::vector<Frame> functions_of(Dwarf* dwarf) {
  std::vector<Frame> out;
  Unit unit{{}, out};
  Dwarf_CU* at = nullptr;
  while (dwarf_get_units(dwarf, at, &at, nullptr, nullptr, &unit.die, nullptr) == 0) {
    if (dwarf_tag(&unit.die) == DW_TAG_compile_unit)
      dwarf_getfuncs(&unit.die, take_function, &unit, 0);
  }
  return out;
}

}  // namespace

std::optional<Frame> source_function(const std::string& file, std::span<const std::string> names) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  std::vector<Frame> functions;
  {
    const std::unique_ptr<Dwarf, EndDwarf> dwarf(dwarf_begin(descriptor, DWARF_C_READ));
    if (dwarf != nullptr) functions = functions_of(dwarf.get());
  }
  close(descriptor);
  for (const std::string& name : names) {
    for (Frame& frame : functions) {
      if (!frame.function.ends_with(name)) continue;
      frame.module = std::filesystem::path(file).filename();
      return frame;
    }
  }
  return std::nullopt;
}

}  // namespace drydock::rules
