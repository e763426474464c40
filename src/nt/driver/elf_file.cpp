#include "src/nt/driver/elf_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "src/nt/driver/load_error.h"

namespace drydock::nt {

ElfFile::ElfFile(const std::filesystem::path& path)
    : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
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
  try {
    require_driver(path.string());
  } catch (...) {
    elf_end(elf_);
    close(fd_);
    throw;
  }
}

ElfFile::~ElfFile() {
  elf_end(elf_);
  close(fd_);
}

void ElfFile::require_driver(const std::string& path) const {
  if (elf_ == nullptr || elf_kind(elf_) != ELF_K_ELF) {
    throw LoadError(fmt::format("'{}' is not an ELF file", path));
  }
  GElf_Ehdr header;
  if (gelf_getehdr(elf_, &header) == nullptr) {
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

}  // namespace drydock::nt
