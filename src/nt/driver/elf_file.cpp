#include "src/nt/driver/elf_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "src/nt/driver/load_error.h"

namespace drydock::nt {

ElfFile::ElfFile(const std::filesystem::path& path)
    // A pipe would wait for a writer, and a device may do what it likes when it is opened.
    : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
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

// The headers of sections come last in a file, so that one that was cut lacks them.
void ElfFile::require_whole(const GElf_Ehdr& header, const std::string& path) const {
  std::size_t size = 0;
  if (elf_rawfile(elf_, &size) == nullptr) size = 0;
  std::uint64_t needed = header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize;
  std::size_t segments = 0;
  if (elf_getphdrnum(elf_, &segments) != 0) segments = 0;
  for (std::size_t i = 0; i < segments; ++i) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf_, static_cast<int>(i), &segment) == nullptr) continue;
    needed = std::max(needed, segment.p_offset + segment.p_filesz);
  }
  if (needed > size)
    throw LoadError(
        fmt::format("'{}' is cut short: it has {} bytes of at least {}", path, size, needed));
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
  require_whole(header, path);
}

}  // namespace drydock::nt
