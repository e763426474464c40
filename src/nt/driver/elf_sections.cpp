#include "src/nt/driver/elf_sections.h"

#include <cxxabi.h>
#include <gelf.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "src/nt/driver/elf_file.h"

namespace drydock::nt {
namespace {

// True for the code of a template, a constructor or a destructor, which the compiler may generate
// without the author's asking.
bool is_compilers_to_place(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  if (status != 0) return false;  // a function of C
  std::string_view text(name.get());
  if (text.find('<') != text.npos || text.find('~') != text.npos) return true;
  text = text.substr(0, text.find('('));
  const std::size_t last = text.rfind("::");
  if (last == text.npos) return false;
  const std::string_view scope = text.substr(0, last), function = text.substr(last + 2);
  return scope == function || scope.ends_with("::" + std::string(function));
}

void add_functions(Elf* elf, Elf_Scn* table, const GElf_Shdr& header,
                   std::vector<ElfSection>& sections) {
  Elf_Data* const data = elf_getdata(table, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const int count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 1; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, i, &symbol) == nullptr) break;
    if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0) continue;
    const auto section = std::ranges::find_if(sections, [&](const ElfSection& each) {
      return symbol.st_value >= each.range.begin && symbol.st_value < each.range.end;
    });
    const char* const name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (section == sections.end() || name == nullptr || is_compilers_to_place(name)) continue;
    section->functions.push_back({symbol.st_value, symbol.st_value + symbol.st_size});
  }
}

}  // namespace

std::vector<ElfSection> read_sections(const std::filesystem::path& path) {
  const ElfFile file(path);
  std::size_t names = 0;
  if (elf_getshdrstrndx(file.elf(), &names) != 0) return {};
  std::vector<ElfSection> out;
  Elf_Scn* symbols = nullptr;
  GElf_Shdr header{}, symbols_header{};
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(file.elf(), section)) != nullptr;) {
    if (gelf_getshdr(section, &header) == nullptr) continue;
    if (header.sh_type == SHT_SYMTAB) {
      symbols = section;
      symbols_header = header;
    }
    const char* const text = elf_strptr(file.elf(), names, header.sh_name);
    const std::string_view name = text == nullptr ? "" : text;
    if ((header.sh_flags & SHF_EXECINSTR) == 0 || !(name.starts_with("PAGE") || name == "INIT"))
      continue;
    out.push_back({std::string(name), {header.sh_addr, header.sh_addr + header.sh_size}, {}});
  }
  if (symbols != nullptr) add_functions(file.elf(), symbols, symbols_header, out);
  for (ElfSection& section : out) std::ranges::sort(section.functions, {}, &CodeRange::begin);
  return out;
}

}  // namespace drydock::nt
