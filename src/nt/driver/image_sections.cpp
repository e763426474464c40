#include "src/nt/driver/image_sections.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "src/rules/evaluated.h"

namespace drydock::nt {
namespace {

constexpr std::array<unsigned char, 2> kIllegal = {0x0F, 0x0B};  // ud2

bool is_within(const CodeRange& range, std::uintptr_t address) {
  return address >= range.begin && address < range.end;
}

}  // namespace

ImageSection::ImageSection(const ElfSection& section, std::uintptr_t base)
    : is_pageable_(section.is_pageable()),
      range_{section.range.begin + base, section.range.end + base} {
  for (const CodeRange& function : section.functions)
    functions_.push_back({function.begin + base, function.end + base});
}

bool ImageSection::holds(const void* address) const {
  return is_within(range_, reinterpret_cast<std::uintptr_t>(address));
}

bool ImageSection::is_paged(const void* pc) const {
  if (!is_pageable_ || locks_.load(std::memory_order_relaxed) != 0) return false;
  const auto address = reinterpret_cast<std::uintptr_t>(pc);
  const auto after = std::ranges::upper_bound(functions_, address, {}, &CodeRange::begin);
  return after != functions_.begin() && is_within(*std::prev(after), address);
}

void ImageSection::unlock() {
  int locks = locks_.load(std::memory_order_relaxed);
  while (locks > 0 && !locks_.compare_exchange_weak(locks, locks - 1, std::memory_order_relaxed)) {
  }
}

void ImageSection::discard() {
  const auto page = static_cast<std::uintptr_t>(getpagesize());
  const std::uintptr_t first = range_.begin & ~(page - 1);
  auto* const pages = reinterpret_cast<void*>(first);
  // Neighbours on the same pages go on running.
  if (mprotect(pages, range_.end - first, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return;
  is_discarded_.store(true, std::memory_order_relaxed);
  rules::evaluated("N-072");  // what is there now looks at each call
  for (std::uintptr_t at = range_.begin; at + kIllegal.size() <= range_.end; at += kIllegal.size())
    std::memcpy(reinterpret_cast<void*>(at), kIllegal.data(), kIllegal.size());
  mprotect(pages, range_.end - first, PROT_READ | PROT_EXEC);
}

ImageSections::ImageSections(const std::vector<ElfSection>& sections, std::uintptr_t base) {
  for (const ElfSection& section : sections)
    all_.push_back(std::make_unique<ImageSection>(section, base));
}

ImageSection* ImageSections::find(const void* address) const {
  const auto found =
      std::ranges::find_if(all_, [&](const auto& section) { return section->holds(address); });
  return found == all_.end() ? nullptr : found->get();
}

void ImageSections::discard_initialization() {
  for (const auto& section : all_) {
    if (!section->is_pageable()) section->discard();
  }
}

ImageSection* section_at(const void* address) {
  const ImageSections* const sections = sections_of_code(address);
  return sections == nullptr ? nullptr : sections->find(address);
}

}  // namespace drydock::nt
