#include "src/nt/elf_imports.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "src/nt/loader.h"

namespace drydock::nt {
namespace {

class File {
 public:
  explicit File(const std::filesystem::path& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) {
      throw LoadError(fmt::format("'{}' cannot be read: {}", path.string(), std::strerror(errno)));
    }
    struct stat about{};
    if (fstat(fd_, &about) != 0 || !S_ISREG(about.st_mode)) {
      close(fd_);
      throw LoadError(fmt::format("'{}' is not a file", path.string()));
    }
    elf_version(EV_CURRENT);
    elf_ = elf_begin(fd_, ELF_C_READ, nullptr);
  }
  ~File() {
    if (elf_ != nullptr) elf_end(elf_);
    close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  Elf* elf() const { return elf_; }

 private:
  int fd_;
  Elf* elf_ = nullptr;
};

void require_driver(const File& file, const std::string& path) {
  if (file.elf() == nullptr || elf_kind(file.elf()) != ELF_K_ELF) {
    throw LoadError(fmt::format("'{}' is not an ELF file", path));
  }
  GElf_Ehdr header;
  if (gelf_getehdr(file.elf(), &header) == nullptr) {
    throw LoadError(fmt::format("'{}' is a damaged ELF file", path));
  }
  if (header.e_machine != EM_X86_64 || header.e_ident[EI_CLASS] != ELFCLASS64) {
    throw LoadError(fmt::format("'{}' is for another machine; drivers are for x86-64", path));
  }
  if (header.e_type != ET_DYN) {
    throw LoadError(
        fmt::format("'{}' is not a shared object; drydock cc without -c makes one", path));
  }
}

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
    dlerror();  // a symbol may be null: only the error tells
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
  const File file(path);
  require_driver(file, path.string());
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
