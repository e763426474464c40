// A driver's file, opened to be read before anything of it runs.
#pragma once

#include <gelf.h>
#include <libelf.h>

#include <filesystem>

namespace drydock::nt {

class ElfFile {
 public:
  // Throws LoadError with one sentence when the file cannot be read or is no shared object for this
  // machine.
  explicit ElfFile(const std::filesystem::path& path);
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  Elf* elf() const { return elf_; }

 private:
  void require_driver(const std::string& path) const;
  void require_whole(const GElf_Ehdr& header, const std::string& path) const;

  int fd_;
  Elf* elf_ = nullptr;
};

}  // namespace drydock::nt
