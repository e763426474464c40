// Sections of a loaded driver that are paged out or discarded on Windows.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "src/nt/driver/elf_sections.h"

namespace drydock::nt {

class ImageSection {
 public:
  ImageSection(const ElfSection& section, std::uintptr_t base);

  bool is_pageable() const { return is_pageable_; }
  bool holds(const void* address) const;
  // The address is in a function that may be paged out now.
  bool is_paged(const void* pc) const;

  void* start() const { return reinterpret_cast<void*>(range_.begin); }
  void lock() { locks_.fetch_add(1, std::memory_order_relaxed); }
  void unlock();

  // Discards the section. A later call into it meets an illegal instruction.
  void discard();
  bool is_discarded() const { return is_discarded_.load(std::memory_order_relaxed); }

 private:
  const bool is_pageable_;
  const CodeRange range_;
  std::vector<CodeRange> functions_;
  std::atomic<int> locks_ = 0;
  std::atomic<bool> is_discarded_ = false;
};

class ImageSections {
 public:
  // `base` is where the file's address 0 lies.
  ImageSections(const std::vector<ElfSection>& sections, std::uintptr_t base);

  // Null for an address outside of all.
  ImageSection* find(const void* address) const;
  // DriverEntry is over.
  void discard_initialization();

 private:
  std::vector<std::unique_ptr<ImageSection>> all_;
};

// The section of whichever driver lies at the address. Takes no lock.
ImageSection* section_at(const void* address);

}  // namespace drydock::nt
