#include "src/verify/base/kind.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/nt/driver/elf_imports.h"
#include "src/nt/driver/sanitizers.h"
#include "src/nt/life/loader.h"

namespace drydock::verify {
namespace {

bool imports_any(const nt::ElfImports& elf, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view name) {
    return std::ranges::find(elf.undefined, name) != elf.undefined.end();
  });
}

// Recognises a kind by functions that every driver of the kind imports or exports.
std::optional<DriverKind> kind_of(const nt::ElfImports& elf) {
  if (imports_any(elf, {"DxgkInitialize", "DxgkInitializeDisplayOnlyDriver"}))
    return DriverKind::kMiniport;
  if (imports_any(elf,
                  {"KsInitializeDriver", "KsAddDevice", "KsCreateDevice", "KsInitializeDevice"}))
    return DriverKind::kMinidriver;
  for (const char* name : {"OpenAdapter", "OpenAdapter10", "OpenAdapter10_2", "OpenAdapter12"}) {
    if (elf.defines(name)) return DriverKind::kUserMode;
  }
  return std::nullopt;
}

struct Name {
  const char* article;
  const char* noun;
};

Name name_of(DriverKind kind) {
  switch (kind) {
    case DriverKind::kMiniport:
      return {"a", "display miniport"};
    case DriverKind::kUserMode:
      return {"a", "user-mode display driver"};
    case DriverKind::kMinidriver:
      return {"an", "AVStream minidriver"};
  }
  return {};
}

const char* missing_in(DriverKind kind) {
  switch (kind) {
    case DriverKind::kMiniport:
      return "it does not call DxgkInitialize";
    case DriverKind::kUserMode:
      return "it exports no OpenAdapter";
    case DriverKind::kMinidriver:
      return "it does not call KsInitializeDriver";
  }
  return "";
}

}  // namespace

void require_kind(const std::filesystem::path& driver, DriverKind kind) {
  const nt::ElfImports elf = nt::read_elf(driver);
  const auto found = kind_of(elf);
  if (found == kind) {
    const std::vector<std::string> missing = nt::unresolved(elf);
    if (missing.empty()) return;
    throw nt::LoadError(nt::why_not_loadable(driver.string(), elf, missing));
  }
  const std::string is_no = fmt::format("'{}' is no {}", driver.string(), name_of(kind).noun);
  if (!found) throw nt::LoadError(fmt::format("{}: {}", is_no, missing_in(kind)));
  const Name other = name_of(*found);
  throw nt::LoadError(fmt::format("{}, but {} {}", is_no, other.article, other.noun));
}

}  // namespace drydock::verify
