#include "src/nt/driver/elf_imports.h"

#include <dlfcn.h>
#include <gelf.h>

#include <algorithm>
#include <utility>

#include "src/nt/driver/elf_file.h"

namespace drydock::nt {
namespace {

void read_symbols(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ElfImports& out) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const int count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 1; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, i, &symbol) == nullptr) break;
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name == nullptr || *name == '\0') continue;
    if (symbol.st_shndx != SHN_UNDEF) {
      out.defined.emplace_back(name);
    } else if (GELF_ST_BIND(symbol.st_info) != STB_WEAK) {
      out.undefined.emplace_back(name);
    }
  }
}

void read_needed(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ElfImports& out) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const int count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 0; i < count; ++i) {
    GElf_Dyn entry;
    if (gelf_getdyn(data, i, &entry) == nullptr || entry.d_tag == DT_NULL) break;
    if (entry.d_tag != DT_NEEDED) continue;
    if (const char* name = elf_strptr(elf, header.sh_link, entry.d_un.d_val))
      out.needed.emplace_back(name);
  }
}

// The libraries that the loader will bring in with the file, opened for as long as names are looked
// up.
class Libraries {
 public:
  explicit Libraries(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (void* library = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL)) open_.push_back(library);
    }
  }
  ~Libraries() {
    for (void* library : open_) dlclose(library);
  }
  Libraries(const Libraries&) = delete;
  Libraries& operator=(const Libraries&) = delete;

  bool have(const std::string& name) const {
    return std::ranges::any_of(open_, [&](void* library) { return offers(library, name); });
  }
  static bool offers(void* library, const std::string& name) {
    dlerror();  // a symbol may be null, so only dlerror() shows a failure
    dlsym(library, name.c_str());
    return dlerror() == nullptr;
  }

 private:
  std::vector<void*> open_;
};

}  // namespace

bool ElfImports::defines(std::string_view name) const {
  return std::ranges::find(defined, name) != defined.end();
}

ElfImports read_elf(const std::filesystem::path& path) {
  const ElfFile file(path);
  ElfImports out;
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(file.elf(), section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    if (header.sh_type == SHT_DYNSYM) read_symbols(file.elf(), section, header, out);
    if (header.sh_type == SHT_DYNAMIC) read_needed(file.elf(), section, header, out);
  }
  return out;
}

std::vector<std::string> unresolved(const ElfImports& imports) {
  const Libraries libraries(imports.needed);
  std::vector<std::string> out;
  for (const std::string& name : imports.undefined) {
    if (!Libraries::offers(RTLD_DEFAULT, name) && !libraries.have(name)) out.push_back(name);
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace drydock::nt
